import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Obstacles } from '../obstacles/obstacles.js';
import { thicknessBetween } from './thickness.js';

const at = (x: number, y: number) => ({ x, y });

describe('how much of a line lies in obstacles', () => {
  const obstacles = new Obstacles([
    { kind: 'box', x: 10, y: -5, width: 4, height: 10 },
    { kind: 'disc', x: 30, y: 0, radius: 3 },
    { kind: 'segment', a: at(40, -5), b: at(40, 5) },
    { kind: 'polygon', points: [at(50, -5), at(60, -5), at(60, 5)] },
  ]);

  test.each([
    ['nothing in the way', at(0, 20), at(100, 20), 0],
    ['through a box', at(0, 0), at(20, 0), 4],
    ['through a disc', at(20, 0), at(38, 0), 6],
    ['a wall has no thickness', at(38, 0), at(45, 0), 0],
    ['through a triangle', at(45, 0), at(70, 0), 5],
    ['through all of them', at(0, 0), at(70, 0), 15],
    ['from inside the box', at(12, 0), at(20, 0), 2],
    ['inside the disc', at(29, 0), at(31, 0), 2],
    ['no way at all', at(12, 0), at(12, 0), 0],
  ])('%s', (_name, from, to, metres) => {
    expect(thicknessBetween(obstacles, from, to)).toBeCloseTo(metres, 9);
    expect(thicknessBetween(obstacles, to, from)).toBeCloseTo(metres, 9);
  });

  test('obstacles that overlap count once', () => {
    const twice = new Obstacles([
      { kind: 'box', x: 0, y: -5, width: 6, height: 10 },
      { kind: 'disc', x: 6, y: 0, radius: 4 },
    ]);
    expect(thicknessBetween(twice, at(-5, 0), at(20, 0))).toBeCloseTo(10, 9);
  });

  test('it is never more than the line', () => {
    const place = fc.record({
      x: fc.double({ min: -20, max: 80, noNaN: true }),
      y: fc.double({ min: -9, max: 9, noNaN: true }),
    });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const metres = thicknessBetween(obstacles, a, b);
        expect(metres).toBeGreaterThanOrEqual(0);
        expect(metres).toBeLessThanOrEqual(Math.hypot(a.x - b.x, a.y - b.y) * (1 + 1e-12));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
