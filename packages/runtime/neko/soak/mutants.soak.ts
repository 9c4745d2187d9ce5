import type { Soak } from '@kineko/tools/soak/soak';
import { searchFor } from '../test/mutant-search.js';
import { protocolMutants } from '../test/mutants.js';

/** Seeds are mutants by number: each must be caught by the swarm within its budget. */
export const soaks: Soak[] = [
  {
    name: 'mutants of protocols',
    seeds: protocolMutants.length,
    run: async (number) => {
      const mutant = protocolMutants[number - 1];
      if (mutant === undefined) throw new Error(`expected the number of a mutant, from 1 to ${protocolMutants.length}`);
      const caught = await searchFor(mutant);
      if (caught === undefined) throw new Error(`${mutant.name} (${mutant.file}): not caught`);
      return { sums: { caught: 1 }, most: { seeds: caught.seed } };
    },
  },
];
