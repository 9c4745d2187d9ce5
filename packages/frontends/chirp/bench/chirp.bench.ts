/** A frame of the report's scene with new speeds for every robot: analytic against rigid, without pushed objects. */
import { Random } from '@kineko/kernel';
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';
import { frameOf } from '../test/frames.js';
import { scenarioOf } from '../test/kit.js';
import { crowdedScene } from '../test/scenes.js';

const FRAMES = 60;

/** A mean frame of at most 2 ms; the aim is 1 ms. */
const FRAMES_PER_SECOND: Target = {
  figure: 'Chirp scene of the report, frames',
  compares: 'at least',
  must: 500,
  aim: 1000,
};

export const comparisons: Comparison[] = [20, 200].map((robots) => ({
  name: 'frames of a crowd of Chirps',
  n: robots,
  alternatives: ['analytic', 'rigid'].map((dynamics) => alternative(dynamics, robots)) as [Alternative, Alternative],
}));

function alternative(dynamics: string, robots: number): Alternative {
  return {
    name: dynamics,
    ...(robots === 200 && dynamics === 'analytic' && { target: FRAMES_PER_SECOND }),
    setUp: () => {
      const opening = scenarioOf(crowdedScene({ robots }), { dynamics }).open({ seed: 1 });
      const stream = new Random(1).stream('speeds');
      let frame = 0;
      return async () => {
        const run = await opening;
        for (let i = 0; i < FRAMES; i++) await frameOf(run, ++frame, stream);
        return FRAMES;
      };
    },
  };
}
