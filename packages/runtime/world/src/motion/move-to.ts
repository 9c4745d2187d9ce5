import { atan2, checkCoordinate, checkedLine, degreesOf, type Pose, radiansOf, reducedDegrees } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import { degreesAt, type MotionModule, type MotionRequest, type Phase } from './motion-module.js';
import { turnPhase } from './turn.js';

/** Turn towards a point, then move there. */
export interface MoveToRequest extends MotionRequest {
  readonly kind: 'moveTo';
  readonly x: number;
  readonly y: number;
  /** Metres per second, positive. */
  readonly speed: number;
  /** Radians per second, positive. */
  readonly turnRate: number;
  /** Turn in the shorter direction instead of always anticlockwise. Default: false. */
  readonly shorter?: boolean;
}

export const moveTo: MotionModule<MoveToRequest> = {
  kind: 'moveTo',
  plan(request, from, start) {
    const { x, y, speed, turnRate, shorter = false } = request;
    checkNumber('the x of a place to move to', x);
    checkNumber('the y of a place to move to', y);
    inDomain(checkPlace, request);
    checkRate('the speed of a move', speed);
    checkRate('the rate of a turn', turnRate);
    const dx = x - from.x;
    const dy = y - from.y;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const direction = distance === 0 ? from.heading : atan2(dy, dx);
    const angle = turnBetween(from.heading, direction);
    // A robot that already faces the point keeps its heading to the last bit.
    const degrees = angle === 0 ? degreesAt(from) : reducedDegrees(degreesOf(direction));
    const turning = turnPhase(from, shorter && angle > Math.PI ? angle - TURN : angle, turnRate, start, degrees);
    return [turning, linePhase(from, radiansOf(degrees), dx, dy, distance / speed, turning.leg.end)];
  },
};

function linePhase({ x, y }: Pose, heading: number, dx: number, dy: number, seconds: number, start: number): Phase {
  // Computed from the displacement, not from the direction, so that the leg ends exactly at the destination.
  const vx = seconds > 0 ? dx / seconds : 0;
  const vy = seconds > 0 ? dy / seconds : 0;
  const end = start + seconds;
  return { name: 'forward', leg: inDomain(checkedLine, { kind: 'line', x, y, heading, start, end, vx, vy }) };
}

function checkPlace({ x, y }: MoveToRequest): void {
  checkCoordinate('the x of a place to move to', x);
  checkCoordinate('the y of a place to move to', y);
}

const TURN = 2 * Math.PI;
/** Radians: a smaller angle is a rounding error, which must not cause a full turn. */
const NEGLIGIBLE = 1e-12;

/** The anticlockwise angle from one heading to another: from 0 to just below a full turn. */
function turnBetween(from: number, to: number): number {
  const difference = to - from;
  const angle = difference - Math.floor(difference / TURN) * TURN;
  return TURN - angle < NEGLIGIBLE * (1 + Math.abs(from)) ? 0 : angle;
}
