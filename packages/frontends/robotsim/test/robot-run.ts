/** Robots in a small world, run for a while, and what became of them. */
import type { RecordOf, RecordType, TraceRecord } from '@kineko/formats/trace';
import type { Pose, Vector } from '@kineko/geometry';
import { Random, type RandomStream } from '@kineko/kernel';
import { type Channel, type NekoHost, type Sender, SimNetwork } from '@kineko/neko';
import type { NekoRobot } from '@kineko/robotsim';
import { BUILT_IN_SENSORS, sensorOf } from '../src/run/built-in-sensors.js';
import { RobotSystem } from '../src/run/robot-system.js';
import type { AlgorithmClass } from '../src/run/routine.js';
import type { ObstacleShape, World, WorldSpec } from '@kineko/world';

export interface RobotRunOptions {
  readonly n: number;
  readonly seed: number;
  readonly algorithm: AlgorithmClass;
  /** Metres: the side of the square in which they are placed at random, unless they are given places. */
  readonly side: number;
  readonly places?: readonly Vector[];
  readonly obstacles?: readonly ObstacleShape[];
  /** Metres; of each robot, drawn from the test's own numbers. Default: 1. */
  readonly radius?: (draw: RandomStream) => number;
  readonly response?: WorldSpec['response'];
  readonly channel: (host: NekoHost, world: World) => Channel;
  /** Wires what is below the algorithm. Default: nothing but the network. */
  readonly stack?: (robot: NekoRobot) => Sender;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Seconds. */
  readonly until: number;
  /** Which records are kept. Default: no records are created. */
  readonly keeps?: (record: TraceRecord) => boolean;
  /** Does something before the run begins. */
  readonly before?: (system: RobotSystem) => void;
}

export interface RobotRun {
  readonly system: RobotSystem;
  readonly records: readonly TraceRecord[];
  /** Pairs of robots, or robots and obstacles, that ran into each other. */
  readonly collisions: number;
  /** Robots whose algorithm is finished, in that order. */
  readonly finished: readonly number[];
  readonly poses: readonly Pose[];
}

/** The id that the algorithm has in the dispatcher. */
export const ALGORITHM_ID = 'algorithm';

export async function robotRun(options: RobotRunOptions): Promise<RobotRun> {
  const { keeps, until, before } = options;
  const records: TraceRecord[] = [];
  const finished: number[] = [];
  const random = new Random(options.seed);
  const parameters = new Map(Object.entries(options.parameters ?? {}).map(([name, value]) => [name, String(value)]));
  const system = new RobotSystem({
    world: worldOf(options, random.stream('test')),
    random,
    networks: (host, world) => [new SimNetwork(host, options.channel(host, world))],
    initializer: (robot) => launch(options, robot),
    makeSensor: (robot, name) => sensorOf(BUILT_IN_SENSORS, robot, name),
    turnsShorter: () => true,
    parameters: () => parameters,
    onFinished: (robot) => void finished.push(robot),
    emit: keeps === undefined ? undefined : (record) => void (keeps(record) && records.push(record)),
  });
  before?.(system);
  await system.simulator.run({ until });
  const { world } = system;
  return { system, records, collisions: world.collisions, finished, poses: world.robots.map((id) => world.poseOf(id)) };
}

export function recordsOf<T extends RecordType>({ records }: Pick<RobotRun, 'records'>, type: T): RecordOf<T>[] {
  return records.filter((record): record is RecordOf<T> => record.type === type);
}

/** Headings are drawn as well: without that all would look the same way. */
function worldOf(options: RobotRunOptions, draw: RandomStream): WorldSpec {
  const { n, side, places = [], obstacles = [], radius = () => 1, response = 'stop' } = options;
  const robots = Array.from({ length: n }, (_, id) => ({
    id,
    radius: radius(draw),
    heading: draw.uniform(-Math.PI, Math.PI),
    ...places[id],
  }));
  return { robots, area: { minX: 0, minY: 0, maxX: side, maxY: side }, obstacles, response };
}

function launch({ algorithm, stack = networkOf }: RobotRunOptions, robot: NekoRobot): void {
  const program = new algorithm(robot);
  program.setId(ALGORITHM_ID);
  program.setSender(stack(robot));
  program.launch();
}

const networkOf = (robot: NekoRobot): Sender => robot.network();
