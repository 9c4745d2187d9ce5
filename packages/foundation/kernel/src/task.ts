import type { Agenda } from './event-queue.js';
import { Interrupted, LivelockError, messageOf, TaskError, WaitError } from './errors.js';
import { append, type Ends, filter, find, type Link, remove, some } from './linked-list.js';
import type { Mailbox } from './mailbox.js';
import { EventClass, type SimEvent } from './order.js';
import { Latch, type Signal } from './signal.js';
import { sleep } from './sleep.js';
import type { Turn, TurnHolder } from './turn.js';
import { Completion, Wait, type Waiter } from './wait.js';

/** The id orders a task among others of the same instant; the name appears in messages. */
export interface Identity {
  readonly id: number;
  readonly name?: string;
}

/** The body of a task, written as if it were alone. */
export type TaskBody = (task: Task) => Promise<void>;

/**
 * One round of a task that repeats it. A round that returns its last wait instead of awaiting it needs no promise and
 * is several times cheaper.
 */
export type Round = (task: Task) => Wait<unknown> | Promise<unknown> | void;

/**
 * A repeated round, and when to stop. Many tasks may share one object: each passes its subject, which is its identity
 * unless another one is given.
 */
export interface Rounds<Subject = unknown> {
  doRound(task: Task, subject: Subject): ReturnType<Round>;
  isDone(subject: Subject): boolean;
  /** Name of the task, if its subject is not its identity. */
  nameOf?(subject: Subject): string;
}

/** The parts of a simulator that all its tasks share. */
export interface TaskHost {
  readonly agenda: Agenda;
  readonly turn: Turn;
  /** Called when a task has ended. */
  ended(task: Task): void;
}

/** A task with this many waits that it never awaited has a missing `await`. */
const MAX_UNAWAITED = 10_000;
/** A round that returns this often without waiting will never wait. */
const MAX_IDLE_ROUNDS = 1000;
/** Value of `idleRounds` after which the next round does not count as idle. */
const NOT_IDLE = -1;
/** A task that awaits completed waits this often in one turn will never block. */
const MAX_PASSED_IN_A_TURN = 100_000;

/** Whether a task has ended, and how. */
type TaskState = 'running' | 'ended' | 'killed';

/** Parts that many tasks never need; created on first use, since there may be a million tasks. */
class RareParts {
  mixesPromises = false;
  /** Number of outside promises that the task awaits. */
  heldOutside = 0;
  endLatch: Latch | undefined = undefined;
  // For rounds that return a promise.
  proceed: (() => void) | undefined = undefined;
  fail: ((error: unknown) => void) | undefined = undefined;
}

/**
 * An `async` function under the simulator's control: it runs alone from one wait to the next, while simulated time
 * stands still.
 */
export class Task implements Waiter, TurnHolder, Ends<Wait<unknown>>, Link<Task>, SimEvent {
  // The fields of a round are together: with many tasks, each is out of the cache when its turn comes.
  private state: TaskState = 'running';
  // The ends of the list of its waits that are armed or not awaited yet.
  oldest: Wait<unknown> | undefined = undefined;
  newest: Wait<unknown> | undefined = undefined;
  private unawaited = 0;
  /** Completed waits whose wake-up is in the queue. */
  private wakeUps = 0;
  /** Number of rounds since the last one that waited. */
  private idleRounds = NOT_IDLE;
  /** Its body; undefined for a function after it was started. */
  private body: Rounds | TaskBody | undefined = undefined;
  private parts: RareParts | undefined = undefined;
  // Links in the simulator's list.
  older: Task | undefined = undefined;
  newer: Task | undefined = undefined;

  constructor(
    readonly id: number,
    /** Passed to its rounds. */
    private readonly subject: unknown,
    private readonly host: TaskHost,
  ) {}

  get agenda(): Agenda {
    return this.host.agenda;
  }

  private get turn(): Turn {
    return this.host.turn;
  }

  get name(): string {
    const { body, subject } = this;
    if (typeof body === 'object' && body.nameOf !== undefined) return body.nameOf(subject);
    return (subject as Identity).name ?? `task ${this.id}`;
  }

  /** Fires when the task ends, by returning or by being killed. */
  get ended(): Latch {
    const { rare } = this;
    if (rare.endLatch === undefined) {
      rare.endLatch = new Latch(`the end of ${this.name}`);
      if (this.isOver) rare.endLatch.fire();
    }
    return rare.endLatch;
  }

  get isOver(): boolean {
    return this.state !== 'running';
  }

  get killed(): boolean {
    return this.state === 'killed';
  }

  get mixesPromises(): boolean {
    return this.parts?.mixesPromises === true;
  }

  set mixesPromises(mixes: boolean) {
    this.rare.mixesPromises = mixes;
  }

  private get rare(): RareParts {
    return (this.parts ??= new RareParts());
  }

