/**
 * The motor law. A robot that touches nothing has the commanded speed at once. A robot whose speed a contact has changed
 * returns to the commanded one by the force of its wheels, at most traction × weight. Wheels stop their own robot at once:
 * a robot that brakes while it pushes stands, and the body that it pushed slides on.
 */
import type { Vector } from '@kineko/geometry';

export const NO_LOAD: Vector = { x: 0, y: 0 };

interface MotorState {
  /** Velocity at the end of the last step. */
  readonly actual: Vector;
  /** Velocity commanded in the last step. */
  readonly driven: Vector;
  /** Velocity that contacts took from the robot in the last step. */
  readonly load: Vector;
}

/**
 * Share of the missing speed that a loaded robot adds in a step. The load of the last step is added in full, so that the
 * commanded speed is reached exactly; with a gain of 1 the speed of a robot and a heavy body would oscillate.
 */
const LOADED_GAIN = 0.25;

/** Growth per step of the push of a robot below half of its speed, so that a slow robot reaches its full force too. */
const STUCK_GAIN = 1.25;

/** Square of a cosine: a robot whose own speed falls below this share has begun to brake. */
const BRAKES = 0.9;

/** Velocity with which a robot enters the next step; `most` is the largest change by its wheels in a step. */
export function motorVelocity({ actual, driven, load }: MotorState, wanted: Vector, most: number): Vector {
  const own = shareAlong(driven, actual);
  const kept = shareAlong(wanted, own);
  const isBraking = squareOf(kept) < BRAKES * squareOf(own);
  const from = { x: actual.x - own.x + kept.x, y: actual.y - own.y + kept.y };
  const isLoaded = !isBraking && load !== NO_LOAD;
  const gain = isLoaded ? LOADED_GAIN : 1;
  const isStuck = from.x * wanted.x + from.y * wanted.y < squareOf(wanted) / 2;
  const carried = isLoaded ? (isStuck ? STUCK_GAIN : 1) : 0;
  const push = within(most, {
    x: carried * load.x + gain * (wanted.x - from.x),
    y: carried * load.y + gain * (wanted.y - from.y),
  });
  return { x: from.x + push.x, y: from.y + push.y };
}

/** The component of a velocity along another one, clamped to that one. */
function shareAlong(along: Vector, velocity: Vector): Vector {
  const size = squareOf(along);
  if (size === 0) return NO_LOAD;
  const share = Math.max(0, Math.min(1, (velocity.x * along.x + velocity.y * along.y) / size));
  return { x: share * along.x, y: share * along.y };
}

function squareOf({ x, y }: Vector): number {
  return x * x + y * y;
}

/** Limits the length of a vector. */
export function within(most: number, { x, y }: Vector): Vector {
  const size = Math.sqrt(x * x + y * y);
  return size > most ? { x: (x * most) / size, y: (y * most) / size } : { x, y };
}
