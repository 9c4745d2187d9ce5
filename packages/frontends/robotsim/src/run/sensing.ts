/**
 * The sensors as authors see them: what is asked for is awaited, angles are degrees. What they say, and when, is the
 * world's affair.
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

/** What a sensor needs to know of who asks. */
export interface Asker {
  readonly robot: NekoRobot;
  /** True while the handler of a push sensor is being called: motions that it starts are known by this. */
  readonly work: { isHandling: boolean };
  task(): Task;
}

/** A reply to be: to ask and not to await it is a mistake. */
class Reply<T> extends Completion<T> {
  override get mustBeAwaited(): boolean {
    return true;
  }
}

/** How a push sensor works: at an interval (seconds, by default 1), or exactly; and who is told. */
export type PushSetup<Reading> = number | PushOptions<Reading>;

/** For the ports in this file only. */
let askerOf: (port: object) => Asker;

/** Any sensor: ask it, and await what it says. */
export class SensorPort<Request, Reading, S extends Sensor<Request, Reading> = Sensor<Request, Reading>> {
  // `#` members: private at run time too, since they lead to other robots and author code may be plain JavaScript.
  // Private by `#`: author code may be plain JavaScript, and the robot leads to the world.
  readonly #asker: Asker;

  static {
    askerOf = (port) => (port as SensorPort<unknown, unknown>).#asker;
  }

  constructor(
    asker: Asker,
    readonly name: string,
  ) {
    this.#asker = asker;
  }

  ask(request: Request): Wait<Reading> {
    return this.asking(request, (reading) => reading);
  }

  protected get sensor(): S {
    return this.#asker.robot.sensor<AnySensor>(this.name) as unknown as S;
  }

  protected asking<T>(request: Request, told: (reading: Reading) => T): Wait<T> {
    const { robot } = this.#asker;
    const task = this.#asker.task();
    task.checkMayBegin(this.name);
    this.sensor.doSensor(request, (reading) => robot.tell(() => reply.settle(told(reading))));
    // Only now: of a request that is refused there is nothing to await.
    const reply = new Reply<T>(task, () => `reply of sensor '${this.name}'`);
    return reply;
  }

  protected check(name: string, value: unknown, quantity: Quantity): void {
    if (fits(value, quantity)) return;
    const { id } = this.#asker.robot;
    throw new RequestError(`robot ${id}, sensor '${this.name}': ${misfit(name, value, quantity.what)}`);
  }
}

/** For whom push sensors work: all algorithms of a robot have the same ones. */
const activators = new WeakMap<object, object>();

/** A sensor that can also speak up by itself. */
export class PushPort<
  Request,
  Reading,
  S extends PushSensor<Request, Reading> = PushSensor<Request, Reading>,
