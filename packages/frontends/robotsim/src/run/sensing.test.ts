import { describe, expect, test } from '@jest/globals';
import { PushSensor, Sensor, type WorldView } from '@kineko/world';
import { Idle, Once, type Place, robotsOf, short, type Setting, told } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { AlgorithmClass } from './routine.js';

/** Robot 0, one robot 10 m ahead of it and one 5 m to its left. */
const THREE: readonly Place[] = [
  [100, 50, 90],
  [100, 60],
  [95, 50],
];

/** Robots of which only robot 0 runs the algorithm. */
function withIdleOthers(algorithm: AlgorithmClass, setting: Partial<Setting> = {}) {
  const { places = THREE } = setting;
  const n = typeof places === 'number' ? places : places.length;
  const algorithms = [algorithm, ...Array.from({ length: n - 1 }, () => Idle)];
  return robotsOf({ ...setting, places, algorithm: algorithms });
}

describe('a sensor answers at the same instant', () => {
  test('gps: the own position, and those of all robots in the order of ids', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(await this.gps.getSelfPosition(), await this.gps.getAllPosition(), this.clock);
        const going = this.actuator.forward(1, 10);
        await this.sleep(2.5);
        log.push(await this.gps.getSelfPosition());
        await going;
      }
    }
    await withIdleOthers(Looks).run();
    const own = { x: 100, y: 50 };
    expect(log).toEqual([own, [own, { x: 100, y: 60 }, { x: 95, y: 50 }], 0, { x: expect.closeTo(100, 12), y: 52.5 }]);
  });

  test('gps with an error is off, and off by the same in every run', async () => {
    const readings = async () => {
      const log: number[] = [];
      class Looks extends Once {
        protected override async act() {
          for (let i = 0; i < 200; i++) log.push((await this.gps.getSelfPosition(3)).x - 100);
        }
      }
      await withIdleOthers(Looks).run();
      return log;
    };
    const errors = await readings();
    expect(await readings()).toEqual(errors);
    const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    expect(deviation).toBeGreaterThan(2.5);
    expect(deviation).toBeLessThan(3.5);
  });

  test('view: the positions of the others, with their ids on request', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(
          await this.viewSensor.getRobotsInView(10),
          await this.viewSensor.getRobotsInView(9.9),
          await this.viewSensor.getRobotsInView(6, { withIds: true, withTags: true }),
        );
      }
    }
    class Tagged extends Idle {
      protected override doMotion() {
        this.tag('spy');
        return super.doMotion();
      }
    }
    await robotsOf({
      places: THREE,
      algorithm: [
        class extends Looks {
          protected override async act() {
            await this.sleep(1);
            await super.act();
          }
        },
        Idle,
        Tagged,
      ],
    }).run();
    expect(log).toEqual([
      [
        { x: 100, y: 60 },
        { x: 95, y: 50 },
      ],
      [{ x: 95, y: 50 }],
      [{ x: 95, y: 50, id: 2, tag: 'spy' }],
    ]);
  });

  test('proximity: distances of robots and obstacles, with bearings in degrees from the heading', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        const seen = await this.proximitySensor.getProximityView(9);
        log.push(seen.map(({ kind, id, distance, bearing }) => [kind, id, short(distance), short(bearing)]));
        log.push(await this.proximitySensor.getProximityView(3, { obstacles: false }));
      }
    }
    await withIdleOthers(Looks, { obstacles: [{ kind: 'disc', x: 104, y: 46, radius: 3 }] }).run();
    expect(log).toEqual([
      [
        ['robot', 1, 9, 0],
        ['robot', 2, 4, 90],
        ['obstacle', 0, short(4 * Math.SQRT2 - 3), 225],
      ],
      [],
    ]);
  });

  test('compass: the own heading in degrees, exactly as requested; noise in degrees', async () => {
    const log: number[] = [];
    const noisy: number[] = [];
    class Turns extends Once {
      protected override async act() {
        log.push(await this.compass.getHeading());
        for (const angle of [15.1, -45, 720 + 30]) {
          const { pose } = await this.actuator.turn(90, angle);
          log.push(await this.compass.getHeading(), pose.heading);
        }
        for (let n = 0; n < 50; n++) noisy.push(await this.compass.getHeading(2));
        await this.actuator.turn(90, -0.1);
        for (let n = 0; n < 50; n++) noisy.push(await this.compass.getHeading(2));
      }
    }
    await robotsOf({ places: [[0, 0, 0]], algorithm: Turns }).run();
    const [a, b, c] = [15.1, 15.1 - 45 + 360, 15.1 - 45 + 360 + 30 - 360];
    expect(log).toEqual([0, a, a, b, b, c, c]);
    expect(new Set(noisy).size).toBe(100);
    expect(noisy.every((heading) => heading >= 0 && heading < 360)).toBe(true);
  });

  test('compass: a negative errorFactor is refused', async () => {
    class Asks extends Once {
      protected override async act() {
        await this.compass.getHeading(-1);
      }
    }
    await expect(robotsOf({ algorithm: Asks }).run()).rejects.toThrow(
      "sensor 'compass': errorFactor: expected the standard deviation of the noise, a finite number, 0 or more, got -1",
    );
  });

  test('contact and bump: what the robot touches, and on which side in degrees', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(await this.contactSensor.getContacts(), await this.bumpSensor.getBumps());
        await this.actuator.forward(1, 100);
        log.push(await this.contactSensor.getContacts());
        for (const sector of [360, 20]) {
          const bumps = await this.bumpSensor.getBumps(sector);
          log.push(bumps.map(({ kind, id, bearing }) => [kind, id, short(bearing)]));
        }
        await this.actuator.turn(90, 90);
        for (const sector of [360, 20]) {
          const bumps = await this.bumpSensor.getBumps(sector);
          log.push(bumps.map(({ kind, id, bearing }) => [kind, id, short(bearing)]));
        }
      }
    }
    await withIdleOthers(Looks).run();
    const other = { kind: 'robot', id: 1 };
    expect(log).toEqual([[], [], [other], [['robot', 1, 0]], [['robot', 1, 0]], [['robot', 1, 270]], []]);
  });

  test('sonar: the distance of the nearest thing in a beam, with angles in degrees', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(
          await this.sonarSensor.getDistance(20),
          await this.sonarSensor.getDistance(8),
          await this.sonarSensor.getDistance(20, { direction: 90 }),
          await this.sonarSensor.getDistance(20, { direction: 45 }),
          await this.sonarSensor.getDistance(20, { direction: 45, openingAngle: 90 }),
          await this.sonarSensor.getDistance(20, { direction: -180, offset: { x: -1, y: 0 } }),
        );
      }
    }
    await withIdleOthers(Looks, { obstacles: [{ kind: 'disc', x: 100, y: 40, radius: 1 }] }).run();
    expect(log).toEqual([9, null, 4, null, 4, 8]);
  });

  test('ring: the distance of the first thing on each ray, by number of rays or angles in degrees', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(
          await this.ringSensor.getDistances(4, 20),
          await this.ringSensor.getDistances([0, 45, 90], 20),
          await this.ringSensor.getDistances([90], 20, { fromRim: true }),
        );
      }
    }
    await withIdleOthers(Looks).run();
    expect(log).toEqual([[9, 4, null, null], [9, null, 4], [3]]);
  });

  test('heat and light: the strength of objects over the square of the distance', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(await this.heatSensor.getHeat(), await this.lightSensor.getLight());
        log.push(await this.lightSensor.getLight({ lineOfSight: true }));
      }
    }
    await withIdleOthers(Looks, {
      objects: [
        { x: 100, y: 54, heat: 32, light: 16 },
        { x: 110, y: 50, heat: 100, light: 200 },
      ],
      obstacles: [{ kind: 'segment', a: { x: 105, y: 0 }, b: { x: 105, y: 100 } }],
    }).run();
    expect(log).toEqual([3, 3, 1]);
  });

  test('a sensor of an author is used by its name', async () => {
    class Compass extends Sensor<{ readonly offset: number }, number> {
      readonly kind = 'compass';
      override calReply({ offset }: { offset: number }, around: WorldView, self: number): number {
        return Math.round((around.poseOf(self).heading * 180) / Math.PI) + offset;
      }
    }
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        log.push(await this.sensor<{ offset: number }, number>('compass').ask({ offset: 7 }));
      }
    }
    await withIdleOthers(Looks, { sensors: { compass: () => new Compass() } }).run();
    expect(log).toEqual([97]);
  });

  test('a sensor with a latency reads the instant at which it answers', async () => {
    class Slow extends Sensor<Record<string, never>, number> {
      readonly kind = 'slow';
      constructor() {
        super({ latency: 3 });
      }
      override calReply(_request: object, around: WorldView, self: number): number {
        return around.poseOf(self).y;
      }
    }
    const log: unknown[] = [];
    class Looks extends Once {
      protected override async act() {
        const going = this.actuator.forward(1, 100);
        log.push(await this.sensor<Record<string, never>, number>('slow').ask({}), this.clock);
        this.actuator.stop();
        await going;
      }
    }
    await withIdleOthers(Looks, { sensors: { slow: () => new Slow() }, response: 'none' }).run();
    expect(log).toEqual([53, 3]);
  });

  test('requests and replies are recorded', async () => {
    class Looks extends Once {
      protected override async act() {
        await this.sonarSensor.getDistance(20, { direction: 90 });
      }
    }
    const { run, recordsOf } = withIdleOthers(Looks);
    await run();
    expect(recordsOf('sensorRequest')).toMatchObject([
      { robot: 0, sensor: 'sonar', request: { range: 20, direction: Math.PI / 2, openingAngle: 0 } },
    ]);
    expect(recordsOf('sensorReply')).toMatchObject([{ robot: 0, sensor: 'sonar', reply: 4 }]);
  });
});

