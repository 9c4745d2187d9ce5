import type { Leg, Pose } from '@kineko/geometry';
import type { Engine } from '@kineko/kernel';

/** The response to a contact of two bodies, or of a body and an obstacle. */
export type Response =
  /** Moving bodies stop exactly at the contact. */
  | 'stop'
  /** Elastic; masses are proportional to areas. */
  | 'bounce'
  /** Nothing: bodies pass through each other and through obstacles. */
  | 'none';

/** A pose with its heading in degrees. */
export interface ExactPose extends Pose {
  /** The heading in degrees in [0, 360), exactly as requested. Default: by the heading in radians. */
  readonly degrees?: number;
}

/** A disc with its initial pose. Ids decide ties; the order of listing does not matter. */
export interface BodySpec extends ExactPose {
  readonly id: number;
  readonly radius: number;
}

/** How a motion ended; `isTowards`: whether the body was moving towards the body or fixture that it touched. */
export type MotionEnd =
  | { readonly status: 'finished' }
  | { readonly status: 'collided'; readonly body: number; readonly isTowards: boolean }
  | { readonly status: 'collided'; readonly fixture: number; readonly isTowards: boolean }
  /** No progress for one simulated second against a body or a fixture (rigid dynamics only). */
  | { readonly status: 'blocked'; readonly body: number }
  | { readonly status: 'blocked'; readonly fixture: number };

/**
 * Callbacks, called in the order of events. Bodies are given by id, a pair with the lower id first. Only `onDone` may
 * command bodies; the other callbacks are for records.
 */
export interface DynamicsListener {
  /** A body begins a leg, also a rest. The object is reused; copy it if you keep it. */
  onLeg?(body: number, leg: Leg, now: number): void;
  /** A body begins the next of its commanded legs. */
  onNextLeg?(body: number, now: number): void;
  /** Two bodies touch. */
  onTouch?(low: number, high: number, now: number): void;
  /** Two bodies that touched begin to separate. */
  onRelease?(low: number, high: number, now: number): void;
  onFixtureTouch?(body: number, fixture: number, now: number): void;
  onFixtureRelease?(body: number, fixture: number, now: number): void;
  /** A body's motion is over; it rests, or bounces away. */
  onDone?(body: number, end: MotionEnd, now: number): void;
}

/** A contact that will happen if no motion changes before. */
export interface ExpectedContact {
  readonly time: number;
  readonly with: { readonly body: number } | { readonly fixture: number };
}

/** A subscription to bodies that come near. */
export interface Watch {
  cancel(): void;
}

/**
 * Moves bodies along legs and finds their contacts. Legs are the truth: the position of a body at any instant follows from
 * its present leg, and a dynamics writes the legs.
 */
export interface Dynamics extends Engine {
  /**
   * Gives a body new legs, one after the other, in place of its present ones; the first begins now, where the body is. Invalid
   * legs are rejected with a `LegsError`, unless the caller has checked them by `checkLegs`.
   */
  command(body: number, legs: readonly Leg[], now: number, areChecked?: boolean): void;
  /** Ends a body's motion where it is. */
  halt(body: number, now: number): void;
  /** The present leg of a body. */
  legOf(body: number): Leg;
  /** The present leg in the reused object that the listener gets; copy it if you keep it. */
  reusedLegOf(body: number): Leg;
  /** Pose of a body at an instant of its present leg. */
  poseOf(body: number, t: number): Pose;
  /** Writes x and y of the given bodies, by default of all in ascending order of ids, at an instant of their present legs. */
  readPositions(places: Float64Array, t: number, ids?: readonly number[]): void;
  /**
   * The heading of a body at an instant of its present leg, in degrees in [0, 360): exactly as requested, where it stands
   * or goes straight.
   */
  headingOf(body: number, t: number): number;
  /** Pose and heading in one call, used when a motion begins or ends. */
  exactPoseOf(body: number, t: number): ExactPose;
  /** Ids of the bodies whose centres are within a distance of a point, in ascending order. */
  bodiesWithin(x: number, y: number, metres: number, now: number): number[];
  /** The next contact of a body by the present legs. */
  expectedContactOf(body: number): ExpectedContact | undefined;
  /** The bodies, in ascending order of ids, and the fixtures that a body touches. */
  touchingOf(body: number): { readonly bodies: readonly number[]; readonly fixtures: readonly number[] };
  /** Calls back, in a sensor event, when the rim of another body comes within a range of a body's centre. */
  watch(body: number, range: number, now: number, onEntry: (other: number, now: number) => void): Watch;
}
