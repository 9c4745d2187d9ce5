/**
 * The motion of a step: a turn at its start, then the moves, which share its duration. Each move is a line, so that a blocked move
 * ends exactly at the contact.
 */
import { cos, DomainError, type Leg, lineLeg, MIN_SPEED, restLeg, sin, type Vector } from '@kineko/geometry';
import { MotionError, type MotionModule, type MotionRequest, type Phase } from '@kineko/world';
import { normalAngle } from './frame.js';

export interface StepMotion extends MotionRequest {
  readonly kind: 'step';
  /** Radians, to the left. */
  readonly turn: number;
  readonly moves: readonly TimedMove[];
  /** Unit vectors towards the bodies that the robot touches. */
  readonly contacts?: readonly Vector[];
  /** The end of the step. */
  readonly end: number;
}

/** A move with its start and end times. */
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
    // Slower moves are below the world's resolution.
    if (!(Math.abs(speed) >= MIN_SPEED) || move.end <= now) continue;
    if (move.start > now) add('wait', restLeg({ x, y, heading, start: now, end: move.start }));
    const direction = phases.length === 0 ? alongside(ahead, contacts, Math.sign(speed)) : ahead;
    const leg = lineLeg({ x, y, heading, start: now, end: move.end, vx: speed * direction.x, vy: speed * direction.y });
    x += leg.vx * (leg.end - leg.start);
    y += leg.vy * (leg.end - leg.start);
    add('forward', leg);
  }
  if (now < end || phases.length === 0) add('wait', restLeg({ x, y, heading, start: now, end }));
  return phases;
}

/** Smaller components of a direction count as 0. */
const MIN_COMPONENT = 1 / 0x4000_0000_0000;

/**
 * Quarter turns are not exact in radians: a robot that has bumped into a wall and turned by one would still move into it by a
 * rounding error, and so not move at all.
 */
function component(value: number): number {
  return Math.abs(value) < MIN_COMPONENT ? 0 : value;
}

/** The same for contacts that are not on an axis: moves away from them by a rounding error. */
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

/** Divides the duration of a step among moves, by their lengths. */
export function timedMoves(distances: readonly number[], start: number, end: number): TimedMove[] {
  const total = distances.reduce((sum, distance) => sum + Math.abs(distance), 0);
  if (total === 0) return [];
  let travelled = 0;
  return distances
    .filter((distance) => distance !== 0)
    .map((distance, i, all) => {
      const from = start + (end - start) * (travelled / total);
      travelled += Math.abs(distance);
      // The last move ends exactly with the step.
      const to = i === all.length - 1 ? end : start + (end - start) * (travelled / total);
      return { distance, start: from, end: to };
    });
}
