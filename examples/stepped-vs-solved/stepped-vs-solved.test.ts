import { expect, test } from '@jest/globals';
import { positionAt } from '@kineko/geometry';
import { compare, RADIUS, randomMotions } from './encounters.js';

test('a step misses the contacts that lie between two looks', () => {
  // Two robots drive towards each other at 2 m/s each, with their centres 0.16 m apart sideways: they touch for 0.06 s.
  const line = { heading: 0, start: 0, end: 10, vy: 0 } as const;
  const towards = [
    [{ kind: 'line' as const, ...line, x: 0, y: 0, vx: 2 }],
    [{ kind: 'line' as const, ...line, x: 8.2, y: 0.16, vx: -2 }],
  ];
  // They touch from t = 2.02 s to 2.08 s.
  expect(compare(towards, [0.1, 0.05])).toEqual({
    contacts: 1,
    rows: [
      { step: 0.1, missed: 1, deepest: 0, invented: 0 },
      { step: 0.05, missed: 0, deepest: expect.closeTo(2 * RADIUS - 0.16, 6), invented: 0 },
    ],
  });
});

test('what a step sees is what sampling the motions at every step sees', () => {
  const [robots, seconds, step] = [12, 400, 0.1];
  const motions = randomMotions(robots, seconds, 3);
  const { contacts, rows } = compare(motions, [step]);

  let seen = 0;
  for (const [i, a] of motions.entries()) {
    for (const b of motions.slice(i + 1)) {
      let overlapped = false;
      const end = Math.min(a.at(-1)!.end, b.at(-1)!.end);
      for (let k = 0; k * step <= end; k++) {
        const [p, q] = [a, b].map((legs) =>
          positionAt(
            legs.find((leg) => k * step <= leg.end)!,
            k * step,
          ),
        );
        const overlaps = (p!.x - q!.x) ** 2 + (p!.y - q!.y) ** 2 <= 4 * RADIUS * RADIUS;
        if (overlaps && !overlapped) seen++;
        overlapped = overlaps;
      }
    }
  }
  expect(contacts).toBeGreaterThan(5);
  expect(contacts - rows[0]!.missed).toBe(seen);
});
