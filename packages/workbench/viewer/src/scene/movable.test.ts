import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { boundsOf } from './scene-bounds.js';
import { Scene } from './scene.js';

const SQUARE = [
  { x: 0, y: 0 },
  { x: 2, y: 0 },
  { x: 2, y: 2 },
  { x: 0, y: 2 },
];

test('a pushed obstacle is drawn at its position', () => {
  const scene = new Scene();
  const from = [1, 1, 0];
  const rest = { kind: 'rest', x: 1, y: 1, heading: 0, start: 0, end: Infinity } as const;
  const turned = { kind: 'rest', x: 1, y: 1, heading: Math.PI / 2, start: 4, end: Infinity } as const;
  const records: TraceRecord[] = [
    { type: 'obstacle', time: 0, obstacle: 0, name: '', shape: { kind: 'disc', x: 9, y: 9, radius: 1 } },
    { type: 'obstacle', time: 0, obstacle: 1, name: '', shape: { kind: 'polygon', points: SQUARE } },
    { type: 'obstacleLeg', time: 0, obstacle: 1, from, leg: rest },
    { type: 'obstacleLeg', time: 1, obstacle: 1, from, leg: { ...rest, kind: 'line', start: 1, end: 2, vx: 3, vy: 0 } },
    { type: 'obstacleLeg', time: 4, obstacle: 1, from, leg: turned },
  ];
  for (const record of records) scene.add(record);
  expect(scene.obstacles).toHaveLength(1);
  const [movable] = scene.movables.values();
  const cornerAt = (t: number): unknown => {
    const [shape] = movable!.shapesAt(t);
    return shape?.kind === 'area' ? shape.points[0] : undefined;
  };
  expect(cornerAt(0.5)).toEqual({ x: 0, y: 0 });
  expect(cornerAt(1.5)).toEqual({ x: 1.5, y: 0 });
  expect(cornerAt(5)).toEqual({ x: expect.closeTo(2, 12), y: expect.closeTo(0, 12) });
  // Its whole path is in the picture.
  expect(boundsOf(scene)).toMatchObject({ maxX: 10, minX: expect.closeTo(1 - Math.SQRT2, 12) });
});

test.each([[[NaN, 0, 0]], [[0, 0]], [[]], [[1e300, 0, 0]]])(
  'one that was given at %j is left where it stood',
  (from) => {
    const scene = new Scene();
    const leg = { kind: 'rest', x: 1, y: 1, heading: 0, start: 0, end: Infinity } as const;
    scene.add({ type: 'obstacle', time: 0, obstacle: 1, name: '', shape: { kind: 'polygon', points: SQUARE } });
    scene.add({ type: 'obstacleLeg', time: 0, obstacle: 1, from, leg });
    expect(scene.obstacles).toHaveLength(1);
    expect(scene.movables.size).toBe(0);
  },
);
