import { expect, test } from '@jest/globals';
import { deepClone } from './runtime/clone.js';
import { JavaRandom } from './java-random.js';

test('draws what Java draws', () => {
  const random = new JavaRandom(42);
  expect([random.nextDouble(), random.nextDouble()]).toEqual([0.7275636800328681, 0.6832234717598454]);
});

/** The definition, with big integers. */
function* definition(seed: bigint): Generator<number, never> {
  let state = (seed ^ 0x5deece66dn) & ((1n << 48n) - 1n);
  const next = (bits: bigint): bigint => {
    state = (state * 0x5deece66dn + 0xbn) & ((1n << 48n) - 1n);
    return state >> (48n - bits);
  };
  for (;;) yield Number((next(26n) << 27n) + next(27n)) / 2 ** 53;
}

test.each([0n, -1n, 42n, 9081257361234123445n, -9223372036854775808n])('follows the definition for seed %s', (seed) => {
  const [random, expected] = [new JavaRandom(seed), definition(seed)];
  for (let draw = 0; draw < 1000; draw++) expect(random.nextDouble()).toBe(expected.next().value);
});

test('a copy continues from the state of the original, without changing that', () => {
  const random = new JavaRandom(1);
  random.nextDouble();
  const copy = deepClone(random);
  const next = copy.nextDouble();
  copy.nextDouble();
  expect(random.nextDouble()).toBe(next);
});
