import { expected, oneOf } from '@kineko/formats/problem';

/** An invalid request. */
export class RequestError extends RangeError {
  override readonly name = 'RequestError';
}

/** Names are used in names of random streams, and as one word in logs. */
const NAME = /^[^\s/]+$/u;

/** Checks the fields of a request; `subject` begins every message. */
export class RequestCheck {
  constructor(readonly subject: string) {}

  /** A distance, which may be 0. */
  metres(field: string, value: unknown): void {
    if (!(isFiniteNumber(value) && value >= 0)) this.refuse(field, value, 'a finite number of metres, 0 or more');
  }

  /** A coordinate or an offset, of either sign. */
  place(field: string, value: unknown): void {
    if (!isFiniteNumber(value)) this.refuse(field, value, 'a finite number of metres');
  }

  angle(field: string, value: unknown): void {
    if (!isFiniteNumber(value)) this.refuse(field, value, 'a finite number of radians');
  }

  /** The width of a sector. */
  opening(field: string, value: unknown): void {
    const isOpening = isFiniteNumber(value) && value >= 0 && value <= 2 * Math.PI;
    if (!isOpening) this.refuse(field, value, '0 to 2π radians');
  }

  /** The standard deviation of the noise; optional. */
  errorFactor(value: unknown): void {
    if (value === undefined || (isFiniteNumber(value) && value >= 0)) return;
    this.refuse('errorFactor', value, 'the standard deviation of the noise, a finite number, 0 or more');
  }

  /** An optional boolean. */
  flag(field: string, value: unknown): void {
    if (value !== undefined && typeof value !== 'boolean') this.refuse(field, value, 'true or false');
  }

  wholeNumber(field: string, value: unknown, low: number, high: number): void {
    const isWithin = isFiniteNumber(value) && Number.isInteger(value) && value >= low && value <= high;
    if (!isWithin) this.refuse(field, value, `an integer from ${low} to ${high}`);
  }

  oneOf(field: string, value: unknown, words: readonly string[]): void {
    if (!words.some((word) => word === value)) this.refuse(field, value, oneOf(words));
  }

  /** The name of a sensor or effector; unique for its robot. */
  name(name: string, taken: ReadonlySet<string>): void {
    if (!NAME.test(name)) this.refuse('name', name, 'one word without a slash');
    if (taken.has(name)) this.refuse('name', name, 'a name that no other sensor or effector of this robot has');
  }

  refuse(field: string, value: unknown, what: string): never {
    throw new RequestError(`${this.subject}: ${field}: ${expected(what, value)}`);
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
