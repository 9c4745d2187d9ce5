import type { Soak } from '@kineko/tools/soak/soak';
import { runPressing } from '../test/pressing.js';

/** Every fourth run is repeated at another scale: lengths and times are multiplied by powers of two. */
const SCALES = [
  { length: 2 ** 5, time: 1 },
  { length: 1, time: 2 ** -7 },
  { length: 2 ** -8, time: 2 ** 6 },
];

export const soaks: Soak[] = [
  {
    name: 'robots that press on each other reach the end of their time',
    seeds: 10_000,
    run: async (seed) => {
      const result = await runPressing(seed);
      if (seed % 4 === 0) {
        const scale = SCALES[(seed / 4) % SCALES.length]!;
        const { digest } = await runPressing(seed, scale);
        if (digest !== result.digest) throw new Error(`another run at the scale ${JSON.stringify(scale)}`);
      }
      const { events, eventsPerRobotAndTau, delays } = result;
      return { sums: { events, delays }, most: { 'events per robot and τ': eventsPerRobotAndTau } };
    },
  },
];
