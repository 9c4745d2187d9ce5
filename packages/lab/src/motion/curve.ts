import type { CurveLeg, Pose, Vector } from '@kineko/geometry';

/** t, x, y, vx, vy, heading. */
const KNOT = 6;

/**
 * A curve as it stands on record: cubics between knots (Hermite's). Velocity is the derivative of the position, and the bounds
 * hold for these cubics, so that what is searched on it is certain.
 */
export function curveOf(
  stretch: Pose & { readonly start: number; readonly end: number },
  knots: readonly number[],
): CurveLeg {
  const count = Math.floor(knots.length / KNOT);
  const pieceAt = (t: number): number => {
    let [low, high] = [0, Math.max(0, count - 2)];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (knots[middle * KNOT]! <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const cubics = Array.from({ length: Math.max(0, count - 1) }, (_, i) => new Cubic(knots, i * KNOT));
  const valueAt = (t: number): Vector => cubics[pieceAt(t)]?.position(t) ?? { x: stretch.x, y: stretch.y };
  const velocityAt = (t: number): Vector => cubics[pieceAt(t)]?.velocity(t) ?? { x: 0, y: 0 };
  return {
    kind: 'curve',
    ...stretch,
    position: valueAt,
    velocity: velocityAt,
    headingAt: (t) => cubics[pieceAt(t)]?.headingAt(t) ?? stretch.heading,
    maxSpeed: Math.max(0, ...cubics.map(({ maxSpeed }) => maxSpeed)),
    maxAcceleration: Math.max(0, ...cubics.map(({ maxAcceleration }) => maxAcceleration)),
  };
}

/** One piece: a + b s + c s² + d s³, s from 0 to 1. */
class Cubic {
  readonly maxSpeed: number;
  readonly maxAcceleration: number;
  private readonly start: number;
  private readonly seconds: number;
  private readonly x: readonly [number, number, number, number];
  private readonly y: readonly [number, number, number, number];
  private readonly headings: readonly [number, number];

  constructor(knots: readonly number[], at: number) {
    const next = at + KNOT;
    this.start = knots[at]!;
    this.seconds = knots[next]! - this.start;
    const of = (value: number, slope: number): readonly [number, number, number, number] => {
      const [p, q] = [knots[at + value]!, knots[next + value]!];
      const [u, v] = [knots[at + slope]! * this.seconds, knots[next + slope]! * this.seconds];
      return [p, u, 3 * (q - p) - 2 * u - v, 2 * (p - q) + u + v];
    };
    this.x = of(1, 3);
    this.y = of(2, 4);
    this.headings = [knots[at + 5]!, knots[next + 5]!];
    // The derivative lies within the hull of its control points; the second one is a line.
    const speeds = [0, 1, 2].map((i) => Math.hypot(controlOf(this.x, i), controlOf(this.y, i)));
    this.maxSpeed = this.seconds > 0 ? Math.max(...speeds) / this.seconds : 0;
    const bends = [0, 1].map((s) => Math.hypot(bendOf(this.x, s), bendOf(this.y, s)));
    this.maxAcceleration = this.seconds > 0 ? Math.max(...bends) / (this.seconds * this.seconds) : 0;
  }

  position(t: number): Vector {
    const s = this.share(t);
    const at = ([a, b, c, d]: readonly [number, number, number, number]): number => a + s * (b + s * (c + s * d));
    return { x: at(this.x), y: at(this.y) };
  }

  velocity(t: number): Vector {
    if (!(this.seconds > 0)) return { x: 0, y: 0 };
    const s = this.share(t);
    const at = ([, b, c, d]: readonly [number, number, number, number]): number =>
      (b + s * (2 * c + s * 3 * d)) / this.seconds;
    return { x: at(this.x), y: at(this.y) };
  }

  headingAt(t: number): number {
    return this.headings[0] + (this.headings[1] - this.headings[0]) * this.share(t);
  }

  private share(t: number): number {
    return this.seconds > 0 ? Math.min(1, Math.max(0, (t - this.start) / this.seconds)) : 0;
  }
}

/** Bézier's control points of the derivative b + 2 c s + 3 d s². */
function controlOf([, b, c, d]: readonly [number, number, number, number], i: number): number {
  return i === 0 ? b : i === 1 ? b + c : b + 2 * c + 3 * d;
}

function bendOf([, , c, d]: readonly [number, number, number, number], s: number): number {
  return 2 * c + 6 * d * s;
}
