import type { Agenda } from './agenda.js';
import { Interrupted, ProcessError, WaitError } from './errors.js';
import type { Mailbox } from './mailbox.js';
import { EventClass, type SimEvent } from './order.js';
import { Latch, type Signal } from './signal.js';
import { sleep } from './sleep.js';
import type { Turn, TurnHolder } from './turn.js';
import { Completion, Wait, type Waiter } from './wait.js';

/** Who a process is: the id decides its place among others of the same instant, the name stands in messages. */
export interface Identity {
  readonly id: number;
  readonly name?: string;
}

/** What a process does, written as if it were alone. */
export type Body = (process: Process) => Promise<void>;

/**
 * One round of a process that does the same again and again. A round that returns what it would otherwise await last
 * needs no promise and is several times cheaper than one that awaits it.
 */
export type Round = (process: Process) => Wait<unknown> | Promise<void> | void;

/** A process that made this many waits and awaits none of them has lost an `await`. */
const MOST_UNAWAITED = 1000;
/** A round that comes back this often without having waited will do so for ever. */
const MOST_IDLE_ROUNDS = 1000;

/**
 * An `async` function under the simulator's control: it runs from one of its waits to the next, alone, while simulated
 * time stands still.
 */
export class Process implements Waiter, TurnHolder {
  readonly id: number;
  readonly name: string;
  /** Fires when it ends: by returning, by being killed. */
  readonly ended: Latch;
  killed = false;
  /** Armed waits, in the order in which they were made. */
  private waits: Wait<unknown>[] = [];
  /** Waits that nobody has awaited yet. */
  private unawaited: Wait<unknown>[] = [];
  /** Promises of the outside that are under way. */
  private heldOutside = 0;
  /** Completed waits whose wake-up is in the queue. */
  private wakeUps = 0;
  /** Whether the present turn cannot go on in microtasks, so that there is nothing to wait for at its end. */
  private endsTurnAtOnce = false;
  // To tell a round that waited from one that did not.
  private awaitedCount = 0;
  private awaitedBefore = -1;
  private idleRounds = 0;

  constructor(
    identity: Identity,
    readonly agenda: Agenda,
    private readonly turn: Turn,
    private readonly onEnd: () => void,
  ) {
    this.id = identity.id;
    this.name = identity.name ?? `process ${identity.id}`;
    this.ended = new Latch(`the end of ${this.name}`);
  }

  /** Waits for some simulated seconds. */
  sleep(seconds: number): Wait<void> {
    return sleep(this, seconds);
  }

  /** Waits until a signal is fired. */
  until<T>(signal: Signal<T>): Wait<T> {
    return signal.wait(this);
  }

  /** Waits for the next item of a mailbox. */
  take<T>(mailbox: Mailbox<T>): Wait<T> {
    return mailbox.wait(this);
  }

  /** Awaits a promise from outside the simulation: simulated time stands still until it is back. */
  async outside<T>(promise: PromiseLike<T>): Promise<T> {
    this.checkTurn('outside()');
    this.heldOutside++;
    try {
      return await promise;
    } finally {
      this.heldOutside--;
      this.turn.thaw();
    }
  }

  /** Something this process has under way, for whoever does the work to settle. */
  completion<T>(label: () => string): Completion<T> {
    return new Completion<T>(this, label);
  }

  /** Has whatever it awaits rejected with `Interrupted(reason)`, at this instant. Too late for one that has ended. */
  interrupt(reason: unknown): void {
    this.agenda.schedule(
      this.agenda.now,
      this.event('interrupt', () => this.deliverInterrupt(reason)),
    );
  }

  /** Ends it where it stands: its waits are given up and no line of it runs any more, not even a `finally`. */
  kill(): void {
    if (this.ended.isSet) return;
    this.killed = true;
    this.end();
  }

  /** What it waits for, for people. */
  get waitsFor(): string[] {
    return this.waits.filter((wait) => wait.isAwaited).map((wait) => wait.describe());
  }

  /** The event by which it begins. */
  start(body: Body): SimEvent {
    return this.event('start', () => {
      this.turn.holder = this;
      void this.runToEnd(body);
    });
  }

