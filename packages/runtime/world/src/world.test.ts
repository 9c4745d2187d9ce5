import { describe, expect, test } from '@jest/globals';
import { Random, Simulator } from '@kineko/kernel';
import { smallWorld } from '../test/small-world.js';
import { TagEffector } from './effectors/tag-effector.js';
import { ContactSensor } from './sensors/contact-sensor.js';
import { GpsSensor } from './sensors/gps-sensor.js';
import { ProximitySensor } from './sensors/proximity-sensor.js';
import { ViewSensor } from './sensors/view-sensor.js';
import { World } from './world.js';
import type { WorldSpec } from './world-spec.js';

const area = { minX: 0, minY: 0, maxX: 40, maxY: 30 };
const drive = (distance: number, speed = 1) => ({ kind: 'forward', distance, speed }) as const;

describe('robots and space', () => {
  test('the record begins with the contents of the world', () => {
    const { records } = smallWorld({
      area,
      walled: true,
      robots: [
        { id: 2, radius: 1, x: 5, y: 5, tag: 'scout' },
        { id: 1, radius: 2, x: 20, y: 20, heading: 1 },
      ],
      obstacles: [{ kind: 'disc', name: 'pillar', x: 10, y: 10, radius: 1 }],
      objects: [{ x: 3, y: 4, heat: 10 }],
    });
    expect(records).toEqual([
      { type: 'world', time: 0, area: [0, 0, 40, 30], walled: true, response: 'stop' },
      { type: 'obstacle', time: 0, obstacle: 0, name: 'pillar', shape: { kind: 'disc', x: 10, y: 10, radius: 1 } },
      {
        type: 'obstacle',
        time: 0,
        obstacle: 1,
        name: 'walls of the world',
        shape: expect.objectContaining({ kind: 'polyline' }),
      },
      { type: 'object', time: 0, object: 0, x: 3, y: 4, size: 0, tag: '', heat: 10, light: 0 },
      { type: 'robot', time: 0, robot: 1, radius: 2, x: 20, y: 20, heading: 1, tag: '' },
      { type: 'robot', time: 0, robot: 2, radius: 1, x: 5, y: 5, heading: 0, tag: 'scout' },
    ]);
  });

  test('robots without a place get one at random, clear of the others; the order of listing does not matter', () => {
    const robots = [{ id: 1, radius: 3, x: 20, y: 15 }, ...[5, 2, 9, 4].map((id) => ({ id, radius: 2 }))];
    const places = (spec: WorldSpec) => {
      const world = new World(spec, { simulator: new Simulator(), random: new Random(3) });
      return world.robots.map((id) => world.poseOf(id));
    };
    const found = places({ area, walled: true, robots });
    expect(places({ area, walled: true, robots: [...robots].reverse() })).toEqual(found);
    expect(found[0]).toEqual({ x: 20, y: 15, heading: 0 });
  });

  test('reports all problems of a world at once', () => {
    const build = () =>
      smallWorld({
        area: { minX: 0, minY: 0, maxX: 10, maxY: 10 },
        robots: [
          { id: 1, radius: 1, x: 5, y: 5 },
          { id: 2, radius: 1, x: 6, y: 5 },
          { id: 3, radius: 1, x: 0, y: 5 },
          { id: 4, radius: 1, x: 9, y: 9 },
          { id: 5, radius: 1, x: 2 },
        ],
        obstacles: [{ kind: 'box', name: 'crate', x: 8, y: 8, width: 2, height: 2 }],
      });
    expect(build).toThrow(
      [
        '4 problems:',
        '- robot 5: expected both x and y or neither, got one of them',
        '- robot 2 at (6, 5) with radius 1 overlaps robot 1 at (5, 5) by 1 m',
        '- robot 3 at (0, 5) with radius 1 reaches 1 m beyond the area from (0, 0) to (10, 10)',
        "- robot 4 at (9, 9) with radius 1 overlaps the box 'crate' by 2 m",
      ].join('\n'),
    );
  });

  test.each([
    [{ robots: [{ id: 1, radius: 1 }] }, 'robot 1 has no position, and the world has no area to place it in at random'],
    [{ robots: [], walled: true }, 'a world with walls needs an area'],
    [
      { robots: [], area: { minX: 1, minY: 0, maxX: 1, maxY: 5 } },
      'the area: expected minima below the maxima, got (1, 0) to (1, 5)',
    ],
    [
      { robots: [], area: { minX: NaN, minY: 0, maxX: 1, maxY: 5 } },
      'the minX of the area: expected at most 2^30 m from 0, got NaN',
    ],
    [
      {
        robots: [
          { id: 1, radius: 1, x: 0, y: 0 },
          { id: 1, radius: 1, x: 9, y: 0 },
        ],
      },
      'two robots have the id 1',
    ],
    [
      { robots: [{ id: 1, radius: 1, x: 0, y: 0, heading: Infinity }] },
      'the heading of robot 1: expected at most 2^30 rad from 0, got Infinity',
    ],
    [{ robots: [{ id: 1, radius: -1, x: 0, y: 0 }] }, 'the radius of robot 1: expected 2^-20 to 2^20 m, got -1'],
    [{ robots: [], objects: [{ x: 0, y: NaN }] }, 'the y of object 0: expected a finite number, got NaN'],
    [{ robots: [{ id: 1, radius: '1', x: 0, y: 0 }] }, 'the radius of robot 1: expected a number, got "1"'],
    [{ robots: [{ id: 1, radius: 1, x: 0, y: 0, tag: 5 }] }, 'the tag of robot 1: expected a text, got 5'],
    [
      { robots: [{ id: 1, radius: 1, x: NaN, y: 0 }], response: 'none' },
      'the x of robot 1: expected at most 2^30 m from 0, got NaN',
    ],
    [
      { robots: [{ id: 1, radius: NaN }], area: { minX: 0, minY: 0, maxX: 9, maxY: 9 } },
      'the radius of robot 1: expected 2^-20 to 2^20 m, got NaN',
    ],
    [{ robots: [], response: 'bouncy' }, 'the response: expected stop, bounce or none, got "bouncy"'],
    [
      { robots: [], area: { minX: 0, minY: 0, maxX: 1 } },
      'the maxY of the area: expected at most 2^30 m from 0, got undefined',
    ],
    [
      {
        robots: [],
        objects: [
          { x: 0, y: 0, id: 1 },
          { x: 1, y: 1 },
        ],
      },
      'two objects have the id 1',
    ],
  ] as const)('rejects an invalid world: %#', (spec, message) => {
    expect(() => smallWorld(spec as unknown as WorldSpec)).toThrow(message);
  });

  test('ghosts may stand in each other, and pass', async () => {
    const robots = [
      { id: 1, radius: 1, x: 5, y: 5 },
      { id: 2, radius: 1, x: 5.5, y: 5 },
    ];
    const { world, simulator, recordsOf } = smallWorld({ area, walled: true, robots, response: 'none' });
    world.motions.request(1, drive(50));
    await simulator.run();
    expect(world.poseOf(1)).toEqual({ x: 55, y: 5, heading: 0 });
    expect(recordsOf('touch')).toEqual([]);
  });
});

