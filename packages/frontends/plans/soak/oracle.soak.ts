import type { Soak } from '@kineko/tools/soak/soak';
import { COMPARISONS } from '../test/oracle-cases.js';

const PLANS = 30;

export const soaks: Soak[] = Object.entries(COMPARISONS).map(([name, compare]) => ({
  name: `the audit of plans against fractions: ${name}`,
  seeds: 20,
  run: async (seed) => {
    await compare(seed, PLANS);
    return { sums: { plans: PLANS } };
  },
}));
