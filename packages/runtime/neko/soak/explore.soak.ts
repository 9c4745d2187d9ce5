import type { Soak } from '@kineko/tools/soak/soak';
import { exploreSubjects, runExplore } from '../test/explore-subjects.js';

/** One seed each: nothing is random. */
export const soaks: Soak[] = exploreSubjects.map((subject) => ({
  name: `explore: ${subject.name}`,
  seeds: 1,
  run: async () => {
    const { states, transitions, completed, cut, depth, results } = await runExplore(subject);
    const premises = results.map(({ name, premises: count }) => [`premises of ${name}`, count] as const);
    return {
      sums: { states, transitions, completed, cut, ...Object.fromEntries(premises) },
      most: { steps: depth },
    };
  },
}));
