import type { Agenda } from './agenda.js';
import { afterInput, afterLateInput } from './barrier.js';
import { unwatchCombinators, watchCombinators } from './combinators.js';
import { EventError, messageOf, SchedulingError } from './errors.js';
import { EventQueue, type Handle } from './event-queue.js';
import type { Gate } from './gate.js';
import { LivelockGuard } from './livelock.js';
import { compareKeys, EventClass, type OrderKey, type SimEvent } from './order.js';
import { type Identity, Process, type ProcessBody, type Round, type Rounds } from './process.js';
import type { SlotQueue } from './slot-queue.js';
import { Turn } from './turn.js';
import { type Waiting, waitingOf } from './waiting.js';

/** A crowd of bodies with one pending event each, which the simulator runs in order with all other events. */
export interface Engine {
  readonly queue: SlotQueue;
  /** The ids that decide between a slot's event and a general one of the same time and class. */
  low(slot: number): number;
  high(slot: number): number;
  /** Runs the event of a slot; gives the slot its next one, or clears it. */
  run(slot: number, now: number): void;
  describe(slot: number): string;
  /** Without it, upkeep is run event by event. */
  readonly upkeep?: Upkeep;
}

/**
 * The engine's own bookkeeping, of class GridUpkeep, several events in a row: nobody sees them, and they are more than
 * half of all events, so that the loop around them counts.
 */
export interface Upkeep {
  /**
   * Runs the engine's first events as long as they are upkeep, each later than the one before and than `now`, and before
   * `limit`, but not for long; whether there were any.
   */
  run(now: number, limit: number): boolean;
  /** Of the last event that was run: its time, in an array of one, and its slot. */
  readonly time: Float64Array;
  readonly slot: number;
}

/** When to stop at the latest. */
export interface Limits {
  /** Simulated seconds; events of that very time still run, and the clock ends there unless there are no more events. */
  readonly until?: number;
  /** Number of events, without the engine's upkeep. */
  readonly maxEvents?: number;
}

export type StoppedBy = 'empty' | 'time' | 'events' | 'stopped';

export interface RunReport {
  readonly stoppedBy: StoppedBy;
  /** Simulated seconds. */
  readonly now: number;
  /** Events run so far, in this run and before, without the engine's upkeep. */
  readonly events: number;
  /** Which processes wait without effect, and for what: empty unless `stoppedBy` is "empty". */
  readonly waiting: readonly Waiting[];
}

/** The owner of what is being run, and what that is. */
export interface BusyWith {
  readonly id: number;
  readonly what: string;
}

/** Looks on. An observer that changes anything must do so by an event. */
export interface Observer {
  /**
   * The clock is about to leave an instant, whose events have all run. Where that makes something else come next, it is
   * told again.
   */
  leaving?(now: number, next: number): void;
  /**
   * An event has run; `event` describes it only during the call. One that wakes a process has then only given it the
   * turn.
   */
  ran?(now: number, event: OrderKey): void;
  /** A run has stopped. */
  stopped?(report: RunReport): void;
}

export interface SimulatorOptions {
  /**
   * Number of events within LIVELOCK_WINDOW from which on owners are counted; no owner may then have as many more.
   * Default: 100,000.
   */
  readonly livelockLimit?: number;
}

/** 2^-20 s: events that are closer together than this count as one burst. */
const LIVELOCK_WINDOW = 1 / (1 << 20);

/** Why the loop is left: for good, or until a process has blocked, the gate opens, the host has served its input. */
type Halt = StoppedBy | 'turn' | 'gate' | 'breath';

/** So many events are run before the host may serve its input and signals: too many for that to cost anything. */
const EVENTS_BETWEEN_INPUT = 1 << 12;

/** The clock and its two queues of events, run in one total order. */
export class Simulator implements Agenda {
  private clock = 0;
  private eventsRun = 0;
  /** When the last event that counts ran, or a run ended: upkeep after that must not show in the time. */
  private lastEventAt = 0;
  private readonly general = new EventQueue();
  private engine: Engine | undefined;
  private readonly processes = new Set<Process>();
  private readonly outside = new Set<() => readonly Waiting[]>();
  private readonly turn = new Turn(() => this.clock);
  private readonly livelock: LivelockGuard;
  private observers: readonly Observer[] = [];
  /** The time for which observers were told that the clock is about to move. */
  private announced: number | undefined;
  private isRunning = false;
  private stopRequested = false;
  /** The event that is being run, unless it is the engine's. */
  private runningGeneral: SimEvent | undefined;
  /** Number of events after which the microtasks were last drained for processes that wait for a promise. */
  private drainedAfter = 0;