  sleep(seconds: number): Wait<void> {
    return sleep(this, seconds);
  }

  until<T>(signal: Signal<T>): Wait<T> {
    return signal.wait(this);
  }

  take<T>(mailbox: Mailbox<T>): Wait<T> {
    return mailbox.wait(this);
  }

  /** Awaits a promise from outside the simulation; simulated time stands still meanwhile. */
  async outside<T>(promise: PromiseLike<T>): Promise<T> {
    if (!this.mayAct) this.outOfTurn('outside()');
    this.rare.heldOutside++;
    try {
      return await promise;
    } finally {
      this.rare.heldOutside--;
      this.turn.recheck();
      // A task that was killed meanwhile does not continue.
      if (this.killed) await new Promise<never>(() => {});
    }
  }

  /** A wait that is settled by other code. */
  completion<T>(label: () => string): Completion<T> {
    return new Completion<T>(this, label);
  }

  /**
   * Rejects the current waits of the task with `Interrupted(reason)`, at this instant. Has no effect if the task has ended.
   */
  interrupt(reason: unknown): void {
    if (this.isOver) return;
    this.agenda.schedule(
      this.agenda.now,
      this.event('interrupt', () => this.deliverInterrupt(reason)),
    );
  }

  /**
   * Ends the task: its waits are disarmed and none of its code runs any more, not even a `finally`. A task that kills itself
   * runs to its next `await`. One that awaits an outside promise without `outside()` cannot be stopped, but its actions
   * have no effect.
   */
  kill(): void {
    if (!this.isOver) this.end('killed');
  }

  /** Descriptions of the current waits. */
  get waitsFor(): string[] {
    const waits = filter(this, isAwaited).map((wait) => wait.describe());
    return this.waitsForPromiseSince === undefined ? waits : [...waits, 'a promise'];
  }

  /** The time since which the task has waited only for a promise that other code must settle; undefined if it does not. */
  get waitsForPromiseSince(): number | undefined {
    return this.turn.parkedSince(this);
  }

  /** Its waits that must be awaited but are not yet. */
  get forgotten(): readonly Wait<unknown>[] {
    return this.unawaited === 0 ? NONE : filter<Wait<unknown>>(this, isForgotten);
  }

  /** Gives it its body; returns the event that starts it, which is the task itself. */
  start(body: Rounds | TaskBody): SimEvent {
    this.body = body;
    return this;
  }

  get class(): EventClass {
    return EventClass.WakeUp;
  }

  get low(): number {
    return this.id;
  }

  get high(): number {
    return this.id;
  }

  describe(): string {
    return `start of ${this.name}`;
  }

  run(): void {
    if (this.isOver) return;
    const body = this.body!;
    this.beginTurn();
    if (typeof body === 'function') {
      this.body = undefined;
      void this.runToEnd(body);
    } else {
      this.nextRound();
      this.endTurnIfPossible();
    }
  }

  // Used by the waits of the task and by the turn.

  get blocked(): boolean {
    if (this.isOver) return true;
    return !this.isOutside && (this.wakeUps > 0 || some(this, isAwaited));
  }

  get isOutside(): boolean {
    return this.parts !== undefined && this.parts.heldOutside > 0;
  }

  get mayAct(): boolean {
    return this.turn.holder === this || this.killed || this.turn.admits(this);
  }

  parked(): void {
    // The task waited for something outside the kernel.
    this.idleRounds = NOT_IDLE;
    this.turn.passed = 0;
  }

  /** Throws unless it is called in its turn or by an event, such as a message handler. */
  checkMayBegin(action: string): void {
    if (!this.mayAct && !this.turn.inEvent) this.outOfTurn(action);
  }

  outOfTurn(action: string): never {
    return this.turn.refuse(this, action);
  }

  armed(wait: Wait<unknown>): void {
    append(this, wait);
    if (wait.mustBeAwaited && ++this.unawaited === MAX_UNAWAITED) {
      throw this.failed(new WaitError(`it made ${MAX_UNAWAITED} waits and awaits none of them: missing await?`));
    }
  }

  noticed(wait: Wait<unknown>, again: boolean): void {
    this.idleRounds = NOT_IDLE;
    if (!again && wait.mustBeAwaited) this.unawaited--;
    if (!wait.isArmed) remove<Wait<unknown>>(this, wait);
    this.turn.recheck();
  }

  gone(wait: Wait<unknown>): void {
    if (!wait.isForgotten) remove<Wait<unknown>>(this, wait);
  }

  resumeInOrder(wait: Wait<unknown>): void {
    if (this.isOver) return;
    this.wakeUps++;
    this.agenda.schedule(this.agenda.now, wait);
  }

  wakeUp(wait: Wait<unknown>): void {
    this.wakeUps--;
    this.resume(wait);
  }

  resume(wait: Wait<unknown>): void {
    if (this.isOver) return wait.forgo();
    this.beginTurn();
    wait.deliver();
    this.endTurnIfPossible();
  }

