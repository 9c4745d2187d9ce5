import { MIN_SPEED, MIN_TURN_RATE, radiansOf, type Vector } from '@kineko/geometry';
import type { Task } from '@kineko/kernel';
import { loadEquations, type MotionRequest } from '@kineko/world';
import type { Motion, MotionOrigin, MotionOutcome } from './motion.js';
import type { NekoRobot } from './neko-robot.js';
import {
  ANGLE,
  COORDINATE,
  DISTANCE,
  DURATION,
  fits,
  LENGTH,
  misfit,
  type Quantity,
  SPEED,
  TURN_SPEED,
  TURN_VELOCITY,
  VELOCITY,
} from './quantities.js';

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

/** What an actuator needs of its algorithm. */
export interface ActuatorHost {
  /** The process in which motions are requested; reports the mistake if there is none yet. */
  task(): Task;
  /** Whether the handler of a push sensor is being called. */
  readonly isHandling: boolean;
  /** Whether a motion that such a handler starts runs to its end before the next round. */
  finishesHandlerMotions(): boolean;
}

/**
 * How an algorithm has its robot move. Speeds are metres per second, turn speeds and angles degrees, anticlockwise. A motion
 * begins at once, and takes the place of the one under way.
 */
export class Actuator {
  // Private at run time too: author code may be plain JavaScript.
  readonly #robot: NekoRobot;
  readonly #host: ActuatorHost;
  #task: Task | undefined = undefined;

  constructor(robot: NekoRobot, host: ActuatorHost) {
    this.#robot = robot;
    this.#host = host;
  }

  /** For whoever makes it: the process in which motions are asked for, and awaited. */
  serve(task: Task): void {
    this.#task = task;
  }

  /** Straight on; back if the distance is negative. */
  forward(moveSpeed: number, distance: number): Motion {
    this.check('forward', 'moveSpeed', moveSpeed, SPEED);
    this.check('forward', 'distance', distance, DISTANCE);
    return this.perform({ kind: 'forward', distance, speed: moveSpeed });
  }

  /** On the spot; clockwise if the angle is negative. */
  turn(turnSpeed: number, angle: number): Motion {
    this.check('turn', 'turnSpeed', turnSpeed, TURN_SPEED);
    this.check('turn', 'angle', angle, ANGLE);
    return this.perform({ kind: 'turn', angle: radiansOf(angle), turnRate: radiansOf(turnSpeed), degrees: angle });
  }

  /** Turns towards a place, then goes there. */
  moveTo(destination: Vector, moveSpeed: number, turnSpeed: number): Motion {
    if (typeof destination !== 'object' || destination === null) {
      throw this.error('moveTo', 'destination', destination, 'a place, { x, y }');
    }
    const { x, y } = destination;
    this.check('moveTo', 'x', x, COORDINATE);
    this.check('moveTo', 'y', y, COORDINATE);
    this.check('moveTo', 'moveSpeed', moveSpeed, SPEED);
    this.check('moveTo', 'turnSpeed', turnSpeed, TURN_SPEED);
    const turnRate = radiansOf(turnSpeed);
    const request = this.#robot.turnsShorter
      ? { kind: 'moveTo', x, y, speed: moveSpeed, turnRate, shorter: true }
      : { kind: 'moveTo', x, y, speed: moveSpeed, turnRate };
    return this.perform(request);
  }

  /** Goes and turns at the same time, along a circle; backward if the speed is negative. */
  arc(moveSpeed: number, turnSpeed: number, lasting: Lasting = {}): Motion {
    this.check('arc', 'moveSpeed', moveSpeed, VELOCITY);
    this.check('arc', 'turnSpeed', turnSpeed, TURN_VELOCITY);
    this.checkLasting('arc', lasting);
    return this.circle(moveSpeed, radiansOf(turnSpeed), lasting);
  }

  /** The same by the speeds of two wheels, and the metres between them. */
  drive(left: number, right: number, axle: number, lasting: Lasting = {}): Motion {
    this.check('drive', 'left', left, VELOCITY);
    this.check('drive', 'right', right, VELOCITY);
    this.check('drive', 'axle', axle, LENGTH);
    this.checkLasting('drive', lasting);
    const speed = (left + right) / 2;
    const turnRate = (right - left) / axle;
    // Of wheels that were meant to go the same way, or opposite ones, and differ by a rounding.
    const isRounded = isNegligible(speed, MIN_SPEED) || isNegligible(turnRate, MIN_TURN_RATE);
    return isRounded
      ? this.circle(speed, turnRate, lasting)
      : this.perform({ kind: 'arc', left, right, axle, ...lasting });
  }

  /**
   * Along x(t), y(t), moved so that it begins where the robot is. What equations are read with is loaded when the first
   * robot follows some, while simulated time stands still: hence a promise.
   */
  async follow(equations: Equations): Promise<MotionOutcome> {
    const robot = this.#robot;
    if (!robot.knowsMotion('equation')) {
      const module = await this.#caller.outside(loadEquations());
      // Another robot may have been as fast.
      if (!robot.knowsMotion('equation')) robot.registerMotion(module);
    }
    const outcome = await this.perform({ kind: 'equation', ...equations });
    return outcome;
  }

  /** Any motion that there is a module for. */
  perform<R extends MotionRequest>(request: R): Motion {
    const task = this.#caller;
    task.checkMayBegin(request.kind);
    return this.#robot.move(request, task, task.mayAct ? 'round' : this.originOutOfTurn());
  }

  /** Ends the motion under way, if there is one, where the robot is. */
  stop(): void {
    this.#caller.checkMayBegin('stop');
    this.#robot.stop();
  }

  /** Of a motion that the handler of a sensor, a message or a timer starts. */
  private originOutOfTurn(): MotionOrigin {
    const host = this.#host;
    return host.isHandling && host.finishesHandlerMotions() ? 'handler' : 'free';
  }

  get #caller(): Task {
    return this.#task ?? this.#host.task();
  }

  /** Who steers by a difference may be off by a rounding: what is less than the world can hold is nothing. */
  private circle(velocity: number, rate: number, lasting: Lasting): Motion {
    const speed = isNegligible(velocity, MIN_SPEED) ? 0 : velocity;
    const turnRate = isNegligible(rate, MIN_TURN_RATE) ? 0 : rate;
    return this.perform({ kind: 'arc', speed, turnRate, ...lasting });
  }

  private checkLasting(motion: string, { duration }: Lasting): void {
    if (duration !== undefined) this.check(motion, 'duration', duration, DURATION);
  }

  private check(motion: string, name: string, value: unknown, quantity: Quantity): void {
    if (!fits(value, quantity)) throw this.error(motion, name, value, quantity.what);
  }

  private error(motion: string, name: string, value: unknown, what: string): ActuatorError {
    return new ActuatorError(`${this.#robot.name}, ${motion}: ${misfit(name, value, what)}`);
  }
}

function isNegligible(value: number, least: number): boolean {
  return value !== 0 && Math.abs(value) < least;
}
