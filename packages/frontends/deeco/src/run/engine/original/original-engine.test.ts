import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { LiteralEngine } from '../../../../test/literal-engine.js';
import { squaredDistance } from '../../angles.js';
import { Action } from '../../environment/action.js';
import { EnvironmentMap } from '../../environment/environment-map.js';
import type { Body, Outcome } from '../cycle-engine.js';
import { ORIGINAL_ENGINE } from './original-engine.js';
import { bounded, TOLERANCE } from './mover.js';

const FIELD = EnvironmentMap.empty(100, 100);

/** One cycle of robots that all do the same. */
function step(bodies: readonly Body[], actions: readonly Action[], map = FIELD): readonly Outcome[] {
  return ORIGINAL_ENGINE.create(map).performActions(bodies, actions);
}

const GO = new Action(1, 0);
const STAY = new Action(0, 0);

function body(x: number, y: number, angle = 0, size = 3): Body {
  return { x, y, angle, size };
}

describe('an action', () => {
  test.each([
    [0, 0, 'STAY', 0],
    [2.5, 0, 'MOVE', 1],
    [-1, 0, 'MOVE', 0],
    [0, 7, 'ROTATE', 0],
    [0.5, 1, 'ROTATE_AND_MOVE', 0.5],
  ])('of speed %d and turn %d is %s, at speed %d', (speed, rotation, type, clamped) => {
    expect(new Action(speed, rotation)).toMatchObject({ type, speed: clamped });
  });
});

describe('times', () => {
  test('that miss their interval by less than the tolerance count as its ends', () => {
    expect([0.5, 0, 1, -0.009, 1.009].map((time) => bounded(time, 0, 1))).toEqual([0.5, 0, 1, 0, 1]);
    expect([-0.01, 1.01, NaN].map((time) => bounded(time, 0, 1))).toEqual([undefined, undefined, undefined]);
    expect(bounded(0.3, 0.3, 0.3)).toBe(0.3);
  });
});

describe('one cycle', () => {
  test('of a single robot completes the turn, then the path', () => {
    expect(step([body(50, 50)], [new Action(1, Math.PI / 2)])).toEqual([
      { x: 51, y: 50, angle: Math.PI / 2, degree: 1, collisionPoints: [] },
    ]);
  });

  test('ends at the wall, which is straight ahead', () => {
    expect(step([body(50, 96.5)], [GO])).toEqual([{ x: 50, y: 97, angle: 0, degree: 0.5, collisionPoints: [0] }]);
  });

  test('in a corner ends at the first wall, and reports both if both are touched', () => {
    const [outcome] = step([body(96.5, 96.5, Math.PI / 4)], [GO]);
    expect(outcome!.x).toBeCloseTo(97, 12);
    expect(outcome!.collisionPoints).toHaveLength(2);
  });

  test('of two robots that meet ends for both at the same time', () => {
    const outcomes = step([body(50, 50, 0), body(50, 57, Math.PI)], [GO, GO]);
    expect(outcomes.map(({ y, degree }) => [y, degree])).toEqual([
      [50.5, 0.5],
      [56.5, 0.5],
    ]);
    expect(outcomes.map(({ collisionPoints }) => collisionPoints)).toEqual([[0], [expect.closeTo(0)]]);
  });

  test('of a robot that runs into a standing one ends for the moving one only', () => {
    const outcomes = step([body(50, 50), body(50, 56.25)], [GO, STAY]);
    expect(outcomes.map(({ y, degree }) => [y, degree])).toEqual([
      [50.25, 0.25],
      [56.25, 0],
    ]);
    expect(outcomes[1]!.collisionPoints).toEqual([Math.PI]);
  });

  test('of two robots that have almost passed each other ends, although they still overlap a little', () => {
    const across = Math.sqrt(36 - 1.004 * 1.004);
    const outcomes = step([body(50, 50, Math.PI / 2), body(51.0045, 50 + across, -Math.PI / 2)], [GO, GO]);
    expect(outcomes.map(({ x, degree }) => [x, degree])).toEqual([
      [51, 1],
      [50.0045, 1],
    ]);
    expect(squaredDistance(51, 50, 50.0045, 50 + across)).toBeLessThan(36 - TOLERANCE);
  });

  test('that ends at the right side of a block is exact to the last digit', () => {
    const dark = new Uint8Array(400);
    for (let y = 0; y < 20; y++) dark.fill(1, y * 20, y * 20 + 7);
    const [outcome] = step(
      [body(8.339, 10, -Math.PI / 2, 1.3)],
      [GO],
      EnvironmentMap.of({ width: 20, height: 20, dark }),
    );
    expect(outcome!.degree).toBe(8.339 - 1.3 - 7);
    expect(outcome!.degree).not.toBe(8.339 - (7 + 1.3));
  });

  test('of a row that is blocked at its front is blocked to its end', () => {
    const outcomes = step([body(50, 96.75), body(50, 90.25), body(50, 83.75)], [GO, GO, GO]);
    expect(outcomes.map(({ y }) => y)).toEqual([97, expect.closeTo(91), expect.closeTo(84.75)]);
  });

  test('along a touched wall never ends in NaN', () => {
    expect(step([body(3, 50)], [GO])).toEqual([{ x: 3, y: 50, angle: 0, degree: 0, collisionPoints: [-Math.PI / 2] }]);
  });
});

