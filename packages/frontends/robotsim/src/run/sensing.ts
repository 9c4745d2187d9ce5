/**
 * Sensors for authors: readings are awaited, and angles are degrees. The sensors of the world decide the value and the time
 * of a reading.
 */
import { degreesOf, radiansOf, reducedDegrees, type Vector } from '@kineko/geometry';
import { Completion, type Task, type Wait, WaitError } from '@kineko/kernel';
import {
  type BumpReading,
  type BumpRequest,
  type BumpSensor,
  type CompassRequest,
  type CompassSensor,
  type ContactSensor,
  type GpsSensor,
  type HeatSensor,
  type LightRequest,
  type LightSensor,
  type Party,
  type ProximityReading,
  type ProximityRequest,
  type ProximitySensor,
  type PushOptions,
  type PushSensor,
  type RingRequest,
  type RingSensor,
  type Sensor,
  type Sighting,
  type SonarRequest,
  type SonarSensor,
  type ViewRequest,
  type ViewSensor,
  RequestError,
} from '@kineko/world';
import type { AnySensor, NekoRobot } from './neko-robot.js';
import { ANGLE, fits, misfit, OPENING, type Quantity } from './quantities.js';

/** The algorithm that uses a sensor. */
export interface SensorUser {
  readonly robot: NekoRobot;
  /** Set while the handler of a push sensor is running, to mark the motions that it starts. */
  readonly work: { isHandling: boolean };
  task(): Task;
}

/** A reading that is requested; not awaiting it is an error. */
class Reply<T> extends Completion<T> {
  override get mustBeAwaited(): boolean {
    return true;
  }
}

/** Setup of a push sensor: an interval in simulated seconds, or options such as `{ exact: true }` with a handler. */
export type PushSetup<Reading> = number | PushOptions<Reading>;

/** Used by the classes in this file only. */
let userOf: (port: object) => SensorUser;

/** Any sensor: `await ask(request)` gives a reading. */
export class SensorPort<Request, Reading, S extends Sensor<Request, Reading> = Sensor<Request, Reading>> {
  // Private at run time too: it gives access to other robots, and author code may be plain JavaScript.
  readonly #user: SensorUser;

  static {
    userOf = (port) => (port as SensorPort<unknown, unknown>).#user;
  }

  constructor(
    user: SensorUser,
    readonly name: string,
  ) {
    this.#user = user;
  }

  /** Requests a reading. */
  ask(request: Request): Wait<Reading> {
    return this.asking(request, (reading) => reading);
  }

  protected get sensor(): S {
    return this.#user.robot.sensor<AnySensor>(this.name) as unknown as S;
  }

  protected asking<T>(request: Request, convert: (reading: Reading) => T): Wait<T> {
    const { robot } = this.#user;
    const task = this.#user.task();
    task.checkMayBegin(this.name);
    this.sensor.doSensor(request, (reading) => robot.notify(() => reply.settle(convert(reading))));
    // Created after the request, which may be refused.
    const reply = new Reply<T>(task, () => `reply of sensor '${this.name}'`);
    return reply;
  }

  protected check(name: string, value: unknown, quantity: Quantity): void {
    if (fits(value, quantity)) return;
    const { id } = this.#user.robot;
    throw new RequestError(`robot ${id}, sensor '${this.name}': ${misfit(name, value, quantity.what)}`);
  }
}

/** The port that activated each push sensor: all algorithms of a robot share its sensors. */
const activators = new WeakMap<object, object>();

/** A sensor that can also notify the algorithm, which interrupts the current motion. */
export class PushPort<
  Request,
  Reading,
  S extends PushSensor<Request, Reading> = PushSensor<Request, Reading>,
