import { afterInput, afterLateInput } from './barrier.js';
import { type Agenda, EventQueue, type Handle } from './event-queue.js';
import { unwatchCombinators, watchCombinators } from './combinators.js';
import { comesFirst, type Engine, failureOfSlot, keyOfSlot, runUpkeep } from './engine.js';
import { EventError, messageOf, SchedulingError } from './errors.js';
import { append, type Ends, filter, remove } from './linked-list.js';
import { LivelockGuard } from './livelock.js';
import { type Observer, Observers } from './observers.js';
import { EventClass, type OrderKey, type SimEvent } from './order.js';
import { type Identity, Task, type TaskBody, type TaskHost, type Round, type Rounds } from './task.js';
import { type RunReport, type StoppedBy, type Waiting, waitingOf } from './run-report.js';
import { Turn } from './turn.js';

export interface Limits {
  /** Simulated seconds, inclusive; the clock ends there unless there are no more events. */
  readonly until?: number;
  /** Number of events, without the engine's upkeep. */
  readonly maxEvents?: number;
}

/** Holds a run back before each event: real time, a debugger. */
export interface Gate {
  /** Whether the event of that time may run; if true, it runs. */
  admits(time: number, now: number): boolean;
  /** Calls back when it is worth trying again. */
  whenReady(retry: () => void): void;
}

/** Why the event loop was left: permanently, or until it may continue. */
type Halt = StoppedBy | 'turn' | 'gate' | 'input';

/** The owner and description of the code that is running. */
export interface BusyWith {
  readonly id: number;
  readonly what: string;
}

export interface SimulatorOptions {
  /**
   * Number of events within LIVELOCK_WINDOW after which owners are counted, and maximum number of events per owner from
   * then on. Default: 100,000.
   */
  readonly livelockLimit?: number;
}

/** 2^-20 s: events closer together than this count as one burst. */
const LIVELOCK_WINDOW = 1 / (1 << 20);

/** Number of events between two chances for the host to serve input and signals: high enough to cost nothing. */
const EVENTS_BETWEEN_INPUT = 1 << 12;

/** The clock and two event queues, run in one total order. */
export class Simulator implements Agenda {
  private clock = 0;
  private eventsRun = 0;
  /** Time of the last counted event, or of the end of a run: later upkeep must not show in the time. */
  private lastEventAt = 0;
  private readonly general = new EventQueue();
  private engine: Engine | undefined;
  private readonly tasks: Ends<Task> = { oldest: undefined, newest: undefined };
  private readonly outside = new Set<() => readonly Waiting[]>();
  private readonly turn = new Turn(() => this.clock);
  private readonly taskHost: TaskHost = {
    agenda: this,
    turn: this.turn,
    ended: (task) => remove(this.tasks, task),
  };
  private readonly livelock: LivelockGuard;
  private readonly observers = new Observers();
  private isRunning = false;
  private stopRequested = false;
  /** The running event, unless it is the engine's. */
  private runningGeneral: SimEvent | undefined;

  constructor(options: SimulatorOptions = {}) {
    const { livelockLimit = 100_000 } = options;
    if (!(livelockLimit >= 1)) {
      throw new SchedulingError(`livelockLimit: expected a number of events, 1 or more, got ${livelockLimit}`);
    }
    this.livelock = new LivelockGuard(livelockLimit, LIVELOCK_WINDOW);
  }

  /** Simulated seconds. */
  get now(): number {
    return this.clock;
  }

  /** Whether an event or a task is running, so that the caller belongs to the simulation. */
  get isActing(): boolean {
    return this.isRunning && this.turn.isActing;
  }

  /** Number of events run so far, without the engine's upkeep. */
  get events(): number {
    return this.eventsRun;
  }

  /** Time of the next event; Infinity if there is none. */
  get nextTime(): number {
    return Math.min(this.general.peek()?.time ?? Infinity, this.engine?.queue.topTime() ?? Infinity);
  }

