/** Robots that push against each other: named cases, and a part of the soak test. */
import { describe, expect, test } from '@jest/globals';
import { StallWatch } from '@kineko/world';
import { runPressing } from '../../test/pressing.js';
import { Idle, Once, type Place, robotsOf } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { AlgorithmClass } from './routine.js';

/** Keeps driving, whatever the outcome of its motions. */
const drives = (speed: number, distance = 1000): AlgorithmClass =>
  class extends AbstractAlgorithm {
    protected override doMotion() {
      return this.actuator.forward(speed, distance);
    }
  };

/** Events per robot and second that every case below stays under; τ is 1 s or less in all of them. */
const MAX_EVENTS = 64;

async function eventsPerRobotAndSecond(
  places: readonly Place[],
  algorithm: AlgorithmClass | readonly AlgorithmClass[],
  world: Partial<Parameters<typeof robotsOf>[0]> = {},
  until = 300,
): Promise<number> {
  const { run, simulator } = robotsOf({ places, algorithm, ...world });
  const { stoppedBy } = await run(until);
  expect(stoppedBy).toBe('time');
  return simulator.events / (until * places.length);
}

describe('time advances', () => {
  class BackAndForth extends AbstractAlgorithm {
    protected override async doMotion() {
      await this.actuator.forward(5, 100);
      await this.actuator.forward(5, -100);
    }
  }

  test.each([1e-3, 1e-5, 1e-7, 1e-9, 1e-11])('for a robot pinned between two others with gaps of %d m', async (gap) => {
    const places: Place[] = [
      [0, 0, 0, 5],
      [10 + gap, 0, 0, 5],
      [20 + 2 * gap, 0, 0, 5],
    ];
    expect(await eventsPerRobotAndSecond(places, [Idle, BackAndForth, Idle])).toBeLessThan(MAX_EVENTS);
    expect(await eventsPerRobotAndSecond(places, BackAndForth)).toBeLessThan(MAX_EVENTS);
  });

  test.each([1e-3, 1e-6, 1e-11])('for elastic robots pinned between walls with gaps of %d m', async (gap) => {
    const area = { minX: 0, minY: 0, maxX: 30 + 4 * gap, maxY: 10 + gap };
    const places: Place[] = [5, 15, 25].map((x, i) => [x + (i + 0.5) * gap, 5 + gap / 2, 30 * i, 5]);
    const world = { area, walled: true, response: 'bounce' } as const;
    expect(await eventsPerRobotAndSecond(places, BackAndForth, world, 20)).toBeLessThan(20 * MAX_EVENTS);
  });

  test.each([3, 7])('for a ring of %d robots that chase each other', async (count) => {
    const distance = 2 / Math.sin(Math.PI / count);
    const places = Array.from({ length: count }, (_, i): Place => {
      const angle = (2 * Math.PI * i) / count;
      return [distance * Math.cos(angle), distance * Math.sin(angle), (i * 360) / count + 90 + 180 / count, 1.9];
    });
    expect(await eventsPerRobotAndSecond(places, drives(2))).toBeLessThan(MAX_EVENTS);
  });

  test('for a robot that approaches by half the gap', async () => {
    class Halves extends AbstractAlgorithm {
      protected override async doMotion() {
        const [own, other] = await this.gps.getAllPosition(0);
        await this.actuator.forward(1, (other!.x - own!.x - 2) / 2);
      }
    }
    const places: Place[] = [
      [0, 0],
      [10, 0],
    ];
    expect(await eventsPerRobotAndSecond(places, [Halves, Idle])).toBeLessThan(MAX_EVENTS);
  });

  test('for motions that are too short to count, forward and turning', async () => {
    class Trembles extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.actuator.turn(90, 1e-12);
        await this.actuator.forward(5, 0);
      }
    }
    expect(await eventsPerRobotAndSecond([[0, 0]], drives(5, 1e-13))).toBeLessThan(MAX_EVENTS);
    expect(await eventsPerRobotAndSecond([[0, 0]], Trembles)).toBeLessThan(MAX_EVENTS);
  });

  test('for robots that drive on after each bounce among drifting ones', async () => {
    const area = { minX: 0, minY: 0, maxX: 30, maxY: 30 };
    const places = Array.from({ length: 9 }, (_, i): Place => [
      5 + (i % 3) * 10,
      5 + Math.floor(i / 3) * 10,
      77 * i,
      3,
    ]);
    const algorithm = places.map((_, i) =>
      i % 2 === 0
        ? drives(3)
        : class extends Once {
            protected override async act() {
              await this.actuator.forward(2, 1000);
            }
          },
    );
    const world = { area, walled: true, response: 'bounce' } as const;
    expect(await eventsPerRobotAndSecond(places, algorithm, world)).toBeLessThan(MAX_EVENTS);
  });

  test('for a push handler that answers every touch at once', async () => {
    class Answers extends AbstractAlgorithm {
      protected override async doMotion() {
        this.contactSensor.activate({ exact: true }, () => void this.actuator.forward(5, -1000));
        await this.actuator.forward(5, 1000);
        await this.sleep(1000);
      }
    }
    const places: Place[] = [
      [0, 0, 0, 1],
      [2 + 1e-9, 0, 180, 1],
      [4 + 2e-9, 0, 0, 1],
    ];
    expect(await eventsPerRobotAndSecond(places, Answers)).toBeLessThan(5 * MAX_EVENTS);
  });
});

