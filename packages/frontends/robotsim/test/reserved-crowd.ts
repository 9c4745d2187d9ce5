/** Robots in so little room that they collide, unless they reserve their ways. */
import type { TraceRecord } from '@kineko/formats/trace';
import {
  BasicChannel,
  type Channel,
  checkers,
  FifoLink,
  LamportBroadcast,
  type NekoHost,
  RandomChannel,
  type Sender,
  wire,
} from '@kineko/neko';
import { type NekoRobot, PathReservation, RandomMovement } from '@kineko/robotsim';
import { ALGORITHM_ID, recordsOf, type RobotRun, robotRun, type RobotRunOptions } from './robot-run.js';
import { motionsInZones, zonesApart } from './zones.js';

const lamport = (robot: NekoRobot): Sender =>
  wire(new LamportBroadcast(robot), 'abcast', wire(new FifoLink(robot), 'fifo', robot.network()));

export const randomChannel =
  (lambda: number) =>
  (host: NekoHost): Channel =>
    new RandomChannel(host, { lambda });
export const basicChannel =
  (lambda: number) =>
  (host: NekoHost): Channel =>
    new BasicChannel(host, { lambda });

/** Records for the checkers; the messages of ten robots are many. */
const keeps = ({ type }: TraceRecord): boolean =>
  type === 'robot' || type === 'leg' || type === 'protocolEvent' || type === 'motionEnd';

/** A square so small for ten robots of radius 1 to 2 that they soon collide if nothing is done about it. */
export const SIDE = 60;
export const CROWD = {
  n: 10,
  side: SIDE,
  radius: (draw) => draw.uniform(1.5, 2.5),
  // A long pause after a refusal, so that a thousand runs do not consist of refusals.
  parameters: { side: SIDE, pause: 12 },
  until: 20,
  channel: basicChannel(1),
  algorithm: PathReservation,
  stack: lamport,
  keeps,
} as const satisfies Omit<RobotRunOptions, 'seed'>;

export function checked({ records }: RobotRun): checkers.CheckResult[] {
  return [zonesApart(records, ALGORITHM_ID), motionsInZones(records, ALGORITHM_ID)];
}

export interface ManyRuns {
  readonly results: readonly checkers.CheckResult[];
  readonly runsWithCollisions: number;
  readonly motions: number;
}

/** Both checkers over many runs as one text, so that a failure shows where; and how often robots met, and moved. */
export async function manyRuns(
  seeds: number,
  options: Omit<RobotRunOptions, 'seed'>,
  firstSeed = 0,
): Promise<ManyRuns> {
  const results: checkers.CheckResult[] = [];
  let runsWithCollisions = 0;
  let motions = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const run = await robotRun({ ...options, seed });
    results.push(...checked(run));
    if (collisionsOfRobots(run) > 0) runsWithCollisions++;
    motions += run.system.robots.reduce((sum, robot) => sum + robot.motionRequests, 0);
  }
  return { results: checkers.mergeResults(results), runsWithCollisions, motions };
}

export function collisionsOfRobots(run: RobotRun): number {
  return recordsOf(run, 'motionEnd').filter(({ with: other }) => other?.kind === 'robot').length;
}

export const HOLD = [
  { name: 'zones apart', verdict: 'holds' },
  { name: 'motions in zones', verdict: 'holds' },
];

/** The same crowd, each for itself. */
export const UNRESERVED = { ...CROWD, algorithm: RandomMovement, stack: (robot: NekoRobot): Sender => robot.network() };

/** Each with seeds of its own. */
export const NETWORKS = [
  { name: 'a random network of 1 s', firstSeed: 0, channel: randomChannel(1) },
  { name: 'a random network of 0.1 s', firstSeed: 250, channel: randomChannel(0.1) },
  { name: 'a basic network of 1 s', firstSeed: 500, channel: basicChannel(1) },
  { name: 'a basic network of 0.1 s', firstSeed: 750, channel: basicChannel(0.1) },
];