> extends SensorPort<Request, Reading, S> {
  #isActivated = false;

  /** Ends the notifications. */
  deactivate(): void {
    userOf(this).task().checkMayBegin(this.name);
    this.sensor.deactivate();
  }

  /** Whether the sensor notifies the algorithm. */
  get isActive(): boolean {
    return this.sensor.isActive;
  }

  /** Called when the algorithm no longer runs: deactivates the sensor, unless another algorithm has activated it since. */
  rest(): void {
    if (this.#isActivated && activators.get(this.sensor) === this) this.sensor.deactivate();
    this.#isActivated = false;
  }

  protected activating<T>(
    request: Request,
    setup: PushSetup<T>,
    handler: ((reading: T) => unknown) | undefined,
    convert: (reading: Reading) => T,
  ): void {
    const { onEvent, ...options } = typeof setup === 'number' ? { interval: setup, onEvent: undefined } : setup;
    const { robot } = userOf(this);
    userOf(this).task().checkMayBegin(this.name);
    this.sensor.activate(request, {
      ...options,
      onEvent: (reading) => {
        // A crashed robot senses nothing.
        if (robot.isCrashed) return;
        const converted = convert(reading);
        const { work } = userOf(this);
        const wasHandling = work.isHandling;
        work.isHandling = true;
        try {
          onEvent?.(converted);
          handler?.(converted);
        } finally {
          work.isHandling = wasHandling;
        }
      },
    });
    this.#isActivated = true;
    activators.set(this.sensor, this);
  }
}

/** A push sensor of an author, with unchanged readings. */
export class OwnPushPort<Request, Reading> extends PushPort<Request, Reading> {
  /** Interrupts the motion and calls the handler whenever the sensor fires. */
  activate(request: Request, setup: PushSetup<Reading> = 1, handler?: (reading: Reading) => unknown): void {
    if (typeof this.sensor.activate !== 'function') {
      const { id } = userOf(this).robot;
      throw new RequestError(`robot ${id}, sensor '${this.name}': expected a push sensor`);
    }
    this.activating(request, setup, handler, (reading) => reading);
  }
}

/** Positions in metres. */
export class GpsPort extends SensorPort<Parameters<GpsSensor['calReply']>[0], readonly Vector[], GpsSensor> {
  /** The position of this robot; `errorFactor` is the standard deviation of the noise on each coordinate (m; default: 0). */
  getSelfPosition(errorFactor = 0): Wait<Vector> {
    return this.asking({ who: 'self', errorFactor }, ([own]) => own!);
  }

  /** The positions of all robots, this one included, in the order of ids; `errorFactor` as above. */
  getAllPosition(errorFactor = 0): Wait<readonly Vector[]> {
    return this.ask({ who: 'all', errorFactor });
  }
}

/** Heading of this robot. */
export class CompassPort extends SensorPort<CompassRequest, number, CompassSensor> {
  /** Degrees in [0, 360), anticlockwise from the x axis; `errorFactor` is the standard deviation of the noise (default: 0). */
  getHeading(errorFactor = 0): Wait<number> {
    return this.ask({ errorFactor });
  }
}

/** Other robots in view. */
export class ViewPort extends SensorPort<ViewRequest, readonly Sighting[], ViewSensor> {
  /** The other robots whose centres are at most `viewSize` metres from the centre of this robot. */
  getRobotsInView(viewSize: number, options: Omit<ViewRequest, 'viewSize'> = {}): Wait<readonly Sighting[]> {
    return this.ask({ viewSize, ...options });
  }
}

type ProximityOptions = Omit<ProximityRequest, 'viewSize'>;

/** Converts bearings to degrees in [0, 360): below 180 on the left, above it on the right. */
const inDegrees = <R extends { readonly bearing: number }>(readings: readonly R[]): readonly R[] =>
  readings.map((reading) => ({ ...reading, bearing: reducedDegrees(degreesOf(reading.bearing)) }));

/** Robots and obstacles nearby. */
export class ProximityPort extends PushPort<ProximityRequest, readonly ProximityReading[], ProximitySensor> {
  /**
   * The robots and obstacles within `viewSize` metres, with distance and bearing. Distances are metres from the centre of this
   * robot to the rim of a robot, or to the nearest point of an obstacle; bearings are degrees in [0, 360), anticlockwise from
   * the heading of this robot.
   */
  getProximityView(viewSize: number, options: ProximityOptions = {}): Wait<readonly ProximityReading[]> {
    return this.asking({ viewSize, ...options }, inDegrees);
  }

  /**
   * Interrupts the motion and calls the handler when the rim of another robot comes within `viewSize` metres of the centre of
   * this robot. Default: checked every simulated second.
   */
  activate(
    viewSize: number,
    setup: PushSetup<readonly ProximityReading[]> & (number | ProximityOptions) = 1,
    handler?: (readings: readonly ProximityReading[]) => unknown,
  ): void {
    const { obstacles, errorFactor } = (typeof setup === 'number' ? {} : setup) as ProximityOptions;
    const request = {
      viewSize,
      ...(obstacles !== undefined && { obstacles }),
      ...(errorFactor !== undefined && { errorFactor }),
    };
    this.activating(request, setup, handler, inDegrees);
  }
}

/** Robots and obstacles that this robot touches. */
export class ContactPort extends PushPort<Readonly<Record<string, never>>, readonly Party[], ContactSensor> {
  /** The robots and obstacles that this robot touches. */
  getContacts(): Wait<readonly Party[]> {
    return this.ask({});
  }

  /** Interrupts the motion and calls the handler at each new contact. Default: at the exact instant. */
  activate(
    setup: PushSetup<readonly Party[]> = { exact: true },
    handler?: (parties: readonly Party[]) => unknown,
  ): void {
    this.activating({}, setup, handler, (parties) => parties);
  }
}

/** Contacts with their directions. */
export class BumpPort extends PushPort<BumpRequest, readonly BumpReading[], BumpSensor> {
  /**
   * The robots and obstacles that this robot touches, with bearings in degrees in [0, 360), anticlockwise from its heading; only
   * those within a sector of this angle around straight ahead (degrees; default: 360).
   */
  getBumps(sector = 360): Wait<readonly BumpReading[]> {
    this.check('sector', sector, OPENING);
    return this.asking({ sector: radiansOf(sector) }, inDegrees);
  }

  /** Interrupts the motion and calls the handler at each new contact in the sector. Default: at the exact instant. */
  activate(
    setup: PushSetup<readonly BumpReading[]> = { exact: true },
    handler?: (readings: readonly BumpReading[]) => unknown,
    sector = 360,
  ): void {
    this.check('sector', sector, OPENING);
    this.activating({ sector: radiansOf(sector) }, setup, handler, inDegrees);
  }
}

/** A beam that measures a distance. */
export class SonarPort extends SensorPort<SonarRequest, number | null, SonarSensor> {
  /**
   * The distance (m) from the start of the beam (default: the centre of this robot) to the rim or nearest point of the
   * nearest robot or obstacle in it; null if there is none within `range` metres. Angles are degrees; `direction` is
   * relative to the heading.
   */
  getDistance(range: number, options: Omit<SonarRequest, 'range'> = {}): Wait<number | null> {
    const { direction = 0, openingAngle = 0, ...others } = options;
    this.check('direction', direction, ANGLE);
    this.check('openingAngle', openingAngle, OPENING);
    return this.ask({
      range,
      ...others,
      direction: radiansOf(direction),
      openingAngle: radiansOf(openingAngle),
    });
  }
}

/** Rays that measure distances. */
export class RingPort extends SensorPort<RingRequest, readonly (number | null)[], RingSensor> {
  /**
   * The distance (m) along each ray from the centre of this robot, or with `fromRim` from its rim, to the first robot or
   * obstacle on the ray; null if there is none within `range` metres. `rays` is the number of rays, or their angles in
   * degrees.
   */
  getDistances(
    rays: number | readonly number[],
    range: number,
    options: Omit<RingRequest, 'rays' | 'range'> = {},
  ): Wait<readonly (number | null)[]> {
    if (!Array.isArray(rays)) return this.ask({ rays, range, ...options });
    for (const [index, angle] of rays.entries()) this.check(`rays[${index}]`, angle, ANGLE);
    return this.ask({ rays: rays.map(radiansOf), range, ...options });
  }
}

/** Heat at the position of this robot. */
export class HeatPort extends SensorPort<Readonly<Record<string, never>>, number, HeatSensor> {
  /** The sum of all sources of heat, each weakened by its distance. */
  getHeat(): Wait<number> {
    return this.ask({});
  }
}

/** Light at the position of this robot. */
export class LightPort extends SensorPort<LightRequest, number, LightSensor> {
  /** The sum of all sources of light, each weakened by its distance. */
  getLight(options: LightRequest = {}): Wait<number> {
    return this.ask(options);
  }
}

/** The sensors of one algorithm, created on first use. */
export class Sensing implements SensorUser {
  private readonly ports = new Map<string, unknown>();

  constructor(
    readonly robot: NekoRobot,
    readonly task: () => Task,
    readonly work: SensorUser['work'],
  ) {}

  port<P>(name: string, create: new (user: SensorUser, name: string) => P): P {
    const known = this.ports.get(name);
    if (known instanceof create) return known;
    const port = new create(this, name);
    this.ports.set(name, port);
    return port;
  }

  /** Called when the algorithm no longer runs. */
  rest(): void {
    for (const port of this.ports.values()) if (port instanceof PushPort) port.rest();
  }
}

/** Throws if the previous round did not await a reading. */
export function checkAwaited({ forgotten }: Task): void {
  if (forgotten.length === 0) return;
  const reply = forgotten.find((wait) => wait instanceof Reply);
  if (reply === undefined) return;
  throw new WaitError(`its round ended while its ${reply.describe()} was not awaited: missing await?`);
}
