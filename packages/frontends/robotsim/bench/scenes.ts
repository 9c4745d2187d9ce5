/** The scene of the benchmarks: a crowd in random movement that covers a tenth of a walled square. */
import { Random, type RandomStream, Simulator } from '@kineko/kernel';
import { BasicChannel, SimNetwork } from '@kineko/neko';
import { AbstractAlgorithm, RandomMovement } from '@kineko/robotsim';
import { BUILT_IN_SENSORS, sensorOf } from '../src/run/built-in-sensors.js';
import { RobotSystem } from '../src/run/robot-system.js';
import { type RobotSpec, World, type WorldSpec } from '@kineko/world';
import type { Work } from '@kineko/tools/bench/comparison';

const DENSITY = 0.1;
const DEGREE = Math.PI / 180;
/** Events per robot before the measurement: at first all robots turn, which is cheap. */
const EVENTS_BEFORE = 6;
/** Minimum number of events per call, and per robot, so that the work per call does not count. */
const EVENTS = 3000;
const EVENTS_PER_ROBOT = 0.25;

/** The motions that `RandomMovement` asks for, asked for by plain callbacks: what the world itself takes. */
export function byCallbacks(n: number): Work {
  const simulator = new Simulator();
  const random = new Random(1);
  const world = new World(worldOf(n), { simulator, random });
  const side = sideFor(n);
  let motions = 0;
  const go = (id: number, stream: RandomStream): void => {
    motions++;
    const speed = 10 * stream.uniform() + 3;
    const turnRate = (speed * stream.uniform() + 3) * DEGREE;
    const x = side * stream.uniform();
    const y = side * stream.uniform();
    world.motions.request(id, { kind: 'moveTo', x, y, speed, turnRate }, () => go(id, stream));
  };
  for (const id of world.robots) go(id, random.stream(`process/${id}/algorithm`));
  return motionsIn(simulator, n, () => motions);
}

/** Its algorithm returns the motion. */
export function returned(n: number): Work {
  return byAlgorithm(n, RandomMovement);
}

/** The same draws, and the motion awaited. */
class AwaitedMovement extends AbstractAlgorithm {
  private readonly side = this.parameters.number('side', 800);

  protected async doMotion(): Promise<void> {
    const moveSpeed = 10 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    const destination = { x: this.side * this.random(), y: this.side * this.random() };
    await this.actuator.moveTo(destination, moveSpeed, turnSpeed);
  }
}

export function awaited(n: number): Work {
  return byAlgorithm(n, AwaitedMovement);
}

function byAlgorithm(n: number, algorithm: typeof RandomMovement | typeof AwaitedMovement): Work {
  const parameters = new Map([['side', String(sideFor(n))]]);
  const { simulator, robots } = new RobotSystem({
    world: worldOf(n),
    random: new Random(1),
    networks: (host) => [new SimNetwork(host, new BasicChannel(host))],
    initializer: (robot) => {
      const made = new algorithm(robot);
      made.setId('algorithm');
      made.setSender(robot.network());
      made.launch();
    },
    makeSensor: (robot, name) => sensorOf(BUILT_IN_SENSORS, robot, name),
    parameters: () => parameters,
  });
  return motionsIn(simulator, n, () => robots.reduce((sum, { motionRequests }) => sum + motionRequests, 0));
}

/** Runs a number of events per call, and returns the number of motions. */
function motionsIn(simulator: Simulator, n: number, motions: () => number): Work {
  const maxEvents = Math.max(EVENTS, EVENTS_PER_ROBOT * n);
  let isSteady = false;
  return async () => {
    // In the first call, whose time counts for nothing: it is part of the warm-up.
    if (!isSteady) await simulator.run({ maxEvents: EVENTS_BEFORE * n });
    isSteady = true;
    const before = motions();
    await simulator.run({ maxEvents });
    return motions() - before;
  };
}

function worldOf(n: number): WorldSpec {
  const side = sideFor(n);
  return { robots: robotsOf(n, side), area: { minX: 0, minY: 0, maxX: side, maxY: side }, walled: true };
}

function sideFor(n: number): number {
  return Math.sqrt((n * Math.PI) / DENSITY);
}

/** In rows, as far from each other as there is room. */
function robotsOf(n: number, side: number): RobotSpec[] {
  const perRow = Math.ceil(Math.sqrt(n));
  const at = (place: number): number => ((place + 0.5) * side) / perRow;
  return Array.from({ length: n }, (_, id) => ({ id, radius: 1, x: at(id % perRow), y: at(Math.floor(id / perRow)) }));
}
