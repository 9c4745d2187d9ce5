import { cosDegrees, degreesOf, type Leg, reducedDegrees, sinDegrees, type Vector } from '@kineko/geometry';
import type { ExactPose } from '../dynamics/dynamics.js';

export type { ExactPose };

/** What a robot is asked to do: the kind names the module, the rest is the module's. */
export interface MotionRequest {
  readonly kind: string;
}

/** What the plan of a motion is made of: legs one after the other, each with a name. */
export interface Phase {
  /** As logs and events speak of it: `turn`, `forward`. */
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
 * A way to move. It plans: given a request, the pose and the time at which it begins, it returns the phases of the
 * motion, the first beginning then and there, each where and when the one before ends. It is pure: nothing but its
 * arguments goes in, so that a run can be repeated. Contacts are not its affair; whoever carries the plan out cuts it.
 */
export interface MotionModule<R extends MotionRequest = MotionRequest> {
  readonly kind: R['kind'];
  /** Throws a `MotionError` for what it cannot do. */
  plan(request: R, from: ExactPose, start: number): readonly Phase[];
}

/** A module whose requests only it knows. */
export type AnyMotionModule = Omit<MotionModule<never>, 'kind'> & { readonly kind: string };

/** A motion request that makes no sense: says which value, and what would be right. */
export class MotionError extends RangeError {
  override readonly name = 'MotionError';
}

/** What happens in the course of a motion if nothing comes between. */
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
