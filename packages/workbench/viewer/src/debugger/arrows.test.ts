import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { arrowsOf, processOf } from './arrows.js';
import type { CopyUnderWay, Moment } from './branch.js';

const copy = (key: string): CopyUnderWay => ({ key, from: 0, to: 1, type: 'M', content: '1', text: `0>1 m M ${key}` });
const moment = (step: string | null, underWay: readonly string[], records: readonly TraceRecord[] = []): Moment => ({
  step,
  processes: [],
  underWay: underWay.map(copy),
  possible: [],
  records,
  violations: [],
});

test('messages end where they are delivered, changed or lost, and stay under way otherwise', () => {
  const drop = { type: 'drop', time: 4, process: 1, message: 1, from: 0, messageType: 'M', reason: 'lost' } as const;
  const arrows = arrowsOf([
    moment(null, ['a', 'b']),
    moment('deliver 0>1 m M a', ['b', 'c', 'd']),
    moment('lie 0>1 m M b', ['c', 'd']),
    moment('timer p0', ['c', 'd']),
    moment('lose 0>1 m M c', ['d'], [drop]),
  ]);
  expect(arrows.map(({ key, sent, ended, fate }) => [key, sent, ended, fate])).toEqual([
    ['a', 0, 1, 'delivered'],
    ['b', 0, 2, 'changed'],
    ['c', 1, 4, 'lost'],
    ['d', 1, undefined, 'under way'],
  ]);
});

test('a step belongs to the receiver, or to the process that it names', () => {
  expect(['deliver 0>12 m M 1', 'act p3 ask', 'crash p2 keeping 1'].map(processOf)).toEqual([12, 3, 2]);
});
