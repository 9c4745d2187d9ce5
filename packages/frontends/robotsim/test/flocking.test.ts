import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { BasicChannel, RangeChannel, SimNetwork } from '@kineko/neko';
import { BUILT_IN_SENSORS, sensorOf } from '../src/run/built-in-sensors.js';
import { RobotSystem } from '../src/run/robot-system.js';
import { Flocking } from '../src/run/algorithms/flocking.js';

const N = 15;
const SECONDS = 60;

/** How much robots look the same way: from 0 to 1. */
function orderOf({ world }: RobotSystem): number {
  const headings = world.robots.map((robot) => world.poseOf(robot).heading);
  const sum = (of: (heading: number) => number): number => headings.reduce((total, each) => total + of(each), 0);
  return Math.hypot(sum(Math.cos), sum(Math.sin)) / N;
}

async function flock(seed: number): Promise<RobotSystem> {
  const system = new RobotSystem({
    world: {
      robots: Array.from({ length: N }, (_, id) => ({ id, radius: 0.5 })),
      area: { minX: 0, minY: 0, maxX: 40, maxY: 40 },
    },
    random: new Random(seed),
    networks: (host, world) => {
      const positions = { positionOf: (robot: number) => world.poseOf(robot) };
      const channel = new RangeChannel(host, new BasicChannel(host, { lambda: 0.05 }), positions, { reach: 30 });
      return [new SimNetwork(host, channel)];
    },
    makeSensor: (robot, name) => sensorOf(BUILT_IN_SENSORS, robot, name),
    initializer: (robot) => {
      const algorithm = new Flocking(robot);
      algorithm.setId('algorithm');
      algorithm.setSender(robot.network());
      algorithm.launch();
    },
  });
  await system.simulator.run({ until: SECONDS });
  return system;
}

test('robots with random headings align', async () => {
  const orders: number[] = [];
  for (const seed of [1, 2, 3]) orders.push(orderOf(await flock(seed)));
  for (const order of orders) expect(order).toBeGreaterThan(0.9);
});