test('a wall contact lasts as long as the pose of the robot stays the same', () => {
  const engine = ORIGINAL_ENGINE.create(FIELD);
  const feel = (from: Body, action: Action): Outcome => engine.performActions([from], [action])[0]!;
  const touching = feel(body(50, 96.5), GO);
  expect(feel({ ...touching, size: 3 }, STAY).collisionPoints).toEqual([0]);
  const turned = feel({ ...touching, size: 3 }, new Action(0, 1));
  expect(turned.collisionPoints).toEqual([-1]);
  expect(feel({ ...turned, size: 3 }, new Action(1, 2)).collisionPoints).toEqual([]);
});

test('an initial overlap does not cause an endless loop', () => {
  const outcomes = step([body(50, 50, 0), body(50, 52, 1)], [GO, STAY]);
  expect(outcomes.map(({ degree }) => degree)).toEqual([0, 0]);
});

/** A field with blocks in it. */
function blocks(random: ReturnType<Random['stream']>): EnvironmentMap {
  const [width, height] = [60, 60];
  const dark = new Uint8Array(width * height);
  for (let block = 0; block < 8; block++) {
    const [left, top] = [random.integer(0, 52), random.integer(0, 52)];
    const [right, bottom] = [left + random.integer(1, 7), top + random.integer(1, 7)];
    for (let y = top; y < bottom; y++) dark.fill(1, y * width + left, y * width + right);
  }
  return EnvironmentMap.of({ width, height, dark });
}

/** Distance of a point from the nearest dark pixel or the border, up to 5. */
function clearance(map: EnvironmentMap, x: number, y: number): number {
  let nearest = Math.min(x, y, map.sizeX - x, map.sizeY - y);
  const [left, top] = [Math.floor(x) - 5, Math.floor(y) - 5];
  for (let row = top; row < top + 11; row++) {
    for (let column = left; column < left + 11; column++) {
      if (!map.isDark(column, row)) continue;
      const dx = Math.max(column - x, 0, x - column - 1);
      const dy = Math.max(row - y, 0, y - row - 1);
      nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy));
    }
  }
  return nearest;
}

/** Robots at random positions that fit, after a number of tries. */
function placed(map: EnvironmentMap, random: ReturnType<Random['stream']>): Body[] {
  const bodies: Body[] = [];
  for (let tries = 0; tries < 60 && bodies.length < 10; tries++) {
    const candidate = body(random.uniform(0, 60), random.uniform(0, 60), random.uniform(-7, 7), random.uniform(1, 4));
    const isFree = bodies.every(({ x, y, size }) => {
      const reach = size + candidate.size;
      return squaredDistance(x, y, candidate.x, candidate.y) >= reach * reach;
    });
    if (isFree && clearance(map, candidate.x, candidate.y) >= candidate.size) bodies.push(candidate);
  }
  return bodies;
}

test.each([1, 2, 3, 4, 5, 6])(
  'among blocks no robot leaves the field or overlaps another, and the engine matches the description (seed %d)',
  (seed) => {
    const random = new Random(seed).stream('engine');
    const map = blocks(random);
    const engine = ORIGINAL_ENGINE.create(map);
    const literal = new LiteralEngine(map);
    let bodies = placed(map, random);
    for (let cycle = 0; cycle < 60; cycle++) {
      const actions = bodies.map(
        () => new Action(random.uniform(-0.1, 1.1), random.integer(0, 3) === 0 ? random.uniform(-3, 3) : 0),
      );
      const outcomes = engine.performActions(bodies, actions);
      const wrong = outcomes.filter(({ x, y, angle, degree, collisionPoints }, i) => {
        const before = bodies[i]!;
        const isSound =
          degree >= 0 &&
          degree <= 1 &&
          squaredDistance(x, y, before.x, before.y) <= 1 + 1e-12 &&
          Number.isFinite(angle) &&
          collisionPoints.every((point) => Math.abs(point) <= Math.PI) &&
          outcomes.slice(0, i).every((other, j) => {
            const reach = before.size + bodies[j]!.size;
            return squaredDistance(x, y, other.x, other.y) >= reach * reach - TOLERANCE;
          }) &&
          // A robot moved back because of others may end where its path had passed a corner.
          clearance(map, x, y) > before.size - 0.2;
        return !isSound;
      });
      expect(wrong).toEqual([]);
      expect(outcomes).toEqual(literal.performActions(bodies, actions));
      bodies = outcomes.map(({ x, y, angle }, i) => ({ x, y, angle, size: bodies[i]!.size }));
    }
  },
);
