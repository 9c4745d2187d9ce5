/** Problems of input, in one form for all formats: position, problem, expected value, actual value. */

import { escapeText } from './escape-text.js';
import { nearestName } from './nearest.js';

export { escapeText } from './escape-text.js';
export { nearestName } from './nearest.js';

/** A position in an input; lines and columns count from 1. */
export interface Place {
  /** Name as the user gave it, or another source: `--set`, `KINEKO_SEED`. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Problem {
  /** Input with warnings can be used, input with errors cannot. */
  readonly severity: 'error' | 'warning';
  readonly place?: Place | undefined;
  /** The problem, the expected value and the actual one. */
  readonly text: string;
  /** Lines to be shown below, such as the line of a program with a marker. */
  readonly excerpt?: readonly string[] | undefined;
  /** The program that found it, if it is not Kineko: `typescript`. */
  readonly source?: string | undefined;
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

/** Sorts by file in the order of first appearance, then by line; problems without a place are last. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const files = new Map<string, number>();
  for (const { place } of problems) if (place && !files.has(place.file)) files.set(place.file, files.size);
  const rank = ({ place }: Problem): readonly number[] =>
    place === undefined ? [files.size, 0, 0] : [files.get(place.file)!, place.line ?? 0, place.column ?? 0];
  const ranked = problems.map((problem) => ({ problem, rank: rank(problem) }));
  ranked.sort((a, b) => a.rank[0]! - b.rank[0]! || a.rank[1]! - b.rank[1]! || a.rank[2]! - b.rank[2]!);
  return ranked.map(({ problem }) => problem);
}

/** Input that cannot be used, with all its problems. */
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

/** A value for a message: at most one line, and never a whole list or object. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).slice(0, 10).join(', ');
    return keys === '' ? 'an empty object' : `an object with ${shortened(keys)}`;
  }
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

/** The message for an invalid value; the caller adds the position and the name of the value in front. */
export function expected(what: string, got: unknown): string {
  return `expected ${what}, got ${got === undefined ? 'nothing' : shown(got)}`;
}

/** @param kind Kind of the name: `key`, `metric`. */
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
