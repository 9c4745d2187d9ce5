import { expect, test } from '@jest/globals';
import { BinaryWriter } from '@kineko/formats/trace';
import { cos, curveLeg, positionAt, sin, turnLeg } from '@kineko/geometry';
import { traceLegOf } from './trace-leg.js';
import { shapesOnRecord } from './trace-shape.js';

test('records legs unchanged, except a curve, which is recorded as knots', () => {
  const turn = turnLeg({ x: 1, y: 2, heading: 3, start: 4, end: 5, turnRate: 1 });
  const { kind, x, y, heading, start, end, turnRate } = turn;
  expect(traceLegOf(turn)).toEqual({ kind, x, y, heading, start, end, turnRate });
  const spiral = curveLeg({
    start: 2,
    end: 12,
    position: (t) => ({ x: t * cos(t), y: t * sin(t) }),
    velocity: (t) => ({ x: cos(t) - t * sin(t), y: sin(t) + t * cos(t) }),
    headingAt: (t) => t,
    maxSpeed: 13,
    maxAcceleration: 15,
  });
  const onRecord = traceLegOf(spiral);
  if (onRecord.kind !== 'curve') throw new Error('a curve stays a curve');
  const { knots } = onRecord;
  expect([knots[0], knots.at(-6)]).toEqual([2, 12]);
  // Halfway between two knots, by Hermite's cubic.
  for (let row = 0; row + 6 < knots.length; row += 6) {
    const [t, x, y, vx, vy] = knots.slice(row, row + 5) as [number, number, number, number, number];
    const [u, nextX, nextY, nextVx, nextVy] = knots.slice(row + 6, row + 11) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const middle = positionAt(spiral, (t + u) / 2);
    expect((x + nextX) / 2 + ((u - t) * (vx - nextVx)) / 8).toBeCloseTo(middle.x, 5);
    expect((y + nextY) / 2 + ((u - t) * (vy - nextVy)) / 8).toBeCloseTo(middle.y, 5);
  }
});

test('records a bitmap row by row, as runs that begin with a light one', () => {
  const bitmap = { width: 4, height: 2, dark: Uint8Array.of(0, 1, 1, 0, 1, 1, 1, 1) };
  const shape = { kind: 'bitmap', name: 'map', bitmap, x: 5, y: 6, metresPerPixel: 2 } as const;
  expect([...shapesOnRecord(shape)]).toEqual([
    {
      kind: 'bitmap',
      x: 5,
      y: 6,
      metresPerPixel: 2,
      width: 4,
      height: 2,
      firstRow: 0,
      rows: [
        [1, 2, 1],
        [0, 4],
      ],
    },
  ]);
});

test('the worst of large bitmaps fits into records', () => {
  const size = 1024;
  const dark = Uint8Array.from({ length: size * size }, (_, i) => i % 2);
  const shape = { kind: 'bitmap', bitmap: { width: size, height: size, dark }, x: 0, y: 0, metresPerPixel: 1 } as const;
  const parts = [...shapesOnRecord(shape)];
  expect(parts.length).toBeGreaterThan(1);
  const writer = new BinaryWriter();
  for (const part of parts) writer.append({ type: 'obstacle', time: 0, obstacle: 0, name: '', shape: part });
  expect(writer.length).toBeGreaterThan(size * size);
});
