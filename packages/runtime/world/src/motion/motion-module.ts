import { cosDegrees, degreesOf, type Leg, reducedDegrees, sinDegrees, type Vector } from '@kineko/geometry';
import type { ExactPose } from '../dynamics/dynamics.js';
import type { Party } from '../world-view.js';

export type { ExactPose };

/** A motion request: the kind names the module, which defines the other fields. */
export interface MotionRequest {
  readonly kind: string;
}

/** A part of a motion: a leg with a name. */
export interface Phase {
  /** Name in logs and events: `turn`, `forward`. */
  readonly name: string;
  readonly leg: Leg;
}

/** The heading of a pose in degrees in [0, 360). */
export function degreesAt({ heading, degrees }: ExactPose): number {
  return degrees ?? reducedDegrees(degreesOf(heading));
}

/** The unit vector along a pose's heading; exact for multiples of 90°. */
export function directionAt(from: ExactPose): Vector {
  const degrees = degreesAt(from);
  return { x: cosDegrees(degrees), y: sinDegrees(degrees) };
}

/**
 * A kind of motion. Given a request, a pose and a time, `plan` returns the phases of the motion: the first begins at that
 * pose and time, each other one where and when its predecessor ends. It is a pure function of its arguments, so that runs
 * can be repeated. It ignores contacts; the dynamics ends the motion at a contact.
 */
export interface MotionModule<R extends MotionRequest = MotionRequest> {
  readonly kind: R['kind'];
  /** Throws a `MotionError` for an invalid request. */
  plan(request: R, from: ExactPose, start: number): readonly Phase[];
}

/** A module with requests of any type. */
export type AnyMotionModule = Omit<MotionModule<never>, 'kind'> & { readonly kind: string };

/** An invalid motion request. */
export class MotionError extends RangeError {
  override readonly name = 'MotionError';
}

/** How a motion ended, where and when. */
export interface ExactOutcome {
  /** `blocked`: no progress for one simulated second against a body that the robot pushes (rigid dynamics only). */
  readonly status: 'finished' | 'collided' | 'replaced' | 'stopped' | 'blocked';
  /** When the motion ended (s). The algorithm may resume later: see `Backoff`. */
  readonly at: number;
  readonly pose: ExactPose;
  /** The party that it collided with, or is blocked by. */
  readonly with?: Party;
  /** For `replaced`: the name of a sensor, or `request` if another motion replaced it. */
  readonly by?: string;
}

/** An event of a motion, if nothing interrupts the motion before. */
export interface PlannedEvent {
  readonly time: number;
  readonly edge: 'start' | 'finish';
  readonly phase: string;
}

/** The events of a motion in the order in which they happen; a phase without an end has no finish. */
export function plannedEvents(phases: readonly Phase[]): PlannedEvent[] {
  return phases.flatMap(({ name, leg }) => {
    const start: PlannedEvent = { time: leg.start, edge: 'start', phase: name };
    return leg.end === Infinity ? [start] : [start, { time: leg.end, edge: 'finish', phase: name }];
  });
}
