import { expected } from '@kineko/formats/problem';
import {
  checkCoordinate,
  checkHeading,
  checkRadius,
  type Leg,
  MAX_COORDINATE,
  MAX_HEADING,
  MAX_RADIUS,
  MIN_RADIUS,
  positionAt,
  ROUNDING,
} from '@kineko/geometry';
import type { BodySpec } from './dynamics.js';

/**
 * Rejects bodies with an invalid id, pose or radius, and duplicate ids.
 *
 * @param bodies In the order of ids.
 * @param mayBePoints Whether a radius may be 0, since nothing happens at a contact.
 */
export function checkBodies(bodies: readonly BodySpec[], mayBePoints = false): void {
  let before = NaN;
  for (const { id, x, y, heading, radius } of bodies) {
    if (!Number.isFinite(id)) throw new RangeError(`the id of a body: ${expected('a finite number', id)}`);
    if (id === before)
      throw new RangeError(`two bodies have the id ${id}: expected unique ids, since they decide ties`);
    before = id;
    // Names are made only if they are needed: there may be a million bodies.
    const isValidSize = isRadius(radius) || (mayBePoints && radius === 0);
    if (areCoordinates(x, y) && isValidSize && Math.abs(heading) <= MAX_HEADING) continue;
    checkCoordinate(`the x of body ${id}`, x);
    checkCoordinate(`the y of body ${id}`, y);
    checkHeading(`the heading of body ${id}`, heading);
    if (!isValidSize) checkRadius(`the radius of body ${id}`, radius);
  }
}

export function areCoordinates(x: number, y: number): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;
}

export function isRadius(radius: number): boolean {
  return radius >= MIN_RADIUS && radius <= MAX_RADIUS;
}

/** Legs that a body cannot follow. */
export class LegsError extends RangeError {
  override readonly name = 'LegsError';
}

/**
 * Rejects legs that do not begin here and now, or do not begin where and when the one before ends: the body would jump past
 * obstacles in between.
 */
export function checkLegs(id: number, legs: readonly Leg[], hereX: number, hereY: number, now: number): void {
  if (legs.length === 0) throw new LegsError(`body ${id}: expected at least one leg, got none; halt() ends a motion`);
  let x = hereX;
  let y = hereY;
  let time = now;
  // The end of a line is rounded relative to its start as well.
  let before = 0;
  for (let i = 0; i < legs.length; i++) {
    const leg = legs[i]!;
    if (leg.start !== time) {
      throw new LegsError(`leg ${i} of body ${id}: expected a start at t = ${time}, got t = ${leg.start}`);
    }
    const slack = ROUNDING * (before + Math.abs(x) + Math.abs(y) + Math.abs(leg.x) + Math.abs(leg.y));
    if (!(Math.abs(leg.x - x) <= slack && Math.abs(leg.y - y) <= slack)) {
      throw new LegsError(
        `leg ${i} of body ${id}: expected a start at (${x}, ${y}), where the body is, got (${leg.x}, ${leg.y})`,
      );
    }
    time = leg.end;
    before = Math.abs(leg.x) + Math.abs(leg.y);
    if (i === legs.length - 1) return;
    if (leg.kind === 'rest' || leg.kind === 'turn') {
      x = leg.x;
      y = leg.y;
    } else {
      ({ x, y } = positionAt(leg, leg.end));
    }
  }
}
