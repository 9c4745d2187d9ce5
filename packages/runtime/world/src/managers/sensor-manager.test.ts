import { describe, expect, test } from '@jest/globals';
import { EventClass, Random, Simulator } from '@kineko/kernel';
import { type FakeRobot, FakeWorldView } from '../../test/fake-world-view.js';
import { BumpSensor } from '../sensors/bump-sensor.js';
import { ContactSensor } from '../sensors/contact-sensor.js';
import { GpsSensor } from '../sensors/gps-sensor.js';
import { ProximitySensor } from '../sensors/proximity-sensor.js';
import { RingSensor } from '../sensors/ring-sensor.js';
import { type PushOptions, PushSensor, Sensor, type SensorRecord } from '../sensors/sensor.js';
import { SonarSensor } from '../sensors/sonar-sensor.js';
import { ViewSensor } from '../sensors/view-sensor.js';
import type { Party, WorldView } from '../world-view.js';
import { SensorManager } from './sensor-manager.js';

const TWO_APART: FakeRobot[] = [
  { id: 0, x: 0, y: 0 },
  { id: 1, x: 10, y: 0 },
];

interface Watcher {
  readonly robot: number;
  readonly range: number;
  readonly onEntry: (other: number, now: number) => void;
}

function setUp({ robots = TWO_APART, seed = 1, isRecorded = true } = {}) {
  const simulator = new Simulator();
  const world = new FakeWorldView({
    robots,
    obstacles: [{ kind: 'segment', a: { x: -50, y: -20 }, b: { x: 50, y: -20 } }],
  });
  const records: SensorRecord[] = [];
  const log: string[] = [];
  const watchers = new Set<Watcher>();
  const manager = new SensorManager({
    simulator,
    world,
    random: new Random(seed),
    interrupt: (robot, by) => void log.push(`${simulator.now} interrupt ${robot} by ${by}`),
    watch(robot, range, onEntry) {
      const watcher = { robot, range, onEntry };
      watchers.add(watcher);
      return { cancel: () => void watchers.delete(watcher) };
    },
    ...(isRecorded && { emit: (record: SensorRecord) => void records.push(record) }),
  });
  const at = (time: number, run: (now: number) => void, eventClass: EventClass = EventClass.Contact): void => {
    simulator.schedule(time, { class: eventClass, low: 0, high: 0, run, describe: () => 'a test' });
  };
  /** Reports that another robot comes into range, as the dynamics does. */
  const enter = (other: number, now: number): void => {
    for (const { onEntry } of watchers) onEntry(other, now);
  };
  return { simulator, world, records, log, watchers, manager, at, enter };
}

/** Counts its readings, and reports every second one. */
class Metronome extends PushSensor<{ first: number }, number> {
  readonly kind = 'metronome';

  override calReply({ first }: { first: number }, { now }: WorldView): number {
    return first + now;
  }

  override shouldInterrupt(reply: number): boolean {
    return reply % 2 === 0;
  }
}

describe('equipping', () => {
  test('a sensor belongs to one robot, under a name of its own', () => {
    const { manager } = setUp();
    const gps = manager.equip(0, new GpsSensor());
    expect(() => manager.equip(1, gps)).toThrow(
      "sensor 'gps' belongs to robot 0 and cannot be given to robot 1: create one for each",
    );
    expect(() => manager.equip(0, new GpsSensor())).toThrow(
      `robot 0, sensor 'gps': name: expected a name that no other sensor or effector of this robot has, got "gps"`,
    );
    expect(manager.equip(0, new GpsSensor({ name: 'gps2' })).name).toBe('gps2');
    expect(() => manager.equip(0, new GpsSensor({ name: 'a/b' }))).toThrow('one word without a slash');
    expect(() => manager.equip(1, new GpsSensor({ latency: -1 }))).toThrow(
      'latency: expected a finite number of seconds, 0 or more, got -1',
    );
    expect(() => manager.equip(1, new GpsSensor({ latency: '1' as never }))).toThrow(
      'latency: expected a finite number of seconds, 0 or more, got "1"',
    );
    expect(() => new GpsSensor().doSensor({ who: 'self' }, () => {})).toThrow("sensor 'gps' belongs to no robot");
  });
});