  /** Schedules an event at a time that is not past. */
  schedule(at: number, event: SimEvent): Handle {
    if (!(at >= this.clock && at < Infinity && hasFiniteIds(event))) this.refuse(at, event);
    return this.general.push(at, event);
  }

  /** Number of pending general events: timers, messages, wake-ups. */
  get pending(): number {
    return this.general.size;
  }

  cancel(handle: Handle): void {
    if (handle.queue !== this.general) {
      throw new SchedulingError(`cannot cancel "${handle.event.describe()}": it was scheduled by another simulator`);
    }
    if (handle.state !== 'pending') {
      throw new SchedulingError(
        `cannot cancel "${handle.event.describe()}" at t = ${this.clock}: it is already ${handle.state} ` +
          `(it was scheduled for t = ${handle.time}); check the handle's state first`,
      );
    }
    this.general.cancel(handle);
  }

  /** The pending general events with an owner as low or high id, in the order in which they will run. */
  eventsOf(owner: number): Handle[] {
    return this.general.eventsOf(owner);
  }

  /** The tasks and what they wait for. */
  get waiting(): Waiting[] {
    const own = filter(this.tasks, always).map(waitingOf);
    return this.outside.size === 0 ? own : [...own, ...[...this.outside].flatMap((waiting) => waiting())];
  }

  /** Adds tasks that run in another OS process. */
  addOutside(waiting: () => readonly Waiting[]): void {
    this.outside.add(waiting);
  }

  /** Adds the bodies. There is only one engine, since the order of two would be undefined. */
  attach(engine: Engine): void {
    if (this.engine !== undefined) throw new SchedulingError('this simulator already has an engine');
    this.engine = engine;
  }

  observe(observer: Observer): () => void {
    return this.observers.add(observer);
  }

  spawn(identity: Identity, body: TaskBody): Task {
    return this.start(identity, body, identity);
  }

  /** Starts a task that repeats a round until `done` returns true between two rounds. */
  spawnRounds(identity: Identity, what: Round | Rounds<Identity>, done: () => boolean = () => false): Task {
    const rounds = typeof what === 'function' ? { doRound: what, isDone: done } : what;
    return this.start(identity, rounds, identity);
  }

  /** Starts a task with rounds that it shares with others, which name it. */
  spawnShared<S>(id: number, rounds: Required<Rounds<S>>, subject: S): Task {
    return this.start({ id }, rounds, subject);
  }

  /** Kills all tasks with an id. */
  killTasksOf(id: number): void {
    for (const task of filter(this.tasks, (each) => each.id === id)) task.kill();
  }

  /**
   * Ends the run after the current event and turn; no effect without a run. Promises awaited through `outside()` are
   * not waited for.
   */
  stop(): void {
    this.stopRequested = true;
    if (this.isRunning) this.turn.stopWaiting();
  }

  /** The code that is running, for reports that it does not return; undefined between two events. */
  get busyWith(): BusyWith | undefined {
    if (!this.isRunning) return undefined;
    const { holder, inEvent } = this.turn;
    if (holder instanceof Task) return { id: holder.id, what: holder.name };
    if (!inEvent) return undefined;
    const { engine, runningGeneral } = this;
    if (runningGeneral !== undefined) return { id: runningGeneral.low, what: runningGeneral.describe() };
    const slot = engine!.queue.top();
    return { id: engine!.low(slot), what: engine!.describe(slot) };
  }

