import { checkers } from '@kineko/neko';
import type { Soak } from '@kineko/tools/soak/soak';
import { CROWD, manyRuns, NETWORKS } from '../test/reserved-crowd.js';

/** Robots that reserve their ways never collide, whatever the network does. */
export const soaks: Soak[] = NETWORKS.map(({ name, channel }) => ({
  name: `reservation: ${name}`,
  seeds: 250,
  run: async (seed) => {
    const { results, runsWithCollisions, motions } = await manyRuns(1, { ...CROWD, channel }, seed);
    const broken = results.filter(({ verdict }) => verdict === 'violated');
    if (broken.length > 0) throw new Error(checkers.describeResults(broken));
    if (runsWithCollisions > 0) throw new Error('robots have collided');
    return { sums: { motions } };
  },
}));
