/**
 * Base classes of sensors. A robot perceives the world only through its sensors, each in an event of its own, run by the
 * sensor manager: a pull sensor replies to requests, a push sensor reports events without a request.
 *
 * A sensor of your own is one class with a kind and `calReply`. Handlers are plain callbacks at this level.
 */
import type { RecordOf } from '@kineko/formats/trace';
import type { RandomStream } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import { RequestCheck, RequestError } from './request-check.js';

/** Records of sensors. */
export type SensorRecord = RecordOf<'sensorRequest'> | RecordOf<'sensorReply'> | RecordOf<'sensorEvent'>;

export interface SensorOptions {
  /** Name in records and logs. Default: its kind. A robot with two sonars has to name one. */
  readonly name?: string;
  /** Seconds from a request to its reply, which describes the instant of the reply. Default: 0. */
  readonly latency?: number;
}

/** A request or an activation that can be cancelled; cancelling late, or twice, has no effect. */
export interface Cancellable {
  cancel(): void;
}

/** A request that awaits its reply. */
export interface PendingRequest extends Cancellable {
  /** False once it has been answered or cancelled. */
  readonly isPending: boolean;
}

/** An activation of a push sensor. */
export interface Activation extends Cancellable {
  readonly isActive: boolean;
}

/** The robot of a sensor, and the part of the manager that the sensor uses. */
export interface SensorHost {
  readonly robot: number;
  ask<Request, Reply>(
    sensor: Sensor<Request, Reply>,
    request: Request,
    onReply: (reply: Reply) => void,
  ): PendingRequest;
  activate<Request, Reply>(
    sensor: PushSensor<Request, Reply>,
    request: Request,
    settings: PushSettings<Reply>,
  ): Activation;
}

/** A pull sensor, which replies to requests. It belongs to one robot. Requests and replies are plain data. */
export abstract class Sensor<Request, Reply> {
  /** For example `gps` or `sonar`. */
  abstract readonly kind: string;
  readonly latency: number;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #givenName: string | undefined;
  #port: SensorHost | undefined;
  #check: RequestCheck | undefined;

  constructor(options: SensorOptions = {}) {
    this.latency = options.latency ?? 0;
    this.#givenName = options.name;
  }

  /** Name in records, logs and random streams; unique among the sensors of a robot. */
  get name(): string {
    return this.#givenName ?? this.kind;
  }

  /**
   * Returns the reply at this instant. It must only read the world, store nothing, and draw random numbers from `noise`
   * only.
   */
  abstract calReply(request: Request, world: WorldView, self: number, noise: RandomStream): Reply;

  /** Rejects an invalid request before it is scheduled. */
  protected checkRequest(_request: Request, _check: RequestCheck): void {}

  /** Sends a request; the reply comes in an event of its own, after the latency. */
  doSensor(request: Request, onReply: (reply: Reply) => void): PendingRequest {
    const port = this.checkedPort(request);
    return port.ask(this, request, onReply);
  }

  /** Gives the sensor to its robot; called by the sensor manager. */
  attach(port: SensorHost): void {
    if (this.#port !== undefined) {
      throw new RequestError(
        `sensor '${this.name}' belongs to robot ${this.#port.robot} and cannot be given to robot ${port.robot}: create one for each`,
      );
    }
    this.#port = port;
  }

  /** Checks the request and returns the host. */
  protected checkedPort(request: Request): SensorHost {
    if (this.#port === undefined) {
      throw new RequestError(`sensor '${this.name}' belongs to no robot: equip one with it first`);
    }
    this.checkRequest(request, this.checkFor(this.#port));
    return this.#port;
  }

  protected checkFor(port: SensorHost): RequestCheck {
    return (this.#check ??= new RequestCheck(`robot ${port.robot}, sensor '${this.name}'`));
  }
}

/** Options of a push sensor. */
export interface PushOptions<Reply> {
  /** Seconds between two readings; the first is immediate. Default: 1. Exact sensors ignore it. */
  readonly interval?: number;
  /** Report an event when it happens, not at the next reading. Not every sensor supports it. Default: false. */
  readonly exact?: boolean;
  /** Whether a report interrupts the robot's motion. Default: true. */
  readonly interruptsMotion?: boolean;
  /** Called after the motion has ended, so that it may request the next one. */
  readonly onEvent?: (reply: Reply) => void;
}

/** The options with their defaults filled in. */
export interface PushSettings<Reply> {
  readonly interval: number;
  readonly exact: boolean;
  readonly interruptsMotion: boolean;
  readonly onEvent: (reply: Reply) => void;
}

/**
 * A push sensor: once activated, it reads repeatedly, and reports when its condition holds. It replies to requests too,
 * active or not.
 */
export abstract class PushSensor<Request, Reply> extends Sensor<Request, Reply> {
  #activation: Activation | undefined;

  /** Whether to report a reply; `before` is the previous reply, undefined for the first one. A pure function. */
  abstract shouldInterrupt(reply: Reply, before: Reply | undefined): boolean;

  /** Implementation of the exact mode; undefined if the sensor does not support it. */
  exactMode(): ExactMode<Request, Reply> | undefined {
    return undefined;
  }

  /** Activates the sensor at this instant; replaces an earlier activation. */
  activate(request: Request, options: PushOptions<Reply> = {}): void {
    const port = this.checkedPort(request);
    const { interval = 1, exact = false, interruptsMotion = true, onEvent = ignore } = options;
    const check = this.checkFor(port);
    check.flag('exact', exact);
    check.flag('interruptsMotion', interruptsMotion);
    if (!(Number.isFinite(interval) && interval > 0)) {
      check.refuse('interval', interval, 'a finite number of seconds above 0');
    }
    if (exact && this.exactMode() === undefined) {
      check.refuse('exact', exact, 'false, since this sensor can only look at intervals');
    }
    this.deactivate();
    this.#activation = port.activate(this, request, { interval, exact, interruptsMotion, onEvent });
  }

  /** Stops reporting; may be called by its own handler. */
  deactivate(): void {
    this.#activation?.cancel();
    this.#activation = undefined;
  }

  get isActive(): boolean {
    return this.#activation?.isActive === true;
  }
}

const ignore = (): void => {};

/** Events of the dynamics that can wake an exact sensor. */
export interface SensorTriggers {
  /** Calls back when the rim of another robot comes within `range` metres of this robot's centre. */
  onEntry(range: number, wake: (other: Party, now: number) => void): Cancellable;
  /** Calls back when the robot begins to touch a party. */
  onTouch(wake: (party: Party, now: number) => void): Cancellable;
}

/** A push sensor that is woken by events instead of reading repeatedly. */
export interface ExactMode<Request, Reply> {
  /** Subscribes to the triggers; calls `wake` with each party to be reported. */
  begin(request: Request, triggers: SensorTriggers, wake: (party: Party, now: number) => void): Cancellable;
  /** As `calReply`, given the parties that have just arrived, which may seem out of range because of rounding. */
  calReplyUpon(request: Request, upon: readonly Party[], world: WorldView, self: number, noise: RandomStream): Reply;
  /** Whether a reply mentions a party; if not, nothing is reported. */
  mentions(reply: Reply, party: Party): boolean;
}
