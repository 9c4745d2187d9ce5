/** The engine beside a stepped oracle. A failure names its seed: `compare(seed, specOf(seed), 60, 8)` repeats it. */
import { expect, test } from '@jest/globals';
import { compare } from './episodes.js';
import { specOf } from './random-world.js';
import { STEP } from './stepped-oracle.js';

/** Each block has every scenery, every mixture of radii, and one world in five without bends. */
test.each([
  [1, 8],
  [9, 16],
  [17, 24],
])('the same motions end in the same way at the same time, in the worlds %i to %i', async (first, last) => {
  let [same, contacts, ties] = [0, 0, 0];
  const differences: string[] = [];
  for (let seed = first; seed <= last; seed++) {
    const verdict = await compare(seed, specOf(seed), 60, 8);
    same += verdict.same;
    contacts += verdict.contacts;
    expect(verdict.worst).toBeLessThan(STEP);
    if (verdict.tie !== undefined) ties++;
    if (verdict.difference !== undefined) differences.push(verdict.difference);
  }
  expect(differences).toEqual([]);
  expect(contacts).toBeGreaterThan(200);
  // Undecidable cases end an episode, but rarely.
  expect(ties / same).toBeLessThan(0.02);
});

/**
 * Robot 0 reaches 2 and 11 within 1.2e-15 s of each other, after four contacts that each add to the delay of the oracle. The
 * exact solution of the two legs: it overlaps 11 by 6e-17 m, and is 2.1e-15 m from 2.
 */
test('the delay of the oracle stays below its resolution where a robot is squeezed between two', async () => {
  const verdict = await compare(5304, specOf(5304), 60, 8);
  expect(verdict.difference).toBeUndefined();
  expect(verdict.worst).toBeLessThan(1e-7);
});
