/** The two kinds of moving bodies: robots, which drive, and pushables. */
import type { Collider, RigidBody } from '@dimforge/rapier2d-deterministic-compat';
import { type Leg, type Pose, poseAt, restLeg, type Vector } from '@kineko/geometry';
import type { BodySpec } from '../dynamics.js';
import { type Grip, STILL, type Twist } from './ground.js';
import { NO_LOAD } from './motor.js';
import { NO_STRIDE, type Program, type Stride } from './program.js';
import { Progress } from './progress.js';
import type { PushableSpec } from './pushable.js';

/** Pose of a body and its leg until the next step. */
abstract class Moving {
  /** Pose at the end of the present step. */
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

/** The robots and fixtures that a robot touches. */
export interface Touches {
  /** Ids. */
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
  /** Velocity after the step if nothing touches it. */
  expected: Twist = STILL;
  /** Direction in which it slides, or is about to slide. */
  direction: Twist = STILL;
  /** Number of steps at rest; after enough of them the ground holds it. */
  restingSteps = 0;
  isHeld = true;
  /** Whether a body hit it in the present step, coming from a distance: friction acts from the next step on. */
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
