import type { TraceLeg } from '@kineko/formats/trace';
import { isBackward, type Leg, positionAt } from '@kineko/geometry';
import { degrees, headingDegrees } from './angles.js';
import type { EventRow } from './event-row.js';

/** Numbers of a knot: t, x, y, vx, vy, heading. */
const KNOT = 6;

/** The planned motion of a leg, whether or not it is cut short; only its rates if it has no end. */
export function describeLeg(row: EventRow, leg: TraceLeg): void {
  row.kind = leg.kind;
  row.x = leg.x;
  row.y = leg.y;
  row.heading_deg = headingDegrees(leg.heading);
  row.heading_rad = leg.heading;
  if (leg.kind === 'curve') {
    describeCurve(row, leg);
    return;
  }
  const speed = speedOf(leg);
  const turnRate = leg.kind === 'turn' || leg.kind === 'arc' ? leg.turnRate : 0;
  row.speed = speed;
  row.turn_speed_deg_s = degrees(turnRate);
  if (!Number.isFinite(leg.end)) return;
  const seconds = leg.end - leg.start;
  const end = positionAt(leg, leg.end);
  row.to_x = end.x;
  row.to_y = end.y;
  row.turn_deg = degrees(turnRate * seconds);
  row.distance = isBackward(leg) ? -speed * seconds : speed * seconds;
}

function speedOf(leg: Exclude<Leg, { readonly kind: 'curve' }>): number {
  if (leg.kind === 'line') return Math.sqrt(leg.vx * leg.vx + leg.vy * leg.vy);
  return leg.kind === 'arc' ? Math.abs(leg.speed) : 0;
}

/** The last knot is the end. Length and speed vary and do not fit a row. */
function describeCurve(row: EventRow, { knots, heading, end }: Extract<TraceLeg, { readonly kind: 'curve' }>): void {
  const last = knots.length - KNOT;
  if (last < 0 || !Number.isFinite(end)) return;
  row.to_x = knots[last + 1]!;
  row.to_y = knots[last + 2]!;
  row.turn_deg = degrees(knots[last + 5]! - heading);
}
