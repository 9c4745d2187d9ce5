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

/** A motion was requested with an invalid number. */
export class ActuatorError extends RangeError {
  override readonly name = 'ActuatorError';
}

/** Duration of a motion. */
export interface Lasting {
  /** Simulated seconds. Default: until the next motion. */
  readonly duration?: number;
}

/** Position in metres as functions of t, the seconds since the start: `{ x: '2 * cos(t)', y: '2 * sin(t)', duration: 10 }`. */
export interface Equations {
  readonly x: string;
  readonly y: string;
  /** Simulated seconds. */
  readonly duration: number;
}

/** Access to the parts of an algorithm that its actuator uses; one object for all algorithms. */
export interface ActuatorHost<Algorithm> {
  robotOf(algorithm: Algorithm): NekoRobot;
  /** The task in which motions are requested and awaited; throws if there is none yet. */
  taskOf(algorithm: Algorithm): Task;
  /** Whether the handler of a push sensor is running, and its motion runs to its end before the next round starts. */
  finishesMotion(algorithm: Algorithm): boolean;
}

/**
 * Moves the robot of an algorithm. Distances are metres, speeds metres per second, angles degrees and turn speeds degrees per
 * second; positive angles are anticlockwise. A motion starts at once and replaces the current one; await it, or return it from
 * `doMotion`, to wait for its end.
 */
export class Actuator {
  // Private at run time too: author code may be plain JavaScript.
  readonly #algorithm: unknown;
  readonly #host: ActuatorHost<unknown>;

  constructor(algorithm: unknown, host: ActuatorHost<never>) {
    this.#algorithm = algorithm;
    this.#host = host;
  }

  /** Moves straight ahead; backward if the distance (m) is negative. */
  forward(moveSpeed: number, distance: number): Motion {
    this.check('forward', 'moveSpeed', moveSpeed, SPEED);
    this.check('forward', 'distance', distance, DISTANCE);
    return this.perform({ kind: 'forward', distance, speed: moveSpeed });
  }

  /** Turns in place by an angle in degrees; clockwise if it is negative. */
  turn(turnSpeed: number, angle: number): Motion {
    this.check('turn', 'turnSpeed', turnSpeed, TURN_SPEED);
    this.check('turn', 'angle', angle, ANGLE);
    return this.perform({ kind: 'turn', angle: radiansOf(angle), turnRate: radiansOf(turnSpeed), degrees: angle });
  }

  /** Turns towards a destination (m), then moves straight to it. */
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
    const request = this.#host.robotOf(this.#algorithm).turnsShorter
      ? { kind: 'moveTo', x, y, speed: moveSpeed, turnRate, shorter: true }
      : { kind: 'moveTo', x, y, speed: moveSpeed, turnRate };
    return this.perform(request);
  }

  /** Moves along a circular arc; a negative speed is backward, a negative turn speed clockwise. */
  arc(moveSpeed: number, turnSpeed: number, lasting: Lasting = {}): Motion {
    this.check('arc', 'moveSpeed', moveSpeed, VELOCITY);
    this.check('arc', 'turnSpeed', turnSpeed, TURN_VELOCITY);
    this.checkLasting('arc', lasting);
    return this.circle(moveSpeed, radiansOf(turnSpeed), lasting);
  }

  /** Moves along an arc given by the speeds of two wheels (m/s) and the distance between them (m). */
  drive(left: number, right: number, axle: number, lasting: Lasting = {}): Motion {
    this.check('drive', 'left', left, VELOCITY);
    this.check('drive', 'right', right, VELOCITY);
    this.check('drive', 'axle', axle, LENGTH);
    this.checkLasting('drive', lasting);
    const speed = (left + right) / 2;
    const turnRate = (right - left) / axle;
    // Wheel speeds that should be equal or opposite, and differ by a rounding error.
    const isRounded = isNegligible(speed, MIN_SPEED) || isNegligible(turnRate, MIN_TURN_RATE);
    return isRounded
      ? this.circle(speed, turnRate, lasting)
      : this.perform({ kind: 'arc', left, right, axle, ...lasting });
  }

  /**
   * Follows the curve x(t), y(t), shifted so that it starts at the robot's position. The parser of equations is loaded before
   * the run if the configuration names `Equation`, or the text of an algorithm mentions this method.
   */
  follow(equations: Equations): Motion {
    const request = { kind: 'equation', ...equations };
    if (this.#host.robotOf(this.#algorithm).knowsMotion('equation')) return this.perform(request);
    // Called by code outside the class, so nothing has loaded the parser. A round gets a promise, to be awaited or returned.
    if (this.#host.taskOf(this.#algorithm).mayAct) return this.load(request) as unknown as Motion;
    throw new ActuatorError(
      `${this.#host.robotOf(this.#algorithm).name}, follow: the parser of equations is not loaded: ` +
        "expected 'robot.motion = Equation' in the configuration",
    );
  }

  /** Starts any motion for which there is a motion module. */
  perform<R extends MotionRequest>(request: R): Motion {
    const host = this.#host;
    const algorithm = this.#algorithm;
    const task = host.taskOf(algorithm);
    task.checkMayBegin(request.kind);
    return host.robotOf(algorithm).move(request, task, task.mayAct ? 'round' : this.originOutOfTurn());
  }

  /** Ends the current motion, if there is one, with the outcome `stopped`. */
  stop(): void {
    this.#host.taskOf(this.#algorithm).checkMayBegin('stop');
    this.#host.robotOf(this.#algorithm).stop();
  }

  /** Loads the parser of equations, while simulated time stands still, and then starts a motion. */
  private async load(request: MotionRequest): Promise<MotionOutcome> {
    const robot = this.#host.robotOf(this.#algorithm);
    const module = await this.#host.taskOf(this.#algorithm).outside(loadEquations());
    // Another robot may have registered it meanwhile.
    if (!robot.knowsMotion('equation')) robot.registerMotion(module);
    const outcome = await this.perform(request);
    return outcome;
  }

  /** The origin of a motion that is started by a handler of a sensor, a message or a timer. */
  private originOutOfTurn(): MotionOrigin {
    return this.#host.finishesMotion(this.#algorithm) ? 'handler' : 'free';
  }

  /** Rounds speeds that the world cannot represent to 0: they are rounding errors of differences. */
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
    return new ActuatorError(`${this.#host.robotOf(this.#algorithm).name}, ${motion}: ${misfit(name, value, what)}`);
  }
}

function isNegligible(value: number, least: number): boolean {
  return value !== 0 && Math.abs(value) < least;
}
