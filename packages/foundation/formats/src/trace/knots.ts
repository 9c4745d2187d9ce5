import { KNOT_LENGTH } from './records.js';
import { Misfit } from './trace-error.js';

/** The knots of a curve come in rows; `numbers` is known to be a list. */
export function requireRows(numbers: unknown): void {
  const { length } = numbers as readonly unknown[];
  if (length % KNOT_LENGTH !== 0) {
    throw new Misfit(`expected rows of ${KNOT_LENGTH} numbers (t, x, y, vx, vy, heading), got ${length} numbers`);
  }
}