  constructor(options: SimulatorOptions = {}) {
    const { livelockLimit = 100_000 } = options;
    if (!(livelockLimit >= 1)) {
      throw new SchedulingError(`livelockLimit is a number of events, 1 or more, not ${livelockLimit}`);
    }
    this.livelock = new LivelockGuard(livelockLimit, LIVELOCK_WINDOW);
  }

  /** Simulated seconds. */
  get now(): number {
    return this.clock;
  }

  /** Whether an event or a process is being run, so that whoever calls belongs to the simulation. */
  get isActing(): boolean {
    return this.isRunning && this.turn.isActing;
  }

  /** Number of events run so far, without the engine's upkeep. */
  get events(): number {
    return this.eventsRun;
  }

  /** When the next event is due; Infinity when there is none. */
  get nextTime(): number {
    return Math.min(this.general.peek()?.time ?? Infinity, this.engine?.queue.topTime() ?? Infinity);
  }

  /** Has an event run at a time that is not past. */
  schedule(at: number, event: SimEvent): Handle {
    if (!(at >= this.clock && at < Infinity && hasFiniteIds(event))) this.refuse(at, event);
    return this.general.push(at, event);
  }

  /** Number of pending general events: timers, messages, wake-ups. */
  get pending(): number {
    return this.general.size;
  }

  /** Takes a pending event back. */
  cancel(handle: Handle): void {
    if (handle.queue !== this.general) {
      throw new SchedulingError(`cannot cancel "${handle.event.describe()}": it was scheduled by another simulator`);
    }
    if (handle.state !== 'pending') {
      throw new SchedulingError(
        `cannot cancel "${handle.event.describe()}" at t = ${this.clock}: it was ${handle.state} already ` +
          `(it was scheduled for t = ${handle.time}); look at the handle's state first`,
      );
    }
    this.general.cancel(handle);
  }

  /** The pending general events that concern an owner, in the order in which they will run. */
  eventsOf(owner: number): Handle[] {
    return this.general.eventsOf(owner);
  }

  /** Which processes there are, and what they wait for. */
  get waiting(): Waiting[] {
    const own = [...this.processes].map(waitingOf);
    return this.outside.size === 0 ? own : [...own, ...[...this.outside].flatMap((waiting) => waiting())];
  }

  /** Adds tasks that run outside this process. */
  addOutside(waiting: () => readonly Waiting[]): void {
    this.outside.add(waiting);
  }

  /** Adds the bodies. There is one engine, since the order of two would be undefined. */
  attach(engine: Engine): void {
    if (this.engine !== undefined) throw new SchedulingError('this simulator has an engine already');
    this.engine = engine;
  }

  /** Has someone look on; returns how to end that. */
  observe(observer: Observer): () => void {
    // An object of its own, so that one who looks on twice can go once.
    const onlooker = Object.create(observer) as Observer;
    this.observers = [...this.observers, onlooker];
    return () => {
      this.observers = this.observers.filter((other) => other !== onlooker);
    };
  }

  /** Starts a process at this instant. */
  spawn(identity: Identity, body: ProcessBody): Process {
    const process = this.admit(identity);
    this.schedule(this.clock, process.start(body));
    return process;
  }

  /** Starts a process that does the same round again and again, until `done` says so between two rounds. */
  spawnRounds(identity: Identity, what: Round | Rounds, done: () => boolean = () => false): Process {
    const process = this.admit(identity);
    const rounds = typeof what === 'function' ? { doRound: what, isDone: done } : what;
    this.schedule(this.clock, process.startRounds(rounds));
    return process;
  }

  /**
   * Ends the run after the event, and the turn, that is under way; without a run it has no effect. What a process awaits
   * through `outside()` is not waited for.
   */
  stop(): void {
    this.stopRequested = true;
    if (this.isRunning) this.turn.stopWaiting();
  }