describe('pull', () => {
  test('the reply comes in an event of this instant: after contacts, before wake-ups, by robot', async () => {
    const { simulator, manager, at, log } = setUp();
    const sensors = [1, 0].map((robot) => manager.equip(robot, new GpsSensor()));
    at(1, () => {
      at(1, () => void log.push('wake-up'), EventClass.WakeUp);
      for (const gps of sensors) gps.doSensor({ who: 'self' }, ([p]) => void log.push(`${simulator.now}: ${p!.x}`));
      at(1, () => void log.push('contact'));
      log.push('asked');
    });
    await simulator.run();
    expect(log).toEqual(['asked', 'contact', '1: 0', '1: 10', 'wake-up']);
  });

  test('with latency, the reply describes the world at the time of the reply', async () => {
    const { simulator, world, manager, at, log } = setUp();
    const gps = manager.equip(0, new GpsSensor({ latency: 0.25 }));
    const pending = gps.doSensor({ who: 'self' }, ([p]) => void log.push(`${simulator.now}: ${p!.x}`));
    at(0.2, () => world.move(0, { x: 5 }));
    expect(pending.isPending).toBe(true);
    await simulator.run();
    expect(log).toEqual(['0.25: 5']);
    expect(pending.isPending).toBe(false);
    pending.cancel();
  });

  test('a request can be called off', async () => {
    const { simulator, manager, log, records } = setUp();
    const gps = manager.equip(0, new GpsSensor());
    const pending = gps.doSensor({ who: 'self' }, () => void log.push('reply'));
    pending.cancel();
    pending.cancel();
    await simulator.run();
    expect([log, records.length, pending.isPending]).toEqual([[], 1, false]);
  });

  test('records of request and reply, or none', async () => {
    for (const isRecorded of [true, false]) {
      const { simulator, manager, records } = setUp({ isRecorded });
      manager.equip(1, new ViewSensor({ latency: 1 })).doSensor({ viewSize: 20 }, () => {});
      await simulator.run();
      const expected = [
        { type: 'sensorRequest', time: 0, robot: 1, sensor: 'view', request: { viewSize: 20 } },
        { type: 'sensorReply', time: 1, robot: 1, sensor: 'view', reply: [{ x: 0, y: 0 }] },
      ];
      expect(records).toEqual(isRecorded ? expected : []);
      expect(JSON.parse(JSON.stringify(records))).toEqual(records);
    }
  });

  test('a sensor of your own is one class', async () => {
    class Compass extends Sensor<Record<string, never>, number> {
      readonly kind = 'compass';

      override calReply(_request: Record<string, never>, world: WorldView, self: number): number {
        return world.poseOf(self).heading;
      }
    }
    const { simulator, manager, log } = setUp({ robots: [{ id: 4, x: 0, y: 0, heading: 1.5 }] });
    manager.equip(4, new Compass()).doSensor({}, (heading) => void log.push(`heading ${heading}`));
    await simulator.run();
    expect(log).toEqual(['heading 1.5']);
  });

  test('every sensor draws from a stream of its own', async () => {
    const positions = async (others: boolean, seed = 1) => {
      const { simulator, manager } = setUp({ seed });
      const seen: unknown[] = [];
      const request = { who: 'all', errorFactor: 1 } as const;
      if (others) {
        manager.equip(1, new GpsSensor()).doSensor(request, () => {});
        manager.equip(0, new GpsSensor({ name: 'another' })).doSensor(request, () => {});
        manager.equip(0, new ProximitySensor()).activate({ viewSize: 50, errorFactor: 1 }, { interval: 0.5 });
      }
      manager.equip(0, new GpsSensor()).doSensor(request, (reply) => void seen.push(reply));
      await simulator.run({ until: 3 });
      return seen;
    };
    const alone = await positions(false);
    expect(await positions(true)).toEqual(alone);
    expect(await positions(false, 2)).not.toEqual(alone);
  });
});

