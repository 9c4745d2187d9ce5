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
  /** Whether an event is being run: what it calls may act, whoever it belongs to. */
  inEvent = false;
  /** What was thrown or done wrong; ends the run, and there is no other after it. */
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

  /** Ends the run, and throws: somebody did something when it was not their turn. */
  refuse(who: TurnHolder, action: string): never {
    const turn = this.holder === undefined ? "nobody's turn" : `the turn of ${this.holder.name}`;
    const error = new OutOfTurnError(
      `${who.name} called ${action} at t = ${this.time()} out of its turn: it was ${turn}. A process may act only ` +
        'after one of its own waits; await what comes from outside the simulation through outside(promise).',
    );
    // Even if the author's code swallows it: the run would not repeat.
    this.fail(error);
    throw error;
  }

  private readonly decide = (): void => {
    if (this.holder === undefined || this.holder.blocked || this.failure !== undefined) {
      // Before any input is served: what comes from there acts in nobody's turn.
      this.holder = undefined;
      if (--this.turnsUntilInput > 0) this.goOn?.();
      else this.goOnAfterInput();
    } else {
      this.stopWatching = whenStarved(this.giveUp);
    }
  };

  /** Has `decide` called when whatever the holder could do now is done. */
  private readonly look = afterMicrotasks(this.decide);
  private readonly goOnAfterInput = afterInput(() => {
    this.turnsUntilInput = TURNS_BETWEEN_INPUT;
    this.goOn?.();
  });

  private readonly giveUp = (): void => {
    this.fail(
      new Error(
        `time stands still at t = ${this.time()}: ${this.holder?.name} awaits a promise from outside the simulation ` +
          'that nothing is left to settle',
      ),
    );
  };
}
