import { describe, expect, test } from '@jest/globals';
import { Once, robotsOf } from '../../test/robots.js';
import type { Actuator } from './actuator.js';
import type { Doing } from './algorithm.js';

/** The recorded distances of the phases of a motion. */
async function distances(move: (actuator: Actuator) => Doing): Promise<number[]> {
  class Moves extends Once {
    protected async act() {
      await this.actuator.turn(90, 30);
      await move(this.actuator);
    }
  }
  const { run, recordsOf } = robotsOf({ algorithm: Moves });
  await run();
  return recordsOf('motionEvent')
    .filter(({ edge, task }) => edge === 'start' && task === 2)
    .map(({ distance }) => Number(distance.toFixed(9)));
}

describe('the recorded distance of a motion', () => {
  test.each<[string, (actuator: Actuator) => Doing, number[]]>([
    ['forward', (a) => a.forward(2, 10), [10]],
    ['forward by a negative distance', (a) => a.forward(2, -10), [-10]],
    ['an arc', (a) => a.arc(2, 10, { duration: 3 }), [6]],
    ['a backward arc', (a) => a.arc(-2, 10, { duration: 3 }), [-6]],
    ['a backward arc that does not turn', (a) => a.arc(-2, 0, { duration: 3 }), [-6]],
    ['two wheels that turn backward', (a) => a.drive(-2, -2, 1, { duration: 3 }), [-6]],
    ['moveTo', (a) => a.moveTo({ x: -3, y: -4 }, 2, 90), [0, 5]],
    ['a turn to the right', (a) => a.turn(90, -45), [0]],
  ])('of %s has its sign', async (_name, move, expected) => {
    expect(await distances(move)).toEqual(expected);
  });
});
