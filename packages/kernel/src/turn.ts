import { afterInput, afterMicrotasks, whenStarved } from './barrier.js';
import { OutOfTurnError } from './errors.js';

/** Whoever can have the turn: a process. */
export interface TurnHolder {
  /** Whether it has ended, or waits for something of the simulation; otherwise it waits for the outside world. */
  readonly blocked: boolean;
  readonly name: string;
}

/** Every so many turns the host may serve its input and signals, even when a run never leaves its processes. */
const TURNS_BETWEEN_INPUT = 1024;

/**
 * Whose turn it is. One process runs at a time, from the settling of one wait until it has blocked again; the
 * simulator goes on only then, so that a run is as deterministic as a plain loop.
 */
export class Turn {
  holder: TurnHolder | undefined;
  /** What a process threw, or did wrong; ends the run. */
  failure: Error | undefined;
  private turnsUntilInput = TURNS_BETWEEN_INPUT;
  private goOn: (() => void) | undefined;
  private stopWatching: (() => void) | undefined;

  constructor(private readonly time: () => number) {}

  /** Calls back when the holder has blocked again. */
  whenOver(goOn: () => void): void {
    this.goOn = goOn;
    this.look();
  }

  /** The holder began to wait, ended, or came back from the outside: time may be able to go on. */
  thaw(): void {
    if (this.stopWatching === undefined) return;
    this.stopWatching();
    this.stopWatching = undefined;
    this.look();
  }

  /** Ends the run with an error: the first one counts. */
  fail(error: Error): void {
    this.failure ??= error;
    this.thaw();
  }

  /** Throws, and ends the run, unless it is this holder's turn. */
  check(holder: TurnHolder, action: string): void {
    if (this.holder === holder) return;
    const turn = this.holder === undefined ? "nobody's turn" : `the turn of ${this.holder.name}`;
    const error = new OutOfTurnError(
      `${holder.name} called ${action} at t = ${this.time()} out of its turn: it was ${turn}. A process may act only ` +
        'after one of its own waits; await what comes from outside the simulation through outside(promise).',
    );
    // Even if the author's code swallows it: the run would not repeat.
    this.fail(error);
    throw error;
  }

  private look(): void {
    if (--this.turnsUntilInput > 0) {
      this.decideAfterMicrotasks();
    } else {
      this.turnsUntilInput = TURNS_BETWEEN_INPUT;
      this.decideAfterInput();
    }
  }

  private readonly decide = (): void => {
    if (this.holder === undefined || this.holder.blocked || this.failure !== undefined) {
      this.holder = undefined;
      this.goOn?.();
    } else {
      this.stopWatching = whenStarved(this.giveUp);
    }
  };

  private readonly decideAfterMicrotasks = afterMicrotasks(this.decide);
  private readonly decideAfterInput = afterInput(this.decide);

  private readonly giveUp = (): void => {
    this.fail(
      new Error(
        `time stands still at t = ${this.time()}: ${this.holder?.name} awaits a promise from outside the simulation ` +
          'that nothing is left to settle',
      ),
    );
  };
}
