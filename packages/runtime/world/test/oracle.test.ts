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
