import { expect, test } from '@jest/globals';
import { askMany, emptyTally, familyNames, ULPS_ALLOWED } from './queries.js';

const SEED = 20090301;
const COUNT = 50_000;

test(`${COUNT} questions of ${familyNames.length} families: nothing missed, nothing invented, to the last digits`, () => {
  const tally = emptyTally();
  askMany(SEED, COUNT, tally);
  expect(tally.failures.slice(0, 10).join('\n')).toBe('');
  expect(tally).toMatchObject({ queries: COUNT, missed: 0, invented: 0 });
  expect(tally.worstUlps).toBeLessThanOrEqual(ULPS_ALLOWED);
  // The questions are worth asking: many have an answer.
  expect(tally.hits).toBeGreaterThan(COUNT / 4);
});
