import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BEACON, CRATE, LAMP, OBJECTS, ROBOT, updateAt } from '../../../test/spaces.js';
import { boxAround, placedIn, relativeTo, Space } from './space.js';
import { readSpaceMessage } from './wire.js';

function spaceOf(messages: readonly object[], most?: number): Space {
  const space = new Space(most);
  for (const message of messages) space.take(readSpaceMessage(JSON.stringify(message)));
  return space;
}

const walk = (steps: number): readonly object[] => Array.from({ length: steps }, (_, k) => updateAt(k));

describe('a message of the viewer protocol', () => {
  test('of an object has its position, sizes, colour and infrared values', () => {
    expect(readSpaceMessage(JSON.stringify(CRATE))).toEqual({
      kind: 'object',
      object: {
        name: 'crate',
        place: { x: 20, y: 1, z: 30, orientation: 0.5 },
        color: [0.6, 0.4, 0.2],
        ir: 0.2,
        heat: 0,
        isRobot: false,
        shapes: [{ type: 'BOX', place: { x: 0, y: 0, z: 0, orientation: 0 }, size: [4, 2, 3] }],
      },
    });
  });

  test('of an object may have several shapes', () => {
    const message = readSpaceMessage(JSON.stringify(BEACON));
    expect(message).toMatchObject({ object: { shapes: [{ size: [1, 3, 1] }, { type: 'SPHERE', size: [2, 2, 2] }] } });
  });

  test('with an unknown shape is read as a box of its sizes', () => {
    const message = readSpaceMessage(JSON.stringify({ ...CRATE, type: 'PYRAMID' }));
    expect(message).toMatchObject({ object: { shapes: [{ type: 'BOX', size: [4, 2, 3] }] } });
  });

  test.each([
    ['[1]', /expected a JSON object/],
    [JSON.stringify({ ...CRATE, xpos: 'far' }), /xpos: expected a number/],
    [JSON.stringify({ ...CRATE, xpos: null }), /xpos: expected a number/],
    [JSON.stringify({ ...LAMP, radius: -1 }), /radius: expected a non-negative number, got -1/],
    [JSON.stringify({ ...updateAt(1), objectName: 7 }), /objectName: expected the name/],
  ])('%s is rejected', (line, reason) => {
    expect(() => readSpaceMessage(line)).toThrow(reason);
  });

  test('of an unknown kind is not an error', () => {
    expect(readSpaceMessage('{"weather":"fine"}')).toEqual({ kind: 'other' });
    expect(readSpaceMessage('{"error":"no token"}')).toEqual({ kind: 'error', text: 'no token' });
  });
});

