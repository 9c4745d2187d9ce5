import type { Vector } from '@kineko/geometry';
import type { Process } from '@kineko/kernel';
import { loadEquations, type MotionOutcome, type MotionRequest } from '@kineko/world';
import { radiansOf } from './degrees.js';
import { Motion } from './motion.js';
import type { NekoRobot } from './neko-robot.js';

/** A motion that was asked for with numbers that make no sense. */
export class ActuatorError extends RangeError {
  override readonly name = 'ActuatorError';
}

/** Seconds that a motion lasts; without it, until the next one. */
export interface Lasting {
  readonly duration?: number;
}

/** x and y as functions of t, the seconds since the motion began: `{ x: '2 * cos(t)', y: '2 * sin(t)', duration: 10 }`. */
export interface Equations {
  readonly x: string;
  readonly y: string;
  /** Seconds. */
  readonly duration: number;
}

/**
 * How an algorithm has its robot move. Speeds are metres per second, turn speeds and angles degrees, anticlockwise. A motion
 * begins at once, and takes the place of the one under way.
 */
export class Actuator {
  constructor(
    private readonly robot: NekoRobot,
    private readonly thread: () => Process,
  ) {}

  /** Straight on; back if the distance is negative. */
  forward(moveSpeed: number, distance: number): Motion {
    this.checkSpeed('forward', 'moveSpeed', moveSpeed);
    this.checkFinite('forward', 'distance', distance, 'metres');
    return this.perform({ kind: 'forward', distance, speed: moveSpeed });
  }

  /** On the spot; clockwise if the angle is negative. */
  turn(turnSpeed: number, angle: number): Motion {
    this.checkSpeed('turn', 'turnSpeed', turnSpeed);
    this.checkFinite('turn', 'angle', angle, 'degrees');
    return this.perform({ kind: 'turn', angle: radiansOf(angle), turnRate: radiansOf(turnSpeed) });
  }

  /** Turns towards a place, then goes there. */
  moveTo({ x, y }: Vector, moveSpeed: number, turnSpeed: number): Motion {
    this.checkSpeed('moveTo', 'moveSpeed', moveSpeed);
    this.checkSpeed('moveTo', 'turnSpeed', turnSpeed);
    const turnRate = radiansOf(turnSpeed);
    const request = this.robot.turnsShorter
      ? { kind: 'moveTo', x, y, speed: moveSpeed, turnRate, shorter: true }
      : { kind: 'moveTo', x, y, speed: moveSpeed, turnRate };
    return this.perform(request);
  }

  /** Goes and turns at the same time, along a circle; backward if the speed is negative. */
  arc(moveSpeed: number, turnSpeed: number, lasting: Lasting = {}): Motion {
    this.checkFinite('arc', 'moveSpeed', moveSpeed, 'metres per second');
    this.checkFinite('arc', 'turnSpeed', turnSpeed, 'degrees per second');
    return this.perform({
      kind: 'arc',
      speed: moveSpeed,
      turnRate: radiansOf(turnSpeed),
      ...lasting,
    });
  }

  /** The same by the speeds of two wheels, and the metres between them. */
  drive(left: number, right: number, axle: number, lasting: Lasting = {}): Motion {
    return this.perform({ kind: 'arc', left, right, axle, ...lasting });
  }

  /**
   * Along x(t), y(t), moved so that it begins where the robot is. What equations are read with is loaded when the first
   * robot follows some, while simulated time stands still: hence a promise.
   */
  async follow(equations: Equations): Promise<MotionOutcome> {
    const { motions } = this.robot.world;
    if (!motions.knows('equation')) {
      const module = await this.thread().outside(loadEquations());
      // Another robot may have been as fast.
      if (!motions.knows('equation')) motions.register(module);
    }
    const outcome = await this.perform({ kind: 'equation', ...equations });
    return outcome;
  }

  /** Any motion that there is a module for. */
  perform<R extends MotionRequest>(request: R): Motion {
    const { robot } = this;
    const thread = this.thread();
    thread.checkMayBegin(request.kind);
    const motion = new Motion(thread, robot, request.kind);
    // Code that was on its way when its process crashed may still run to its next wait.
    if (robot.isCrashed) this.refuseForNow(motion);
    else {
      robot.motionRequests++;
      robot.world.motions.request(robot.id, request, motion.over);
    }
    return motion;
  }

  /** Ends the motion under way, if there is one, where the robot is. */
  stop(): void {
    this.thread().checkMayBegin('stop');
    if (!this.robot.isCrashed) this.robot.world.motions.stop(this.robot.id);
  }

  private refuseForNow(motion: Motion): void {
    const { robot } = this;
    const { id, now: at, world } = robot;
    motion.over({ status: 'stopped', at, pose: world.poseOf(id) });
  }

  private checkSpeed(motion: string, name: string, value: number): void {
    if (value > 0 && value < Infinity) return;
    const unit = name === 'turnSpeed' ? 'degrees per second' : 'metres per second';
    throw this.error(motion, name, value, `${unit}, a finite number greater than 0`);
  }

  private checkFinite(motion: string, name: string, value: number, unit: string): void {
    if (!Number.isFinite(value)) throw this.error(motion, name, value, `${unit}, a finite number`);
  }

  private error(motion: string, name: string, value: unknown, right: string): ActuatorError {
    return new ActuatorError(`${this.robot.name}, ${motion}: ${name} is ${String(value)}; right would be ${right}`);
  }
}
