import type { Leg, Pose } from '@kineko/geometry';
import type { Engine } from '@kineko/kernel';

/** What happens when two bodies, or a body and an obstacle, touch and close. */
export type Response =
  /** Whoever moves, stops, exactly there. */
  | 'stop'
  /** Elastic; masses as the areas. */
  | 'bounce'
  /** Nothing: bodies pass through each other and through obstacles. */
  | 'none';

/** A pose with its heading in degrees. */
export interface ExactPose extends Pose {
  /** The heading in degrees in [0, 360), exactly as requested. Default: by the heading in radians. */
  readonly degrees?: number;
}

/** A disc as it is placed: the ids decide ties, whatever the order of listing. */
export interface BodySpec extends ExactPose {
  readonly id: number;
  readonly radius: number;
}

/** How a motion ended; `isTowards`: whether the body was moving towards what it touched. */
export type MotionEnd =
  | { readonly status: 'finished' }
  | { readonly status: 'collided'; readonly body: number; readonly isTowards: boolean }
  | { readonly status: 'collided'; readonly fixture: number; readonly isTowards: boolean }
  /** No progress for one simulated second against a body or a fixture (rigid dynamics only). */
  | { readonly status: 'blocked'; readonly body: number }
  | { readonly status: 'blocked'; readonly fixture: number };

/**
 * Whom a dynamics tells what happens, in the order in which it happens. Bodies are named by id, a pair with the lower
 * one first. Only who is told that a motion is done may give bodies new motions at once; the rest is for the record.
 */
export interface DynamicsListener {
  /** A body begins a leg, be it a rest: what it does from now on. The leg is only lent: who keeps it copies it. */
  onLeg?(body: number, leg: Leg, now: number): void;
  /** A body goes on to the next of the legs that it was given. */
  onNextLeg?(body: number, now: number): void;
  /** Two bodies have come to touch. */
  onTouch?(low: number, high: number, now: number): void;
  /** Two bodies that touched begin to part. */
  onRelease?(low: number, high: number, now: number): void;
  onFixtureTouch?(body: number, fixture: number, now: number): void;
  onFixtureRelease?(body: number, fixture: number, now: number): void;
  /** A body's motion is over; it rests, or bounces away. */
  onDone?(body: number, end: MotionEnd, now: number): void;
}

/** A contact that will happen if nobody changes what he does. */
export interface ExpectedContact {
  readonly time: number;
  readonly with: { readonly body: number } | { readonly fixture: number };
}

/** Somebody to be told when others come near a body. */
export interface Watch {
  cancel(): void;
}

/**
 * Moves bodies along legs and finds out what they touch. Legs are the truth: where a body is at any instant follows
 * from the leg it is on, and a dynamics is whoever writes those legs.
 */
export interface Dynamics extends Engine {
  /**
   * Gives a body new legs from now on, one after the other, in place of whatever it does; the first begins now, where
   * the body is. Legs that do not are refused with a `LegsError`, unless the caller has checked them by `checkLegs`.
   */
  command(body: number, legs: readonly Leg[], now: number, areChecked?: boolean): void;
  /** Ends a body's motion where it is. */
  halt(body: number, now: number): void;
  /** What a body does at present. */
  legOf(body: number): Leg;
  /** The same for those who only look, as it was told if others hold it up: the object may be used again. */
  lentLegOf(body: number): Leg;
  /** Where a body is at an instant of its present leg. */
  poseOf(body: number, t: number): Pose;
  /**
   * The heading of a body at an instant of its present leg, in degrees in [0, 360): exactly as requested, where it stands
   * or goes straight.
   */
  headingOf(body: number, t: number): number;
  /** Both at once, for each motion that begins or ends. */
  exactPoseOf(body: number, t: number): ExactPose;
  /** The bodies whose centres are at most so many metres from a place, in the order of ids: costs what it finds. */
  bodiesWithin(x: number, y: number, metres: number, now: number): number[];
  /** The next contact of a body as things stand. */
  expectedContactOf(body: number): ExpectedContact | undefined;
  /** What a body touches: ids of bodies in ascending order; fixtures. */
  touchingOf(body: number): { readonly bodies: readonly number[]; readonly fixtures: readonly number[] };
  /** Calls back, in a sensor event, when the rim of another body comes within so many metres of a body's centre. */
  watch(body: number, range: number, now: number, onEntry: (other: number, now: number) => void): Watch;
}
