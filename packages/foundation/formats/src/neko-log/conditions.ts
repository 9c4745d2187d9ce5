/** The last column of `Event:` lines: `Do_MoveTo_Sequence`, `Finish_MoveTo`. */

import { asColumn } from './one-line.js';

/** Names of the conditions of a kind of motion. */
export interface Conditions {
  readonly start: string;
  /** For one phase of several. */
  readonly startInSequence: string;
  readonly finish: string;
  /** For a phase that is followed by another one. */
  readonly finishInSequence: string;
  readonly replaced: string;
  readonly stopped: string;
  readonly blocked: string;
}

/** The meaning of a condition. */
export interface Condition {
  readonly what: 'start' | 'finish' | 'replaced' | 'stopped' | 'blocked' | 'collided';
  readonly kind: string;
  readonly isInSequence: boolean;
}

/** A run has few kinds of motion; a hostile log with many must not fill the memory. */
const MAX_KEPT = 1024;

export function conditionsOf(kind: string): Conditions {
  return kept(conditionsByKind, kind, () => {
    const name = asColumn(capitalised(kind));
    return {
      start: `Do_${name}`,
      startInSequence: `Do_${name}${SEQUENCE}`,
      finish: `Finish_${name}`,
      finishInSequence: `Finish_${name}${SEQUENCE}`,
      replaced: `Interrupt_${name}`,
      stopped: `Stop_${name}`,
      blocked: `Block_${name}`,
    };
  });
}

/** The condition of a collision. @param start The condition at the start of the phase. */
export function collisionOf(start: string): string {
  return `${start}${COLLISION}`;
}

export const CONDITIONS_EXPECTED =
  'Do_, Finish_, Interrupt_, Stop_ or Block_ and the kind of motion, such as Do_MoveTo_Sequence';
export const COLLISION_EXPECTED = 'such as Do_MoveTo_Sequence(Collision)';

const SEQUENCE = '_Sequence';
const COLLISION = '(Collision)';
const CONDITION = /^(Do|Finish|Interrupt|Stop|Block)_([^]*?)(_Sequence)?(\(Collision\))?$/;
const WORDS = {
  Do: 'start',
  Finish: 'finish',
  Interrupt: 'replaced',
  Stop: 'stopped',
  Block: 'blocked',
} as const;

/** Undefined if the condition is unknown. */
export function readCondition(text: string): Condition | undefined {
  return kept(conditionsByText, text, () => {
    const [match, word, name, sequence, collision] = CONDITION.exec(text) ?? [];
    if (match === undefined || isCut(name!, '_', SEQUENCE) || isCut(name!, '(', COLLISION)) return undefined;
    const what = collision === undefined ? WORDS[word as keyof typeof WORDS] : 'collided';
    return { what, kind: uncapitalised(name!), isInSequence: sequence !== undefined };
  });
}

/** Whether a name ends with a prefix of the text that may follow it. */
function isCut(name: string, start: string, following: string): boolean {
  const rest = name.slice(name.lastIndexOf(start) + 1);
  return rest.length < name.length && rest !== '' && following.startsWith(`${start}${rest}`);
}

const conditionsByKind = new Map<string, Conditions>();
const conditionsByText = new Map<string, Condition | undefined>();

function kept<T>(store: Map<string, T>, key: string, make: () => T): T {
  const found = store.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (store.size >= MAX_KEPT) store.clear();
  store.set(key, made);
  return made;
}

export function capitalised(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

export function uncapitalised(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
