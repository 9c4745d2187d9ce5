import { ROUNDING, type UniformLeg, type Vector } from '@kineko/geometry';

/** Legs that a body cannot follow: says which body, what is wrong and what would be right. */
export class LegsError extends RangeError {
  override readonly name = 'LegsError';
}

/**
 * Refuses legs that do not begin here and now, or of which one does not begin where and when the one before ends: the
 * body would jump, past whatever is in between.
 */
export function checkLegs(id: number, legs: readonly UniformLeg[], here: Vector, now: number): void {
  if (legs.length === 0) throw new LegsError(`body ${id} was given no legs: halt() ends a motion`);
  let { x, y } = here;
  let time = now;
  for (let i = 0; i < legs.length; i++) {
    const leg = legs[i]!;
    if (leg.start !== time) {
      throw new LegsError(`leg ${i} of body ${id} begins at t = ${leg.start}: it must begin at t = ${time}`);
    }
    const slack = ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(leg.x) + Math.abs(leg.y));
    if (!(Math.abs(leg.x - x) <= slack && Math.abs(leg.y - y) <= slack)) {
      throw new LegsError(`leg ${i} of body ${id} begins at (${leg.x}, ${leg.y}): the body is then at (${x}, ${y})`);
    }
    const seconds = leg.end - leg.start;
    x = leg.kind === 'line' ? leg.x + leg.vx * seconds : leg.x;
    y = leg.kind === 'line' ? leg.y + leg.vy * seconds : leg.y;
    time = leg.end;
  }
}
