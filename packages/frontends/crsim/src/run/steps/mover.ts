/** Carries out the moves of one robot in a step, also where something comes in their way. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { MotionOutcome, World } from '@kineko/world';
import { contactsOf } from '../world/contacts.js';
import { type StepMotion, type TimedMove, timedMoves } from '../world/step-motion.js';

export class Mover {
  /** Counts the steps in which it moved, so that what is left of an old one does not go on in a new one. */
  private turn = 0;

  constructor(
    private readonly robot: number,
    private readonly world: World,
  ) {}

  /** Throws a `MotionError` for what the world cannot do. */
  move(turn: number, distances: readonly number[], start: number, end: number): void {
    this.begin(++this.turn, turn, timedMoves(distances, start, end), end);
  }

  private begin(number: number, turn: number, moves: readonly TimedMove[], end: number): void {
    const contacts = contactsOf(this.world, this.robot);
    const request: StepMotion = { kind: 'step', turn, moves, ...(contacts.length > 0 && { contacts }), end };
    this.world.motions.request(this.robot, request, (outcome) => this.ended(number, moves, end, outcome));
  }

  /** Whoever is in the way ends one move, not those after it; and nobody is stopped by what runs into him from behind. */
  private ended(number: number, moves: readonly TimedMove[], end: number, outcome: MotionOutcome): void {
    // A robot that is held back learns of the contact later than it happened.
    const { now } = this.world.view;
    if (outcome.status !== 'collided' || number !== this.turn || now >= end) return;
    const current = moves.find((move) => now < move.end) ?? moves.at(-1)!;
    const later = moves.slice(moves.indexOf(current) + 1);
    const left = this.isAhead(outcome, current.distance) ? [] : restOf(current, now);
    if (left.length + later.length > 0) this.begin(number, 0, [...left, ...later], end);
  }

  private isAhead({ pose, with: other }: MotionOutcome, distance: number): boolean {
    // Obstacles do not run into anybody.
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