  /**
   * Runs events in order until there are none or a limit is reached; may be called again to continue. An error in an
   * event, a task or an observer ends the simulation for good: an event may have been half done.
   */
  run(limits: Limits = {}, gate?: Gate): Promise<RunReport> {
    const { until = Infinity, maxEvents = Infinity } = limits;
    return new Promise((resolve, reject) => {
      this.begin(until, maxEvents);
      const lastEvent = this.eventsRun + maxEvents;
      let hostHadItsTurn = false;
      // A callback rather than an await after each turn halves the cost of a turn.
      const proceed = (): void => {
        try {
          if (this.turn.failure !== undefined) throw this.turn.failure;
          const halt = this.runBatch(until, lastEvent, gate);
          if (halt === 'turn') this.turn.whenOver(proceed);
          else if (halt === 'gate') gate!.whenReady(proceed);
          else if (halt === 'input') proceedAfterInput();
          else if (halt === 'empty' && this.turn.hasParked && !hostHadItsTurn) {
            // The host may settle the promise without `outside()`, which is a different mistake.
            hostHadItsTurn = true;
            afterLateInput(proceed)();
          } else resolve(this.end(halt));
        } catch (error) {
          reject(this.fail(error));
        }
      };
      const proceedAfterInput = afterInput(proceed);
      proceed();
    });
  }

  /** Runs events until the run is over or has to halt. */
  private runBatch(until: number, lastEvent: number, gate: Gate | undefined): Halt {
    for (let left = EVENTS_BETWEEN_INPUT; left > 0; left--) {
      if (this.turn.hasParked && this.turn.mustDrain(this.eventsRun)) return 'turn';
      if (this.stopRequested) return 'stopped';
      const general = this.general.peek();
      const engine = this.engineIfFirst(general);
      let time = engine !== undefined ? engine.queue.topTime() : (general?.time ?? Infinity);
      if (time === Infinity) return 'empty';
      if (this.eventsRun >= lastEvent) return 'events';
      const next = time < until ? time : until;
      if (gate !== undefined && !gate.admits(next, this.clock)) return 'gate';
      // Observers may schedule or cancel events; then another one comes next.
      if (next > this.clock && !this.observers.isEmpty && this.observers.announce(this.clock, next)) continue;
      if (time > until) return this.restAt(until);
      if (engine?.upkeep !== undefined && gate === undefined && this.observers.isEmpty) {
        const limit = general !== undefined && general.time < until ? general.time : until;
        if (runUpkeep(engine, engine.upkeep, this.clock, limit)) {
          this.moveClock(engine.upkeep.time[0]!);
          // Upkeep changes nothing but the engine's queue.
          time = engine.queue.topTime();
          if (!(time < limit)) continue;
        }
      }
      if (time !== this.clock) this.moveClock(time);
      if (engine !== undefined) this.runSlot(engine);
      else this.runGeneral();
      if (this.turn.holder !== undefined || this.turn.failure !== undefined) return 'turn';
    }
    return 'input';
  }

  /** The engine, if its event comes next. */
  private engineIfFirst(general: Handle | undefined): Engine | undefined {
    const { engine } = this;
    return engine === undefined || general === undefined || comesFirst(engine, general) ? engine : undefined;
  }

  private runSlot(engine: Engine): void {
    const slot = engine.queue.top();
    const eventClass = engine.queue.classOf(slot);
    if (eventClass !== EventClass.GridUpkeep) this.countEvent();
    if (this.livelock.isSuspect()) this.suspectSlot(engine, slot);
    const key = this.observers.isEmpty ? undefined : keyOfSlot(engine, slot);
    this.turn.inEvent = true;
    try {
      engine.run(slot, this.clock);
    } catch (error) {
      throw failureOfSlot(engine, slot, this.clock, error);
    }
    this.turn.inEvent = false;
    if (key !== undefined) this.observers.ran(this.clock, key);
  }

  private countEvent(): void {
    this.eventsRun++;
    this.lastEventAt = this.clock;
  }

  private runGeneral(): void {
    const { event } = this.general.pop()!;
    this.runningGeneral = event;
    if (event.class !== EventClass.GridUpkeep) this.countEvent();
    if (this.livelock.isSuspect()) this.suspectEvent(event);
    this.turn.inEvent = true;
    try {
      event.run(this.clock);
    } catch (error) {
      throw failureOf(event, this.clock, error);
    }
    this.turn.inEvent = false;
    this.runningGeneral = undefined;
    if (!this.observers.isEmpty) this.observers.ran(this.clock, event);
  }

