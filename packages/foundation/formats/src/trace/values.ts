/** The JSON-like values of a trace (requests, replies, shapes) and what may be in them. */
import { MAX_DEPTH } from './limits.js';
import { shown } from '../problem.js';
import { Misfit } from './trace-error.js';

/** Numbers are any double: -0, NaN and the infinities too. */
export type TraceValue = null | boolean | number | string | readonly TraceValue[] | TraceObject;

/** A member that is undefined counts as absent. */
export interface TraceObject {
  readonly [key: string]: TraceValue | undefined;
}

export const ALLOWED_VALUES = 'null, booleans, numbers, texts, lists and plain objects';

export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new Misfit(`is nested deeper than the ${MAX_DEPTH} levels that are allowed`);
}

/** Refused, because whoever copies it by assignment changes the copy's prototype instead. */
export function requireKey(key: string): void {
  if (key === '__proto__') throw new Misfit('has a member "__proto__"; any other name is allowed');
}

/**
 * The names of an object's members in the canonical order, that of UTF-16 code units. Instances of classes (dates,
 * maps, typed arrays) are refused: their members do not say what they are.
 */
export function keysOf(object: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  // Not compared with Object.prototype: objects from another realm (a frame, a test's sandbox) have another one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new Misfit(`is an instance of a class, ${shown(object)}; allowed are ${ALLOWED_VALUES}`);
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
