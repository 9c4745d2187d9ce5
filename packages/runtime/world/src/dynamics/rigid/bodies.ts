/** The two kinds of bodies that move: robots, which drive, and things, which are pushed. */
import type { Collider, RigidBody } from '@dimforge/rapier2d-deterministic-compat';
import { type Leg, type Pose, poseAt, restLeg, type Vector } from '@kineko/geometry';
import type { BodySpec } from '../dynamics.js';
import { type Grip, STILL, type Twist } from './ground.js';
import { NO_LOAD } from './motor.js';
import { NO_STRIDE, type Program, type Stride } from './program.js';
import { Progress } from './progress.js';
import type { PushableSpec } from './pushable.js';

/** Where a body is, and what it does until the next step. */
abstract class Moving {
  /** At the end of the step that is under way. */
  pose: Pose;
  leg: Leg;

  constructor(
    pose: Pose,
    readonly body: RigidBody,
    start: number,
  ) {
    this.pose = pose;
    this.leg = restLeg({ ...pose, start });
  }

  at(t: number): Pose {
    return poseAt(this.leg, t);
  }
}

/** What a robot touches. */
export interface Touches {
  /** Their ids. */
  readonly robots: ReadonlySet<number>;
  readonly fixtures: ReadonlySet<number>;
}

export class RigidRobot extends Moving {
  program: Program | undefined;
  stride: Stride = NO_STRIDE;
  progress = new Progress();
  /** Velocity at the end of the last step, if a contact has changed it; undefined if the robot drives as commanded. */
  actual: Vector | undefined;
  /** Velocity commanded in the last step. */
  driven: Vector = NO_LOAD;
  /** Velocity that contacts took from the robot in the last step. */
  load: Vector = NO_LOAD;
  /** Velocity with which the robot goes into the step that is computed. */
  velocity: Vector = NO_LOAD;
  robots: Touches['robots'] = new Set();
  fixtures: Touches['fixtures'] = new Set();

  constructor(
    readonly id: number,
    readonly radius: number,
    spec: BodySpec,
    body: RigidBody,
    readonly collider: Collider,
  ) {
    super({ x: spec.x, y: spec.y, heading: spec.heading }, body, 0);
  }
}

export class Pushed extends Moving {
  velocity: Twist = STILL;
  /** After the step, if nobody touches it. */
  expected: Twist = STILL;
  /** Which way it slides, or is about to. */
  direction: Twist = STILL;
  /** Steps for which it has been at rest; it is held by the ground when these are enough. */
  restingSteps = 0;
  isHeld = true;
  /** Whether something hit it in the step that is computed, coming from a distance: friction acts from the next one on. */
  isStruck = false;

  constructor(
    readonly spec: PushableSpec,
    readonly grip: Grip,
    pose: Pose,
    body: RigidBody,
    readonly colliders: readonly Collider[],
  ) {
    super(pose, body, 0);
  }
}
