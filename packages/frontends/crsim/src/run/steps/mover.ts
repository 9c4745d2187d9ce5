/** Executes the moves of one robot in a step, and continues after contacts. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { ExactOutcome, World } from '@kineko/world';
import { contactsOf } from '../world/contacts.js';
import { type StepMotion, type TimedMove, timedMoves } from '../world/step-motion.js';

export class Mover {
  /** Number of the current step of moves, so that the rest of an old one does not continue in a new one. */
  private current = 0;

  constructor(
    private readonly robot: number,
    private readonly world: World,
  ) {}

  /** Throws a `MotionError` if the world refuses the motion. */
  move(turn: number, distances: readonly number[], start: number, end: number): void {
    this.begin(++this.current, turn, timedMoves(distances, start, end), end);
  }

  private begin(number: number, turn: number, moves: readonly TimedMove[], end: number): void {
    const contacts = contactsOf(this.world, this.robot);
    const request: StepMotion = { kind: 'step', turn, moves, ...(contacts.length > 0 && { contacts }), end };
    this.world.motions.request(this.robot, request, (outcome) => this.ended(number, moves, end, outcome));
  }

  /** A body ahead ends the current move, but not later ones; a robot that is hit from behind continues. */
  private ended(number: number, moves: readonly TimedMove[], end: number, outcome: ExactOutcome): void {
    // A delayed robot is notified after the contact.
    const { now } = this.world.view;
    if (outcome.status !== 'collided' || number !== this.current || now >= end) return;
    const move = moves.find((each) => now < each.end) ?? moves.at(-1)!;
    const later = moves.slice(moves.indexOf(move) + 1);
    const left = this.isAhead(outcome, move.distance) ? [] : restOf(move, now);
    if (left.length + later.length > 0) this.begin(number, 0, [...left, ...later], end);
  }

  private isAhead({ pose, with: other }: ExactOutcome, distance: number): boolean {
    // Obstacles do not move.
    if (other?.kind !== 'robot') return true;
    return isAheadOf(pose, this.world.poseOf(other.id), distance);
  }
}

function isAheadOf({ x, y, heading }: Pose, other: Vector, distance: number): boolean {
  const along = (other.x - x) * cos(heading) + (other.y - y) * sin(heading);
  return distance < 0 ? along < 0 : along > 0;
}

function restOf({ distance, start, end }: TimedMove, now: number): TimedMove[] {
  const share = (end - now) / (end - Math.min(start, now));
  return share > 0 ? [{ distance: distance * share, start: now, end }] : [];
}
