import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { deliver } from '@kineko/tools/kits/scenes';
import { Biography } from './biography.js';

const records: TraceRecord[] = [
  { type: 'motionRequest', time: 1, robot: 0, task: 1, kind: 'moveTo', request: { x: 3 } },
  { type: 'sensorReply', time: 2, robot: 0, sensor: 'gps', reply: { x: 1 } },
  { type: 'sensorEvent', time: 3, robot: 0, sensor: 'contact', reply: true },
  deliver(3, 1, 0, 1),
  deliver(4, 2, 0, 1),
  {
    type: 'motionEnd',
    time: 5,
    robot: 0,
    task: 1,
    status: 'collided',
    x: 0,
    y: 0,
    heading: 0,
    with: { kind: 'robot', id: 7 },
  },
  { type: 'sensorReply', time: 6, robot: 0, sensor: 'gps', reply: { x: 2 } },
  {
    type: 'motionEnd',
    time: 8,
    robot: 0,
    task: 2,
    status: 'blocked',
    x: 0,
    y: 0,
    heading: 0,
    with: { kind: 'obstacle', id: 3 },
  },
];

test('has the last reading of each sensor at any time', () => {
  const biography = new Biography(records);
  expect([1, 2.5, 9].map((t) => biography.readingsAt(t).map(({ sensor, value }) => [sensor, value]))).toEqual([
    [],
    [['gps', { x: 1 }]],
    [
      ['gps', { x: 2 }],
      ['contact', true],
    ],
  ]);
});

test('has the received messages, the latest first', () => {
  const biography = new Biography(records);
  expect(biography.inboxAt(9, 5).map(({ time, from }) => [time, from])).toEqual([
    [4, 2],
    [3, 1],
  ]);
  expect([biography.inboxAt(3.5, 5).length, biography.inboxAt(9, 1).length, biography.receivedBy(9)]).toEqual([
    1, 1, 2,
  ]);
});

test('has the requested motion and the last outcome', () => {
  const biography = new Biography(records);
  expect(biography.askedAt(0)).toBeUndefined();
  expect(biography.askedAt(4)).toMatchObject({ kind: 'moveTo', request: { x: 3 } });
  expect([4, 5, 8].map((t) => biography.outcomeAt(t)?.text)).toEqual([
    undefined,
    'collided with robot 7',
    'blocked by obstacle 3',
  ]);
});
