import { checkCoordinate, checkedLine, MIN_SPEED, restLeg, ROUNDING } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import type { MotionModule, MotionRequest, Phase } from './motion-module.js';

/** Move straight to a point without turning, and arrive exactly there after a duration. */
export interface GlideRequest extends MotionRequest {
  readonly kind: 'glide';
  readonly x: number;
  readonly y: number;
  /** Seconds, positive. */
  readonly duration: number;
}

/** Speed for distances that are too short for the whole duration: twice the least, so that rounding cannot go below it. */
const LEAST = 2 * MIN_SPEED;

export const glide: MotionModule<GlideRequest> = {
  kind: 'glide',
  plan(request, { x, y, heading }, start) {
    checkNumber('the x of a place to glide to', request.x);
    checkNumber('the y of a place to glide to', request.y);
    inDomain(checkPlace, request);
    checkRate('the duration of a glide', request.duration);
    const end = start + request.duration;
    const [dx, dy] = [request.x - x, request.y - y];
    // Squares of the smallest numbers vanish.
    const distance = Math.sqrt(dx * dx + dy * dy) || Math.max(Math.abs(dx), Math.abs(dy));
    // Too slow for the whole duration: the robot stands first.
    const leaves = distance < LEAST * (end - start) ? Math.max(start, end - distance / LEAST) : start;
    const seconds = end - leaves;
    const isMoving = seconds > 0 && distance / seconds >= MIN_SPEED;
    const phases: Phase[] = [];
    if (leaves > start || !isMoving) {
      const until = isMoving ? leaves : end;
      phases.push({ name: 'wait', leg: restLeg({ x, y, heading, start, end: until }) });
    }
    if (isMoving) {
      const leg = { kind: 'line', x, y, heading, start: leaves, end, vx: dx / seconds, vy: dy / seconds } as const;
      phases.push({ name: 'glide', leg: inDomain(checkedLine, leg) });
    }
    // A distance that no speed covers, and that is more than a rounding error: the robot stays.
    if (!isMoving && distance > ROUNDING * (Math.abs(x) + Math.abs(y))) return phases;
    // The end of a line is rounded; two robots that go to one point must meet there.
    phases.push({ name: 'arrive', leg: restLeg({ x: request.x, y: request.y, heading, start: end, end }) });
    return phases;
  },
};

function checkPlace({ x, y }: GlideRequest): void {
  checkCoordinate('the x of a place to glide to', x);
  checkCoordinate('the y of a place to glide to', y);
}