test('ghosts may be points, which glide to exactly the same place', async () => {
  const robots = [
    { id: 0, radius: 0, x: 0.1, y: 0.7 },
    { id: 1, radius: 0, x: 0.3, y: -0.2 },
    { id: 2, radius: 0, x: 0.3, y: -0.2 },
  ];
  const { world, simulator } = smallWorld({ area, robots, response: 'none' });
  for (const id of world.robots) world.motions.request(id, { kind: 'glide', x: 0, y: 1 / 3, duration: 0.3 });
  await simulator.run();
  expect(world.robots.map((id) => world.poseOf(id))).toEqual(robots.map(() => ({ x: 0, y: 1 / 3, heading: 0 })));
  expect(() => smallWorld({ area, robots })).toThrow('the radius of robot 0: expected 2^-20 to 2^20 m, got 0');
  const drawn = smallWorld({ area, robots: robots.map(({ id, radius }) => ({ id, radius })), response: 'none' });
  expect(new Set(drawn.world.robots.map((id) => drawn.world.poseOf(id).x)).size).toBe(3);
});

test('walls and pillars stop a robot, which leaves them again', async () => {
  const { world, simulator, recordsOf, at } = smallWorld({
    area,
    walled: true,
    robots: [{ id: 1, radius: 1, x: 5, y: 5 }],
    obstacles: [{ kind: 'disc', x: 20, y: 5, radius: 4 }],
  });
  world.motions.request(1, drive(100));
  at(20, () => void world.motions.request(1, drive(-100)));
  await simulator.run();
  expect(world.poseOf(1)).toEqual({ x: 1, y: 5, heading: 0 });
  expect(recordsOf('motionEnd').map(({ time, status, with: party }) => [time, status, party])).toEqual([
    [10, 'collided', { kind: 'obstacle', id: 0 }],
    [34, 'collided', { kind: 'obstacle', id: 1 }],
  ]);
  expect(recordsOf('touch').map(({ time }) => time)).toEqual([10, 34]);
  expect(recordsOf('release').map(({ time }) => time)).toEqual([20]);
  expect(world.touching(1)).toEqual([{ kind: 'obstacle', id: 1 }]);
});

