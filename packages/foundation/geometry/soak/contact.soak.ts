import type { Soak } from '@kineko/tools/soak/soak';
import { askMany, emptyTally } from '../test/queries.js';

const QUERIES_PER_SEED = 50_000;
/** Enough to see a pattern. */
const MAX_FAILURES = 5;

export const soaks: Soak[] = [
  {
    name: 'contact times against exact arithmetic',
    seeds: 20,
    run: (seed) => {
      const tally = emptyTally();
      askMany(seed, QUERIES_PER_SEED, tally);
      const { queries, hits, missed, invented, worstUlps, failures } = tally;
      if (failures.length > 0) {
        const first = failures.slice(0, MAX_FAILURES).join('\n');
        throw new Error(`${failures.length} of ${queries} answers are wrong\n${first}`);
      }
      return { sums: { queries, hits, missed, invented }, most: { 'error in ulp': worstUlps } };
    },
  },
];