describe("refuses invalid values in the author's units", () => {
  class Asks extends Once {
    static ask: (my: Asks) => unknown;
    protected override async act() {
      await Asks.ask(this);
    }
    get sensors() {
      const { gps, viewSensor, proximitySensor, bumpSensor, sonarSensor, ringSensor } = this;
      return { gps, viewSensor, proximitySensor, bumpSensor, sonarSensor, ringSensor };
    }
    get own() {
      return this.pushSensor<object, unknown>('gps');
    }
    get none() {
      return this.sensor<object, unknown>('nose');
    }
  }

  test.each<[string, (my: Asks) => unknown]>([
    [
      "robot 0, sensor 'gps': errorFactor: expected the standard deviation of the noise, a finite number, 0 or more, got -1",
      ({ sensors }) => sensors.gps.getSelfPosition(-1),
    ],
    [
      "robot 0, sensor 'view': viewSize: expected a finite number of metres, 0 or more, got NaN",
      ({ sensors }) => sensors.viewSensor.getRobotsInView(NaN),
    ],
    [
      "robot 0, sensor 'proximity': viewSize: expected a finite number of metres, 0 or more, got -1",
      ({ sensors }) => sensors.proximitySensor.activate(-1),
    ],
    [
      "robot 0, sensor 'proximity': interval: expected a finite number of seconds above 0, got 0",
      ({ sensors }) => sensors.proximitySensor.activate(1, 0),
    ],
    [
      "robot 0, sensor 'bump': sector: expected degrees from 0 to 360, got 361",
      ({ sensors }) => sensors.bumpSensor.getBumps(361),
    ],
    [
      "robot 0, sensor 'bump': sector: expected degrees from 0 to 360, got -1",
      ({ sensors }) => sensors.bumpSensor.activate({ exact: true }, undefined, -1),
    ],
    [
      "robot 0, sensor 'sonar': direction: expected a finite number of degrees (from -6e10 to 6e10), got NaN",
      ({ sensors }) => sensors.sonarSensor.getDistance(1, { direction: NaN }),
    ],
    [
      "robot 0, sensor 'sonar': openingAngle: expected degrees from 0 to 360, got 720",
      ({ sensors }) => sensors.sonarSensor.getDistance(1, { openingAngle: 720 }),
    ],
    [
      "robot 0, sensor 'ring': rays[1]: expected a finite number of degrees (from -6e10 to 6e10), got Infinity",
      ({ sensors }) => sensors.ringSensor.getDistances([0, Infinity], 1),
    ],
    ["robot 0, sensor 'ring': rays: expected an integer", (my) => my.sensors.ringSensor.getDistances(0, 1)],
    ["robot 0, sensor 'gps': expected a push sensor", ({ own }) => own.activate({})],
    ["p0 has no sensor 'nose': its sensors are 'gps', 'view', ", ({ none }) => none.ask({})],
  ])('%s…', async (message, ask) => {
    Asks.ask = ask;
    await expect(withIdleOthers(Asks).run()).rejects.toThrow(`p0 Asks failed at t = 0: ${message}`);
  });

  test('an algorithm that catches the error continues', async () => {
    class Careless extends Once {
      protected override async act() {
        expect(() => this.viewSensor.getRobotsInView(NaN)).toThrow(
          'viewSize: expected a finite number of metres, 0 or more, got NaN',
        );
        await this.viewSensor.getRobotsInView(1);
      }
    }
    const { run, finished } = withIdleOthers(Careless);
    await run();
    expect(finished).toEqual(['0 p0']);
  });
});

