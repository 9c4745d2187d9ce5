/** Motion of pushables: the ground holds them, they slide, and come to rest. */
import type { Pose } from '@kineko/geometry';
import type { Pushed } from './bodies.js';
import type { Press } from './contacts.js';
import { along, type Grip, holds, slowing, STILL, type Twist } from './ground.js';
import type { RigidPhysics } from './physics.js';
import { STEP_SECONDS } from './step-leg.js';

/** Number of steps at rest after which the ground holds a pushable: the time that a push needs to pass through a chain. */
const STEPS_TO_HOLD = 4;

/** Share of the energy that friction takes in a step: a pressed pushable with less energy rests. */
const RESTS = 1 / 65_536;

export class Sliding {
  constructor(private readonly physics: RigidPhysics) {}

  /** Applies friction to the velocity of a pushable for a step, beyond rest if need be, for a push to work against. */
  slow(pushed: Pushed): void {
    const { isHeld, isStruck, direction, velocity, grip, body } = pushed;
    if (isHeld) return;
    const { x, y, turn } = isStruck ? STILL : slowing(grip, direction);
    pushed.expected = {
      x: velocity.x + x * STEP_SECONDS,
      y: velocity.y + y * STEP_SECONDS,
      turn: velocity.turn + turn * STEP_SECONDS,
    };
    body.setLinvel(pushed.expected, true);
    body.setAngvel(pushed.expected.turn, true);
  }

  /** Updates the pose of a pushable after a step. */
  settle(pushed: Pushed, impulse: Twist | undefined): void {
    if (!pushed.isHeld) {
      if (impulse === undefined) this.slideFreely(pushed);
      else this.slidePressed(pushed, impulse);
    }
    pushed.isStruck = false;
  }

  /**
   * Releases a pushable that is pushed by more than the ground can hold. The step must then be computed again: a held body
   * would take all momentum from the body that pushes it.
   * @returns Whether it was released.
   */
  release(pushed: Pushed, impulse: Twist, isStruck: boolean): boolean {
    const { grip } = pushed;
    if (!pushed.isHeld || holds(grip, impulse, STEP_SECONDS)) return false;
    pushed.isHeld = false;
    pushed.isStruck = isStruck;
    pushed.restingSteps = 0;
    pushed.direction = directionOf(grip, impulse);
    pushed.body.setBodyType(this.physics.RigidBodyType.Dynamic, true);
    return true;
  }

  /** Moves a pushable back to its pose at the beginning of the step. */
  putBack(pushed: Pushed): void {
    if (!pushed.isHeld) this.place(pushed, pushed.pose);
  }

  private slideFreely(pushed: Pushed): void {
    const { grip, pose, velocity, expected: after } = pushed;
    const forward = along(grip, velocity, after);
    if (forward <= 0) {
      // Friction stopped it within the step, and does not reverse it.
      const speeds = along(grip, velocity, velocity);
      const share = speeds === 0 ? 0 : speeds / (speeds - forward) / 2;
      this.place(pushed, moved(pose, velocity, share * STEP_SECONDS));
      this.comeToRest(pushed);
      return;
    }
    const mean = {
      x: (velocity.x + after.x) / 2,
      y: (velocity.y + after.y) / 2,
      turn: (velocity.turn + after.turn) / 2,
    };
    this.moveOn(pushed, after);
    this.place(pushed, moved(pose, mean, STEP_SECONDS));
  }

  private slidePressed(pushed: Pushed, impulse: Twist): void {
    const { body, grip, pose, velocity, expected } = pushed;
    const friction = { x: expected.x - velocity.x, y: expected.y - velocity.y, turn: expected.turn - velocity.turn };
    const after = withoutDrive({ ...body.linvel(), turn: body.angvel() }, friction);
    const isHeldUp = velocity === STILL && holds(grip, impulse, STEP_SECONDS);
    if (isHeldUp || along(grip, after, after) <= RESTS * along(grip, friction, friction)) {
      pushed.direction = directionOf(grip, impulse);
      this.place(pushed, pose);
      this.comeToRest(pushed);
      return;
    }
    const { x, y } = body.translation();
    const turn = nearestTurn(body.rotation() - pose.heading);
    this.moveOn(pushed, after);
    this.place(pushed, { x, y, heading: pose.heading + (after.turn === 0 ? 0 : turn) });
  }

  private moveOn(pushed: Pushed, velocity: Twist): void {
    pushed.restingSteps = 0;
    pushed.velocity = velocity;
    pushed.direction = velocity;
  }

  private comeToRest(pushed: Pushed): void {
    pushed.velocity = STILL;
    pushed.restingSteps++;
    if (pushed.restingSteps < STEPS_TO_HOLD) return;
    pushed.isHeld = true;
    pushed.body.setBodyType(this.physics.RigidBodyType.Fixed, true);
  }

  private place(pushed: Pushed, pose: Pose): void {
    pushed.pose = pose;
    pushed.body.setTranslation({ x: pose.x, y: pose.y }, true);
    pushed.body.setRotation(pose.heading, true);
  }
}

/** The direction in which a pushable is about to slide. */
function directionOf({ mass, inertia }: Grip, impulse: Twist): Twist {
  return { x: impulse.x / mass, y: impulse.y / mass, turn: impulse.turn / inertia };
}

/** A velocity without the part that friction would have added: friction slows a body down and does not drive it. */
function withoutDrive({ x, y, turn }: Twist, friction: Twist): Twist {
  const square = friction.x * friction.x + friction.y * friction.y;
  const driven = square === 0 ? 0 : Math.max(0, Math.min(1, (x * friction.x + y * friction.y) / square));
  const spin = Math.sign(friction.turn);
  const turned = spin * Math.max(0, Math.min(Math.abs(friction.turn), spin * turn));
  return { x: x - driven * friction.x, y: y - driven * friction.y, turn: turn - turned };
}

/** The impulse on a pushable in a step; undefined if nothing touched it. */
export function impulseOn(
  pushed: Pushed,
  presses: readonly Press[],
  pushedOf: readonly (Pushed | undefined)[],
): Twist | undefined {
  let [x, y, turn, isTouched] = [0, 0, 0, false];
  for (const press of presses) {
    const isHigh = pushedOf[press.high] === pushed;
    if (!isHigh && pushedOf[press.low] !== pushed) continue;
    const size = isHigh ? press.impulse : -press.impulse;
    const [jx, jy] = [size * press.nx, size * press.ny];
    x += jx;
    y += jy;
    turn += (press.x - pushed.pose.x) * jy - (press.y - pushed.pose.y) * jx;
    isTouched = true;
  }
  return isTouched ? { x, y, turn } : undefined;
}

function moved({ x, y, heading }: Pose, { x: vx, y: vy, turn }: Twist, seconds: number): Pose {
  return { x: x + vx * seconds, y: y + vy * seconds, heading: heading + turn * seconds };
}

/** The physics returns angles within one turn. */
function nearestTurn(angle: number): number {
  const turn = 2 * Math.PI;
  return angle - turn * Math.round(angle / turn);
}
