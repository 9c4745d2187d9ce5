/** Computes one step of the physics: which bodies press each other, and where they are afterwards. */
import type { Pose, Vector } from '@kineko/geometry';
import type { Pushed, RigidRobot } from './bodies.js';
import { type Pair, pairsIn, type Press, pressesOf } from './contacts.js';
import { STILL } from './ground.js';
import { motorVelocity, NO_LOAD, within } from './motor.js';
import { GRAVITY, type PhysicsScene, type RigidOptions } from './physics-scene.js';
import { NO_STRIDE } from './program.js';
import { impulseOn, Sliding } from './sliding.js';
import { STEP_SECONDS } from './step-leg.js';

export class StepSolver {
  private readonly sliding: Sliding;

  constructor(
    private readonly scene: PhysicsScene,
    private readonly options: RigidOptions,
  ) {
    this.sliding = new Sliding(options.physics);
  }

  /** Computes the next step, and again if the result shows that a robot or a pushable entered it in the wrong state. */
  compute(): { readonly pairs: readonly Pair[]; readonly presses: readonly Press[] } {
    const { world, events, colliders, indexes, robots, pushables } = this.scene;
    for (;;) {
      for (const robot of robots) this.drive(robot);
      for (const pushed of pushables) this.sliding.slow(pushed);
      world.step(events);
      const pairs = pairsIn(events, indexes);
      const presses = pairs
        .filter((pair) => this.needsPresses(pair))
        .flatMap((pair) => pressesOf(world, pair, colliders));
      if (!this.boundStarts(presses) && !this.releaseHeld(presses)) return { pairs, presses };
      for (const { body, pose } of robots) body.setTranslation({ x: pose.x, y: pose.y }, true);
      for (const pushed of pushables) this.sliding.putBack(pushed);
    }
  }

  /** Updates a robot after the step; returns its pose at the end of it. */
  settleRobot(robot: RigidRobot, isPressed: boolean): Pose {
    const { body, pose, stride, velocity } = robot;
    const heading = pose.heading + stride.turn;
    robot.driven = { x: stride.dx / STEP_SECONDS, y: stride.dy / STEP_SECONDS };
    if (isPressed) {
      const { x, y } = body.translation();
      const { x: vx, y: vy } = body.linvel();
      robot.actual = { x: vx, y: vy };
      robot.load = within(this.maxPush(robot), { x: velocity.x - vx, y: velocity.y - vy });
      return { x, y, heading };
    }
    let { dx, dy } = stride;
    if (robot.actual !== undefined) {
      // The wheels still compensate for a push.
      [dx, dy] = [velocity.x * STEP_SECONDS, velocity.y * STEP_SECONDS];
      const isUpToSpeed = Math.abs(dx - stride.dx) + Math.abs(dy - stride.dy) <= 1e-6 * robot.radius;
      robot.actual = isUpToSpeed ? undefined : velocity;
      robot.load = NO_LOAD;
    }
    const to = { x: pose.x + dx, y: pose.y + dy, heading };
    body.setTranslation({ x: to.x, y: to.y }, true);
    return to;
  }

  settlePushed(pushed: Pushed, presses: readonly Press[]): void {
    this.sliding.settle(pushed, impulseOn(pushed, presses, this.scene.pushedOf));
  }

  /** Gives a robot the velocity with which it goes into the step. */
  private drive(robot: RigidRobot): void {
    const { program, pose, actual, driven, load } = robot;
    robot.stride = program?.strideFrom(pose, STEP_SECONDS) ?? NO_STRIDE;
    const wanted = { x: robot.stride.dx / STEP_SECONDS, y: robot.stride.dy / STEP_SECONDS };
    robot.velocity =
      actual === undefined ? wanted : motorVelocity({ actual, driven, load }, wanted, this.maxPush(robot));
    robot.body.setLinvel(robot.velocity, true);
  }

  /** The largest change of speed that a robot's wheels can bring about in a step. */
  private maxPush({ id }: RigidRobot): number {
    const { traction, gravity = GRAVITY } = this.options;
    return (traction?.(id) ?? 0.8) * gravity * STEP_SECONDS;
  }

  /**
   * A robot that sets off in contact with a pushable pushes it by the force of its wheels; only a robot that comes from a
   * distance runs into it at full speed.
   * @returns Whether there was such a robot.
   */
  private boundStarts(presses: readonly Press[]): boolean {
    const { robots, pushedOf, touchGap } = this.scene;
    let hasBound = false;
    for (const { low, high, gap } of presses) {
      const robot = robots[low];
      if (robot === undefined || pushedOf[high] === undefined || gap > touchGap) continue;
      const { actual, driven, velocity } = robot;
      if (actual !== undefined || (velocity.x === driven.x && velocity.y === driven.y)) continue;
      robot.actual = driven;
      hasBound = true;
    }
    return hasBound;
  }

  /** Releases pushables that are pushed harder than the ground can hold; returns whether there were any. */
  private releaseHeld(presses: readonly Press[]): boolean {
    const { pushables, pushedOf } = this.scene;
    let hasReleased = false;
    for (const pushed of pushables) {
      const impulse = pushed.isHeld ? impulseOn(pushed, presses, pushedOf) : undefined;
      if (impulse === undefined) continue;
      const isStruck = presses.some((press) => {
        return (pushedOf[press.low] === pushed || pushedOf[press.high] === pushed) && this.isImpact(press);
      });
      if (this.sliding.release(pushed, impulse, isStruck)) hasReleased = true;
    }
    return hasReleased;
  }

  /** Whether two bodies come from a distance, even if the previous step ended where they touch. */
  private isImpact({ low, high, nx, ny, gap }: Press): boolean {
    const [a, b] = [this.velocityBefore(low), this.velocityBefore(high)];
    const closing = (a.x - b.x) * nx + (a.y - b.y) * ny;
    return gap + Math.max(0, closing) * STEP_SECONDS > this.scene.touchGap;
  }

  /** Velocity with which a body came out of the last step. */
  private velocityBefore(collider: number): Vector {
    const robot = this.scene.robots[collider];
    return robot === undefined ? (this.scene.pushedOf[collider]?.velocity ?? STILL) : (robot.actual ?? robot.driven);
  }

  /** Whether the contact points and impulses of a pair are needed; the physics is slow to return them. */
  private needsPresses({ low, high }: Pair): boolean {
    const { pushedOf } = this.scene;
    return this.options.endsAtContact !== false || pushedOf[low] !== undefined || pushedOf[high] !== undefined;
  }
}
