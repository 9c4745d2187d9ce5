import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineIndex } from './line-index.js';

/** Bytes per record; a few hundred records fill a block. */
const RECORD = 500;

test('every record is in a block of its owner, found from any time, and blocks are adjacent', () => {
  const owner = fc.integer({ min: -2, max: 12 });
  fc.assert(
    fc.property(fc.array(owner, { minLength: 1, maxLength: 800 }), fc.nat({ max: 800 }), (owners, time) => {
      const index = new LineIndex(100);
      for (const [k, each] of owners.entries()) {
        index.note(k, each);
        index.advance(100 + (k + 1) * RECORD);
      }
      for (const wanted of new Set(owners)) {
        const back = [...index.before(wanted, time)];
        const on = [...index.after(wanted, time)];
        expect(back.every((block) => block.time <= time)).toBe(true);
        expect(on.every((block) => block.time > time)).toBe(true);
        const blocks = [...back.toReversed(), ...on];
        const places = owners.flatMap((each, k) => (each === wanted ? [100 + k * RECORD] : []));
        for (const at of places) expect(blocks.filter(({ from, to }) => from <= at && at < to)).toHaveLength(1);
      }
      expect([...index.before(99, time), ...index.after(99, time)]).toEqual([]);
    }),
    { seed: 9, numRuns: 60 },
  );
});

test('queries do not change the index', () => {
  const index = new LineIndex();
  for (let k = 0; k < 50; k++) {
    index.note(k, 1);
    index.advance((k + 1) * RECORD);
    expect([...index.before(1, 1000)]).toHaveLength(1);
  }
  expect(index.bytes).toBe(0);
});
