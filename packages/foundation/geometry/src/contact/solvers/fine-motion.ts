import { add, type DoubleDouble, double, exactDifference, multiply } from '../../double-double.js';
import { type FineVector, fineSum } from '../../fine-vector.js';
import type { CurveLeg, Leg } from '../../leg.js';
import { ArcFrom } from './arc.js';

export type ClosedFormLeg = Exclude<Leg, CurveLeg>;

/** Where a leg is, by the instant, in twice the digits; as if it went on beyond its end. */
export function fineMotion(leg: ClosedFormLeg): (t: number) => FineVector {
  if (leg.kind === 'arc') {
    const arc = new ArcFrom(leg, leg.start);
    return (t) => fineSum(arc.position, arc.way(exactDifference(t, leg.start)));
  }
  const vx = leg.kind === 'line' ? leg.vx : 0;
  const vy = leg.kind === 'line' ? leg.vy : 0;
  const along = (from: number, speed: number, seconds: DoubleDouble): DoubleDouble =>
    add(double(from), multiply(double(speed), seconds));
  return (t) => {
    const seconds = exactDifference(t, leg.start);
    return { x: along(leg.x, vx, seconds), y: along(leg.y, vy, seconds) };
  };
}
