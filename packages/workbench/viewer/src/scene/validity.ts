/** Checks of values in records: files are untrusted. */
import type { TraceLeg } from '@kineko/formats/trace';
import { MAX_COORDINATE, MAX_HEADING, MAX_RADIUS, MAX_SPEED, MAX_TIME, MAX_TURN_RATE } from '@kineko/geometry';

export function isTime(value: number): boolean {
  return value >= 0 && value <= MAX_TIME;
}

export function isRadius(value: number): boolean {
  return value > 0 && value <= MAX_RADIUS;
}

/** Whether a robot can have this pose. */
export function isPose(pose: { readonly x: number; readonly y: number; readonly heading: number }): boolean {
  return isCoordinate(pose.x) && isCoordinate(pose.y) && Math.abs(pose.heading) <= MAX_HEADING;
}

export function isCoordinate(value: number): boolean {
  return Math.abs(value) <= MAX_COORDINATE;
}

/** Whether a leg can be drawn; one that ends before it starts is a rest at its start. */
export function isLeg(leg: TraceLeg): boolean {
  if (!isPose(leg) || !isTime(leg.start) || !(isTime(leg.end) || leg.end === Infinity)) return false;
  switch (leg.kind) {
    case 'rest':
      return true;
    case 'turn':
      return isRate(leg.turnRate);
    case 'line':
      return isSpeed(leg.vx) && isSpeed(leg.vy);
    case 'arc':
      return isSpeed(leg.speed) && isRate(leg.turnRate);
    case 'curve':
      return leg.knots.length >= 6 && leg.knots.every((number) => Math.abs(number) <= MAX_TIME);
    // Unknown kinds cannot be drawn.
    default:
      return false;
  }
}

function isSpeed(value: number): boolean {
  return Math.abs(value) <= MAX_SPEED;
}

function isRate(value: number): boolean {
  return Math.abs(value) <= MAX_TURN_RATE;
}
