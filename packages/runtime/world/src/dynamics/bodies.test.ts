import { describe, expect, test } from '@jest/globals';
import { arcLeg, type Leg, positionAt, velocityAt } from '@kineko/geometry';
import { SlotHeap } from '@kineko/kernel';
import { Bodies } from './bodies.js';

const first = arcLeg({ x: 1, y: 2, heading: 0.3, start: 0, end: 9, speed: 2, turnRate: 0.7 });
const second = arcLeg({ x: 1, y: 2, heading: -1, start: 0, speed: -1, turnRate: 0.2 });

function bodiesOn(leg: Leg): Bodies {
  const bodies = new Bodies([{ id: 0, x: 1, y: 2, heading: 0.3, radius: 1 }], new Float64Array(0), new SlotHeap());
  bodies.follow(0, [leg]);
  return bodies;
}

function motionAt(bodies: Bodies, t: number) {
  const [x, y, vx, vy] = [bodies.xAt(0, t), bodies.yAt(0, t), bodies.vxAt(0, t), bodies.vyAt(0, t)];
  return { place: { x, y }, velocity: { x: vx, y: vy } };
}

function expectOn(bodies: Bodies, leg: Leg, t: number): void {
  expect(motionAt(bodies, t)).toEqual({ place: positionAt(leg, t), velocity: velocityAt(leg, t) });
}

describe('a body on an arc', () => {
  test('is where its leg is, in whatever order instants are read', () => {
    const bodies = bodiesOn(first);
    for (const now of [0, 1, 1.5, 20]) {
      bodies.clock[0] = now;
      for (const t of [now, 3, now, 4.5, 3, 12]) expectOn(bodies, first, t);
    }
  });

  test('follows a new leg that begins at the same instant', () => {
    const bodies = bodiesOn(first);
    expectOn(bodies, first, 0);
    expectOn(bodies, first, 2);
    bodies.follow(0, [second]);
    expectOn(bodies, second, 0);
    expectOn(bodies, second, 2);
    expect([bodies.maxSpeedOf(0), bodies.maxAccelerationOf(0)]).toEqual([1, 0.2]);
  });

  test('stands where it was when it stops', () => {
    const bodies = bodiesOn(first);
    bodies.clock[0] = 2;
    bodies.rest(0, 2);
    expect(motionAt(bodies, 5)).toEqual({ place: positionAt(first, 2), velocity: { x: 0, y: 0 } });
  });
});
