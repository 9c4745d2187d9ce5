import { describe, expect, test } from '@jest/globals';
import { FakeWorldView } from '../../test/fake-world-view.js';
import { BumpSensor } from './bump-sensor.js';
import { ContactSensor, touchedParties } from './contact-sensor.js';
import { Random } from '@kineko/kernel';

const noise = new Random(1).stream('noise');
const world = new FakeWorldView({
  robots: [
    { id: 0, x: 0, y: 0, heading: Math.PI / 2 },
    { id: 1, x: 1, y: 0 },
    { id: 2, x: -3, y: 0 },
  ],
  obstacles: [
    { kind: 'segment', a: { x: -9, y: 0.5 }, b: { x: 9, y: 0.5 } },
    { kind: 'disc', x: 0, y: -2, radius: 1.5 },
  ],
});

test('returns the parties that the robot touches', () => {
  expect(new ContactSensor().calReply({}, world, 0, noise)).toEqual([
    { kind: 'robot', id: 1 },
    { kind: 'obstacle', id: 0 },
  ]);
});

test('those of this instant belong to it, once and in order', () => {
  const upon = [
    { kind: 'obstacle', id: 0 },
    { kind: 'robot', id: 0 },
  ] as const;
  expect(touchedParties(world, 1, upon)).toEqual([
    { kind: 'robot', id: 0 },
    { kind: 'obstacle', id: 0 },
  ]);
});

describe('bump', () => {
  const bump = new BumpSensor();

  test('with the side', () => {
    expect(bump.calReply({}, world, 0, noise)).toEqual([
      { kind: 'robot', id: 1, bearing: expect.closeTo(-Math.PI / 2, 12) },
      { kind: 'obstacle', id: 0, bearing: expect.closeTo(0, 12) },
    ]);
  });

  test('only in the sector', () => {
    expect(bump.calReply({ sector: Math.PI / 2 }, world, 0, noise)).toEqual([
      { kind: 'obstacle', id: 0, bearing: expect.closeTo(0, 12) },
    ]);
  });

  test('a party that the robot has bounced off has a direction too, disc or wall', () => {
    const upon = [
      { kind: 'obstacle', id: 1 },
      { kind: 'robot', id: 2 },
    ] as const;
    expect(bump.calReplyUpon({}, upon, world, 0)).toMatchObject([
      { kind: 'robot', id: 1 },
      { kind: 'robot', id: 2, bearing: expect.closeTo(Math.PI / 2, 12) },
      { kind: 'obstacle', id: 0 },
      { kind: 'obstacle', id: 1, bearing: expect.closeTo(Math.PI, 12) },
    ]);
    world.move(2, { y: -3 });
    expect(bump.calReplyUpon({}, [{ kind: 'obstacle', id: 0 }], world, 2)).toEqual([
      { kind: 'obstacle', id: 0, bearing: expect.closeTo(Math.PI / 2, 12) },
    ]);
  });
});