describe('a reading that is not awaited is an error', () => {
  test('in a round that is followed by another', async () => {
    class Forgets extends AbstractAlgorithm {
      protected override doMotion() {
        void this.gps.getAllPosition();
        return this.actuator.turn(90, 90);
      }
    }
    await expect(withIdleOthers(Forgets).run()).rejects.toThrow(
      "p0 Forgets failed at t = 1: its round ended while its reply of sensor 'gps' was not awaited: missing await?",
    );
  });

  test('in the last round', async () => {
    class Forgets extends Once {
      protected override async act() {
        void this.gps.getAllPosition();
      }
    }
    await expect(withIdleOthers(Forgets).run()).rejects.toThrow(
      "p0 Forgets failed at t = 0: it ended while its reply of sensor 'gps' was not awaited to the end: missing await?",
    );
  });

  test('but it may be awaited later in the round, or returned', async () => {
    const log: unknown[] = [];
    class Later extends AbstractAlgorithm {
      private rounds = 0;
      protected override async doMotion() {
        const reply = this.gps.getSelfPosition();
        const { at } = await this.actuator.turn(90, 90);
        log.push(at, (await reply).x);
        if (++this.rounds === 2) this.finish();
      }
    }
    class Returned extends AbstractAlgorithm {
      private rounds = 0;
      protected override doMotion() {
        if (++this.rounds === 3) this.finish();
        return this.gps.getSelfPosition();
      }
    }
    const { run, finished } = robotsOf({ places: THREE, algorithm: [Later, Returned, Idle] });
    await run();
    expect(log).toEqual([1, 100, 2, 100]);
    expect(finished).toEqual(['0 p1', '2 p0']);
  });
});

