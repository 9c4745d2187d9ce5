import { type Pose, turnLeg } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import type { MotionModule, MotionRequest, Phase } from './motion-module.js';

/** Turn on the spot. */
export interface TurnRequest extends MotionRequest {
  readonly kind: 'turn';
  /** Radians, anticlockwise; negative for clockwise. */
  readonly angle: number;
  /** Radians per second, positive. */
  readonly turnRate: number;
}

export const turn: MotionModule<TurnRequest> = {
  kind: 'turn',
  plan({ angle, turnRate }, from, start) {
    checkNumber('the angle of a turn', angle);
    checkRate('the rate of a turn', turnRate);
    return [turnPhase(from, angle, turnRate, start)];
  },
};

export function turnPhase({ x, y, heading }: Pose, angle: number, turnRate: number, start: number): Phase {
  const end = start + Math.abs(angle) / turnRate;
  const leg = inDomain(() => turnLeg({ x, y, heading, start, end, turnRate: angle < 0 ? -turnRate : turnRate }));
  return { name: 'turn', leg };
}
