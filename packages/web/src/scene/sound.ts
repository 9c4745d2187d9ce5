/** What a record may hold and a picture cannot show: files come from anywhere. */
import type { TraceLeg } from '@kineko/formats/trace';
import { MAX_COORDINATE, MAX_HEADING, MAX_RADIUS, MAX_TIME } from '@kineko/geometry';

export function isTime(value: number): boolean {
  return value >= 0 && value <= MAX_TIME;
}

export function isRadius(value: number): boolean {
  return value > 0 && value <= MAX_RADIUS;
}

/** Whether somebody can be there. */
export function isPose(pose: { readonly x: number; readonly y: number; readonly heading: number }): boolean {
  return isCoordinate(pose.x) && isCoordinate(pose.y) && Math.abs(pose.heading) <= MAX_HEADING;
}

export function isCoordinate(value: number): boolean {
  return Math.abs(value) <= MAX_COORDINATE;
}

/** Whether a leg can be drawn; one that ends before it starts stands where it starts. */
export function isLeg(leg: TraceLeg): boolean {
  if (!isPose(leg) || !isTime(leg.start) || !(isTime(leg.end) || leg.end === Infinity)) return false;
  switch (leg.kind) {
    case 'rest':
      return true;
    case 'turn':
      return Number.isFinite(leg.turnRate);
    case 'line':
      return Number.isFinite(leg.vx) && Number.isFinite(leg.vy);
    case 'arc':
      return Number.isFinite(leg.speed) && Number.isFinite(leg.turnRate);
    case 'curve':
      return leg.knots.length >= 6 && leg.knots.every((number) => Number.isFinite(number));
    // A kind of leg that is not known is none.
    default:
      return false;
  }
}