  /** The event by which it begins, when it is one that does the same round again and again, until `done`. */
  startRounds(round: Round, done: () => boolean): SimEvent {
    return this.event('start', () => {
      this.turn.holder = this;
      this.runRounds(round, done);
      if (this.endsTurnAtOnce) this.turn.holder = undefined;
    });
  }

  // For its waits and the turn.

  get blocked(): boolean {
    return this.ended.isSet || (this.heldOutside === 0 && this.waits.some((wait) => wait.isAwaited));
  }

  checkTurn(action: string): void {
    if (!this.killed) this.turn.check(this, action);
  }

  armed(wait: Wait<unknown>): void {
    this.waits.push(wait);
    if (!wait.mustBeAwaited) return;
    this.unawaited.push(wait);
    if (this.unawaited.length === MOST_UNAWAITED) {
      throw this.failed(new WaitError(`it made ${MOST_UNAWAITED} waits and awaits none of them: missing await?`));
    }
  }

  noticed(wait: Wait<unknown>): void {
    this.awaitedCount++;
    if (wait.mustBeAwaited) remove(this.unawaited, wait);
    this.turn.thaw();
  }

  gone(wait: Wait<unknown>): void {
    remove(this.waits, wait);
  }

  resumeInOrder(wait: Wait<unknown>): void {
    this.wakeUps++;
    this.agenda.schedule(this.agenda.now, wait);
  }

  wakeUp(wait: Wait<unknown>): void {
    this.wakeUps--;
    this.resume(wait);
  }

  resume(wait: Wait<unknown>): void {
    if (this.ended.isSet) return;
    this.turn.holder = this;
    this.endsTurnAtOnce = false;
    wait.deliver();
    if (this.endsTurnAtOnce) this.turn.holder = undefined;
  }

  private async runToEnd(body: Body): Promise<void> {
    try {
      await body(this);
      this.finish();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Does rounds for as long as they need no waiting; the last one's wait, or promise, calls it again. */
  private runRounds(round: Round, done: () => boolean): void {
    const goOn = (): void => this.runRounds(round, done);
    const fail = (error: unknown): void => void this.failed(error);
    try {
      while (!done()) {
        this.checkProgress();
        const last = round(this);
        const isWait = last instanceof Wait;
        if (last === undefined || (isWait && last.hasHappened)) continue;
        this.endsTurnAtOnce = isWait;
        last.then(goOn, fail);
        return;
      }
      this.finish();
    } catch (error) {
      this.failed(error);
    }
  }

  private checkProgress(): void {
    if (this.awaitedCount !== this.awaitedBefore) {
      this.awaitedBefore = this.awaitedCount;
      this.idleRounds = 0;
    } else if (++this.idleRounds > MOST_IDLE_ROUNDS) {
      throw new WaitError(`it came back ${MOST_IDLE_ROUNDS} times without having waited for anything: missing await?`);
    }
  }

  private finish(): void {
    const forgotten = this.unawaited[0] ?? this.waits.find((wait) => wait.isAwaited);
    if (forgotten !== undefined && !this.ended.isSet) {
      throw new WaitError(`it ended while its ${forgotten.describe()} was not awaited to the end: missing await?`);
    }
    this.end();
  }

  private end(): void {
    const { waits } = this;
    this.onEnd();
    this.ended.fire();
    this.waits = [];
    for (const wait of waits) wait.disarm();
    this.turn.thaw();
  }

  private failed(error: unknown): unknown {
    this.turn.fail(new ProcessError(this.name, this.agenda.now, error));
    return error;
  }

  private deliverInterrupt(reason: unknown): void {
    // What has happened counts; the interrupt then finds the process at its next wait.
    if (this.wakeUps > 0) return this.interrupt(reason);
    const awaited = this.waits.filter((wait) => wait.isAwaited);
    if (this.ended.isSet || awaited.length === 0) return;
    this.turn.holder = this;
    for (const wait of awaited) wait.abandon(new Interrupted(reason));
  }

  private event(what: string, run: () => void): SimEvent {
    return { class: EventClass.WakeUp, low: this.id, high: this.id, run, describe: () => `${what} of ${this.name}` };
  }
}

function remove<T>(list: T[], item: T): void {
  // Nearly always there is one, or it is the last.
  if (list[list.length - 1] === item) list.pop();
  else {
    const index = list.indexOf(item);
    if (index >= 0) list.splice(index, 1);
  }
}
