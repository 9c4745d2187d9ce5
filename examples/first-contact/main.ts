import { Random, Simulator, World } from 'kineko/engine';

const simulator = new Simulator();
const world = new World(
  {
    robots: [
      { id: 1, radius: 1, x: 0, y: 0 },
      { id: 2, radius: 1, x: 10, y: 1 },
    ],
  },
  { simulator, random: new Random(42) },
);
world.motions.request(1, { kind: 'forward', distance: 20, speed: 3 }, ({ status, at, pose, with: other }) => {
  console.log(`robot 1 ${status} with ${other?.kind} ${other?.id} at t = ${at}, x = ${pose.x}`);
});
await simulator.run(); // they touch at t = (10 - √3) / 3
