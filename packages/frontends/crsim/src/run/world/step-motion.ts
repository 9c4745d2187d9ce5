/**
 * A step's motion: turns at its start, then the moves, one after the other, which share its length. Each move is a
 * line on the analytic world, so that one that is blocked ends exactly at the contact.
 */
import { cos, DomainError, type Leg, lineLeg, MIN_SPEED, restLeg, sin, type Vector } from '@kineko/geometry';
import { MotionError, type MotionModule, type MotionRequest, type Phase } from '@kineko/world';
import { normalAngle } from './frame.js';

export interface StepMotion extends MotionRequest {
  readonly kind: 'step';
  /** Radians, to the left. */
  readonly turn: number;
  readonly moves: readonly TimedMove[];
  /** Unit vectors towards what the robot touches, if it touches anything. */
  readonly contacts?: readonly Vector[];
  /** When the step is over. */
  readonly end: number;
}

/** A move, and when it is to begin and end. */
export interface TimedMove {
  /** Along the heading; negative for backward. */
  readonly distance: number;
  readonly start: number;
  readonly end: number;
}

export const stepMotion: MotionModule<StepMotion> = {
  kind: 'step',
  plan({ turn, moves, contacts = [], end }, from, start) {
    try {
      return planned(turn, moves, contacts, end, from, start);
    } catch (error) {
      throw error instanceof DomainError ? new MotionError(error.message, { cause: error }) : error;
    }
  },
};

function planned(
  turn: number,
  moves: readonly TimedMove[],
  contacts: readonly Vector[],
  end: number,
  from: { readonly x: number; readonly y: number; readonly heading: number },
  start: number,
): Phase[] {
  const heading = normalAngle(from.heading + turn);
  const ahead = { x: component(cos(heading)), y: component(sin(heading)) };
  const phases: Phase[] = [];
  let { x, y } = from;
  let now = start;
  const add = (name: string, leg: Leg): void => {
    phases.push({ name, leg });
    now = leg.end;
  };
  for (const move of moves) {
    const speed = move.distance / (move.end - move.start);
    // What is too slow for the world to see is no move.
    if (!(Math.abs(speed) >= MIN_SPEED) || move.end <= now) continue;
    if (move.start > now) add('wait', restLeg({ x, y, heading, start: now, end: move.start }));
    const way = phases.length === 0 ? alongside(ahead, contacts, Math.sign(speed)) : ahead;
    const leg = lineLeg({ x, y, heading, start: now, end: move.end, vx: speed * way.x, vy: speed * way.y });
    x += leg.vx * (leg.end - leg.start);
    y += leg.vy * (leg.end - leg.start);
    add('forward', leg);
  }
  if (now < end || phases.length === 0) add('wait', restLeg({ x, y, heading, start: now, end }));
  return phases;
}

/** Of a direction, nothing less counts. */
const MIN_COMPONENT = 1 / 0x4000_0000_0000;

/**
 * Quarter turns are not exact in radians: who has bumped into something and turned by one would still go into it by a hair, and
 * so not go at all.
 */
function component(value: number): number {
  return Math.abs(value) < MIN_COMPONENT ? 0 : value;
}

/** The same where what is touched does not stand along an axis: by a hair away from it. */
function alongside(ahead: Vector, contacts: readonly Vector[], sign: number): Vector {
  let { x, y } = ahead;
  for (const contact of contacts) {
    const into = sign * (x * contact.x + y * contact.y);
    if (!(into > 0 && into < MIN_COMPONENT)) continue;
    x -= sign * MIN_COMPONENT * contact.x;
    y -= sign * MIN_COMPONENT * contact.y;
  }
  return { x, y };
}

/** Shares the time of a step among moves, by their lengths. */
export function timedMoves(distances: readonly number[], start: number, end: number): TimedMove[] {
  const total = distances.reduce((sum, distance) => sum + Math.abs(distance), 0);
  if (total === 0) return [];
  let gone = 0;
  return distances
    .filter((distance) => distance !== 0)
    .map((distance, i, all) => {
      const from = start + (end - start) * (gone / total);
      gone += Math.abs(distance);
      // The last one ends with the step, to the last bit.
      const to = i === all.length - 1 ? end : start + (end - start) * (gone / total);
      return { distance, start: from, end: to };
    });
}
