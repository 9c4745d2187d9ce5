import { describe, expect, test } from '@jest/globals';
import type { Bitmap } from '@kineko/formats/bitmap';
import { Random } from '@kineko/kernel';
import { Action } from '../../environment/action.js';
import { EnvironmentMap } from '../../environment/environment-map.js';
import type { Body, CycleEngine, Outcome } from '../cycle-engine.js';
import { EXACT_ENGINE } from './exact-engine.js';

const RIGHT = Math.PI / 2;

function body(x: number, y: number, angle: number, size = 3): Body {
  return { x, y, angle, size };
}

/** The bodies after a cycle. */
function after(bodies: readonly Body[], outcomes: readonly Outcome[]): Body[] {
  return bodies.map(({ size }, robot) => ({ ...outcomes[robot]!, size }));
}

function cycle(engine: CycleEngine, bodies: readonly Body[], ...actions: readonly Action[]): readonly Outcome[] {
  return engine.performActions(bodies, actions);
}

describe('on an empty field', () => {
  const engine = (): CycleEngine => EXACT_ENGINE.create(EnvironmentMap.empty(20, 10));

  test('a robot without obstacles completes its path', () => {
    const [outcome] = cycle(engine(), [body(10, 5, 0)], new Action(0.5, 0));
    expect(outcome).toEqual({ x: 10, y: 5.5, angle: 0, degree: 1, collisionPoints: [] });
  });

  test.each([1e-10, 5e-324])('a robot with a speed of %d does not move', (speed) => {
    const [outcome] = cycle(engine(), [body(10, 5, 0)], new Action(speed, 0));
    expect(outcome).toEqual({ x: 10, y: 5, angle: 0, degree: 1, collisionPoints: [] });
  });

  test('a robot with NaN as its speed is reported by number', () => {
    expect(() => cycle(engine(), [body(10, 5, 0)], new Action(NaN, 0))).toThrow(
      'robot 0: expected a finite speed and angle with this engine, got NaN and 0',
    );
  });

  test('a robot that reaches a wall stops there, and its degree is the completed part of its path', () => {
    const [outcome] = cycle(engine(), [body(16.75, 5, RIGHT)], new Action(1, 0));
    expect(outcome!.x).toBeCloseTo(17, 14);
    expect(outcome!.degree).toBeCloseTo(0.25, 14);
    expect(outcome!.collisionPoints).toHaveLength(1);
    expect(outcome!.collisionPoints[0]).toBeCloseTo(0, 14);
  });

  test('a robot that pushes against a wall stays, and senses the contact as long as it does', () => {
    const it = engine();
    let bodies: Body[] = [body(16.75, 5, RIGHT)];
    bodies = after(bodies, cycle(it, bodies, new Action(1, 0)));
    const pushed = cycle(it, bodies, new Action(1, 0));
    expect(pushed[0]).toMatchObject({ x: bodies[0]!.x, degree: 0 });
    const stood = cycle(it, after(bodies, pushed), new Action(0, 0));
    expect(stood[0]).toMatchObject({ degree: 0 });
    expect(stood[0]!.collisionPoints).toHaveLength(1);
    const turnedAway = cycle(it, after(bodies, stood), new Action(1, Math.PI));
    expect(turnedAway[0]).toMatchObject({ degree: 1, collisionPoints: [] });
    expect(turnedAway[0]!.x).toBeCloseTo(16, 12);
  });

  test('a robot moves along a wall and touches it all the time', () => {
    const it = engine();
    let bodies: Body[] = [body(3.5, 5, -RIGHT)];
    bodies = after(bodies, cycle(it, bodies, new Action(1, 0)));
    const [outcome] = cycle(it, bodies, new Action(1, -RIGHT));
    expect(outcome!.degree).toBe(1);
    expect(outcome!.y).toBeCloseTo(4, 12);
  });

  test('two that meet stop in the middle, whichever is listed first', () => {
    const left = body(4, 5, RIGHT);
    const right = body(10.5, 5, -RIGHT);
    const go = new Action(1, 0);
    const [a, b] = cycle(engine(), [left, right], go, go);
    const [d, c] = cycle(engine(), [right, left], go, go);
    expect(a).toMatchObject({ x: 4.25, degree: 0.25 });
    expect(b).toMatchObject({ x: 10.25, degree: 0.25 });
    expect([c, d]).toEqual([a, b]);
    expect(a!.collisionPoints).toEqual([0]);
  });

  test('a robot that follows another at the same speed keeps touching it', () => {
    const go = new Action(1, 0);
    const [back, front] = cycle(engine(), [body(4, 5, RIGHT), body(10, 5, RIGHT)], go, go);
    expect(back).toMatchObject({ x: 5, degree: 1, collisionPoints: [0] });
    expect(front).toMatchObject({ x: 11, degree: 1 });
  });

  test('a turn takes neither time nor distance; a move backwards is completed without moving', () => {
    const [turnedRobot, backward] = cycle(
      engine(),
      [body(4, 5, 4), body(14, 5, 0)],
      new Action(0, 1),
      new Action(-1, 0),
    );
    expect(turnedRobot).toMatchObject({ x: 4, y: 5, degree: 0 });
    expect(turnedRobot!.angle).toBeCloseTo(5 - 2 * Math.PI, 14);
    expect(backward).toMatchObject({ x: 14, y: 5, angle: 0, degree: 1 });
  });
});