  // Separate methods, since their closures would otherwise be allocated for each event of the loop.

  private suspectSlot(engine: Engine, slot: number): void {
    this.livelock.count(this.clock, engine.low(slot), () => engine.describe(slot));
  }

  private suspectEvent(event: SimEvent): void {
    this.livelock.count(this.clock, event.low, () => event.describe());
  }

  private moveClock(time: number): void {
    // Only an engine can set a past time: schedule() rejects it.
    if (time < this.clock) this.refusePastSlot(time);
    this.clock = time;
    this.livelock.advance(time);
  }

  private restAt(until: number): StoppedBy {
    if (until > this.clock) this.moveClock(until);
    return 'time';
  }

  private begin(until: number, maxEvents: number): void {
    if (this.isRunning) throw new SchedulingError('this simulator is already running: await its run() first');
    if (this.turn.failure !== undefined) {
      throw new SchedulingError(`this simulation has failed and cannot continue: ${this.turn.failure.message}`, {
        cause: this.turn.failure,
      });
    }
    if (!(until >= this.clock)) {
      throw new SchedulingError(`cannot run until ${until}: now is ${this.clock}, and time never moves back`);
    }
    if (!(maxEvents >= 0 && (maxEvents === Infinity || Number.isInteger(maxEvents)))) {
      throw new SchedulingError(`cannot run ${maxEvents} events: expected an integer, 0 or more`);
    }
    this.isRunning = true;
    this.stopRequested = false;
    watchCombinators(this.turn);
  }

  private end(stoppedBy: StoppedBy): RunReport {
    this.isRunning = false;
    unwatchCombinators(this.turn);
    // The time of the last upkeep depends on the engine's grid.
    if (stoppedBy === 'empty') this.clock = this.lastEventAt;
    this.lastEventAt = this.clock;
    const waiting = stoppedBy === 'empty' ? this.waiting : [];
    const report = { stoppedBy, now: this.clock, events: this.eventsRun, waiting };
    this.observers.stopped(report);
    return report;
  }

  /** Ends the simulation for good; returns the error. */
  private fail(error: unknown): Error {
    const failure = error instanceof Error ? error : new Error(messageOf(error), { cause: error });
    this.isRunning = false;
    unwatchCombinators(this.turn);
    this.turn.fail(failure);
    return failure;
  }

  private start<S>({ id, name = '' }: Identity, body: TaskBody | Rounds<S>, subject: S): Task {
    if (!Number.isFinite(id)) {
      throw new SchedulingError(`id of task "${name}": expected a finite number, got ${id}`);
    }
    const task = new Task(id, subject, this.taskHost);
    append(this.tasks, task);
    this.general.pushInSeries(this.clock, task.start(body));
    return task;
  }

  private refusePastSlot(time: number): never {
    const engine = this.engine!;
    const slot = engine.queue.top();
    throw new SchedulingError(
      `the engine set "${engine.describe(slot)}" of owner ${engine.low(slot)} to t = ${time}: now is ${this.clock}, and that is past`,
    );
  }

  private refuse(at: number, event: SimEvent): never {
    const why = !hasFiniteIds(event)
      ? `its ids are ${event.low} and ${event.high}: they must be numbers, or they could not decide ties`
      : `now is ${this.clock}, and ${at < this.clock ? 'that is past' : 'a time is a finite number'}`;
    throw new SchedulingError(`cannot schedule "${event.describe()}" of owner ${event.low} for t = ${at}: ${why}`);
  }
}

const always = (): boolean => true;

function failureOf(event: SimEvent, time: number, error: unknown): EventError {
  return new EventError(() => event.describe(), event.low, time, error);
}

/** x - x is 0 for finite x only. */
function hasFiniteIds({ low, high }: OrderKey): boolean {
  return low - low === 0 && high - high === 0;
}