  passAtOnce(wait: Wait<unknown>): boolean {
    if (++this.turn.passed <= MAX_PASSED_IN_A_TURN) return true;
    this.failed(
      new LivelockError(
        `it continued ${MAX_PASSED_IN_A_TURN} times at this instant without having to wait, the last time for ` +
          `${wait.describe()}, which had happened already`,
      ),
    );
    return false;
  }

  private beginTurn(): void {
    const { turn } = this;
    turn.holder = this;
    turn.endsAtOnce = false;
    turn.passed = 0;
  }

  private endTurnIfPossible(): void {
    if (this.turn.endsAtOnce) this.turn.holder = undefined;
  }

  private async runToEnd(body: TaskBody): Promise<void> {
    try {
      await body(this);
      if (!this.mayAct) this.outOfTurn('its end');
      this.finish();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Runs rounds while they need not wait; the wait or promise of the last one calls again. */
  nextRound(): void {
    const rounds = this.body as Rounds;
    const { subject } = this;
    try {
      while (!rounds.isDone(subject)) {
        this.checkProgress();
        const last = rounds.doRound(this, subject);
        if (last === undefined) continue;
        if (last instanceof Wait) {
          if (!last.hasHappened) {
            if (last.owner !== this || !last.endRound()) this.continueAfter(last);
            this.turn.endsAtOnce = !this.isOutside;
            return;
          }
          if (!this.passAtOnce(last)) return;
          last.pass();
        } else {
          if (typeof last?.then !== 'function') {
            throw new WaitError(`a round returned ${messageOf(last)}: expected a wait, a promise or nothing`);
          }
          return this.continueAfter(last);
        }
      }
      this.finish();
    } catch (error) {
      this.failed(error);
    }
  }

  roundFailed(error: unknown): void {
    this.failed(error);
  }

  private continueAfter(last: Wait<unknown> | Promise<unknown>): void {
    const { rare } = this;
    rare.proceed ??= () => this.afterPromise();
    rare.fail ??= (error) => this.roundFailed(error);
    void last.then(rare.proceed, rare.fail);
  }

  private afterPromise(): void {
    try {
      if (!this.mayAct) this.outOfTurn('its next round');
    } catch {
      return; // `outOfTurn` has ended the run.
    }
    this.nextRound();
  }

  private checkProgress(): void {
    if (++this.idleRounds > MAX_IDLE_ROUNDS) {
      throw new WaitError(`it returned ${MAX_IDLE_ROUNDS} times without waiting for anything: missing await?`);
    }
  }

  private finish(): void {
    if (this.isOver) return;
    // The losers of a Promise.race were awaited, but their values are never used.
    const isLeft = this.mixesPromises ? isForgotten : (wait: Wait<unknown>) => wait.isForgotten || wait.isAwaited;
    const forgotten = find<Wait<unknown>>(this, isLeft);
    if (forgotten !== undefined || this.wakeUps > 0) {
      const what = forgotten === undefined ? 'a wait that happened at this instant' : `its ${forgotten.describe()}`;
      throw new WaitError(`it ended while ${what} was not awaited to the end: missing await?`);
    }
    this.end('ended');
  }

  private end(state: TaskState): void {
    this.state = state;
    this.host.ended(this);
    for (let wait = this.oldest; wait !== undefined; wait = this.oldest) {
      remove<Wait<unknown>>(this, wait);
      wait.disarm();
    }
    this.parts?.endLatch?.fire();
    this.turn.unpark(this);
    this.turn.recheck();
  }

  private failed(error: unknown): unknown {
    this.turn.fail(new TaskError(this.name, this.agenda.now, error, this.hintFor(error)));
    return error;
  }

  /** A wait that was used in place of its value is a likely cause of an error. */
  private hintFor(error: unknown): string {
    const [wait] = this.forgotten;
    if (wait === undefined || error instanceof WaitError) return '';
    return `; its ${wait.describe()} was not awaited: missing await?`;
  }

  private deliverInterrupt(reason: unknown): void {
    // Completed waits come first; the interrupt meets the task at its next wait.
    if (this.wakeUps > 0) return this.interrupt(reason);
    const awaited = filter(this, isAwaited);
    if (this.isOver || awaited.length === 0) return;
    this.beginTurn();
    for (const wait of awaited) wait.abandon(new Interrupted(reason));
    this.endTurnIfPossible();
  }

  private event(what: string, run: () => void): SimEvent {
    return { class: EventClass.WakeUp, low: this.id, high: this.id, run, describe: () => `${what} of ${this.name}` };
  }
}

const isAwaited = (wait: Wait<unknown>): boolean => wait.isAwaited;
const isForgotten = (wait: Wait<unknown>): boolean => wait.isForgotten;
const NONE: readonly Wait<unknown>[] = [];
