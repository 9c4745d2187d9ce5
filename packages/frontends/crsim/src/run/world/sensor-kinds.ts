/** Sensors. A kind is a plug-in: files name its type, requests its action, and it creates a sensor of the world per mount. */
import {
  BumpSensor,
  type BumpReading,
  type BumpRequest,
  Sensor,
  type SonarRequest,
  type WorldView,
} from '@kineko/world';
import type { CrsimSensor } from '../../format/model.js';
import { BodySonar, mountOf } from './body-sonar.js';
import { distanceBetween, normalAngle, placedOn } from './frame.js';
import type { Thing } from './things.js';

/** The response of a sensor to a robot. */
export interface SensorResponse {
  readonly mResponseType: string;
  readonly sensorid: number;
  /** For sensors that answer yes or no. */
  readonly activated?: boolean;
  /** For sensors that measure. */
  readonly proximity?: number;
}

export type SensorReading = Pick<SensorResponse, 'activated' | 'proximity'>;

/** The robot and the objects that a sensor may use. */
export interface SensorSite {
  readonly robot: number;
  /** The robot's radius. */
  readonly radius: number;
  readonly things: readonly Thing[];
  /** The direction in the world in which the map refuses a move; undefined if it does not. */
  refusedHeading(): number | undefined;
  /** The robot's heading. */
  heading(): number;
}

/** A sensor of the world, its request, and the interpretation of its reply. */
export interface FittedSensor {
  readonly sensor: Sensor<never, unknown>;
  readonly request: unknown;
  reading(reply: unknown): SensorReading;
}

export interface SensorKind {
  /** The type in files: `sonar`. */
  readonly type: string;
  /** The action of requests: `SONAR`. */
  readonly action: string;
  /** The type of responses: `kSonar`. */
  readonly responseType: string;
  /** Why a sensor of a file is incomplete, or undefined. */
  problem?(spec: CrsimSensor): string | undefined;
  fit(spec: CrsimSensor, site: SensorSite): FittedSensor;
}

/** The name of a sensor in the world. */
function sensorName({ type, id }: CrsimSensor): string {
  return `${type}:${id}`;
}

/** Combines a sensor, its request and the interpretation of its reply, with matching types. */
export function fitted<Request, Reply>(
  sensor: Sensor<Request, Reply>,
  request: Request,
  reading: (reply: Reply) => SensorReading,
): FittedSensor {
  return { sensor, request, reading: (reply) => reading(reply as Reply) };
}

/** Angle of the side of a robot that a bump sensor covers. */
const SIDE = Math.PI;

const bump: SensorKind = {
  type: 'bump',
  action: 'BUMPER',
  responseType: 'kBumper',
  fit: (spec, { refusedHeading, heading }) => {
    const request: BumpRequest = {};
    const isOnItsSide = (bearing: number): boolean => Math.abs(normalAngle(bearing - spec.rotation)) <= SIDE / 2;
    return fitted(new BumpSensor({ name: sensorName(spec) }), request, (touched: readonly BumpReading[]) => {
      const refused = refusedHeading();
      const isRefused = refused !== undefined && isOnItsSide(refused - heading());
      return { activated: isRefused || touched.some(({ bearing }) => isOnItsSide(bearing)) };
    });
  },
};

const sonar: SensorKind = {
  type: 'sonar',
  action: 'SONAR',
  responseType: 'kSonar',
  problem: ({ range }) => (range === undefined ? 'lacks its range' : undefined),
  fit: (spec, { radius }) => {
    const range = spec.range ?? 0;
    const request: SonarRequest = { range, offset: mountOf(spec, radius), direction: spec.rotation };
    return fitted(new BodySonar({ name: sensorName(spec) }), request, (distance) => ({
      proximity: distance ?? range,
    }));
  },
};

const heat: SensorKind = {
  type: 'heat',
  action: 'HEAT',
  responseType: 'kHeat',
  problem: ({ radius }) => (radius === undefined ? 'lacks its radius' : undefined),
  fit: (spec, { things }) =>
    fitted(new NearnessSensor(spec, things, (thing) => thing.heat), {}, (sum) => ({ proximity: sum })),
};

/** Sums up the strengths of objects, which decrease linearly from the full value at distance 0 to 0 at the radius. */
export class NearnessSensor extends Sensor<Readonly<Record<string, never>>, number> {
  readonly kind: string;

  constructor(
    private readonly spec: CrsimSensor,
    private readonly things: readonly Thing[],
    private readonly strengthOf: (thing: Thing) => number,
  ) {
    super({ name: sensorName(spec) });
    this.kind = spec.type;
  }

  override calReply(_request: unknown, around: WorldView, self: number): number {
    const here = placedOn(around.poseOf(self), this.spec);
    const radius = this.spec.radius ?? 0;
    let sum = 0;
    for (const thing of this.things) {
      const strength = this.strengthOf(thing);
      if (strength === 0 || thing.robot === self) continue;
      const place = thing.robot === undefined ? thing.at : around.poseOf(thing.robot);
      const distance = distanceBetween(here, place);
      if (distance < radius) sum += strength * (1 - distance / radius);
    }
    return sum;
  }
}

export const SENSOR_KINDS: readonly SensorKind[] = [bump, sonar, heat];
