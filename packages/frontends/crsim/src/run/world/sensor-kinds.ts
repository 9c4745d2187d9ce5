/**
 * What robots sense with. A kind of sensor is a plug-in: by its type it is named in the file, by its action it is asked for, and it
 * makes a sensor of the world for each place on a robot at which one sits.
 */
import type { Pose, Vector } from '@kineko/geometry';
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

/** What a sensor says, as it goes to the robot. */
export interface SensorResponse {
  readonly mResponseType: string;
  readonly sensorid: number;
  /** Of those that say yes or no. */
  readonly activated?: boolean;
  /** Of those that measure. */
  readonly proximity?: number;
}

export type Reading = Pick<SensorResponse, 'activated' | 'proximity'>;

/** What a sensor may know besides the world's surroundings. */
export interface SensorSite {
  readonly robot: number;
  /** Of the robot. */
  readonly radius: number;
  readonly things: readonly Thing[];
  /** The direction, in the world, in which the map refuses to let the robot move; undefined if it does not. */
  refusedHeading(): number | undefined;
  /** The robot's heading. */
  heading(): number;
}

/** A sensor of the world, what it is asked, and what its reply means. */
export interface FittedSensor {
  readonly sensor: Sensor<never, unknown>;
  readonly request: unknown;
  reading(reply: unknown): Reading;
}

export interface SensorKind {
  /** As in the file: `sonar`. */
  readonly type: string;
  /** As robots ask for it: `SONAR`. */
  readonly action: string;
  /** As it answers: `kSonar`. */
  readonly responseType: string;
  /** What is missing of it; undefined if nothing is. */
  problem?(spec: CrsimSensor): string | undefined;
  fit(spec: CrsimSensor, site: SensorSite): FittedSensor;
}

/** The name under which the world knows a sensor: its type and its id. */
export function sensorName({ type, id }: CrsimSensor): string {
  return `${type}:${id}`;
}

/** Ties a sensor, its request and its reply together. */
export function fitted<Request, Reply>(
  sensor: Sensor<Request, Reply>,
  request: Request,
  reading: (reply: Reply) => Reading,
): FittedSensor {
  return { sensor, request, reading: (reply) => reading(reply as Reply) };
}

/** Something touches this side of the robot, so far around where the sensor looks. */
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

/** Adds up what things give off, the less the farther: all of it at no distance, nothing from the radius on. */
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
      const distance = distanceBetween(here, whereIs(thing, around));
      if (distance < radius) sum += strength * (1 - distance / radius);
    }
    return sum;
  }
}

function whereIs({ robot, at }: Thing, around: WorldView): Vector {
  return robot === undefined ? at : (around.poseOf(robot) satisfies Pose);
}

export const SENSOR_KINDS: readonly SensorKind[] = [bump, sonar, heat];
