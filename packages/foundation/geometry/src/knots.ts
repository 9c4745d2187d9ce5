/**
 * Recorded curves: Hermite cubics between knots. The velocity is the derivative of the position, and the bounds hold for
 * these cubics, so searches on them are certified.
 */
import type { ArcLeg, CurveLeg, Leg, LineLeg, RestLeg, TurnLeg } from './leg.js';
import type { Pose, Vector } from './pose.js';
import { lengthOf } from './vector.js';

/** A leg as plain data: a curve by its knots. */
export type RecordedLeg = ArcLeg | KnottedLeg | LineLeg | RestLeg | TurnLeg;

export interface KnottedLeg extends Pose {
  readonly kind: 'curve';
  readonly start: number;
  readonly end: number;
  /** t, x, y, vx, vy and heading of each knot, one after the other. */
  readonly knots: readonly number[];
}

const KNOT = 6;

export function legOfRecord(leg: RecordedLeg): Leg {
  return leg.kind === 'curve' ? curveOf(leg, leg.knots) : leg;
}

/** Pieces and bounds are computed on demand. */
export function curveOf(
  { x, y, heading, start, end }: Pose & { readonly start: number; readonly end: number },
  knots: readonly number[],
): CurveLeg {
  const count = Math.floor(knots.length / KNOT);
  const pieceAt = (t: number): Cubic | undefined => {
    if (count < 2) return undefined;
    let [low, high] = [0, count - 2];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (knots[middle * KNOT]! <= t) low = middle;
      else high = middle - 1;
    }
    return new Cubic(knots, low * KNOT);
  };
  const largest = (of: (piece: Cubic) => number): number => {
    let most = 0;
    for (let i = 0; i + 1 < count; i++) most = Math.max(most, of(new Cubic(knots, i * KNOT)));
    return most;
  };
  let maxSpeed: number | undefined;
  let maxAcceleration: number | undefined;
  return {
    kind: 'curve',
    x,
    y,
    heading,
    start,
    end,
    position: (t) => pieceAt(t)?.position(t) ?? { x, y },
    velocity: (t) => pieceAt(t)?.velocity(t) ?? { x: 0, y: 0 },
    headingAt: (t) => pieceAt(t)?.headingAt(t) ?? heading,
    get maxSpeed() {
      return (maxSpeed ??= largest((piece) => piece.maxSpeed()));
    },
    get maxAcceleration() {
      return (maxAcceleration ??= largest((piece) => piece.maxAcceleration()));
    },
  };
}

/** One piece: a + b s + c s² + d s³ for s from 0 to 1. */
class Cubic {
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
  }

  /** The derivative lies within the hull of its control points. */
  maxSpeed(): number {
    if (!(this.seconds > 0)) return 0;
    const speeds = [0, 1, 2].map((i) => lengthOf({ x: controlOf(this.x, i), y: controlOf(this.y, i) }));
    return Math.max(...speeds) / this.seconds;
  }

  /** The second derivative is linear, so it is largest at an end. */
  maxAcceleration(): number {
    if (!(this.seconds > 0)) return 0;
    const bends = [0, 1].map((s) => lengthOf({ x: bendOf(this.x, s), y: bendOf(this.y, s) }));
    return Math.max(...bends) / (this.seconds * this.seconds);
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

/** Bézier control points of the derivative b + 2 c s + 3 d s². */
function controlOf([, b, c, d]: readonly [number, number, number, number], i: number): number {
  return i === 0 ? b : i === 1 ? b + c : b + 2 * c + 3 * d;
}

function bendOf([, , c, d]: readonly [number, number, number, number], s: number): number {
  return 2 * c + 6 * d * s;
}
