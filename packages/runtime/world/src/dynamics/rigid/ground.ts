/**
 * Coulomb friction with the ground: it decelerates a sliding body by μ g, and holds a resting one against a push of up to
 * μ m g. For a body that slides and turns at the same time, the limit surface is the usual ellipsoid (Goyal, Ruina and
 * Papadopoulos 1991): force along v, torque along the lever times ω.
 */
export interface Twist {
  readonly x: number;
  readonly y: number;
  /** Radians per second, or per second squared. */
  readonly turn: number;
}

export interface Grip {
  readonly mass: number;
  readonly inertia: number;
  readonly lever: number;
  /** μ g, at rest and in motion. */
  readonly resting: number;
  readonly sliding: number;
}

export const STILL: Twist = { x: 0, y: 0, turn: 0 };

/** Deceleration by friction of a body that moves, or would move, in this direction. */
export function slowing({ mass, inertia, lever, sliding }: Grip, { x, y, turn }: Twist): Twist {
  const size = Math.sqrt(x * x + y * y + lever * lever * turn * turn);
  if (size === 0) return STILL;
  return {
    x: (-sliding * x) / size,
    y: (-sliding * y) / size,
    turn: (-sliding * mass * lever * lever * turn) / (inertia * size),
  };
}

/** Whether friction can hold against an impulse that acts over a number of seconds. */
export function holds({ mass, lever, resting }: Grip, impulse: Twist, seconds: number): boolean {
  const torque = lever === 0 ? 0 : impulse.turn / lever;
  const size = Math.sqrt(impulse.x * impulse.x + impulse.y * impulse.y + torque * torque);
  return size <= resting * mass * seconds;
}

/** Scalar product of two motions by their momenta: 0 or less if friction has reversed the motion. */
export function along({ mass, inertia }: Grip, a: Twist, b: Twist): number {
  return mass * (a.x * b.x + a.y * b.y) + inertia * a.turn * b.turn;
}
