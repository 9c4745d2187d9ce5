import { cos, sin } from './elementary.js';
import type { Leg } from './leg.js';

/** Whether a leg is driven against its heading. Distances of such legs are negative on record, as turns to the right are. */
export function isBackward(leg: Leg): boolean {
  switch (leg.kind) {
    case 'line':
      return leg.vx * cos(leg.heading) + leg.vy * sin(leg.heading) < 0;
    case 'arc':
      return leg.speed < 0;
    default:
      return false;
  }
}
