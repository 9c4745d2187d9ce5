/** A few robots on a simulated network, each with an algorithm, and everything that they put on record. */
import type { RecordOf, RecordType, TraceRecord } from '@kineko/formats/trace';
import { EventClass, Random, type RunReport } from '@kineko/kernel';
import { type AuthorLog, BasicChannel, type Channel, type NekoHost, SimNetwork } from '@kineko/neko';
import type { AnyMotionModule, RobotSpec, WorldSpec } from '@kineko/world';
import { AbstractAlgorithm } from '../src/run/algorithm.js';
import { BUILT_IN_SENSORS, sensorOf } from '../src/run/built-in-sensors.js';
import type { MotionOutcome } from '../src/run/motion.js';
import type { AnySensor } from '../src/run/neko-robot.js';
import { RobotSystem } from '../src/run/robot-system.js';
import type { AlgorithmClass, AnyAlgorithm } from '../src/run/routine.js';

/** Positions, and headings in degrees; the default radius is 1. */
export type Place = readonly [x: number, y: number, heading?: number, radius?: number];

export interface Setting extends Omit<WorldSpec, 'robots'> {
  /** Where they are; or how many, at random. Default: one in the origin. */
  readonly places?: readonly Place[] | number;
  /** The same as the world wants it. */
  readonly robots?: readonly RobotSpec[];
  /** One for all robots, or one for each by id. */
  readonly algorithm: AlgorithmClass | readonly AlgorithmClass[];
  readonly channel?: (host: NekoHost) => Channel;
  readonly seed?: number;
  readonly turnsShorter?: boolean;
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly motions?: readonly AnyMotionModule[];
  /** Besides the built-in ones. */
  readonly sensors?: Readonly<Record<string, () => AnySensor>>;
  readonly log?: AuthorLog;
  readonly onShutdown?: (reason: string) => void;
}

export function robotsOf(setting: Setting) {
  const { places = [[0, 0]], algorithm, channel = (host) => new BasicChannel(host), seed = 1 } = setting;
  const { turnsShorter = false, parameters = {}, motions = [], sensors = {}, log, onShutdown, ...world } = setting;
  const records: TraceRecord[] = [];
  const finished: string[] = [];
  const algorithms: AnyAlgorithm[] = [];
  const known = new Map([...BUILT_IN_SENSORS, ...Object.entries(sensors)]);
  const system = new RobotSystem({
    world: {
      ...world,
      robots: setting.robots ?? (typeof places === 'number' ? anywhere(places) : places.map(robotAt)),
    },
    random: new Random(seed),
    networks: (host) => [new SimNetwork(host, channel(host))],
    initializer: (robot) => {
      const chosen = typeof algorithm === 'function' ? algorithm : algorithm[robot.id]!;
      const made = new chosen(robot);
      made.setId('algorithm');
      made.setSender(robot.network());
      made.launch();
      algorithms.push(made);
    },
    makeSensor: (robot, name) => sensorOf(known, robot, name),
    turnsShorter: () => turnsShorter,
    parameters: (name) => new Map(Object.entries(parameters[name] ?? {})),
    onFinished: (robot) => void finished.push(`${system.simulator.now} p${robot}`),
    emit: (record) => void records.push(record),
    motions,
    log,
    ...(onShutdown !== undefined && { onShutdown }),
  });
  const { simulator, world: where, robots, networks } = system;
  const recordsOf = <T extends RecordType>(type: T): RecordOf<T>[] =>
    records.filter((record): record is RecordOf<T> => record.type === type);
  /** Does something at a time, as a fault does: before whatever else comes to a robot at that instant. */
  const at = (time: number, act: () => void): void => {
    simulator.schedule(time, { class: EventClass.Motion, low: -1, high: -1, run: act, describe: () => 'test' });
  };
  const run = (until?: number): Promise<RunReport> => simulator.run(until === undefined ? {} : { until });
  return { simulator, world: where, robots, networks, algorithms, records, recordsOf, finished, at, run };
}

/** Does one thing, and is finished. */
export abstract class Once<M extends object = Record<string, unknown>> extends AbstractAlgorithm<M> {
  protected abstract act(): Promise<void>;

  protected override async doMotion(): Promise<void> {
    await this.act();
    this.finish();
  }
}

/** Does nothing, forever. */
export class Idle extends AbstractAlgorithm {
  protected override async doMotion(): Promise<void> {
    await this.receive();
  }
}

/** `finished at 5 (10, 0) 0°`, with as many digits as are sure to be right. */
export function told({ status, at, pose, with: other, by }: MotionOutcome): string {
  const party = other === undefined ? '' : ` with ${other.kind} ${other.id}`;
  const cause = by === undefined ? '' : ` by ${by}`;
  return `${status}${party}${cause} at ${short(at)} (${short(pose.x)}, ${short(pose.y)}) ${short(pose.heading)}°`;
}

/** Ten digits behind the point, and no more than are needed. */
export function short(value: number): number {
  return Number(value.toFixed(10)) + 0;
}

function robotAt([x, y, heading = 0, radius = 1]: Place, id: number): RobotSpec {
  return { id, radius, x, y, heading: (heading * Math.PI) / 180 };
}

function anywhere(n: number): RobotSpec[] {
  return Array.from({ length: n }, (_, id) => ({ id, radius: 1 }));
}
