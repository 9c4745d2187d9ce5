import { checkedTurn, degreesOf, type Pose, reducedDegrees } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import { degreesAt, type MotionModule, type MotionRequest, type Phase } from './motion-module.js';

/** Turn in place. */
export interface TurnRequest extends MotionRequest {
  readonly kind: 'turn';
  /** Radians, anticlockwise; negative for clockwise. */
  readonly angle: number;
  /** Radians per second, positive. */
  readonly turnRate: number;
  /** The requested angle in degrees, which is kept exactly. Default: by the angle in radians. */
  readonly degrees?: number;
}

export const turn: MotionModule<TurnRequest> = {
  kind: 'turn',
  plan({ angle, turnRate, degrees = degreesOf(angle) }, from, start) {
    checkNumber('the angle of a turn', angle);
    checkNumber('the angle of a turn in degrees', degrees);
    checkRate('the rate of a turn', turnRate);
    // Full turns are removed first: that is exact, and the sum then has more digits.
    const endDegrees = reducedDegrees(degreesAt(from) + (degrees % 360));
    return [turnPhase(from, angle, turnRate, start, endDegrees)];
  },
};

export function turnPhase(
  { x, y, heading }: Pose,
  angle: number,
  rate: number,
  start: number,
  endDegrees: number,
): Phase {
  const end = start + Math.abs(angle) / rate;
  const turnRate = angle < 0 ? -rate : rate;
  return {
    name: 'turn',
    leg: inDomain(checkedTurn, { kind: 'turn', x, y, heading, start, end, turnRate, endDegrees }),
  };
}
