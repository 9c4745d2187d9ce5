import { DomainError } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';
import { MotionError } from './motion-module.js';

/** A config may hold anything. */
export function checkNumber(what: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new MotionError(`${what}: ${expected('a finite number', value)}`);
  }
}

/** Of speeds and rates of turning. */
export function checkRate(what: string, value: unknown): void {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity)) {
    throw new MotionError(`${what}: ${expected('a number above 0', value)}`);
  }
}

/** Makes a leg; what geometry refuses was asked for by a motion. A function and its argument: a closure costs more. */
export function inDomain<S, L>(make: (spec: S) => L, spec: S): L {
  try {
    return make(spec);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new MotionError(error.message, { cause: error });
  }
}