test('the upper row of a map covers y from 0 to 1', () => {
  const dark = new Uint8Array(20 * 20);
  dark[5] = 1;
  const map = EnvironmentMap.of({ width: 20, height: 20, dark });
  const [outcome] = cycle(EXACT_ENGINE.create(map), [body(5.5, 3.5, Math.PI, 2)], new Action(1, 0));
  expect(outcome!.y).toBeCloseTo(3, 14);
  expect(outcome!.degree).toBeCloseTo(0.5, 14);
});

describe('200 fields with robots that do anything', () => {
  /** 2^-40 of the lengths involved: rounding only, far below the tolerance of the original. */
  const ROUNDING = 9.1e-13 * 100;

  test.each(Array.from({ length: 200 }, (_, seed) => seed))('seed %i: no robot intersects anything', (seed) => {
    const random = new Random(seed).stream('fuzz');
    const side = 30 + Math.floor(random.uniform() * 40);
    const map = random.uniform() < 0.3 ? EnvironmentMap.empty(side, side) : EnvironmentMap.of(someMap(side, random));
    let bodies = somePlaces(map, side, random);
    const engine = EXACT_ENGINE.create(map);
    let worst = -Infinity;
    for (let k = 0; k < 60; k++) {
      const actions = bodies.map(() => someAction(random));
      bodies = after(bodies, engine.performActions(bodies, actions));
      worst = Math.max(worst, deepest(bodies, map));
    }
    // It would be NaN for a robot without a valid position.
    expect(worst).toBeLessThanOrEqual(ROUNDING);
  });

  interface Draws {
    uniform(): number;
  }

  function someMap(side: number, random: Draws): Bitmap {
    const dark = new Uint8Array(side * side);
    for (let n = 0; n < 12; n++) {
      const [x, y, width, height] = [side, side, 6, 6].map((most) => Math.floor(random.uniform() * most)) as [
        number,
        number,
        number,
        number,
      ];
      for (let row = y; row < Math.min(y + height, side); row++) {
        for (let column = x; column < Math.min(x + width, side); column++) dark[row * side + column] = 1;
      }
    }
    return { width: side, height: side, dark };
  }

  function somePlaces(map: EnvironmentMap, side: number, random: Draws): Body[] {
    const bodies: Body[] = [];
    for (let tries = 0; tries < 400 && bodies.length < 14; tries++) {
      const candidate = body(
        random.uniform() * side,
        random.uniform() * side,
        random.uniform() * 7 - 3,
        1 + random.uniform() * 3,
      );
      if (deepest([...bodies, candidate], map) <= 0) bodies.push(candidate);
    }
    return bodies;
  }

  function someAction(random: Draws): Action {
    const u = random.uniform();
    if (u < 0.1) return new Action(0, 0);
    if (u < 0.2) return new Action(0, random.uniform() * 6 - 3);
    if (u < 0.3) return new Action(1, Math.round(random.uniform() * 4) * RIGHT);
    return new Action(random.uniform() < 0.5 ? 1 : random.uniform(), u < 0.6 ? 0 : random.uniform() - 0.5);
  }

  /** The deepest penetration. */
  function deepest(bodies: readonly Body[], map: EnvironmentMap): number {
    let depth = -Infinity;
    for (const [i, a] of bodies.entries()) {
      for (const b of bodies.slice(0, i)) {
        depth = Math.max(depth, a.size + b.size - length(a.x - b.x, a.y - b.y));
      }
      for (let row = Math.floor(a.y - a.size) - 1; row <= a.y + a.size + 1; row++) {
        for (let column = Math.floor(a.x - a.size) - 1; column <= a.x + a.size + 1; column++) {
          if (map.isDark(column, row)) depth = Math.max(depth, a.size - distanceToPixel(a, column, row));
        }
      }
    }
    return depth;
  }

  function length(x: number, y: number): number {
    return Math.sqrt(x * x + y * y);
  }

  function distanceToPixel({ x, y }: Body, column: number, row: number): number {
    return length(Math.max(column - x, 0, x - column - 1), Math.max(row - y, 0, y - row - 1));
  }
});
