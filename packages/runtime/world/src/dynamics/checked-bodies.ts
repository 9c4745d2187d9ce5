import { checkCoordinate, checkHeading, checkRadius } from '@kineko/geometry';
import type { BodySpec } from './dynamics.js';

/**
 * Refuses bodies without an id or a place, and two with the same id.
 *
 * @param bodies In the order of ids.
 */
export function checkBodies(bodies: readonly BodySpec[]): void {
  for (const [slot, { id, x, y, heading, radius }] of bodies.entries()) {
    if (!Number.isFinite(id)) throw new RangeError(`a body has the id ${id}: an id must be a number`);
    if (id === bodies[slot - 1]?.id) throw new RangeError(`two bodies have the id ${id}: ids decide ties`);
    checkCoordinate(`the x of body ${id}`, x);
    checkCoordinate(`the y of body ${id}`, y);
    checkHeading(`the heading of body ${id}`, heading);
    checkRadius(`the radius of body ${id}`, radius);
  }
}
