import { describe, expect, test } from '@jest/globals';
import { pointDistance, pointSegmentDistance, segmentSegmentDistance, type Vector } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { FakeWorldView } from '../../test/fake-world-view.js';
import type { ObstacleShape } from '../obstacles/shapes.js';
import { ViewSensor } from './view-sensor.js';

const view = new ViewSensor();

describe('range', () => {
  const world = new FakeWorldView({
    robots: [
      { id: 5, x: 0, y: 0 },
      { id: 1, x: 3, y: 4, tag: 'red' },
      { id: 9, x: -2, y: 0 },
      { id: 4, x: 5.001, y: 0, radius: 2 },
    ],
  });

  test('centres count, the border included, in ascending order of ids, without oneself', () => {
    expect(view.calReply({ viewSize: 5 }, world, 5)).toEqual([
      { x: 3, y: 4 },
      { x: -2, y: 0 },
    ]);
    expect(view.calReply({ viewSize: 0 }, world, 5)).toEqual([]);
  });

  test('ids and tags where asked for', () => {
    expect(view.calReply({ viewSize: 5, withIds: true, withTags: true }, world, 5)).toEqual([
      { x: 3, y: 4, id: 1, tag: 'red' },
      { x: -2, y: 0, id: 9, tag: '' },
    ]);
  });

  test('the cost of a view grows with the number of visible robots', () => {
    const robots = Array.from({ length: 5000 }, (_, id) => ({ id, x: 10 * id, y: 0 }));
    const crowd = new FakeWorldView({ robots });
    expect(view.calReply({ viewSize: 25 }, crowd, 2000)).toHaveLength(4);
    expect(crowd.poseQueries).toBeLessThan(20);
  });
});

describe('line of sight', () => {
  const robots = [
    { id: 0, x: 0, y: 0 },
    { id: 1, x: 4, y: 0 },
    { id: 2, x: 8, y: 0 },
    { id: 3, x: 0, y: 6 },
  ];
  const request = { viewSize: 20, lineOfSight: true, withIds: true };
  const seenIn = (obstacles: ObstacleShape[], from = 0, robotsBlock = false) =>
    view.calReply({ ...request, robotsBlock }, new FakeWorldView({ robots, obstacles }), from).map(({ id }) => id);

  test('nothing in between', () => {
    expect(seenIn([])).toEqual([1, 2, 3]);
  });

  test('walls, discs and the inside of solids hide', () => {
    expect(seenIn([{ kind: 'segment', a: { x: 6, y: -1 }, b: { x: 6, y: 1 } }])).toEqual([1, 3]);
    expect(seenIn([{ kind: 'disc', x: 2, y: 0, radius: 0.25 }])).toEqual([3]);
    expect(seenIn([{ kind: 'box', x: -20, y: -20, width: 40, height: 40 }])).toEqual([]);
  });

  test('a wall that is only touched hides as well', () => {
    expect(seenIn([{ kind: 'segment', a: { x: 6, y: 0 }, b: { x: 6, y: 1 } }])).toEqual([1, 3]);
    expect(seenIn([{ kind: 'segment', a: { x: 6, y: 0.001 }, b: { x: 6, y: 1 } }])).toEqual([1, 2, 3]);
  });

  test('robots hide each other only if asked to', () => {
    expect(seenIn([], 0, true)).toEqual([1, 3]);
    expect(seenIn([], 3, true)).toEqual([0, 1, 2]);
  });

  test('agrees with looking at everything, and is mutual', () => {
    const random = new Random(4).stream('view');
    const place = (): Vector => ({ x: random.uniform(0, 20), y: random.uniform(0, 20) });
    for (let world = 0; world < 60; world++) {
      const walls = Array.from({ length: 6 }, () => ({ a: place(), b: place() }));
      const discs = Array.from({ length: 3 }, () => ({ ...place(), radius: random.uniform(0.1, 1) }));
      const crowd = Array.from({ length: 12 }, (_, id) => ({ id, ...place(), radius: 0.4 }));
      const world = new FakeWorldView({
        robots: crowd,
        obstacles: [
          ...walls.map((wall) => ({ kind: 'segment' as const, ...wall })),
          ...discs.map((disc) => ({ kind: 'disc' as const, ...disc })),
        ],
      });
      const sees = (from: number, robotsBlock: boolean) =>
        view.calReply({ ...request, viewSize: 12, robotsBlock }, world, from).map(({ id }) => id!);
      const expected = (from: number, robotsBlock: boolean) =>
        crowd
          .filter(({ id, x, y }) => {
            const own = crowd[from]!;
            const line = { ax: own.x, ay: own.y, bx: x, by: y };
            const blockers = robotsBlock ? crowd.filter((other) => other.id !== id && other.id !== from) : [];
            return (
              id !== from &&
              pointDistance(own, { x, y }) <= 12 &&
              !walls.some(({ a, b }) => segmentSegmentDistance(line, { ax: a.x, ay: a.y, bx: b.x, by: b.y }) === 0) &&
              ![...discs, ...blockers].some((disc) => pointSegmentDistance(disc, line) <= disc.radius)
            );
          })
          .map(({ id }) => id);
      for (const { id } of crowd) {
        expect(sees(id, false)).toEqual(expected(id, false));
        expect(sees(id, true)).toEqual(expected(id, true));
        for (const other of sees(id, true)) expect(sees(other, true)).toContain(id);
      }
    }
  });
});