describe('invalid requests', () => {
  const { manager, simulator } = setUp();
  const view = manager.equip(0, new ViewSensor());
  const gps = manager.equip(0, new GpsSensor());
  const sonar = manager.equip(0, new SonarSensor());
  const ring = manager.equip(0, new RingSensor());
  const bump = manager.equip(0, new BumpSensor());
  const proximity = manager.equip(0, new ProximitySensor());
  const metronome = manager.equip(0, new Metronome());
  const ignore = (): void => {};

  test.each<[() => void, string]>([
    [
      () => view.doSensor({ viewSize: -1 }, ignore),
      "robot 0, sensor 'view': viewSize: expected a finite number of metres, 0 or more, got -1",
    ],
    [
      () => view.doSensor({ viewSize: NaN }, ignore),
      'viewSize: expected a finite number of metres, 0 or more, got NaN',
    ],
    [() => view.doSensor({ viewSize: 1, robotsBlock: true }, ignore), 'or lineOfSight true as well'],
    [
      () => gps.doSensor({ who: 'self', errorFactor: -2 }, ignore),
      'errorFactor: expected the standard deviation of the noise, a finite number, 0 or more, got -2',
    ],
    [() => gps.doSensor({ who: 'me' as 'self' }, ignore), 'who: expected self or all, got "me"'],
    [
      () => sonar.doSensor({ range: Infinity }, ignore),
      'range: expected a finite number of metres, 0 or more, got Infinity',
    ],
    [() => sonar.doSensor({ range: 1, openingAngle: 7 }, ignore), 'openingAngle: expected 0 to 2π radians, got 7'],
    [
      () => sonar.doSensor({ range: 1, offset: { x: NaN, y: 0 } }, ignore),
      'offset.x: expected a finite number of metres, got NaN',
    ],
    [
      () => sonar.doSensor({ range: 1, direction: Infinity }, ignore),
      'direction: expected a finite number of radians, got Infinity',
    ],
    [() => ring.doSensor({ rays: 0, range: 1 }, ignore), 'rays: expected an integer from 1 to 4096, got 0'],
    [
      () => ring.doSensor({ rays: [0, NaN], range: 1 }, ignore),
      'rays[1]: expected a finite number of radians, got NaN',
    ],
    [
      () => ring.doSensor({ rays: [], range: 1 }, ignore),
      'the number of rays: expected an integer from 1 to 4096, got 0',
    ],
    [() => bump.activate({ sector: -1 }), 'sector: expected 0 to 2π radians, got -1'],
    [
      () => proximity.activate({ viewSize: 1 }, { interval: 0 }),
      'interval: expected a finite number of seconds above 0, got 0',
    ],
    [
      () => proximity.activate({ viewSize: 1 }, { interval: Infinity }),
      'interval: expected a finite number of seconds above 0, got Infinity',
    ],
    [
      () => metronome.activate({ first: 0 }, { exact: true }),
      "robot 0, sensor 'metronome': exact: expected false, since this sensor can only look at intervals, got true",
    ],
  ])('%#', (ask, message) => {
    expect(ask).toThrow(message);
    expect(simulator.nextTime).toBe(Infinity);
  });
});