describe('a push sensor', () => {
  /** Robot 0 moves towards robot 1, which stands 20 m ahead. */
  const FACING: readonly Place[] = [
    [0, 0],
    [20, 0],
  ];

  test('interrupts the motion at the first check that finds a new robot, and calls the handler', async () => {
    const log: string[] = [];
    class Wary extends Once {
      protected override async act() {
        this.proximitySensor.activate(
          5,
          2,
          (seen) => void log.push(`${this.clock} saw ${seen.map(({ id }) => id).join()}`),
        );
        log.push(told(await this.actuator.forward(1, 30)));
        expect(this.proximitySensor.isActive).toBe(true);
        this.proximitySensor.deactivate();
        expect(this.proximitySensor.isActive).toBe(false);
      }
    }
    const { run, recordsOf } = withIdleOthers(Wary, { places: FACING });
    await run();
    // The rim of 1 is 5 m from the centre of 0 at t = 14, which is the time of a reading.
    expect(log).toEqual(['14 saw 1', 'replaced by proximity at 14 (14, 0) 0°']);
    expect(recordsOf('sensorEvent')).toMatchObject([{ time: 14, robot: 0, sensor: 'proximity' }]);
  });

  test('polled, it is late by up to its interval; exact, it is not', async () => {
    const ends: string[] = [];
    for (const setup of [5, { interval: 3 }, { exact: true }]) {
      class Wary extends Once {
        protected override async act() {
          this.proximitySensor.activate(5.5, setup);
          ends.push(told(await this.actuator.forward(1, 30)));
          this.proximitySensor.deactivate();
        }
      }
      await withIdleOthers(Wary, { places: FACING }).run();
    }
    expect(ends).toEqual([
      'replaced by proximity at 15 (15, 0) 0°',
      'replaced by proximity at 15 (15, 0) 0°',
      'replaced by proximity at 13.5 (13.5, 0) 0°',
    ]);
  });

  test('also notifies a robot at rest, with bearings in degrees', async () => {
    const log: unknown[] = [];
    class Watches extends Once {
      protected override async act() {
        this.proximitySensor.activate(5, {
          exact: true,
          onEvent: ([one]) => void log.push([this.clock, one?.id, short(one!.bearing), short(one!.distance)]),
        });
        await this.sleep(20);
        this.proximitySensor.deactivate();
      }
    }
    class Goes extends Once {
      protected override async act() {
        await this.actuator.forward(1, 30);
      }
    }
    await robotsOf({ places: [FACING[0]!, [20, 0, 180]], algorithm: [Watches, Goes] }).run();
    expect(log).toEqual([[14, 1, 0, 5]]);
    log.length = 0;
    await robotsOf({
      places: [
        [0, 0, 90],
        [20, 0, 180],
      ],
      algorithm: [Watches, Goes],
    }).run();
    expect(log).toEqual([[14, 1, 270, 5]]);
  });

  test('its handler may start a motion, which the algorithm finds in progress', async () => {
    const log: string[] = [];
    class Evades extends Once {
      protected override async act() {
        this.proximitySensor.activate(5, { exact: true }, () => {
          this.proximitySensor.deactivate();
          void this.actuator.forward(2, -8);
        });
        log.push(told(await this.actuator.forward(1, 30)));
        expect(world.motions.isUnderWay(0)).toBe(true);
        await this.sleep(5);
      }
    }
    const { run, recordsOf, world } = withIdleOthers(Evades, { places: FACING });
    await run();
    expect(log[0]).toBe('replaced by proximity at 14 (14, 0) 0°');
    expect(recordsOf('motionEnd').map(({ time, status, x }) => [time, status, short(x)])).toEqual([
      [14, 'replaced', 14],
      [18, 'finished', 6],
    ]);
  });

  test('does not interrupt if that is disabled', async () => {
    const log: string[] = [];
    class Curious extends Once {
      protected override async act() {
        this.proximitySensor.activate(5, {
          exact: true,
          interruptsMotion: false,
          onEvent: () => void log.push(`${this.clock} someone`),
        });
        log.push(told(await this.actuator.forward(1, 16)));
        this.proximitySensor.deactivate();
      }
    }
    await withIdleOthers(Curious, { places: FACING }).run();
    expect(log).toEqual(['14 someone', 'finished at 16 (16, 0) 0°']);
  });

  test('obstacles are in the reading on request, but do not trigger it', async () => {
    const log: unknown[] = [];
    const obstacles = [{ kind: 'disc', x: 10, y: 3, radius: 1 } as const];
    class Wary extends Once {
      protected override async act() {
        const tell = (seen: readonly { kind: string }[]): void =>
          void log.push(this.clock, ...seen.map(({ kind }) => kind));
        this.proximitySensor.activate(12, { exact: true, interruptsMotion: false, obstacles: true }, tell);
        await this.actuator.forward(1, 10);
        this.proximitySensor.activate(12, { interval: 100, interruptsMotion: false, obstacles: false }, tell);
        await this.sleep(1);
        this.proximitySensor.deactivate();
      }
    }
    await withIdleOthers(Wary, { places: FACING, obstacles }).run();
    expect(log).toEqual([7, 'robot', 'obstacle', 10, 'robot']);
  });

  test('contact and bump report touches, after the motion has collided', async () => {
    const log: string[] = [];
    class Feels extends Once {
      protected override async act() {
        this.contactSensor.activate(undefined, (parties) =>
          parties.forEach(({ kind, id }) => log.push(`${this.clock} touches ${kind} ${id}`)),
        );
        this.bumpSensor.activate(
          { exact: true },
          (bumps) => bumps.forEach(({ bearing }) => log.push(`${this.clock} bumps at ${short(bearing)}°`)),
          90,
        );
        log.push(told(await this.actuator.forward(1, 30)));
        log.push(told(await this.actuator.forward(1, -1)));
        await this.actuator.turn(90, 180);
        log.push(told(await this.actuator.forward(1, -30)));
        this.contactSensor.deactivate();
        this.bumpSensor.deactivate();
      }
    }
    await withIdleOthers(Feels, { places: FACING }).run();
    expect(log).toEqual([
      '18 touches robot 1',
      '18 bumps at 0°',
      'collided with robot 1 at 18 (18, 0) 0°',
      'finished at 19 (17, 0) 0°',
      // The robot moves backward, so that the touch is outside the sector.
      '22 touches robot 1',
      'collided with robot 1 at 22 (18, 0) 180°',
    ]);
  });

  test('contact at an interval is found at the next check', async () => {
    const log: string[] = [];
    class Feels extends Once {
      protected override async act() {
        this.contactSensor.activate(4, () => void log.push(`${this.clock} touch`));
        await this.actuator.forward(1, 30);
        await this.sleep(4);
        this.contactSensor.deactivate();
      }
    }
    await withIdleOthers(Feels, { places: FACING }).run();
    expect(log).toEqual(['20 touch']);
  });

  test('of an author is activated by its name', async () => {
    class Fence extends PushSensor<{ readonly x: number }, boolean> {
      readonly kind = 'fence';
      override calReply({ x }: { x: number }, around: WorldView, self: number): boolean {
        return around.poseOf(self).x >= x;
      }
      override shouldInterrupt(isBeyond: boolean, wasBeyond = false): boolean {
        return isBeyond && !wasBeyond;
      }
    }
    const log: unknown[] = [];
    class Fenced extends Once {
      protected override async act() {
        const fence = this.pushSensor<{ x: number }, boolean>('fence');
        fence.activate({ x: 3.2 }, 0.5, (isBeyond) => void log.push(isBeyond));
        log.push(told(await this.actuator.forward(1, 10)));
        fence.deactivate();
      }
    }
    await withIdleOthers(Fenced, { places: FACING, sensors: { fence: () => new Fence() } }).run();
    expect(log).toEqual([true, 'replaced by fence at 3.5 (3.5, 0) 0°']);
  });
});
