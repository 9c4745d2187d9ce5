import { afterInput, afterMicrotasks, whenStarved } from './barrier.js';
import { OutOfTurnError } from './errors.js';

/** A task, as the turn sees it. */
export interface TurnHolder {
  /** Whether it has ended or waits for something of the simulation; otherwise it waits for a promise. */
  readonly blocked: boolean;
  /** Whether it awaits a promise through `outside()`. */
  readonly isOutside: boolean;
  /** Whether it may wait for a promise besides something of the simulation, which is not visible here. */
  mixesPromises: boolean;
  readonly name: string;
  /** Called when it waits for nothing but a promise. */
  parked(): void;
}

/** Turns after which the host may serve input and signals, even if tasks always continue. */
const TURNS_BETWEEN_INPUT = 1024;

/**
 * Gives tasks their turns. One task runs at a time, from the completion of a wait until it has blocked again; only then
 * the simulator continues, so that a run is as deterministic as a plain loop.
 */
export class Turn {
  holder: TurnHolder | undefined;
  /** Whether the holder cannot continue in microtasks, so that its turn ends without draining them. */
  endsAtOnce = false;
  /** Number of completed waits that were awaited in this turn. */
  passed = 0;
  /** Whether an event is running: the code it calls may act for any task. */
  inEvent = false;
  /** The error that ended the run for good. */
  failure: Error | undefined;
  /**
   * The tasks that wait for a promise that other code of the simulation must settle, and since when. The kernel is not
   * notified when it is settled, so the simulator drains the microtasks while there are such tasks; then they may act
   * too.
   */
  private readonly parked = new Map<TurnHolder, number>();
  /** Read by the simulator before each event. */
  hasParked = false;
  /** Whether the simulator is draining microtasks: code that runs now repeats. */
  private isDraining = false;
  /** Number of events after which the microtasks were last drained for parked tasks. */
  private drainedAfter = 0;
  private turnsUntilInput = TURNS_BETWEEN_INPUT;
  private proceed: (() => void) | undefined;
  private stopWatching: (() => void) | undefined;

  constructor(private readonly time: () => number) {}

  /** Calls back when the holder has blocked again and parked tasks have continued as far as possible. */
  whenOver(proceed: () => void): void {
    this.proceed = proceed;
    this.isDraining = true;
    this.look();
  }

  /** Checks again whether time can advance: the holder began to wait, ended, or came back from outside. */
  recheck(): void {
    if (this.stopWatching === undefined) return;
    this.stopWatching();
    this.stopWatching = undefined;
    this.isDraining = true;
    this.look();
  }

  /** Whether an event or a task is running; not while time stands still for an outside promise. */
  get isActing(): boolean {
    return this.inEvent || (this.stopWatching === undefined && (this.isDraining || this.holder !== undefined));
  }

  /** Stops the run although time stands still for an outside promise, which may never settle. */
  stopWaiting(): void {
    if (this.stopWatching === undefined) return;
    this.stopWatching();
    this.stopWatching = undefined;
    this.holder = undefined;
    this.proceed?.();
  }

  /**
   * Whether an event has run since parked tasks could last continue. They continue after each event, not at the end of
   * the instant, since they could continue anyway whenever a gate gives the host control.
   */
  mustDrain(eventsRun: number): boolean {
    if (this.drainedAfter === eventsRun) return false;
    this.drainedAfter = eventsRun;
    return true;
  }

  /** The time since which a task has waited only for a promise; undefined if it does not. */
  parkedSince(task: TurnHolder): number | undefined {
    return task.blocked ? undefined : this.parked.get(task);
  }

  unpark(task: TurnHolder): void {
    if (this.hasParked && this.parked.delete(task)) this.hasParked = this.parked.size > 0;
  }

  /** The acting task passes promises to `Promise.all` or the like, perhaps together with waits. */
  mixes(): void {
    if (this.holder !== undefined) {
      this.holder.mixesPromises = true;
      this.park(this.holder);
    }
    if (this.isDraining) for (const task of this.parked.keys()) task.mixesPromises = true;
  }

  /** Whether a task may act out of its turn, because a promise that it awaited was settled. */
  admits(task: TurnHolder): boolean {
    if (!this.isDraining || !this.hasParked || !this.parked.has(task)) return false;
    // If the task waits for another promise next, the time starts now.
    this.parked.set(task, this.time());
    return true;
  }

  /** Ends the run with an error; the first one counts. */
  fail(error: Error): void {
    this.failure ??= error;
    this.recheck();
  }

  /** Ends the run and throws, since a task acted out of its turn. */
  refuse(task: TurnHolder, action: string): never {
    const error = new OutOfTurnError(`${task.name} ${this.offence(task, action)}`);
    // Even if the author's code catches it: the run would not repeat.
    this.fail(error);
    throw error;
  }

  /** Microtasks are drained for this task from now on, and it may continue when its promise is settled. */
  private park(task: TurnHolder): void {
    if (!this.parked.has(task)) this.parked.set(task, this.time());
    this.hasParked = true;
  }

  private offence(task: TurnHolder, action: string): string {
    const at = `at t = ${this.time()}`;
    if (this.parked.has(task) && this.holder === undefined) {
      return (
        `continued with ${action} ${at} after a promise that was settled from outside the simulation: await it through ` +
        'outside(promise), or the run would not repeat.'
      );
    }
    const turn = this.holder === undefined ? "no task's turn" : `the turn of ${this.holder.name}`;
    return (
      `called ${action} ${at} out of its turn: it was ${turn}. A task may act only after one of its own waits; ` +
      'await what comes from outside the simulation through outside(promise), and several things at once through ' +
      'first() or all(), with a Latch in place of a promise.'
    );
  }

  private readonly decide = (): void => {
    const { holder } = this;
    this.isDraining = false;
    if (this.failure === undefined && this.outsider !== undefined) {
      this.stopWatching = whenStarved(this.giveUp);
      return;
    }
    if (holder !== undefined && !holder.blocked) this.park(holder);
    // Reset before input is served, because code that the input starts acts out of turn.
    this.holder = undefined;
    if (this.hasParked) this.reviewParked();
    if (--this.turnsUntilInput > 0) this.proceed?.();
    else this.continueAfterInput();
  };

  /** The task for which time stands still, since it awaits a promise through `outside()`. */
  private get outsider(): TurnHolder | undefined {
    if (this.holder?.isOutside === true) return this.holder;
    if (this.hasParked) for (const task of this.parked.keys()) if (task.isOutside) return task;
    return undefined;
  }

  private reviewParked(): void {
    for (const task of this.parked.keys()) {
      if (!task.blocked) task.parked();
      else if (task.mixesPromises) this.parked.set(task, this.time());
      else this.parked.delete(task);
    }
    this.hasParked = this.parked.size > 0;
  }

  /** Calls `decide` when the holder has done everything it can do now. */
  private readonly look = afterMicrotasks(this.decide);
  private readonly continueAfterInput = afterInput(() => {
    this.turnsUntilInput = TURNS_BETWEEN_INPUT;
    this.proceed?.();
  });

  private readonly giveUp = (): void => {
    this.fail(
      new Error(
        `time stands still at t = ${this.time()}: ${this.outsider?.name} awaits a promise from outside the simulation ` +
          'that nothing is left to settle',
      ),
    );
  };
}
