/** Covers: light sensors in TypeScript. Turns towards the light, and stops when it is bright enough. */
import process from 'node:process';
import { SimulatedChirp } from '../../chirp.js';

const BRIGHT = 20;
const robot = await SimulatedChirp.connect(Number(process.argv[2]));

for (;;) {
  const light = await robot.light();
  const brightest = Math.max(...light);
  if (brightest >= BRIGHT) {
    await robot.setSpeed(0, 0);
  } else {
    // Sensors are numbered anticlockwise: 1 to 3 are on the left, 5 to 7 on the right.
    const left = light[1]! + light[2]! + light[3]!;
    const right = light[5]! + light[6]! + light[7]!;
    const turn = Math.max(-1, Math.min(1, (20 * (left - right)) / (left + right + 1e-9)));
    await robot.setSpeed(12 - 10 * turn, 12 + 10 * turn);
  }
  await robot.pause();
}
