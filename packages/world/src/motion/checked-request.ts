import { DomainError } from '@kineko/geometry';
import { shown } from '../shown.js';
import { MotionError } from './motion-module.js';

/** A config may hold anything. */
export function checkNumber(what: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new MotionError(`${what} is ${shown(value)}: it must be a finite number`);
  }
}

/** Of speeds and rates of turning. */
export function checkRate(what: string, value: unknown): void {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity)) {
    throw new MotionError(`${what} is ${shown(value)}: it must be a number greater than 0`);
  }
}

/** What geometry refuses was asked for by a motion. */
export function inDomain<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new MotionError(error.message, { cause: error });
  }
}
