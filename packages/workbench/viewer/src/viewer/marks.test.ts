import { expect, test } from '@jest/globals';
import { robot, sceneOf } from '@kineko/tools/kits/scenes';
import { type Mark, markBeside, markNear } from './marks.js';

const scene = sceneOf(
  robot(0, 0, 0),
  { type: 'touch', time: 2, robot: 0, other: { kind: 'robot', id: 1 } },
  { type: 'crash', time: 4, process: 1 },
  { type: 'recover', time: 5, process: 1 },
);
const finding: Mark = { time: 3, kind: 'violation', text: 'too close', who: [0, 1] };

test('marks follow each other in order of time, whatever their kind', () => {
  const times: number[] = [];
  for (let t = -1, mark; (mark = markBeside(scene, [finding], t, 1)) !== undefined; t = mark.time)
    times.push(mark.time);
  expect(times).toEqual([2, 3, 4]);
  expect(markBeside(scene, [finding], 4, -1)).toBe(finding);
  expect(markBeside(scene, [], 2, -1)).toBeUndefined();
});

test('the mark near a time is the nearest one, if it is close enough', () => {
  expect(markNear(scene, [finding], 2.2, 0.5)!.text).toBe('robot 0 touches robot 1');
  expect(markNear(scene, [finding], 4, 0)).toEqual({ time: 4, kind: 'crash', text: 'p1 crashes', who: [1] });
  expect(markNear(scene, [finding], 2.5, 0.4)).toBeUndefined();
});
