/**
 * The motor law. A robot that touches nothing has the speed that it was commanded, at once. A robot whose speed a contact
 * has changed gets back to the commanded one by the force of its wheels, at most traction × weight. Wheels stop at once
 * what they drive themselves: a robot that brakes while it pushes stands, and what it pushed slides on.
 */
import type { Vector } from '@kineko/geometry';

export const NO_LOAD: Vector = { x: 0, y: 0 };

export interface MotorState {
  /** Velocity at the end of the last step. */
  readonly actual: Vector;
  /** Velocity commanded in the last step. */
  readonly driven: Vector;
  /** Velocity that contacts took from the robot in the last step. */
  readonly load: Vector;
}

/**
 * How much of the missing speed a loaded robot adds in a step. The load of the last step is added in full, so that the
 * commanded speed is reached exactly; with a gain of 1 the speed of a robot and a heavy body would swing around it.
 */
const LOADED_GAIN = 0.25;

/** How the push of a robot below half of its speed grows in a step, so that a slow one gets to its full force as well. */
const STUCK_GAIN = 1.25;

/** Square of a cosine: a robot whose own speed falls below this share has begun to brake. */
const BRAKES = 0.9;

/** Velocity at which a robot goes into the next step. `most` is the change that its wheels can bring about in a step. */
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

/** The part of a velocity that goes along another one and is no faster. */
function shareAlong(along: Vector, velocity: Vector): Vector {
  const size = squareOf(along);
  if (size === 0) return NO_LOAD;
  const share = Math.max(0, Math.min(1, (velocity.x * along.x + velocity.y * along.y) / size));
  return { x: share * along.x, y: share * along.y };
}

function squareOf({ x, y }: Vector): number {
  return x * x + y * y;
}

/** The same direction, no longer than that. */
export function within(most: number, { x, y }: Vector): Vector {
  const size = Math.sqrt(x * x + y * y);
  return size > most ? { x: (x * most) / size, y: (y * most) / size } : { x, y };
}
