import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BEACON, CRATE, LAMP, OBJECTS, ROBOT } from '../../../test/spaces.js';
import { FIRST_LOOK, fitted, pixelOf, rayThrough } from './orbit.js';
import { pickAlong, pickOnPlan } from './picking.js';
import { boxAround, Space } from './space.js';
import { readSpaceMessage } from './wire.js';

function thingsOf(objects: readonly object[]): Space {
  const space = new Space();
  for (const object of objects) space.take(readSpaceMessage(JSON.stringify(object)));
  return space;
}

const SIZE = { width: 800, height: 600 };
const space = thingsOf(OBJECTS);
const things = [...space.thingsAt(0)];

describe('picking in space', () => {
  test('the centre of each object picks that object', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -4, max: 4, noNaN: true }),
        fc.double({ min: 0.3, max: 1.5, noNaN: true }),
        (yaw, pitch) => {
          const orbit = fitted(boxAround(things, {}), SIZE, { yaw, pitch });
          for (const { name, place } of things) {
            const pixel = pixelOf(orbit, [place.x, place.y, place.z], SIZE)!;
            expect(pickAlong(rayThrough(orbit, pixel, SIZE), things)).toBe(name);
          }
        },
      ),
      { seed: 1 },
    );
  });

  test('the nearer of two is picked, and nothing beside them', () => {
    const row = [
      ...thingsOf([
        { ...LAMP, name: 'far', xpos: 9, zpos: 0 },
        { ...CRATE, name: 'near', xpos: 0, zpos: 0 },
      ]).thingsAt(0),
    ];
    expect(pickAlong({ origin: [-10, 1, 0], direction: [1, 0, 0] }, row)).toBe('near');
    expect(pickAlong({ origin: [20, 1, 0], direction: [-1, 0, 0] }, row)).toBe('far');
    expect(pickAlong({ origin: [-10, 9, 0], direction: [1, 0, 0] }, row)).toBeUndefined();
    expect(pickAlong({ origin: [-10, 1, 0], direction: [-1, 0, 0] }, row)).toBeUndefined();
  });

  test.each([
    ['a ball just inside its rim', 1.49, 'beacon'],
    ['a ball just outside its rim', 2.01, undefined],
  ])('%s', (_name, beside, expected) => {
    const beacon = [...thingsOf([BEACON]).thingsAt(0)];
    const ray = { origin: [40 + beside / 2, 50, 20], direction: [0, -1, 0] } as const;
    expect(pickAlong(ray, beacon)).toBe(expected);
  });

  test('the initial view of the small environment picks the robot', () => {
    const orbit = fitted(boxAround(things, {}), SIZE, FIRST_LOOK);
    const pixel = pixelOf(orbit, [10, 0.5, 10], SIZE)!;
    expect(pickAlong(rayThrough(orbit, pixel, SIZE), things)).toBe('r1');
  });
});

describe('picking on the plan', () => {
  test('a turned box is picked inside and near its edges only', () => {
    // Its corner ahead and to the right, half its sizes away along its own axes.
    const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
    const at = (ahead: number, right: number): readonly [number, number] => [
      20 + ahead * cos + right * sin,
      30 - ahead * sin + right * cos,
    ];
    expect(pickOnPlan(...at(1.9, 1.4), things, 0)).toBe('crate');
    expect(pickOnPlan(...at(2.1, 0), things, 0)).toBeUndefined();
    expect(pickOnPlan(...at(2.1, 0), things, 0.2)).toBe('crate');
    expect(pickOnPlan(...at(0, 1.6), things, 0.05)).toBeUndefined();
  });

  test('an object on top of another is picked first', () => {
    const table = { ...CRATE, xpos: 10, zpos: 10, ypos: 0.1, height: 0.2 };
    expect(pickOnPlan(10, 10, thingsOf([ROBOT, table]).thingsAt(0), 0)).toBe('r1');
    expect(pickOnPlan(10, 10, thingsOf([table, ROBOT]).thingsAt(0), 0)).toBe('r1');
    expect(pickOnPlan(11.5, 10, thingsOf([table, ROBOT]).thingsAt(0), 0.1)).toBe('crate');
  });
});
