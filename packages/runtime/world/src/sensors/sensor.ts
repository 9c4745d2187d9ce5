/**
 * What every sensor is. A robot knows nothing of the world but what its sensors say, and a sensor says it in an event
 * of its own, run by the sensor manager: a pull sensor when it is asked, a push sensor on its own account.
 *
 * A sensor of one's own is one class: a kind, and `calReply`. Handlers are plain callbacks here; whoever wants to await
 * a reply wraps them.
 */
import type { RecordOf } from '@kineko/formats/trace';
import type { RandomStream } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import { RequestCheck, RequestError } from './request-check.js';

/** What sensors put on record. */
export type SensorRecord = RecordOf<'sensorRequest'> | RecordOf<'sensorReply'> | RecordOf<'sensorEvent'>;

export interface SensorOptions {
  /** What records and logs call it, if not by its kind: a robot with two sonars has to name one. */
  readonly name?: string;
  /** Seconds from a request to its reply, which tells of the instant at which it is given. Default: 0. */
  readonly latency?: number;
}

/** Something under way that can be called off; to do so late, or twice, does no harm. */
export interface Cancellable {
  cancel(): void;
}

/** A request that is to be answered. */
export interface PendingRequest extends Cancellable {
  /** False once it has been answered or called off. */
  readonly isPending: boolean;
}

/** A push sensor at work. */
export interface Activation extends Cancellable {
  readonly isActive: boolean;
}

/** A sensor's side of the sensor manager: the robot it belongs to, and where its requests go. */
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

/** A pull sensor: asked, it answers. It belongs to one robot. Requests and replies are plain data, for the record. */
export abstract class Sensor<Request, Reply> {
  /** What sort of sensor it is: `gps`, `sonar`. */
  abstract readonly kind: string;
  readonly latency: number;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #givenName: string | undefined;
  #port: SensorHost | undefined;

  constructor(options: SensorOptions = {}) {
    this.latency = options.latency ?? 0;
    this.#givenName = options.name;
  }

  /** As records and logs speak of it, and as its noise is drawn; of one robot's sensors no two have the same. */
  get name(): string {
    return this.#givenName ?? this.kind;
  }

  /**
   * The reply at this instant. Pure: it reads the world, changes nothing, remembers nothing, and takes what chance it
   * needs from `noise`.
   */
  abstract calReply(request: Request, world: WorldView, self: number, noise: RandomStream): Reply;

  /** Refuses a request that makes no sense, before it is on its way. */
  protected checkRequest(_request: Request, _check: RequestCheck): void {}

  /** Asks; the reply comes in an event of its own, after the latency. */
  doSensor(request: Request, onReply: (reply: Reply) => void): PendingRequest {
    const port = this.checkedPort(request);
    return port.ask(this, request, onReply);
  }

  /** Gives the sensor to its robot; done by the sensor manager. */
  attach(port: SensorHost): void {
    if (this.#port !== undefined) {
      throw new RequestError(
        `sensor '${this.name}' belongs to robot ${this.#port.robot} already and cannot be given to robot ${port.robot}: make one for each`,
      );
    }
    this.#port = port;
  }

  /** The port, once the request has been found to make sense. */
  protected checkedPort(request: Request): SensorHost {
    if (this.#port === undefined) {
      throw new RequestError(`sensor '${this.name}' belongs to no robot: equip one with it first`);
    }
    this.checkRequest(request, this.checkFor(this.#port));
    return this.#port;
  }

  protected checkFor(port: SensorHost): RequestCheck {
    return new RequestCheck(`robot ${port.robot}, sensor '${this.name}'`);
  }
}

/** How a push sensor works, and for whom. */
export interface PushOptions<Reply> {
  /** Seconds from one look to the next; the first is at once. Default: 1. An exact sensor does without. */
  readonly interval?: number;
  /** To be told when it happens, not at the next look. Not every sensor can. Default: false. */
  readonly exact?: boolean;
  /** Whether what it tells interrupts the robot's motion. Default: true. */
  readonly interruptsMotion?: boolean;
  /** Called after the motion has ended, so that it may request the next one. */
  readonly onEvent?: (reply: Reply) => void;
}

/** The same with nothing left open. */
export interface PushSettings<Reply> {
  readonly interval: number;
  readonly exact: boolean;
  readonly interruptsMotion: boolean;
  readonly onEvent: (reply: Reply) => void;
}

/**
 * A push sensor: once activated it looks again and again by itself, and tells its robot when its condition holds. It can
 * be asked as well, active or not.
 */
export abstract class PushSensor<Request, Reply> extends Sensor<Request, Reply> {
  #activation: Activation | undefined;

  /** Whether to tell the robot; `before` is the reply of the look before, undefined at the first. Pure. */
  abstract shouldInterrupt(reply: Reply, before: Reply | undefined): boolean;

  /** How it can be exact; undefined if it cannot. */
  exactMode(): ExactMode<Request, Reply> | undefined {
    return undefined;
  }

  /** Starts at this instant; in place of what it did, if it was active. */
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

  /** From now on it tells nothing; may be called by its own handler. */
  deactivate(): void {
    this.#activation?.cancel();
    this.#activation = undefined;
  }

  get isActive(): boolean {
    return this.#activation?.isActive === true;
  }
}

const ignore = (): void => {};

/** What an exact sensor can be woken by: what happens to its robot, as the dynamics solves it. */
export interface SensorTriggers {
  /** Another robot's rim comes within so many metres of this one's centre. */
  onEntry(range: number, wake: (other: Party, now: number) => void): Cancellable;
  /** The robot comes to touch someone whom it did not touch. */
  onTouch(wake: (party: Party, now: number) => void): Cancellable;
}

/** How a push sensor works that is woken instead of looking again and again. */
export interface ExactMode<Request, Reply> {
  /** Has `wake` called with whoever the robot is to be told of. */
  begin(request: Request, triggers: SensorTriggers, wake: (party: Party, now: number) => void): Cancellable;
  /** As `calReply`, knowing who has just come: by a last bit they may seem to be out of reach. */
  calReplyUpon(request: Request, upon: readonly Party[], world: WorldView, self: number, noise: RandomStream): Reply;
  /** Whether a reply tells of someone; if it does not, the robot is not told. */
  mentions(reply: Reply, party: Party): boolean;
}
