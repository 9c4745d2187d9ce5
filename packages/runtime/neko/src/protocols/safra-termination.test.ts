import { describe, expect, test } from '@jest/globals';
import { smallSystem } from '../../test/small-system.js';
import { termination } from '../checkers/termination.js';
import { RandomChannel } from '../networks/sim/random.js';
import { SafraTermination } from './safra-termination.js';
import { wire } from './wire.js';

/** Work that spreads: a message of generation g > 0 makes its receiver work, and send up to two messages of generation g - 1. */
async function outcomeOf(n: number, seed: number, Class = SafraTermination) {
  let announcedAt = Infinity;
  const { system, records } = smallSystem(
    n,
    (process) => {
      const safra = new Class(process);
      const random = process.random('work');
      const spread = (generation: number): void => {
        for (let i = random.integer(0, 2); i > 0 && generation > 0; i--) {
          const to = [random.integer(0, process.n - 1)];
          safra.send({ to, protocol: 'work', type: 'WORK', content: generation - 1 });
        }
      };
      let jobs = 0;
      const work = (generation: number): void => {
        jobs++;
        process
          .timer(() => {
            spread(generation);
            if (--jobs === 0) safra.passive();
          })
          .schedule(random.exponential(1));
      };
      safra.onTerminate(() => (announcedAt = process.now));
      wire(safra, 'safra', process.network(), { deliver: ({ content }) => work(content as number) });
      work(6);
    },
    (host) => new RandomChannel(host),
    seed,
  );
  await system.run({ until: 1000 });
  return { announcedAt, result: termination({ protocol: 'safra' }).check(records, n) };
}

describe('the end of the work', () => {
  test('is announced, and not too early', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { announcedAt, result } = await outcomeOf(2 + (seed % 5), seed);
      expect(result.violations).toEqual([]);
      expect(announcedAt).toBeLessThan(1000);
    }
  });

  test.each([
    [
      'ignores messages under way',
      class extends SafraTermination {
        protected override added(token: { sum: number; isBlack: boolean }) {
          return { ...super.added(token), sum: 0 };
        }
      },
    ],
    [
      'ignores colours',
      class extends SafraTermination {
        protected override added(token: { sum: number; isBlack: boolean }) {
          return { ...super.added(token), isBlack: false };
        }
      },
    ],
  ])('is announced too early by one that %s', async (_name, Class) => {
    let texts: string[] = [];
    for (let seed = 1; seed <= 60 && texts.length === 0; seed++)
      texts = (await outcomeOf(4, seed, Class)).result.violations.map(({ text }) => text);
    expect(texts[0]).toMatch(/announced the end at t = /);
  });
});