  /** Whose code is being run, for who reports that it does not return; undefined between two events. */
  get busyWith(): BusyWith | undefined {
    if (!this.isRunning) return undefined;
    const { holder, inEvent } = this.turn;
    if (holder instanceof Process) return { id: holder.id, what: holder.name };
    if (!inEvent) return undefined;
    const { engine, runningGeneral } = this;
    if (runningGeneral !== undefined) return { id: runningGeneral.low, what: runningGeneral.describe() };
    const slot = engine!.queue.top();
    return { id: engine!.low(slot), what: engine!.describe(slot) };
  }

  /**
   * Runs events in order until there are none, or a limit is reached; may be called again to go on. Whatever throws, an
   * event, a process or who looks on, ends the simulation for good: half an event may have been done.
   */
  run(limits: Limits = {}, gate?: Gate): Promise<RunReport> {
    const { until = Infinity, maxEvents = Infinity } = limits;
    return new Promise((resolve, reject) => {
      this.begin(until, maxEvents);
      const lastEvent = this.eventsRun + maxEvents;
      // Called back, rather than awaited, after each turn: that halves what a turn costs.
      const goOn = (): void => {
        try {
          if (this.turn.failure !== undefined) throw this.turn.failure;
          const halt = this.runForAWhile(until, lastEvent, gate);
          if (halt === 'turn') this.turn.whenOver(goOn);
          else if (halt === 'gate') gate!.whenWorthAsking(goOn);
          else if (halt === 'breath') goOnAfterInput();
          else if (halt === 'empty' && this.turn.hasParked && !hostHadItsTurn) {
            // What they wait for may come from the host, without `outside()`: that is another mistake.
            hostHadItsTurn = true;
            afterLateInput(goOn)();
          } else resolve(this.end(halt));
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(messageOf(error), { cause: error });
          this.isRunning = false;
          unwatchCombinators(this.turn);
          this.turn.fail(failure);
          reject(failure);
        }
      };
      const goOnAfterInput = afterInput(goOn);
      let hostHadItsTurn = false;
      goOn();
    });
  }

  /** Runs events until the run is over, or has to halt for a moment. */
  private runForAWhile(until: number, lastEvent: number, gate: Gate | undefined): Halt {
    for (let left = EVENTS_BETWEEN_INPUT; left > 0; left--) {
      if (this.turn.hasParked && this.mustDrain()) return 'turn';
      if (this.stopRequested) return 'stopped';
      const general = this.general.peek();
      const engine = this.engineIfFirst(general);
      const time = engine !== undefined ? engine.queue.topTime() : (general?.time ?? Infinity);
      if (time === Infinity) return 'empty';
      if (this.eventsRun >= lastEvent) return 'events';
      const next = time < until ? time : until;
      if (gate !== undefined && !gate.admits(next, this.clock)) return 'gate';
      // Who is told may schedule or cancel: then something else comes next.
      if (next > this.clock && this.observers.length > 0 && this.announced !== next) {
        this.announce(next);
        continue;
      }
      if (time > until) return this.restAt(until);
      if (engine?.upkeep !== undefined && gate === undefined && this.observers.length === 0) {
        const limit = general !== undefined && general.time < until ? general.time : until;
        if (this.runUpkeep(engine, engine.upkeep, limit)) continue;
      }
      if (time !== this.clock) this.moveClock(time);
      if (engine !== undefined) this.runSlot(engine);
      else this.runGeneral();
      if (this.turn.holder !== undefined || this.turn.failure !== undefined) return 'turn';
    }
    return 'breath';
  }

  /**
   * Whether something has happened since processes that wait for a promise could last go on. They go on after each event,
   * not at the end of the instant: wherever a gate lets the host in, they would go on by themselves.
   */
  private mustDrain(): boolean {
    if (this.drainedAfter === this.eventsRun) return false;
    this.drainedAfter = this.eventsRun;
    return true;
  }

  /** The engine, when its first event comes before the first general one, or only a serial number could tell. */
  private engineIfFirst(general: Handle | undefined): Engine | undefined {
    const { engine } = this;
    if (engine === undefined || general === undefined) return engine;
    const time = engine.queue.topTime();
    if (time !== general.time) return time < general.time ? engine : undefined;
    return compareKeys(keyOfSlot(engine, engine.queue.top()), general.event) <= 0 ? engine : undefined;
  }