describe('push, polled', () => {
  function metronome(options: PushOptions<number> = {}) {
    const scene = setUp();
    const { simulator, world, manager, log } = scene;
    simulator.observe({ leaving: (_now, next) => void (world.now = next) });
    const sensor = manager.equip(0, new Metronome());
    const onEvent = (reply: number): void => void log.push(`${simulator.now} told ${reply}`);
    sensor.activate({ first: 0 }, { onEvent, ...options });
    return { ...scene, sensor };
  }

  test('looks at once and at multiples of the interval, and reports when the condition holds', async () => {
    const { simulator, log, records } = metronome();
    await simulator.run({ until: 5 });
    expect(log).toEqual([
      '0 interrupt 0 by metronome',
      '0 told 0',
      '2 interrupt 0 by metronome',
      '2 told 2',
      '4 interrupt 0 by metronome',
      '4 told 4',
    ]);
    expect(records.map(({ type, time }) => `${type} ${time}`)).toEqual([
      'sensorRequest 0',
      'sensorEvent 0',
      'sensorEvent 2',
      'sensorEvent 4',
    ]);
  });

  test('no error adds up in the times of its looks', async () => {
    const { simulator, manager, at } = setUp();
    const times: number[] = [];
    class Clock extends Metronome {
      override calReply(): number {
        times.push(simulator.now);
        return 1;
      }
    }
    const clock = manager.equip(0, new Clock());
    at(0.3, () => clock.activate({ first: 0 }, { interval: 0.1 }));
    await simulator.run({ until: 100 });
    expect(times).toEqual(times.map((_, k) => 0.3 + k * 0.1));
    expect(times.length).toBeGreaterThan(990);
  });

  test('may leave the motion alone', async () => {
    const { simulator, log } = metronome({ interruptsMotion: false });
    await simulator.run({ until: 3 });
    expect(log).toEqual(['0 told 0', '2 told 2']);
  });

  test('can be deactivated, even by its own handler', async () => {
    const { simulator, sensor, log } = metronome({
      interruptsMotion: false,
      onEvent: (reply) => {
        log.push(`told ${reply}`);
        if (reply === 2) sensor.deactivate();
      },
    });
    expect(sensor.isActive).toBe(true);
    const { stoppedBy } = await simulator.run();
    expect([stoppedBy, log, sensor.isActive]).toEqual(['empty', ['told 0', 'told 2'], false]);
    sensor.deactivate();
  });

  test('activating again replaces', async () => {
    const { simulator, sensor, log, at } = metronome({ interruptsMotion: false });
    at(1.5, () => {
      const onEvent = (reply: number): void => void log.push(`${simulator.now} told again ${reply}`);
      sensor.activate({ first: 0.5 }, { interval: 2, interruptsMotion: false, onEvent });
    });
    await simulator.run({ until: 4 });
    expect(log).toEqual(['0 told 0', '1.5 told again 2', '3.5 told again 4']);
  });

  test('a rejected activation leaves the old one unchanged', async () => {
    const { simulator, sensor, log } = metronome({ interruptsMotion: false });
    expect(() => sensor.activate({ first: 0 }, { interval: -1 })).toThrow(
      'interval: expected a finite number of seconds above 0, got -1',
    );
    await simulator.run({ until: 2 });
    expect(log).toEqual(['0 told 0', '2 told 2']);
  });

  test('the end of the replaced motion may deactivate the sensor before its handler: expected 0 to 2^31 s, got called', async () => {
    const simulator = new Simulator();
    const told: number[] = [];
    const sensor = new Metronome();
    const manager = new SensorManager({
      simulator,
      world: new FakeWorldView({ robots: TWO_APART }),
      random: new Random(1),
      interrupt: () => sensor.deactivate(),
      watch: () => ({ cancel() {} }),
    });
    manager.equip(0, sensor).activate({ first: 0 }, { onEvent: (reply) => void told.push(reply) });
    await simulator.run();
    expect(told).toEqual([]);
  });

  test('proximity reports each robot once, and again after it has left', async () => {
    const { simulator, world, manager, at, log } = setUp();
    const proximity = manager.equip(0, new ProximitySensor());
    const onEvent = (reply: readonly { id: number }[]): void => void log.push(`${simulator.now} told ${reply[0]!.id}`);
    proximity.activate({ viewSize: 5 }, { interval: 5, onEvent });
    at(1, () => world.move(1, { x: 5.5 }));
    at(12, () => world.move(1, { x: 50 }));
    at(16, () => world.move(1, { x: 5 }));
    await simulator.run({ until: 30 });
    expect(log).toEqual(['5 interrupt 0 by proximity', '5 told 1', '20 interrupt 0 by proximity', '20 told 1']);
  });

  test('silence cancels everything of one robot', async () => {
    const { simulator, manager, sensor, log } = metronome();
    manager.equip(0, new GpsSensor()).doSensor({ who: 'self' }, () => void log.push('reply'));
    manager.equip(1, new GpsSensor()).doSensor({ who: 'self' }, () => void log.push('reply of 1'));
    manager.silence(0);
    const { stoppedBy } = await simulator.run();
    expect([stoppedBy, log, sensor.isActive]).toEqual(['empty', ['reply of 1'], false]);
  });
});

