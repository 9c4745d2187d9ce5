/** The length of a curve that is given by knots, as `docs/trace.md` defines it: cubics between them. */

/** Numbers of a knot: t, x, y, vx, vy, heading. */
const KNOT = 6;

/** Gauss–Legendre quadrature with five points on [-1, 1]: exact for polynomials up to the ninth degree. */
const POINTS = [0, 0.538_469_310_105_683_1, -0.538_469_310_105_683_1, 0.906_179_845_938_664, -0.906_179_845_938_664];
const WEIGHTS = [
  0.568_888_888_888_888_9, 0.478_628_670_499_366_47, 0.478_628_670_499_366_47, 0.236_926_885_056_189_08,
  0.236_926_885_056_189_08,
];

/** Number of parts per cubic: its speed is not a polynomial, but close to one over a short interval. */
const PARTS = 4;

/** Length (m) from one instant to a later one; before its first and after its last knot the curve is at rest. */
export function curveLength(knots: readonly number[], from: number, to: number): number {
  let length = 0;
  for (let knot = 0; knot + 2 * KNOT <= knots.length; knot += KNOT) {
    const start = Math.max(from, knots[knot]!);
    const end = Math.min(to, knots[knot + KNOT]!);
    if (!(end > start)) continue;
    const part = (end - start) / PARTS;
    for (let i = 0; i < PARTS; i++) length += partLength(knots, knot, start + i * part, part);
  }
  return length;
}

function partLength(knots: readonly number[], knot: number, start: number, seconds: number): number {
  let sum = 0;
  for (let i = 0; i < POINTS.length; i++) {
    sum += WEIGHTS[i]! * speedAt(knots, knot, start + (seconds * (1 + POINTS[i]!)) / 2);
  }
  return (sum * seconds) / 2;
}

/** Speed on the cubic from a knot to the next one. */
function speedAt(knots: readonly number[], knot: number, t: number): number {
  const span = knots[knot + KNOT]! - knots[knot]!;
  const s = (t - knots[knot]!) / span;
  const x = component(knots, knot + 1, s, span);
  const y = component(knots, knot + 2, s, span);
  return Math.sqrt(x * x + y * y);
}

/**
 * The derivative of Hermite's cubic in one coordinate, whose value is at index `at` and whose velocity is two indices later.
 */
function component(knots: readonly number[], at: number, s: number, span: number): number {
  const p = knots[at]!;
  const q = knots[at + KNOT]!;
  const u = knots[at + 2]!;
  const v = knots[at + KNOT + 2]!;
  return (6 * s * (1 - s) * (q - p)) / span + (1 - s) * (1 - 3 * s) * u + s * (3 * s - 2) * v;
}
