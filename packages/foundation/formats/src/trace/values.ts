/** The JSON-like values of a trace: requests, replies, shapes. */
import { MAX_DEPTH } from './limits.js';
import { shown } from '../problem.js';
import { Misfit } from './trace-error.js';

/** Numbers are any double: -0, NaN and the infinities too. */
export type TraceValue = null | boolean | number | string | readonly TraceValue[] | TraceObject;

/** A member that is undefined counts as absent. */
export interface TraceObject {
  readonly [key: string]: TraceValue | undefined;
}

export const ALLOWED_VALUES = 'null, a boolean, a number, a text, a list or a plain object';

export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new Misfit(`expected at most ${MAX_DEPTH} nested lists and objects`);
}

/** Copying a member `__proto__` by assignment would change the prototype of the copy. */
export function requireKey(key: string): void {
  if (key === '__proto__') throw new Misfit('the key "__proto__" is refused');
}

/**
 * The names of an object's members in the canonical order, that of UTF-16 code units. Instances of classes (dates,
 * maps, typed arrays) are refused: their members do not define them.
 */
export function keysOf(object: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  // Not compared with Object.prototype: objects from another realm (a frame, a test's sandbox) have another one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new Misfit(`expected ${ALLOWED_VALUES}, got an instance of a class: ${shown(object)}`);
  }
  const members = object as TraceObject;
  let keys = Object.keys(members);
  let isSorted = true;
  let isFull = true;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    requireKey(key);
    if (members[key] === undefined) isFull = false;
    if (i > 0 && keys[i - 1]! > key) isSorted = false;
  }
  if (!isFull) keys = keys.filter((key) => members[key] !== undefined);
  return isSorted ? keys : keys.sort();
}
