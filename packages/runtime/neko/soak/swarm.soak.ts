import type { Soak } from '@kineko/tools/soak/soak';
import { runSwarm, soakName } from '../test/swarm.js';
import { subjects } from '../test/swarm-subjects.js';

/** Every protocol under a swarm of faults; the sums show how often each property was tested. */
export const soaks: Soak[] = subjects.map((subject) => ({
  name: soakName(subject.name),
  seeds: 300,
  run: async (seed) => {
    const { results, plan, records } = await runSwarm(subject, seed);
    const premises = results.map(({ name, premises: count }) => [`premises of ${name}`, count] as const);
    const crashes = plan.faults.filter(({ kind }) => kind === 'crash').length;
    return {
      sums: {
        crashes,
        'other faults': plan.faults.length - crashes,
        records: records.length,
        ...Object.fromEntries(premises),
      },
    };
  },
}));
