import { describe, expect, test } from '@jest/globals';
import type { Answer } from './client.js';
import { factsOf, QUESTIONS, reportOf } from './report.js';

const ok = (value: unknown): Answer => ({ ok: true, value });
const no: Answer = { ok: false, error: 'no model is loaded: load one first' };

describe('a report', () => {
  test('contains the answers of the environment', () => {
    const place = { x: 1, y: 0.5, z: 2, orientation: 0.1, heat: 3, ir: 0 };
    const robot = { name: 'r1', kind: 'robot', ...place, connected: true };
    const communications = { enabled: true, network: 'random', delay: 0.5, loss: 0.1, range: 30 };
    const values = [{ state: 4, paused: true }, 12, 100, 5, communications, [robot, 7], 3000, 8000, 9000, null];
    const report = reportOf(values.map(ok));
    expect(QUESTIONS).toHaveLength(values.length);
    expect(report).toEqual({
      state: 'RUNNING',
      isPaused: true,
      step: 12,
      millisPerStep: 100,
      stepPauseTime: 5,
      communications,
      objects: [{ name: 'r1', isRobot: true, isConnected: true, ...place }],
      ports: { viewer: 3000, robot: 8000, panel: 9000, web: undefined },
    });
  });

  test('has few values before a model is loaded', () => {
    const report = reportOf([ok({ state: 0, paused: false }), ok(0), no, ok(0), no, ok([]), no, no, no, no]);
    expect(report).toMatchObject({
      state: 'INITIAL',
      millisPerStep: undefined,
      communications: undefined,
      objects: [],
    });
  });

  test('is undefined without a known state', () => {
    expect(reportOf([])).toBeUndefined();
    expect(reportOf(QUESTIONS.map(() => no))).toBeUndefined();
    expect(reportOf([ok({ state: 9 })])).toBeUndefined();
  });
});

test('all facts of an object are shown as lines', () => {
  const sensors = [
    { id: 0, type: 'bump' },
    { id: 2, type: 'sonar', range: 25 },
  ];
  expect(factsOf({ name: '<b>r1</b>', x: 1 / 3, connected: false, color: [1, 0, 0.5], sensors, range: null })).toEqual([
    ['name', '<b>r1</b>'],
    ['x', '0.3333'],
    ['connected', 'no'],
    ['color', '1, 0, 0.5'],
    ['sensor 1', 'id 0, type bump'],
    ['sensor 2', 'id 2, type sonar, range 25'],
    ['range', 'none'],
  ]);
  expect(factsOf(null)).toEqual([]);
});

test('facts that a part shares with its whole are shown once', () => {
  const part = { name: 'crate', type: 'BOX', heat: 0, color: [1, 0, 0], xpos: 4, width: 2 };
  expect(factsOf({ name: 'crate', heat: 0, color: [1, 0, 0], shapes: [part] }).at(-1)).toEqual([
    'shape 1',
    'type BOX, xpos 4, width 2',
  ]);
});