test('an object is passed over, unless it is solid', async () => {
  const { world, simulator, recordsOf } = smallWorld({
    robots: [{ id: 1, radius: 1, x: 0, y: 0 }],
    objects: [
      { x: 5, y: 0, size: 1, tag: 'rug' },
      { x: 10, y: 0, size: 1, tag: 'stove', heat: 5, solid: true },
    ],
  });
  world.motions.request(1, drive(100));
  await simulator.run();
  expect(recordsOf('motionEnd')).toEqual([
    expect.objectContaining({ time: 8, status: 'collided', with: { kind: 'obstacle', id: 0 } }),
  ]);
  expect(world.objects.map(({ tag }) => tag)).toEqual(['rug', 'stove']);
});

describe('the events that lie ahead of a robot', () => {
  test('are the ends of its motion and its contact, both conditional, and what is certain', async () => {
    const { world, simulator } = smallWorld({
      robots: [
        { id: 1, radius: 1, x: 0, y: 0 },
        { id: 2, radius: 1, x: 10, y: 0 },
      ],
    });
    const gps = world.sensors.equip(1, new GpsSensor({ latency: 3 }));
    gps.doSensor({ who: 'self' }, () => {});
    world.motions.request(1, { kind: 'moveTo', x: 20, y: 0, speed: 2, turnRate: 1 });
    expect(world.events.futureEventsOf(1)).toEqual([
      { time: 0, kind: 'motion', isConditional: true, text: 'finish of turn' },
      { time: 3, kind: 'sensor', isConditional: false, text: "reply of sensor 'gps' to robot 1" },
      { time: 10, kind: 'motion', isConditional: true, text: 'finish of forward' },
    ]);
    await simulator.run({ until: 1 });
    expect(world.events.futureEventsOf(1).map(({ time, text }) => `${time} ${text}`)).toEqual([
      "3 reply of sensor 'gps' to robot 1",
      '4 collision with robot 2',
      '10 finish of forward',
    ]);
    await simulator.run();
    expect(world.events.futureEventsOf(1)).toEqual([]);
  });

  test('include events of other code until they are cancelled', async () => {
    const { world, simulator } = smallWorld({ robots: [{ id: 1, radius: 1, x: 0, y: 0 }] });
    const happened: number[] = [];
    const event = {
      class: 5,
      low: 1,
      high: 1,
      run: (now: number) => void happened.push(now),
      describe: () => 'a bell',
    } as const;
    simulator.schedule(2, event);
    const second = simulator.schedule(3, event);
    expect(world.events.futureEventsOf(1).map(({ time, kind, text }) => [time, kind, text])).toEqual([
      [2, 'wake-up', 'a bell'],
      [3, 'wake-up', 'a bell'],
    ]);
    simulator.cancel(second);
    await simulator.run();
    expect(happened).toEqual([2]);
  });
});

