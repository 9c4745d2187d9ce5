/** A frame of the report's scene with new speeds for every robot: analytic against rigid, without pushed objects. */
import { Random } from '@kineko/kernel';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { frameOf } from '../test/frames.js';
import { scenarioOf } from '../test/kit.js';
import { crowdedScene } from '../test/scenes.js';

const FRAMES = 60;

export const comparisons: Comparison[] = [20, 200].map((robots) => ({
  name: 'frames of a crowd of Chirps',
  n: robots,
  alternatives: ['analytic', 'rigid'].map((dynamics) => alternative(dynamics, robots)) as [Alternative, Alternative],
}));

function alternative(dynamics: string, robots: number): Alternative {
  return {
    name: dynamics,
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
