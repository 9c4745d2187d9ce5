import type { Copy } from './copies.js';
import type { LocalState, LocalStates } from './local-states.js';

/** Whether a copy is dead at a state, as far as known after a number of executed steps. */
interface Known {
  readonly steps: number;
  readonly isDead: boolean;
}

/**
 * Finds copies that change nothing any more: the process ignores them now and in all its later states, such as a
 * repeated message. Only one step needs to be tried from a state with such a copy: its delivery.
 *
 * As for `Reduction`, later states are those found so far, and the search examines its choices again at its end.
 */
export class DeadCopies<Stack> {
  private readonly known = new Map<LocalState, Map<Copy, Known>>();
  private readonly later = new Map<LocalState, { readonly steps: number; readonly states: readonly LocalState[] }>();

  constructor(private readonly locals: LocalStates<Stack>) {}

  /** Whether a copy is ignored in a state and all later ones, as far as is known. */
  isDead(state: LocalState, copy: Copy): boolean {
    if (!isIgnored(state, copy)) return false;
    const { steps } = this.locals.counts;
    let copies = this.known.get(state);
    if (copies === undefined) this.known.set(state, (copies = new Map<Copy, Known>()));
    const known = copies.get(copy);
    // Steps are only added: a copy that was not ignored once is never dead.
    if (known !== undefined && (!known.isDead || known.steps === steps)) return known.isDead;
    const isDead = this.laterThan(state).every((each) => !each.steps.has(copy.id) || isIgnored(each, copy));
    copies.set(copy, { steps, isDead });
    return isDead;
  }

  /** Tries the copy in all later states. */
  async verify(state: LocalState, copy: Copy): Promise<boolean> {
    for (const each of this.laterThan(state)) {
      if (each.isCrashed) continue;
      await this.locals.step(each, copy.id);
      if (!isIgnored(each, copy)) return false;
    }
    return true;
  }

  /** A state and all later ones. */
  private laterThan(state: LocalState): readonly LocalState[] {
    const { steps } = this.locals.counts;
    const known = this.later.get(state);
    if (known?.steps === steps) return known.states;
    const states = new Set([state]);
    for (const each of states) for (const { next } of each.steps.values()) states.add(next);
    const found = [...states];
    this.later.set(state, { steps, states: found });
    return found;
  }
}

/** Whether a state gets a copy without any effect. */
function isIgnored(state: LocalState, { id }: Copy): boolean {
  const step = state.steps.get(id);
  return step !== undefined && step.next === state && step.sent.length === 0 && step.error === undefined;
}
