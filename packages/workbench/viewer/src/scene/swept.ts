import { type Leg, positionAt, sweptBounds } from '@kineko/geometry';
import type { GrowingBounds } from '@kineko/ui';

/** Number of samples per curve. */
const LOOKS = 64;

/** Includes the area that a disc covers along a leg until a time. */
export function includeSweep(bounds: GrowingBounds, leg: Leg, until: number, radius: number): void {
  const last = Math.min(until, leg.end);
  if (leg.kind === 'rest' || leg.kind === 'turn') bounds.include(leg.x, leg.y, radius);
  else if (leg.kind === 'line') {
    const seconds = Math.max(0, last - leg.start);
    bounds.include(leg.x, leg.y, radius);
    bounds.include(leg.x + leg.vx * seconds, leg.y + leg.vy * seconds, radius);
  } else if (leg.kind === 'curve') {
    for (let k = 0; k <= LOOKS; k++) {
      const { x, y } = positionAt(leg, leg.start + ((last - leg.start) * k) / LOOKS);
      bounds.include(x, y, radius);
    }
  } else {
    const { minX, minY, maxX, maxY } = sweptBounds(leg, leg.start, last);
    bounds.include(minX, minY, radius);
    bounds.include(maxX, maxY, radius);
  }
}