describe('a space', () => {
  test('moves an object during the step of its update, and not before', () => {
    const space = spaceOf([...OBJECTS, ...walk(8)]);
    const at = (step: number): object => space.thingAt('r1', step)!.place;
    expect(at(-1)).toMatchObject({ x: 10, z: 10 });
    expect(at(0)).toMatchObject({ x: 11, z: 10 });
    expect(at(2.5)).toMatchObject({ x: 13.5, z: 10 });
    expect(at(4.5)).toEqual({ x: 15, y: 0.5, z: 9.5, orientation: Math.PI / 4 });
    expect(at(99)).toMatchObject({ x: 15, z: 7 });
    expect(space.span).toEqual({ start: -1, end: 7 });
  });

  test('keeps an object in place until the step of its next update', () => {
    const space = spaceOf([ROBOT, updateAt(0), { ...updateAt(1), timestep: 9 }]);
    expect(space.thingAt('r1', 8)!.place.x).toBe(11);
    expect(space.thingAt('r1', 8.5)!.place.x).toBe(11.5);
  });

  test('turns objects by the shorter angle', () => {
    const space = spaceOf([
      { ...ROBOT, orientation: 3 },
      { ...updateAt(0), orientation: -3 },
    ]);
    expect(space.thingAt('r1', -0.5)!.place.orientation).toBeCloseTo(Math.PI, 12);
  });

  test('treats moving objects as robots, and applies changes of heat', () => {
    const space = spaceOf([...OBJECTS, ...walk(2), { ...updateAt(2), heat: 0 }]);
    expect(space.thingAt('r1', 0)).toMatchObject({ isRobot: true, heat: 5 });
    expect(space.thingAt('r1', 2)).toMatchObject({ heat: 0 });
    expect(space.thingAt('crate', 2)).toMatchObject({ isRobot: false });
  });

  test('ignores updates of unknown objects', () => {
    const space = spaceOf([CRATE]);
    expect(space.take(readSpaceMessage(JSON.stringify(updateAt(0))))).toBe(false);
  });

  test('objects that arrive after steps belong to the next run', () => {
    const space = spaceOf([...OBJECTS, ...walk(5), LAMP, ROBOT]);
    expect(space.names).toEqual(['lamp', 'r1']);
    expect(space.span).toEqual({ start: -1, end: -1 });
  });

  test('parts of one object move as a whole', () => {
    const wheel = { ...LAMP, name: 'r1#2', xpos: 10, zpos: 8, partOf: 'r1' };
    const space = spaceOf([{ ...ROBOT, name: 'r1#1', partOf: 'r1' }, wheel, ...walk(6)]);
    expect(space.names).toEqual(['r1']);
    const { place, shapes } = space.thingAt('r1', 5)!;
    const at = placedIn(place, shapes[1]!.place);
    expect([at.x, at.z]).toEqual([expect.closeTo(13, 12), expect.closeTo(9, 12)]);
  });

  test('of a late viewer begins at the current step', () => {
    const space = spaceOf([{ environment: { width: 9, depth: 9, timestep: 40 } }, ROBOT]);
    expect(space.span).toEqual({ start: 39, end: 39 });
    space.take(readSpaceMessage('{"timestep":40}'));
    expect(space.span).toEqual({ start: 39, end: 40 });
    expect(spaceOf([ROBOT, { timestep: 40 }]).span).toEqual({ start: 39, end: 40 });
  });

  test('an object of several parts turns about its own middle', () => {
    const whole = { x: 10, y: 0.5, z: 10, orientation: 0 };
    const nose = { ...ROBOT, name: 'r1#1', xpos: 12, partOf: 'r1', whole };
    const space = spaceOf([nose, { ...updateAt(0), x: 10, orientation: Math.PI / 2 }]);
    const { place, shapes } = space.thingAt('r1', 0)!;
    expect(placedIn(place, shapes[0]!.place)).toMatchObject({ x: expect.closeTo(10, 12), z: expect.closeTo(8, 12) });
  });

  test('drops the older half when it has too many positions', () => {
    const space = spaceOf([...OBJECTS, ...walk(101)], 100);
    expect(space.span).toEqual({ start: 50, end: 100 });
    expect(space.thingAt('r1', 0)!.place).toEqual(space.thingAt('r1', 50)!.place);
    expect(space.thingAt('r1', 100)!.place.z).toBe(-86);
  });

  test('its box contains everything', () => {
    const space = spaceOf(OBJECTS);
    const { low, high } = boxAround(space.thingsAt(0), { width: 100, depth: 80 });
    expect(low).toEqual([0, 0, 0]);
    expect(high).toEqual([100, 4.5, 80]);
    expect(boxAround([], {})).toEqual({ low: [0, 0, 0], high: [1, 1, 1] });
  });
});

test('a part ahead of an object with heading r is at (cos r, −sin r) of it', () => {
  fc.assert(
    fc.property(fc.double({ min: -7, max: 7, noNaN: true }), (orientation) => {
      const part = placedIn({ x: 1, y: 2, z: 3, orientation }, { x: 2, y: 0, z: 0, orientation: 1 });
      expect(part.x).toBeCloseTo(1 + 2 * Math.cos(orientation), 12);
      expect(part.z).toBeCloseTo(3 - 2 * Math.sin(orientation), 12);
      expect(part.orientation).toBe(orientation + 1);
      const back = relativeTo({ x: 1, y: 2, z: 3, orientation }, part);
      expect([back.x, back.z, back.orientation]).toEqual([2, 0, 1].map((value) => expect.closeTo(value, 12)));
    }),
    { seed: 1 },
  );
});
