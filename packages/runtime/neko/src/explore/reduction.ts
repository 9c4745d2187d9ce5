import { DeadCopies } from './dead-copies.js';
import { mayLie } from './lies.js';
import type { Copy } from './copies.js';
import type { LocalState } from './local-states.js';
import type { Space } from './space.js';

/** Steps that are enough to try from a state: all, those of one process, or one delivery to it. */
export type Choice = number;

export const ALL: Choice = -1;
/** More than there are processes. */
const PROCESSES = 32;

/**
 * Partial-order reduction by persistent sets (Godefroid, 1996). The steps of one process are enough to try from a
 * state if no other process can send to it before it takes a step: every run from there then contains one of these
 * steps first among its own, and that step can be moved to the front. A crash is a step of the process that crashes.
 *
 * Which processes a process may still send to is not known in advance. It is taken from the steps found so far
 * (`LocalState.reach`); the search examines its choices again at its end, and expands the states whose choice was
 * invalidated by steps found later. When none is left, the choices are valid: the first step that contradicts one
 * would be a step of a process that does not depend on the chosen one, so it can also be taken after it, where the
 * search has found it.
 */
export class Reduction<Stack> {
  private readonly dead: DeadCopies<Stack>;

  constructor(private readonly space: Space<Stack>) {
    this.dead = new DeadCopies(space.locals);
  }

  choose(state: Int32Array): Choice {
    const { space } = this;
    for (let p = 0; p < space.n; p++) {
      const { local, moves } = space.cellAt(state, p);
      for (const [i, { kind, copy }] of moves!.entries())
        if (kind === 'deliver' && this.isDead(local, copy!)) return p + PROCESSES * (i + 1);
    }
    // Which events happen first matters.
    if (space.options.isGlobal) return ALL;
    let best = ALL;
    let fewest = Infinity;
    for (let p = 0; p < space.n; p++) {
      const moves = space.cellAt(state, p).moves!.length;
      if (moves === 0 || moves >= fewest || !this.isEnough(state, p)) continue;
      best = p;
      fewest = moves;
    }
    return best;
  }

  /** The process of a choice. */
  processOf(choice: Choice): number {
    return choice === ALL ? ALL : choice % PROCESSES;
  }

  /** The move of a choice; undefined if all moves of the process are chosen. */
  moveOf(choice: Choice): number | undefined {
    return choice < PROCESSES ? undefined : Math.floor(choice / PROCESSES) - 1;
  }

  /** Whether a choice is still enough, now that more is known. */
  async isValid(state: Int32Array, choice: Choice): Promise<boolean> {
    const process = this.processOf(choice);
    const move = this.moveOf(choice);
    if (move === undefined) return this.isEnough(state, process);
    const { local, moves } = this.space.cellAt(state, process);
    return this.dead.verify(local, moves![move]!.copy!);
  }

  /** A copy that may be replaced by a lie is not dead: the lie might have an effect. */
  private isDead(local: LocalState, copy: Copy): boolean {
    return this.dead.isDead(local, copy) && !mayLie(this.space.locals.system, copy.message, copy.to);
  }

  /** Whether no other process can send to one before that takes a step, as far as is known. */
  private isEnough(state: Int32Array, process: number): boolean {
    const { space } = this;
    const others = ~(1 << process);
    const crashable = bitsOf(space.crashable(state)) & others;
    const recoverable = bitsOf(space.recoverable(state)) & others;
    const own = space.cellAt(state, process);
    // A crash or recovery elsewhere must neither be noticed nor take a copy away.
    if ((own.local.observed & (crashable | recoverable)) !== 0) return false;
    if (crashable !== 0 && own.inbox.some(({ message }) => (crashable & (1 << message.from)) !== 0)) return false;
    // A process that recovers sends.
    let active = space.locals.recovers ? crashable | recoverable : 0;
    for (let p = 0; p < space.n; p++) {
      const { moves, local } = space.cellAt(state, p);
      if (p !== process && (moves!.length > 0 || (local.observed & (crashable | recoverable)) !== 0)) active |= 1 << p;
    }
    // Processes that get messages become active, except the chosen one.
    for (let added = active; added !== 0;) {
      let reached = 0;
      for (let p = 0; p < space.n; p++) if ((added & (1 << p)) !== 0) reached |= space.cellAt(state, p).local.reach;
      if ((reached & (1 << process)) !== 0) return false;
      added = reached & ~active;
      active |= added;
    }
    return true;
  }
}

function bitsOf(processes: readonly number[]): number {
  return processes.reduce((bits, process) => bits | (1 << process), 0);
}
