import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@kineko/formats/trace';
import { deliver, drop, robot, sceneOf } from '@kineko/tools/kits/scenes';
import { groupsOf } from './partitions.js';

function cut(time: number, from: number, to: number, message = 1): RecordOf<'drop'> {
  return { ...drop(time, from, to, message), reason: 'the link is cut' };
}

describe('links that are cut', () => {
  test('are inferred from lost copies, until one arrives', () => {
    const { partitions } = sceneOf(robot(0, 0, 0), cut(2, 0, 1), drop(3, 1, 0, 1), deliver(5, 0, 1, 2));
    expect([1, 2, 4.9, 5].map((t) => partitions.at(t))).toEqual([[], [{ from: 0, to: 1 }], [{ from: 0, to: 1 }], []]);
  });

  test('divide processes into groups without cut links inside', () => {
    const cuts = [
      [0, 2],
      [0, 3],
      [1, 2],
      [3, 1],
    ].map(([from, to]) => ({ from: from!, to: to! }));
    expect(groupsOf(cuts)).toEqual(
      new Map([
        [0, 0],
        [1, 0],
        [2, 1],
        [3, 1],
      ]),
    );
    expect(groupsOf([])).toEqual(new Map());
  });
});
