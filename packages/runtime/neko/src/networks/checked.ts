import { expected, oneOf } from '@kineko/formats/problem';
import { integerFrom, numberFrom, numberWhere, readMessage } from '@kineko/formats/shape';
import type * as z from 'zod/mini';

export class NetworkError extends RangeError {
  override readonly name = 'NetworkError';
}

export const seconds = numberWhere('a number of seconds, 0 or more', (value) => value >= 0);
export const probability = numberFrom(0, 1);
/** Seconds of a clock per simulated second. */
export const clockRate = numberWhere('a rate above 0', (value) => value > 0 && value < Infinity);

/** Shape of the id of one of n processes. */
export function processId(n: number) {
  return integerFrom(0, n - 1);
}

export function checkShape(what: string, shape: z.ZodMiniType, value: unknown): void {
  readMessage(shape, value, (text) => new NetworkError(`${what}: ${text}`));
}

/** Without a schema: some delays are checked for each message. */
export function checkSeconds(what: string, value: number): void {
  check(what, 'a number of seconds, 0 or more', value, value >= 0 && value < Infinity);
}

export function checkProbability(what: string, value: number): void {
  check(what, 'a number from 0 to 1', value, value >= 0 && value <= 1);
}

export function checkFrom0(what: string, value: number, max = Infinity): void {
  check(what, 'a number, 0 or more', value, value >= 0 && value <= max);
}

/** For rates, speeds and lengths; Infinity is valid. */
export function checkAboveZero(what: string, value: number, unit: string): void {
  check(what, `a number of ${unit}, above 0`, value, value > 0);
}

export function checkOneOf(what: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) throw new NetworkError(`${what}: ${expected(oneOf(words), value)}`);
}

function check(what: string, right: string, value: unknown, isValid: boolean): void {
  if (typeof value !== 'number' || !isValid) throw new NetworkError(`${what}: ${expected(right, value)}`);
}
