import type { Soak } from '@kineko/tools/soak/soak';
import { exploreSubjects, runExplore } from '../test/explore-subjects.js';
import { BrachaBroadcast, checkers, explore, wire } from '../test/library.js';

/** One seed each: nothing is random. */
const explored: Soak[] = exploreSubjects.map((subject) => ({
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

/** Bracha's broadcast needs n > 3f: with a liar among three, one process delivers and another one never does. */
const lies: Soak = {
  name: "explore: Bracha's broadcast, a liar among three",
  seeds: 1,
  run: async () => {
    const { states, transitions, counterexample } = await explore<BrachaBroadcast>({
      wire: (process) =>
        wire(new BrachaBroadcast(process, { faulty: 1 }), 'bracha', process.network(), { deliver() {} }),
      actions: [
        {
          process: 0,
          name: 'broadcast',
          run: (layer) => layer.send({ to: layer.process.all, protocol: 'application', type: 'M', content: 1 }),
        },
      ],
      checkers: [checkers.byzantineBroadcast({ protocol: 'bracha' })],
      byzantine: [0],
    });
    if (counterexample?.checker !== 'Byzantine broadcast') throw new Error('the fault was not found');
    return { sums: { states, transitions }, most: { steps: counterexample.choices.length } };
  },
};

export const soaks: Soak[] = [...explored, lies];
