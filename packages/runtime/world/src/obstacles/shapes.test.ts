import { describe, expect, test } from '@jest/globals';
import { DomainError, type Vector } from '@kineko/geometry';
import { Obstacles } from './obstacles.js';
import { describeObstacle, ObstacleError, type ObstacleShape } from './shapes.js';

const p = (x: number, y: number): Vector => ({ x, y });
const bitmap = { width: 2, height: 1, dark: Uint8Array.from([1, 0]) };

function expectRefusal(shape: ObstacleShape, kind: typeof ObstacleError | typeof DomainError, message: string): void {
  const compile = (): Obstacles => new Obstacles([shape]);
  expect(compile).toThrow(kind);
  expect(compile).toThrow(message);
}

test('obstacles are called by name, or by number and kind', () => {
  expect(describeObstacle({ kind: 'disc', name: 'pillar', x: 0, y: 0, radius: 1 }, 3)).toBe("the disc 'pillar'");
  expect(describeObstacle({ kind: 'disc', x: 0, y: 0, radius: 1 }, 3)).toBe('obstacle 3, a disc');
});

describe('refused', () => {
  test('coordinates outside the domain', () => {
    expectRefusal(
      { kind: 'segment', name: 'fence', a: p(0, 0), b: p(NaN, 1) },
      DomainError,
      "the segment 'fence': its end 1, x: expected at most 2^30 m from 0, got NaN",
    );
    expectRefusal(
      { kind: 'polyline', points: [p(0, 0), p(1, 1), p(0, 1e10)] },
      DomainError,
      'obstacle 0, a polyline: its point 2, y: expected at most 2^30 m from 0, got 10000000000',
    );
    expectRefusal(
      { kind: 'polygon', points: [p(-Infinity, 0), p(1, 1)] },
      DomainError,
      'obstacle 0, a polygon: its corner 0, x: expected at most 2^30 m from 0, got -Infinity',
    );
    expectRefusal(
      { kind: 'box', x: 1e9, y: 0, width: 1e9, height: 1 },
      DomainError,
      'its corner 1, x: expected at most 2^30 m from 0, got 2000000000',
    );
    expectRefusal(
      { kind: 'disc', x: 0, y: NaN, radius: 1 },
      DomainError,
      'its centre, y: expected at most 2^30 m from 0, got NaN',
    );
    expectRefusal(
      { kind: 'bitmap', bitmap, x: 1073741823, y: 0, metresPerPixel: 1 },
      DomainError,
      'obstacle 0, a bitmap: its corner 1, x: expected at most 2^30 m from 0, got 1073741825',
    );
  });

  test('walls without length', () => {
    expectRefusal(
      { kind: 'segment', a: p(1, 1), b: p(1, 1) },
      ObstacleError,
      'obstacle 0, a segment: expected at least 2 distinct points, got 1 of 2',
    );
    expectRefusal(
      { kind: 'polyline', points: [] },
      ObstacleError,
      'obstacle 0, a polyline: expected at least 2 distinct points, got 0 of 0',
    );
    expectRefusal(
      { kind: 'polygon', points: [p(0, 0), p(1, 0), p(0, -0), p(1, 0)] },
      ObstacleError,
      'obstacle 0, a polygon: expected at least 3 distinct points, got 2 of 4',
    );
  });

  test('a polygon that crosses itself, with the edges that do', () => {
    expectRefusal(
      { kind: 'polygon', name: 'bow', points: [p(0, 0), p(2, 2), p(2, 0), p(0, 2)] },
      ObstacleError,
      "the polygon 'bow' crosses or touches itself: its edge from (0, 0) to (2, 2) meets its edge from (2, 0) to (0, 2); " +
        'its edges may meet at their common corners only',
    );
  });

  test('a polygon that touches itself or folds back', () => {
    expectRefusal(
      { kind: 'polygon', points: [p(0, 0), p(4, 0), p(4, 4), p(2, 0), p(0, 4)] },
      ObstacleError,
      'its edge from (0, 0) to (4, 0) meets its edge from (4, 4) to (2, 0)',
    );
    expectRefusal(
      { kind: 'polygon', points: [p(0, 0), p(4, 0), p(2, 0), p(2, 3)] },
      ObstacleError,
      'its edge from (0, 0) to (4, 0) meets its edge from (4, 0) to (2, 0)',
    );
    expectRefusal(
      { kind: 'polygon', points: [p(2, 0), p(2, 3), p(0, 0), p(4, 0)] },
      ObstacleError,
      'its edge from (2, 0) to (2, 3) meets its edge from (0, 0) to (4, 0)',
    );
  });

  test('invalid sizes', () => {
    expectRefusal(
      { kind: 'box', x: 0, y: 0, width: 0, height: 1 },
      ObstacleError,
      'its width: expected a positive number of metres, got 0',
    );
    expectRefusal(
      { kind: 'box', x: 0, y: 0, width: 1, height: -2 },
      ObstacleError,
      'its height: expected a positive number of metres, got -2',
    );
    expectRefusal(
      { kind: 'box', x: 0, y: 0, width: NaN, height: 1 },
      ObstacleError,
      'its width: expected a positive number of metres, got NaN',
    );
    expectRefusal(
      { kind: 'box', x: 1e9, y: 0, width: 1e-9, height: 1 },
      ObstacleError,
      'has no extent: at (1000000000, 0)',
    );
    expectRefusal({ kind: 'disc', x: 0, y: 0, radius: 0 }, DomainError, 'its radius: expected 2^-20 to 2^20 m, got 0');
    expectRefusal(
      { kind: 'bitmap', name: 'map', bitmap, x: 0, y: 0, metresPerPixel: 0 },
      ObstacleError,
      "the bitmap 'map': its metres per pixel: expected 2^-20 to 2^20, got 0",
    );
  });
});

test('polygons in either direction, and with repeated corners, are taken', () => {
  const points = [p(0, 0), p(0, 0), p(1, 0), p(0, 1), p(0, 0)];
  expect(new Obstacles([{ kind: 'polygon', points }]).count).toBe(3);
  expect(new Obstacles([{ kind: 'polygon', points: points.toReversed() }]).count).toBe(3);
});