> extends SensorPort<Request, Reading, S> {
  #isActivated = false;

  /** From now on it tells nothing. */
  deactivate(): void {
    askerOf(this).task().checkMayBegin(this.name);
    this.sensor.deactivate();
  }

  get isActive(): boolean {
    return this.sensor.isActive;
  }

  /** Its algorithm is not run any more: it tells nothing, unless it works for another algorithm by now. */
  rest(): void {
    if (this.#isActivated && activators.get(this.sensor) === this) this.sensor.deactivate();
    this.#isActivated = false;
  }

  protected activating<T>(
    request: Request,
    setup: PushSetup<T>,
    handler: ((reading: T) => unknown) | undefined,
    told: (reading: Reading) => T,
  ): void {
    const { onEvent, ...options } = typeof setup === 'number' ? { interval: setup, onEvent: undefined } : setup;
    const { robot } = askerOf(this);
    askerOf(this).task().checkMayBegin(this.name);
    this.sensor.activate(request, {
      ...options,
      onEvent: (reading) => {
        // Who is crashed hears nothing.
        if (robot.isCrashed) return;
        const what = told(reading);
        const { work } = askerOf(this);
        const wasHandling = work.isHandling;
        work.isHandling = true;
        try {
          onEvent?.(what);
          handler?.(what);
        } finally {
          work.isHandling = wasHandling;
        }
      },
    });
    this.#isActivated = true;
    activators.set(this.sensor, this);
  }
}

/** A push sensor of an author's own: what it tells is told as it is. */
export class OwnPushPort<Request, Reading> extends PushPort<Request, Reading> {
  /** Interrupts the motion, and tells the handler, whenever the sensor finds a reason to. */
  activate(request: Request, setup: PushSetup<Reading> = 1, handler?: (reading: Reading) => unknown): void {
    if (typeof this.sensor.activate !== 'function') {
      const { id } = askerOf(this).robot;
      throw new RequestError(`robot ${id}, sensor '${this.name}': it can be asked, but is no push sensor`);
    }
    this.activating(request, setup, handler, (reading) => reading);
  }
}

export class Gps extends SensorPort<Parameters<GpsSensor['calReply']>[0], readonly Vector[], GpsSensor> {
  /** Where one is; `errorFactor` is the standard deviation of the noise on each coordinate, in metres. */
  getSelfPosition(errorFactor = 0): Wait<Vector> {
    return this.asking({ who: 'self', errorFactor }, ([own]) => own!);
  }

  /** Where all are, oneself included, in the order of ids. */
  getAllPosition(errorFactor = 0): Wait<readonly Vector[]> {
    return this.ask({ who: 'all', errorFactor });
  }
}

export class Compass extends SensorPort<CompassRequest, number, CompassSensor> {
  /** The own heading: degrees in [0, 360), anticlockwise from the x axis; `errorFactor` in degrees. */
  getHeading(errorFactor = 0): Wait<number> {
    return this.ask({ errorFactor });
  }
}

export class View extends SensorPort<ViewRequest, readonly Sighting[], ViewSensor> {
  /** Where the others are whose centres are at most so many metres from the own centre, without oneself. */
  getRobotsInView(viewSize: number, options: Omit<ViewRequest, 'viewSize'> = {}): Wait<readonly Sighting[]> {
    return this.ask({ viewSize, ...options });
  }
}

type ProximityOptions = Omit<ProximityRequest, 'viewSize'>;

/** Bearings in degrees in [0, 360): below 180 on the left, above it on the right. */
const inDegrees = <R extends { readonly bearing: number }>(readings: readonly R[]): readonly R[] =>
  readings.map((reading) => ({ ...reading, bearing: reducedDegrees(degreesOf(reading.bearing)) }));

export class Proximity extends PushPort<ProximityRequest, readonly ProximityReading[], ProximitySensor> {
  /**
   * How far robots and obstacles are, within so many metres, and in which direction: degrees in [0, 360), anticlockwise
   * from the own heading. Distances are from the own centre to the rim of a robot, or the nearest point of an obstacle.
   */
  getProximityView(viewSize: number, options: ProximityOptions = {}): Wait<readonly ProximityReading[]> {
    return this.asking({ viewSize, ...options }, inDegrees);
  }

  /**
   * Interrupts the motion when the rim of another robot comes within so many metres of the own centre, and tells the
   * handler who is there.
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

export class Contact extends PushPort<Readonly<Record<string, never>>, readonly Party[], ContactSensor> {
  /** Whom one touches. */
  getContacts(): Wait<readonly Party[]> {
    return this.ask({});
  }

  /** Interrupts the motion, and tells the handler, when someone is touched who was not before. */
  activate(
    setup: PushSetup<readonly Party[]> = { exact: true },
    handler?: (parties: readonly Party[]) => unknown,
  ): void {
    this.activating({}, setup, handler, (parties) => parties);
  }
}

export class Bump extends PushPort<BumpRequest, readonly BumpReading[], BumpSensor> {
  /**
   * Whom one touches, and on which side: degrees in [0, 360), anticlockwise from the own heading; only those within so
   * many degrees around straight ahead.
   */
  getBumps(sector = 360): Wait<readonly BumpReading[]> {
    this.check('sector', sector, OPENING);
    return this.asking({ sector: radiansOf(sector) }, inDegrees);
  }

  activate(
    setup: PushSetup<readonly BumpReading[]> = { exact: true },
    handler?: (readings: readonly BumpReading[]) => unknown,
    sector = 360,
  ): void {
    this.check('sector', sector, OPENING);
    this.activating({ sector: radiansOf(sector) }, setup, handler, inDegrees);
  }
}

export class Sonar extends SensorPort<SonarRequest, number | null, SonarSensor> {
  /**
   * How far the nearest thing in a beam is, from where the beam starts (by default the own centre) to its rim or nearest
   * point; null if there is none in range. Angles are degrees.
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

export class Ring extends SensorPort<RingRequest, readonly (number | null)[], RingSensor> {
  /**
   * How far the first thing on each ray is, from the own centre, or with `fromRim` from the own rim, to where the ray meets
   * it; null where there is none in range. Angles are degrees.
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

export class Heat extends SensorPort<Readonly<Record<string, never>>, number, HeatSensor> {
  getHeat(): Wait<number> {
    return this.ask({});
  }
}

export class Light extends SensorPort<LightRequest, number, LightSensor> {
  getLight(options: LightRequest = {}): Wait<number> {
    return this.ask(options);
  }
}

/** The sensors of one algorithm, made when they are first used. */
export class Sensing implements Asker {
  private readonly ports = new Map<string, unknown>();

  constructor(
    readonly robot: NekoRobot,
    readonly task: () => Task,
    readonly work: Asker['work'],
  ) {}

  port<P>(name: string, create: new (asker: Asker, name: string) => P): P {
    const known = this.ports.get(name);
    if (known instanceof create) return known;
    const port = new create(this, name);
    this.ports.set(name, port);
    return port;
  }

  /** Its algorithm is not run any more. */
  rest(): void {
    for (const port of this.ports.values()) if (port instanceof PushPort) port.rest();
  }
}

/** Refuses to go on with a round when there are replies that the one before did not await. */
export function checkAwaited({ forgotten }: Task): void {
  if (forgotten.length === 0) return;
  const reply = forgotten.find((wait) => wait instanceof Reply);
  if (reply === undefined) return;
  throw new WaitError(`its round ended while its ${reply.describe()} was not awaited: missing await?`);
}