test('a robot that has come close to its destination by ever slower motions follows it when it moves on', async () => {
  class Leads extends AbstractAlgorithm {
    protected override async doMotion() {
      await this.sleep(400);
      await this.actuator.forward(1, 100);
      this.finish();
    }
  }
  class Follows extends AbstractAlgorithm {
    protected override async doMotion() {
      const [leader, own] = await this.gps.getAllPosition(0);
      const [dx, dy] = [leader!.x - 10 - own!.x, leader!.y - own!.y];
      await this.actuator.perform({ kind: 'glide', x: own!.x + dx / 10, y: own!.y + dy / 10, duration: 1 });
    }
  }
  const places: Place[] = [
    [0, 0],
    [-41.3, 30.7],
  ];
  const { run, world } = robotsOf({ places, algorithm: [Leads, Follows] });
  await run(700);
  expect(world.poseOf(1).x).toBeCloseTo(90, 6);
  expect(world.motions.delays).toBe(0);
});

test('a robot that is held back does not wait for years after a motion at next to no speed', async () => {
  class Presses extends AbstractAlgorithm {
    protected override async doMotion() {
      for (let i = 0; i < 20; i++) await this.actuator.forward(1e5, 1e9);
      void this.actuator.forward(1e-9, 1e-6);
      await this.sleep(1);
      await this.actuator.forward(1e5, -1e6);
      this.finish();
    }
  }
  const places: Place[] = [
    [0, 0, 0, 1e6],
    [1e6 + 1, 0],
  ];
  const { run, finished } = robotsOf({ places, algorithm: [Presses, Idle] });
  await run(100);
  expect(finished).toHaveLength(1);
});

test('a fugitive that is slower than its pursuer gets away', async () => {
  const places: Place[] = [
    [0, 0],
    [2, 0],
  ];
  const { run, world } = robotsOf({ places, algorithm: [drives(5), drives(4)] });
  await run(300);
  expect(world.poseOf(1).x).toBeGreaterThan(600);
});

test('an enclosed robot that tries random directions finds the free four degrees', async () => {
  class Tries extends AbstractAlgorithm {
    protected override async doMotion() {
      await this.actuator.turn(3600, 360 * this.random());
      const { status } = await this.actuator.forward(1, 20);
      if (status === 'finished') this.finish();
    }
  }
  // Discs around the origin that leave a gap to the east, slightly wider than the robot.
  const obstacles = Array.from({ length: 11 }, (_, i) => {
    const angle = ((i + 1) * 2 * Math.PI) / 12;
    return { kind: 'disc', x: 4 * Math.cos(angle), y: 4 * Math.sin(angle), radius: 1.06 } as const;
  });
  const east = 4 * Math.sin(Math.PI / 6) - 1.06;
  const radius = east * 0.93;
  const { run, finished } = robotsOf({ places: [[0, 0, 90, radius]], algorithm: Tries, obstacles });
  await run(3000);
  expect(finished).toHaveLength(1);
});

test('a sleep that is too short for the clock is an error that names the robot', async () => {
  class Naps extends AbstractAlgorithm {
    protected override doMotion() {
      return this.sleep(1e-15);
    }
  }
  const { run } = robotsOf({ algorithm: Naps });
  await expect(run(1)).rejects.toThrow(/time hardly advances.*busiest owners: 0 /s);
});

describe('algorithms composed by a grammar', () => {
  const SEEDS = Array.from({ length: 24 }, (_, i) => i + 1);

  test.each(SEEDS)('reach the end of their time, seed %d', async (seed) => {
    const { digest, eventsPerRobotAndTau } = await runPressing(seed);
    expect(eventsPerRobotAndTau).toBeLessThan(64);
    if (seed % 4 !== 0) return;
    const scaled = await runPressing(seed, { length: 2 ** ((seed % 3) * 4 - 4), time: 2 ** ((seed % 5) - 2) });
    expect(scaled.digest).toBe(digest);
  });
});

describe('a run without a time limit', () => {
  const FACING: Place[] = [
    [0, 0],
    [10, 0, 180],
  ];
  const stalls = async (algorithm: AlgorithmClass | readonly AlgorithmClass[], until: number) => {
    const { run, world, simulator } = robotsOf({ places: FACING, algorithm });
    let stalledAt = NaN;
    void new StallWatch(simulator, world.motions, () => {
      stalledAt = simulator.now;
      simulator.stop();
    });
    await run(until);
    return stalledAt;
  };

  test('stalls when robots do nothing but press on each other', async () => {
    expect(await stalls(drives(1), 1e5)).toBeLessThan(3000);
    expect(await stalls([drives(1), Idle], 1e5)).toBeLessThan(3000);
  });

  test('does not stall while a robot moves on, sleeps, or is sent messages', async () => {
    class Circles extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.actuator.turn(90, 90);
        await this.actuator.arc(1, 10);
      }
    }
    class Sleeps extends AbstractAlgorithm {
      protected override doMotion() {
        return this.sleep(700);
      }
    }
    class Calls extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.sleep(700);
        this.broadcast('CALL', null);
      }
    }
    class AwayFirst extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.actuator.turn(90, 180);
        await this.actuator.arc(1, 10);
      }
    }
    const free: Place[] = [...FACING, [100, 100], [103, 100, 180]];
    for (const other of [Circles, Sleeps, Calls, AwayFirst]) {
      const { run, world, simulator } = robotsOf({ places: free, algorithm: [other, Idle, drives(1), Idle] });
      let hasStalled = false;
      void new StallWatch(simulator, world.motions, () => (hasStalled = true));
      await run(8000);
      expect([other.name, hasStalled]).toEqual([other.name, false]);
    }
  });
});
