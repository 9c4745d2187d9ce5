import { DomainError } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';
import { MotionError } from './motion-module.js';

/** Rejects values that are not finite numbers: a configuration may contain anything. */
export function checkNumber(what: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new MotionError(`${what}: ${expected('a finite number', value)}`);
  }
}

/** Rejects speeds and rates of turning that are not positive. */
export function checkRate(what: string, value: unknown): void {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity)) {
    throw new MotionError(`${what}: ${expected('a number above 0', value)}`);
  }
}

/**
 * Makes a leg and turns errors of the domain into errors of the motion. A function and its argument are passed separately,
 * because a closure would cost more.
 */
export function inDomain<S, L>(make: (spec: S) => L, spec: S): L {
  try {
    return make(spec);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new MotionError(error.message, { cause: error });
  }
}
