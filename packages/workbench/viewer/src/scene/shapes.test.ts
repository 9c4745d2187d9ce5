import { expect, test } from '@jest/globals';
import type { TraceValue } from '@kineko/formats/trace';
import { shapeOf } from './shapes.js';

test.each<[TraceValue, object]>([
  [
    { kind: 'segment', a: { x: 0, y: 1 }, b: { x: 2, y: 3 } },
    {
      kind: 'line',
      points: [
        { x: 0, y: 1 },
        { x: 2, y: 3 },
      ],
    },
  ],
  [
    {
      kind: 'polyline',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    },
    {
      kind: 'line',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    },
  ],
  [
    { kind: 'box', x: 1, y: 2, width: 3, height: 4 },
    {
      kind: 'area',
      points: [
        { x: 1, y: 2 },
        { x: 4, y: 2 },
        { x: 4, y: 6 },
        { x: 1, y: 6 },
      ],
    },
  ],
  [
    { kind: 'disc', x: 1, y: 2, radius: 3 },
    { kind: 'disc', x: 1, y: 2, radius: 3 },
  ],
])('a shape is drawn as it stands on record: %j', (value, expected) => {
  expect(shapeOf(value)).toEqual(expected);
});

test('a polygon is an area', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ];
  expect(shapeOf({ kind: 'polygon', points })).toEqual({ kind: 'area', points });
});

const bitmap = { kind: 'bitmap', x: 10, y: 20, metresPerPixel: 2, width: 4, height: 3 };

function boxesOf(value: TraceValue): number[] {
  const shape = shapeOf(value);
  return shape?.kind === 'pixels' ? [...shape.boxes] : [];
}

test('dark pixels are boxes, the first row on top, and equal rows are merged', () => {
  const rows = [
    [1, 2, 1],
    [1, 2, 1],
    [0, 1, 3],
  ];
  expect(boxesOf({ ...bitmap, firstRow: 0, rows })).toEqual([12, 22, 4, 4, 10, 20, 2, 2]);
});

test('a part of a bitmap starts at its first row', () => {
  expect(boxesOf({ ...bitmap, firstRow: 2, rows: [[0, 4]] })).toEqual([10, 20, 8, 2]);
});

test('boxes cover the same pixels as the runs', () => {
  const rows = [
    [0, 1, 1, 1, 1],
    [0, 1, 2, 1],
    [2, 2],
    [0, 4],
  ];
  const boxes = boxesOf({ ...bitmap, height: 4, metresPerPixel: 1, x: 0, y: 0, firstRow: 0, rows });
  const dark = new Set<string>();
  for (let i = 0; i < boxes.length; i += 4) {
    const [x, y, width, height] = boxes.slice(i, i + 4) as [number, number, number, number];
    for (let dx = 0; dx < width; dx++) {
      for (let dy = 0; dy < height; dy++) {
        expect(dark.has(`${x + dx} ${y + dy}`)).toBe(false);
        dark.add(`${x + dx} ${y + dy}`);
      }
    }
  }
  expect([...dark].sort()).toEqual(['0 0', '0 2', '0 3', '1 0', '2 0', '2 1', '2 3', '3 0', '3 1', '3 2']);
});

const huge = 1e300;

test.each<[string, TraceValue]>([
  ['no shape', null],
  ['a text', 'box'],
  ['a list', []],
  ['an unknown kind', { kind: 'torus', x: 0 }],
  ['a segment with one end', { kind: 'segment', a: { x: 0, y: 0 } }],
  ['a segment of texts', { kind: 'segment', a: { x: '0', y: 0 }, b: { x: 1, y: 1 } }],
  ['a polyline of one point', { kind: 'polyline', points: [{ x: 0, y: 0 }] }],
  ['a polygon with a hole in its list', { kind: 'polygon', points: [{ x: 0, y: 0 }, null, { x: 1, y: 1 }] }],
  ['a box without a height', { kind: 'box', x: 0, y: 0, width: 1 }],
  ['a box beyond all', { kind: 'box', x: huge, y: 0, width: 1, height: 1 }],
  ['a disc that is no number', { kind: 'disc', x: 0, y: 0, radius: NaN }],
  ['a disc of less than nothing', { kind: 'disc', x: 0, y: 0, radius: -1 }],
  ['a bitmap without rows', { ...bitmap, firstRow: 0 }],
  ['a bitmap of no size', { ...bitmap, metresPerPixel: 0, firstRow: 0, rows: [[0, 4]] }],
])('%s is not a shape', (_name, value) => {
  expect(shapeOf(value)).toBeUndefined();
});

test.each<[string, TraceValue]>([
  ['texts', [['0', '4']]],
  ['no lists', [7, null]],
  ['less than nothing', [[0, -4, 1, 2]]],
  ['no numbers', [[0, NaN]]],
])('rows of %s are left out', (_name, rows) => {
  expect(boxesOf({ ...bitmap, firstRow: 0, rows })).toEqual([]);
});
