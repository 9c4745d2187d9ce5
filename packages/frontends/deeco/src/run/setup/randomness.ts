/** Where the chance of a run comes from. */
import { Random } from '@kineko/kernel';
import { JavaRandom } from '../java-random.js';
import type { Values } from './settings.js';

/** By the name of whoever draws: a stream for each, or, as in Java, one for all. */
export function randomness({ random }: Pick<Values, 'random'>, seed: number): (who: string) => () => number {
  if (random === 'java') {
    const shared = new JavaRandom(seed);
    const draw = (): number => shared.nextDouble();
    return () => draw;
  }
  const streams = new Random(seed);
  return (who) => {
    const stream = streams.stream(who);
    return () => stream.uniform();
  };
}
