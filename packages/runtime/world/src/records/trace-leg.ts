import type { TraceLeg } from '@kineko/formats/trace';
import { type CurveLeg, headingAt, type Leg, MAX_TIME, positionAt, type TurnLeg, velocityAt } from '@kineko/geometry';

/** Largest error of a recorded curve, in metres, in the middle between two knots. */
const KNOT_ERROR = 1e-6;
const MAX_KNOTS = 4096;
/** Recorded duration (s) of a curve without an end. */
const SECONDS_OF_ENDLESS = 3600;

/** A leg for the record. Functions cannot be recorded, so a curve is given by knots on it. */
export function traceLegOf(leg: Leg): TraceLeg {
  if (leg.kind === 'turn') return turnOnRecord(leg);
  if (leg.kind !== 'curve') return leg;
  const { kind, x, y, heading, start, end } = leg;
  return { kind, x, y, heading, start, end, knots: knotsOf(leg) };
}

/** The final heading in degrees is recorded when the turn finishes. */
function turnOnRecord({ kind, x, y, heading, start, end, turnRate }: TurnLeg): TraceLeg {
  return { kind, x, y, heading, start, end, turnRate };
}

/** Knots at equal times, enough of them for cubics in between to follow the curve. */
function knotsOf(leg: CurveLeg): number[] {
  const end = leg.end < Infinity ? leg.end : Math.min(leg.start + SECONDS_OF_ENDLESS, MAX_TIME);
  // A straight path with a turning body needs only its ends.
  if (leg.maxAcceleration === 0 && leg.end < Infinity) return rowsOf(leg, end, 1);
  for (let pieces = 8; ; pieces *= 2) {
    if (2 * pieces >= MAX_KNOTS || isFollowed(leg, end, pieces)) return rowsOf(leg, end, pieces);
  }
}

function rowsOf(leg: CurveLeg, end: number, pieces: number): number[] {
  const rows: number[] = [];
  for (let piece = 0; piece <= pieces; piece++) {
    const t = timeOf(leg, end, piece / pieces);
    const position = positionAt(leg, t);
    const velocity = velocityAt(leg, t);
    rows.push(t, position.x, position.y, velocity.x, velocity.y, headingAt(leg, t));
  }
  return rows;
}

function isFollowed(leg: CurveLeg, end: number, pieces: number): boolean {
  for (let piece = 0; piece < pieces; piece++) {
    const from = timeOf(leg, end, piece / pieces);
    const to = timeOf(leg, end, (piece + 1) / pieces);
    const middle = positionAt(leg, from + (to - from) / 2);
    const [p, q] = [positionAt(leg, from), positionAt(leg, to)];
    const [u, v] = [velocityAt(leg, from), velocityAt(leg, to)];
    // The Hermite cubic at its middle.
    const dx = (p.x + q.x) / 2 + ((to - from) * (u.x - v.x)) / 8 - middle.x;
    const dy = (p.y + q.y) / 2 + ((to - from) * (u.y - v.y)) / 8 - middle.y;
    if (dx * dx + dy * dy > KNOT_ERROR * KNOT_ERROR) return false;
  }
  return true;
}

function timeOf(leg: CurveLeg, end: number, share: number): number {
  return share === 1 ? end : leg.start + (end - leg.start) * share;
}
