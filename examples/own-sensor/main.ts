/** A robot drives towards three others until its own sensor reports too much crowding. */
import { Random, Simulator, World } from 'kineko/engine';
import { CrowdingSensor } from './crowding-sensor.js';

const simulator = new Simulator();
const crowd = [2, 3, 4].map((id) => ({ id, radius: 1, x: 30, y: 4 * (id - 3) }));
const world = new World({ robots: [{ id: 1, radius: 1, x: 0, y: 0 }, ...crowd] }, { simulator, random: new Random(1) });
const sensor = world.sensors.equip(1, new CrowdingSensor());
sensor.activate(
  { range: 10, limit: 0.03 },
  {
    interval: 0.5,
    onEvent: ({ share }) => console.log(`t = ${simulator.now}: ${share * 100} % of the ground is taken`),
  },
);
world.motions.request(1, { kind: 'forward', distance: 30, speed: 2 }, ({ status, by, pose }) => {
  console.log(`robot 1: ${status} by ${by ?? 'nobody'} at x = ${pose.x}`);
});
await simulator.run({ until: 20 });