  private runSlot(engine: Engine): void {
    const slot = engine.queue.top();
    const eventClass = engine.queue.classOf(slot);
    if (eventClass !== EventClass.GridUpkeep) this.countEvent();
    if (this.livelock.isSuspect()) this.suspectSlot(engine, slot);
    const key = this.observers.length > 0 ? keyOfSlot(engine, slot) : undefined;
    this.turn.inEvent = true;
    try {
      engine.run(slot, this.clock);
    } catch (error) {
      throw failureOfSlot(engine, slot, this.clock, error);
    }
    this.turn.inEvent = false;
    if (key !== undefined) this.tellObservers(key);
  }

  /** What is at the same instant as something else is left to `runSlot`, which counts events at an instant. */
  private runUpkeep(engine: Engine, upkeep: Upkeep, limit: number): boolean {
    if (engine.queue.classOf(engine.queue.top()) !== EventClass.GridUpkeep) return false;
    try {
      if (!upkeep.run(this.clock, limit)) return false;
    } catch (error) {
      throw failureOfSlot(engine, upkeep.slot, upkeep.time[0]!, error);
    }
    this.moveClock(upkeep.time[0]!);
    return true;
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
    if (this.observers.length > 0) this.tellObservers(event);
  }

  // The functions that describe are made apart from the loop: what they would hold on to would be allocated there for
  // each event.

  private suspectSlot(engine: Engine, slot: number): void {
    this.livelock.count(this.clock, engine.low(slot), () => engine.describe(slot));
  }

  private suspectEvent(event: SimEvent): void {
    this.livelock.count(this.clock, event.low, () => event.describe());
  }

  private moveClock(time: number): void {
    // Only an engine can do that: schedule() takes no such time.
    if (time < this.clock) this.refusePastSlot(time);
    this.clock = time;
    this.announced = undefined;
    this.livelock.advance(time);
  }

  private announce(next: number): void {
    this.announced = next;
    for (const observer of this.observers) observer.leaving?.(this.clock, next);
  }

  private restAt(until: number): StoppedBy {
    if (until > this.clock) this.moveClock(until);
    return 'time';
  }

  private tellObservers(key: OrderKey): void {
    for (const observer of this.observers) observer.ran?.(this.clock, key);
  }

  private begin(until: number, maxEvents: number): void {
    if (this.isRunning) throw new SchedulingError('this simulator is running already: await its run() first');
    if (this.turn.failure !== undefined) {
      throw new SchedulingError(`this simulation has failed and cannot go on: ${this.turn.failure.message}`, {
        cause: this.turn.failure,
      });
    }
    if (!(until >= this.clock)) {
      throw new SchedulingError(`cannot run until ${until}: now is ${this.clock}, and time does not go back`);
    }
    if (!(maxEvents >= 0 && (maxEvents === Infinity || Number.isInteger(maxEvents)))) {
      throw new SchedulingError(`cannot run ${maxEvents} events: their number is a whole one, 0 or more`);
    }
    this.isRunning = true;
    this.stopRequested = false;
    watchCombinators(this.turn);
  }

  private end(stoppedBy: StoppedBy): RunReport {
    this.isRunning = false;
    unwatchCombinators(this.turn);
    // How long bodies that stay where they are were looked after depends on the engine's grid.
    if (stoppedBy === 'empty') this.clock = this.lastEventAt;
    this.lastEventAt = this.clock;
    const waiting = stoppedBy === 'empty' ? this.waiting : [];
    const report = { stoppedBy, now: this.clock, events: this.eventsRun, waiting };
    for (const observer of this.observers) observer.stopped?.(report);
    return report;
  }

  private admit(identity: Identity): Process {
    const { id, name } = identity;
    if (!Number.isFinite(id)) {
      throw new SchedulingError(`a process "${name ?? 'without a name'}" has the id ${id}: an id must be a number`);
    }
    const process = new Process(identity, this, this.turn, this.forget);
    this.processes.add(process);
    return process;
  }

  private readonly forget = (process: Process): void => void this.processes.delete(process);

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

function failureOfSlot(engine: Engine, slot: number, time: number, error: unknown): EventError {
  return new EventError(() => engine.describe(slot), engine.low(slot), time, error);
}

function failureOf(event: SimEvent, time: number, error: unknown): EventError {
  return new EventError(() => event.describe(), event.low, time, error);
}

/** x - x is 0 for finite x only. */
function hasFiniteIds({ low, high }: OrderKey): boolean {
  return low - low === 0 && high - high === 0;
}

function keyOfSlot(engine: Engine, slot: number): OrderKey {
  return { class: engine.queue.classOf(slot), low: engine.low(slot), high: engine.high(slot) };
}
