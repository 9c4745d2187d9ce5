/** Problems of input, in one shape for all formats: place, what is wrong, what is expected, what was found. */

import { escapeText } from './escape-text.js';
import { nearestName } from './nearest.js';

export { escapeLines, escapeText } from './escape-text.js';
export { nearestName } from './nearest.js';

/** Where something was read; lines and columns count from 1. */
export interface Place {
  /** As the user named it, or what stands for it: `--set`, `KINEKO_SEED`. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Problem {
  /** A warning leaves a meaning to what was read, an error does not. */
  readonly severity: 'error' | 'warning';
  readonly place?: Place | undefined;
  /** Why it is wrong and what would be right, with what was read in it. */
  readonly text: string;
  /** Lines to be shown below, such as the line of a program and where in it. */
  readonly excerpt?: readonly string[] | undefined;
}

/** `file:line:column`, without the parts that are unknown. */
export function describePlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

/** A readable line, and the excerpt. */
export function describeProblem({ severity, place, text, excerpt = [] }: Problem): string {
  const where = place === undefined ? '' : `${describePlace(place)}: `;
  const line = `${where}${severity === 'warning' ? 'warning: ' : ''}${text}`;
  return [line, ...excerpt.map((each) => `  ${each}`)].map(escapeText).join('\n');
}

/** Input that cannot be used: all that is wrong with it at once. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}

/** An `InputError` with one problem; `place` may be the name of a file. */
export function inputError(text: string, place?: Place | string): InputError {
  return new InputError([{ severity: 'error', place: typeof place === 'string' ? { file: place } : place, text }]);
}

const MAX_SHOWN = 60;

/** A value as a message shows it: at most a line, and never a whole list or object. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).slice(0, 10).join(', ');
    return keys === '' ? 'an empty object' : `an object with ${shortened(keys)}`;
  }
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

/** The message for an invalid value; the caller puts the place and the name of the value before it. */
export function expected(what: string, got: unknown): string {
  return `expected ${what}, got ${got === undefined ? 'nothing' : shown(got)}`;
}

/** @param kind What is named: `key`, `metric`. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = nearestName(name, names);
  const hint = meant !== undefined ? `did you mean '${meant}'?` : names.length > 0 ? `expected ${oneOf(names)}` : '';
  return `unknown ${kind} '${shortened(name)}'${hint && `; ${hint}`}`;
}

/** `a, b or c`. */
export function oneOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

export function shortened(text: string, max = MAX_SHOWN): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}
