import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { wordsOf } from './event-words.js';
import { CYCLES, SECONDS } from './units.js';

const move = { kind: 'moveTo', x: 3.25, y: 4, speed: 2, turnRate: Math.PI / 4 };
const phase = { task: 1, kind: 'moveTo', x: 0, y: 0, heading: 0, turnRate: 0, isLast: true } as const;

test.each<[TraceRecord, string, string]>([
  [
    { type: 'motionRequest', time: 1, robot: 0, task: 1, kind: 'moveTo', request: move },
    'requests moveTo: x 3.25 m, y 4 m, speed 2 m/s, turn rate 45°/s',
    '',
  ],
  [
    {
      type: 'motionEvent',
      time: 1,
      robot: 0,
      ...phase,
      phase: 'move',
      edge: 'start',
      toX: 3,
      toY: 4,
      turn: 0,
      distance: 5,
      speed: 2,
    },
    'starts move to 3, 4 m at 2 m/s',
    '',
  ],
  [
    {
      type: 'motionEvent',
      time: 1,
      robot: 0,
      ...phase,
      phase: 'turn',
      edge: 'start',
      toX: 0,
      toY: 0,
      turn: Math.PI / 2,
      distance: 0,
      speed: 0,
    },
    'starts turn: 90°',
    '',
  ],
  [
    {
      type: 'motionEnd',
      time: 1,
      robot: 0,
      task: 1,
      status: 'collided',
      x: 0,
      y: 0,
      heading: 0,
      with: { kind: 'robot', id: 7 },
    },
    'motion collided',
    'robot 7',
  ],
  [{ type: 'touch', time: 1, robot: 0, other: { kind: 'obstacle', id: 2 } }, 'touches', 'obstacle 2'],
  [
    {
      type: 'send',
      time: 1,
      process: 0,
      message: 1,
      to: [1, 2, 3, 4, 5],
      protocol: 'a',
      messageType: 'ASK',
      content: { want: 3 },
    },
    'sends ASK: want 3',
    'to p1, p2, p3, p4 and 1 more',
  ],
  [{ type: 'suspect', time: 1, process: 0, detector: 'd', other: 4, isSuspected: true }, 'suspects', 'p4'],
])('%j is put into words', (record, what, whom) => {
  expect(wordsOf(record, SECONDS)).toEqual({ what, whom });
});

test('units are those of the run, and legs are no events', () => {
  expect(wordsOf({ type: 'robot', time: 0, robot: 1, radius: 1, x: 5, y: 6, heading: 0, tag: '' }, CYCLES)!.what).toBe(
    'enters at 5, 6 px',
  );
  const leg = { kind: 'rest', x: 0, y: 0, heading: 0, start: 0, end: Infinity } as const;
  expect(wordsOf({ type: 'leg', time: 0, robot: 1, leg }, SECONDS)).toBeUndefined();
});