describe('sensors in a world', () => {
  test('reply in the middle of a motion', async () => {
    const { world, simulator, at } = smallWorld({
      robots: [
        { id: 1, radius: 1, x: 0, y: 0 },
        { id: 2, radius: 1, x: 0, y: 9 },
      ],
    });
    const gps = world.sensors.equip(1, new GpsSensor());
    const view = world.sensors.equip(2, new ViewSensor());
    world.motions.request(1, drive(100, 2));
    const replies: unknown[] = [];
    at(2, () => void gps.doSensor({ who: 'all' }, (reply) => void replies.push(reply)));
    at(2, () => void view.doSensor({ viewSize: 10 }, (reply) => void replies.push(reply)));
    at(6, () => void view.doSensor({ viewSize: 10 }, (reply) => void replies.push(reply)));
    await simulator.run({ until: 10 });
    expect(replies).toEqual([
      [
        { x: 4, y: 0 },
        { x: 0, y: 9 },
      ],
      [{ x: 4, y: 0 }],
      [],
    ]);
  });

  test('an exact proximity sensor interrupts the motion when the other comes into range, a polled one at its next look', async () => {
    for (const [exact, time] of [
      [true, 5],
      [false, 6],
    ] as const) {
      const { world, simulator, recordsOf } = smallWorld({
        robots: [
          { id: 1, radius: 1, x: 0, y: 0 },
          { id: 2, radius: 1, x: 20, y: 0 },
        ],
      });
      const proximity = world.sensors.equip(1, new ProximitySensor());
      const seen: unknown[] = [];
      proximity.activate({ viewSize: 9 }, { exact, interval: 3, onEvent: (reply) => void seen.push(reply) });
      world.motions.request(1, drive(100, 2));
      await simulator.run({ until: 20 });
      expect(recordsOf('motionEnd')).toEqual([
        expect.objectContaining({ time, status: 'replaced', by: 'proximity', x: 2 * time }),
      ]);
      expect(seen).toEqual([[{ kind: 'robot', id: 2, distance: 19 - 2 * time, bearing: 0 }]]);
    }
  });

  test('exact contact sensors of both robots report a touch', async () => {
    const { world, simulator } = smallWorld({
      robots: [
        { id: 1, radius: 1, x: 0, y: 0 },
        { id: 2, radius: 1, x: 10, y: 0 },
      ],
    });
    const told: string[] = [];
    for (const id of [1, 2]) {
      const contact = world.sensors.equip(id, new ContactSensor());
      contact.activate(
        {},
        { exact: true, onEvent: (reply) => void told.push(`${simulator.now}: ${id} touches ${reply[0]!.id}`) },
      );
    }
    world.motions.request(1, drive(100, 2));
    await simulator.run();
    expect(told).toEqual(['4: 1 touches 2', '4: 2 touches 1']);
  });

  test('are given to robots that are there', () => {
    const { world } = smallWorld({ robots: [{ id: 1, radius: 1, x: 0, y: 0 }] });
    expect(() => world.sensors.equip(2, new GpsSensor())).toThrow('there is no robot 2');
  });

  test('a tag can be changed, and is seen', async () => {
    const { world, simulator, recordsOf } = smallWorld({
      robots: [
        { id: 1, radius: 1, x: 0, y: 0 },
        { id: 2, radius: 1, x: 5, y: 0 },
      ],
    });
    world.effectors.equip(1, new TagEffector(world)).doEffect({ tag: 'busy' });
    const view = world.sensors.equip(2, new ViewSensor());
    let seen: unknown;
    view.doSensor({ viewSize: 10, withTags: true }, (reply) => (seen = reply));
    await simulator.run();
    expect(seen).toEqual([{ x: 0, y: 0, tag: 'busy' }]);
    expect(recordsOf('effect')).toHaveLength(1);
  });
});