describe('push, exact', () => {
  const THREE: FakeRobot[] = [...TWO_APART, { id: 2, x: 0, y: 10 }];

  function watching(robots = THREE) {
    const world = setUp({ robots });
    const proximity = world.manager.equip(0, new ProximitySensor());
    const start = (): void =>
      proximity.activate(
        { viewSize: 5, obstacles: false },
        {
          exact: true,
          interruptsMotion: false,
          onEvent: (reply) =>
            void world.log.push(
              `${world.simulator.now}: ${reply.map(({ id, distance }) => `${id} at ${distance}`).join(', ')}`,
            ),
        },
      );
    return { ...world, proximity, start };
  }

  test('reports at the instant of the entry, and does not look in between', async () => {
    const { simulator, world, at, enter, log, start, watchers } = watching();
    start();
    expect([...watchers]).toMatchObject([{ robot: 0, range: 5 }]);
    at(
      1.25,
      (now) => {
        world.move(1, { x: 5.5 });
        enter(1, now);
      },
      EventClass.Sensor,
    );
    const { events } = await simulator.run();
    expect(log).toEqual(['1.25: 1 at 5']);
    expect(events).toBe(3);
  });

  test('a robot that enters is in the reply, even if it is out of range by a last bit', async () => {
    const { simulator, world, at, enter, log, start } = watching();
    start();
    at(1, (now) => {
      world.move(1, { x: 5.500001 });
      enter(1, now);
    });
    await simulator.run();
    expect(log).toEqual(['1: 1 at 5']);
  });

  test('robots that enter at one instant are reported together, and so are those inside at the first look', async () => {
    const { simulator, world, at, enter, log, start } = watching();
    at(1, (now) => {
      world.move(1, { x: 3.5 });
      start();
      enter(1, now);
    });
    // After the first reading, which has reported the robot.
    at(1, (now) => enter(1, now), EventClass.WakeUp);
    at(2, (now) => {
      world.move(2, { y: 4.5 });
      enter(2, now);
      enter(1, now);
    });
    await simulator.run();
    expect(log).toEqual(['1: 1 at 3', '2: 1 at 3, 2 at 4']);
  });

  test('deactivated, it is not woken', async () => {
    const { simulator, at, enter, log, proximity, start, watchers } = watching();
    start();
    at(1, (now) => {
      enter(1, now);
      proximity.deactivate();
      expect(watchers.size).toBe(0);
    });
    await simulator.run();
    expect(log).toEqual([]);
  });

  function touching(sensor: ContactSensor | BumpSensor, request: { sector: number } | Record<string, never> = {}) {
    const scene = setUp({ robots: THREE });
    const { simulator, world, manager, log } = scene;
    world.touches = new Map();
    const onEvent = (reply: readonly { kind: string; id: number }[]): void =>
      void log.push(`${simulator.now}: ${reply.map(({ kind, id }) => `${kind} ${id}`).join(', ')}`);
    const options = { exact: true, interruptsMotion: false, onEvent };
    manager.equip(0, sensor);
    if (sensor instanceof BumpSensor) sensor.activate(request, options);
    else sensor.activate({}, options);
    return scene;
  }
  const wall: Party = { kind: 'obstacle', id: 0 };
  const other: Party = { kind: 'robot', id: 1 };

  test('contact reports new touches only, until they are released', async () => {
    const { simulator, world, manager, at, log } = touching(new ContactSensor());
    at(1, (now) => {
      world.touches!.set(0, [wall]);
      manager.touched(0, wall.kind, wall.id, now);
      manager.touched(1, wall.kind, wall.id, now);
    });
    at(2, (now) => manager.touched(0, wall.kind, wall.id, now));
    at(3, (now) => {
      world.touches!.set(0, [other, wall]);
      manager.touched(0, other.kind, other.id, now);
    });
    at(4, () => {
      world.touches!.set(0, [other]);
      manager.released(0, wall.kind, wall.id);
    });
    at(5, (now) => manager.touched(0, wall.kind, wall.id, now));
    await simulator.run();
    expect(log).toEqual(['1: obstacle 0', '3: robot 1, obstacle 0', '5: robot 1, obstacle 0']);
  });

  test('a bounce is a touch, though it is over before anyone looks', async () => {
    const { simulator, manager, at, log } = touching(new ContactSensor());
    for (const time of [1, 2]) {
      at(time, (now) => {
        manager.touched(0, other.kind, other.id, now);
        manager.released(0, other.kind, other.id);
      });
    }
    await simulator.run();
    expect(log).toEqual(['1: robot 1', '2: robot 1']);
  });

  test('bump with a sector ignores touches outside it', async () => {
    const { simulator, world, manager, at, log } = touching(new BumpSensor(), { sector: 1 });
    at(1, (now) => manager.touched(0, 'robot', 2, now));
    at(2, (now) => {
      world.touches!.set(0, [other]);
      manager.touched(0, other.kind, other.id, now);
    });
    at(3, (now) => manager.touched(0, wall.kind, wall.id, now));
    await simulator.run();
    expect(log).toEqual(['2: robot 1']);
  });
});
