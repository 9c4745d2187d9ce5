/** Two robots drive eights; the second one touches a pillar. */
import { Random, Simulator, World } from 'kineko/engine';
import { figureEight } from './figure-eight.js';

const simulator = new Simulator();
const world = new World(
  {
    robots: [
      { id: 1, radius: 0.5, x: 0, y: 0 },
      { id: 2, radius: 0.5, x: 20, y: 0 },
    ],
    obstacles: [{ kind: 'disc', name: 'pillar', x: 20, y: -4, radius: 0.5 }],
  },
  { simulator, random: new Random(1), modules: [figureEight] },
);

for (const robot of world.robots) {
  const task = world.motions.request(robot, { kind: 'figureEight', radius: 2, speed: 1 }, ({ status, at, pose }) => {
    console.log(`robot ${robot}: ${status} at t = ${at.toFixed(3)}, (${pose.x.toFixed(3)}, ${pose.y.toFixed(3)})`);
  });
  const planned = task.events.map(({ time, edge, phase }) => `${edge} of ${phase} at ${time.toFixed(3)}`);
  console.log(`robot ${robot} plans: ${planned.join(', ')}`);
}
await simulator.run();
