import { expect, test } from '@jest/globals';
import { deliver, leg, robot, sceneOf, send } from '@kineko/tools/kits/scenes';
import { SECONDS } from '../scene/units.js';
import { seriesOf, timesBetween } from './series.js';

const scene = sceneOf(
  robot(0, 0, 0, { radius: 1 }),
  robot(1, 10, 0, { radius: 2 }),
  leg(0, { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 5, vx: 1, vy: 0 }),
  send(1, 0, [1], 1),
  deliver(3, 0, 1, 1),
  { type: 'warning', time: 5, text: 'the end' },
);
const times = timesBetween(0, 5, 6);
const valuesOf = (...ids: [number | undefined, number | undefined]) =>
  new Map(seriesOf(scene, ids, times, SECONDS).map(({ label, values }) => [label, [...values]]));

test('speeds, distance and gap are those of the selected pair', () => {
  const series = valuesOf(0, 1);
  expect(series.get('speed of 0')!.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
  expect(series.get('distance of 0 and 1')).toEqual([10, 9, 8, 7, 6, 5]);
  expect(series.get('gap of 0 and 1')).toEqual([7, 6, 5, 4, 3, 2]);
});

test('messages are counted while they are in flight', () => {
  const series = valuesOf(undefined, undefined);
  expect(series.get('messages in flight')).toEqual([0, 1, 1, 0, 0, 0]);
  expect(series.get('messages per s')).toEqual([0, 1, 0, 0, 0, 0]);
  expect(series.size).toBe(2);
});
