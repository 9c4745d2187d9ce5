import type { ChirpRun } from '../src/run/chirp-run.js';
import { FRAME_SECONDS } from '../src/run/driving.js';
import type { RandomStream } from '@kineko/kernel';

/** One frame with new random speeds for every robot, as in the report. */
export async function frameOf(run: ChirpRun, frame: number, stream: RandomStream): Promise<void> {
  for (const robot of run.robots) {
    const [left, right] = [stream.integer(-10, 30), stream.integer(-10, 30)];
    run.command({ kind: 'setspeed', robot, left, right }, 'frames');
  }
  await run.advance({ until: frame * FRAME_SECONDS });
}
