import { afterInput, afterMicrotasks, whenStarved } from './barrier.js';
import { OutOfTurnError } from './errors.js';

/** Whoever can have the turn: a task. */
export interface TurnHolder {
  /** Whether it has ended, or waits for something of the simulation; otherwise it waits for a promise. */
  readonly blocked: boolean;
  /** Whether a promise that it awaits through `outside()` is under way. */
  readonly isOutside: boolean;
  /** Whether it may wait for a promise besides something of the simulation, which cannot be seen from here. */
  mixesPromises: boolean;
  readonly name: string;
  /** It was found waiting for nothing but a promise. */
  parked(): void;
}

/** Every so many turns the host may serve its input and signals, even when a run never leaves its tasks. */
const TURNS_BETWEEN_INPUT = 1024;

/**
 * Whose turn it is. One task runs at a time, from the settling of one wait until it has blocked again; the
 * simulator goes on only then, so that a run is as deterministic as a plain loop.
 */
export class Turn {
  holder: TurnHolder | undefined;
  /** Whether an event is being run: what it calls may act, whoever it belongs to. */
  inEvent = false;
  /** What was thrown or done wrong; ends the run, and there is no other after it. */
  failure: Error | undefined;
  /**
   * The tasks that wait for a promise that other code of the simulation has to settle, and since when. Nobody
   * notifies the kernel of that, so the simulator drains the microtasks while there are any; then they may act too.
   */
  private readonly parked = new Map<TurnHolder, number>();
  /** Whether there are any: the simulator looks at it before each event. */
  hasParked = false;
  /** Whether microtasks are being drained because the simulator asked for that: what goes on now repeats. */
  private isDraining = false;
  /** Number of events after which the microtasks were last drained for parked tasks. */
  private drainedAfter = 0;
  private turnsUntilInput = TURNS_BETWEEN_INPUT;
  private goOn: (() => void) | undefined;
  private stopWatching: (() => void) | undefined;

  constructor(private readonly time: () => number) {}

  /** Calls back when the holder has blocked again, and parked tasks have gone on as far as they can. */
  whenOver(goOn: () => void): void {
    this.goOn = goOn;
    this.isDraining = true;
    this.look();
  }

  /** The holder began to wait, ended, or came back from the outside: time may be able to go on. */
  thaw(): void {
    if (this.stopWatching === undefined) return;
    this.stopWatching();
    this.stopWatching = undefined;
    this.isDraining = true;
    this.look();
  }

  /** Whether an event or a task is being run; not while time stands still for a promise from outside. */
  get isActing(): boolean {
    return this.inEvent || (this.stopWatching === undefined && (this.isDraining || this.holder !== undefined));
  }

  /** The run is to stop, although time stands still for a promise from outside, which may never come. */
  stopWaiting(): void {
    if (this.stopWatching === undefined) return;
    this.stopWatching();
    this.stopWatching = undefined;
    this.holder = undefined;
    this.goOn?.();
  }

  /**
   * Whether an event has run since parked tasks could last go on. They go on after each event, not at the end of the
   * instant: wherever a gate lets the host in, they would go on anyway.
   */
  mustDrain(eventsRun: number): boolean {
    if (this.drainedAfter === eventsRun) return false;
    this.drainedAfter = eventsRun;
    return true;
  }

  /** Since when a task has waited for nothing but a promise; undefined if it does not. */
  parkedSince(who: TurnHolder): number | undefined {
    return who.blocked ? undefined : this.parked.get(who);
  }

  /** It has ended. */
  unpark(who: TurnHolder): void {
    if (this.hasParked && this.parked.delete(who)) this.hasParked = this.parked.size > 0;
  }

  /** Whoever acts now hands promises to `Promise.all` or the like, perhaps together with waits. */
  mixes(): void {
    if (this.holder !== undefined) {
      this.holder.mixesPromises = true;
      this.park(this.holder);
    }
    if (this.isDraining) for (const who of this.parked.keys()) who.mixesPromises = true;
  }

  /** Whether a task may act although it does not have the turn: a promise that it awaited was settled. */
  admits(who: TurnHolder): boolean {
    if (!this.isDraining || !this.hasParked || !this.parked.has(who)) return false;
    // If it waits for another promise next, then since now.
    this.parked.set(who, this.time());
    return true;
  }

  /** Ends the run with an error: the first one counts. */
  fail(error: Error): void {
    this.failure ??= error;
    this.thaw();
  }

  /** Ends the run, and throws: somebody did something when it was not their turn. */
  refuse(who: TurnHolder, action: string): never {
    const error = new OutOfTurnError(`${who.name} ${this.offence(who, action)}`);
    // Even if the author's code swallows it: the run would not repeat.
    this.fail(error);
    throw error;
  }

  /** From now on microtasks are drained for a task, and it may go on with whatever is settled. */
  private park(who: TurnHolder): void {
    if (!this.parked.has(who)) this.parked.set(who, this.time());
    this.hasParked = true;
  }

  private offence(who: TurnHolder, action: string): string {
    const at = `at t = ${this.time()}`;
    if (this.parked.has(who) && this.holder === undefined) {
      return (
        `went on with ${action} ${at} after a promise that was settled from outside the simulation: await it through ` +
        'outside(promise), or the run would not repeat.'
      );
    }
    const turn = this.holder === undefined ? "nobody's turn" : `the turn of ${this.holder.name}`;
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
    // Before any input is served: what comes from there acts in nobody's turn.
    this.holder = undefined;
    if (this.hasParked) this.reviewParked();
    if (--this.turnsUntilInput > 0) this.goOn?.();
    else this.goOnAfterInput();
  };

  /** A task for which simulated time stands still: it awaits a promise through `outside()`. */
  private get outsider(): TurnHolder | undefined {
    if (this.holder?.isOutside === true) return this.holder;
    if (this.hasParked) for (const who of this.parked.keys()) if (who.isOutside) return who;
    return undefined;
  }

  private reviewParked(): void {
    for (const who of this.parked.keys()) {
      if (!who.blocked) who.parked();
      else if (who.mixesPromises) this.parked.set(who, this.time());
      else this.parked.delete(who);
    }
    this.hasParked = this.parked.size > 0;
  }

  /** Has `decide` called when whatever the holder could do now is done. */
  private readonly look = afterMicrotasks(this.decide);
  private readonly goOnAfterInput = afterInput(() => {
    this.turnsUntilInput = TURNS_BETWEEN_INPUT;
    this.goOn?.();
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
