import { describe, expect, test } from '@jest/globals';
import { analyse } from '@kineko/analysis';
import { Random } from '@kineko/kernel';
import { Idle, Once, type Place, robotsOf } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import { RobotSystem } from './robot-system.js';
import type { AlgorithmClass } from './routine.js';

/** Moves ahead once. */
class Goes extends Once {
  protected override async act() {
    await this.actuator.forward(1, 100);
  }
}

/** Moves ahead a number of times. */
const going = (times: number): AlgorithmClass =>
  class extends AbstractAlgorithm {
    private rounds = 0;
    protected override isFinished() {
      return this.rounds === times;
    }
    protected override doMotion() {
      this.rounds++;
      return this.actuator.forward(1, 100);
    }
  };

describe('collisions are counted once per pair from touch to release', () => {
  const collisions = async (
    places: readonly Place[],
    algorithm: readonly AlgorithmClass[],
    options: Partial<Parameters<typeof robotsOf>[0]> = {},
  ) => {
    const { run, world, records } = robotsOf({ places, algorithm, ...options });
    await run(1000);
    const { totals } = await analyse(records);
    expect(totals.collisions).toBe(world.collisions);
    return world.collisions;
  };
  const FACING: Place[] = [
    [0, 0],
    [10, 0, 180],
  ];

  test('of two that move', async () => {
    expect(await collisions(FACING, [Goes, Goes])).toBe(1);
  });

  test('of one that moves and one that stands, whichever has the lower id', async () => {
    expect(await collisions(FACING, [Goes, Idle])).toBe(1);
    expect(await collisions(FACING, [Idle, Goes])).toBe(1);
  });

  test('with an obstacle', async () => {
    const obstacles = [{ kind: 'disc', x: 10, y: 0, radius: 1 } as const];
    expect(await collisions([[0, 0]], [Goes], { obstacles })).toBe(1);
  });

  test('of one between two, with each', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0],
      [20, 0, 180],
    ];
    expect(await collisions(places, [Goes, Idle, Goes])).toBe(2);
  });

  test('of one that keeps pushing, once', async () => {
    expect(await collisions(FACING, [going(3), Idle])).toBe(1);
    expect(await collisions(FACING, [going(1000), going(3)])).toBe(1);
  });

  test('of one that leaves and comes back, each time', async () => {
    class Returns extends AbstractAlgorithm {
      rounds = 0;
      protected override async doMotion() {
        await this.actuator.forward(1, 20);
        await this.actuator.forward(1, -1);
        if (++this.rounds === 3) this.finish();
      }
    }
    expect(await collisions(FACING, [Returns, Idle])).toBe(3);
  });

  test('not of ghosts', async () => {
    expect(await collisions(FACING, [Goes, Goes], { response: 'none' })).toBe(0);
  });

  test('of elastic ones, only while a motion ends by it', async () => {
    const area = { minX: -5, minY: -5, maxX: 15, maxY: 5 };
    expect(await collisions(FACING, [Goes, Idle], { response: 'bounce', area, walled: true })).toBe(1);
  });
});

test('a robot that slides along one wall into the next collides with each', async () => {
  class Bumps extends AbstractAlgorithm {
    protected override async doMotion() {
      const { status } = await this.actuator.forward(10, 1000);
      if (status === 'collided') await this.actuator.turn(90, 90);
    }
  }
  const area = { minX: 0, minY: 0, maxX: 200, maxY: 200 };
  const { run, world, records } = robotsOf({ places: [[100, 50, 0, 5]], algorithm: Bumps, area, walled: true });
  await run(300);
  const { totals, robots } = await analyse(records);
  expect([world.collisions, totals.collisions, robots[0]!.motions.collided]).toEqual([15, 15, 15]);
});

describe('a robot that presses on another', () => {
  const PAIR: readonly Place[] = [
    [0, 0],
    [2, 0],
  ];

  test('is held back with a warning, and simulated time advances', async () => {
    let pushes = 0;
    class Pushes extends AbstractAlgorithm {
      protected override async doMotion() {
        pushes++;
        await this.actuator.forward(1, 1);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: [Pushes, Idle] });
    expect(await run(100)).toMatchObject({ stoppedBy: 'time', now: 100 });
    // 16 at once, 10 while the delay doubles from 2^-10 s to 1 s, then one a second.
    expect(pushes).toBeGreaterThan(100);
    expect(pushes).toBeLessThan(130);
    expect(recordsOf('warning')).toMatchObject([
      {
        time: 0,
        robot: 0,
        text:
          'robot 0 makes no progress against robot 1 since t = 0 s (17 contacts within 1 m); ' +
          'it retries at most once per second',
      },
    ]);
    const waits = recordsOf('delayed');
    expect(waits[0]).toEqual({ type: 'delayed', time: 0, robot: 0, until: 2 ** -10, other: { kind: 'robot', id: 1 } });
    expect(waits).toHaveLength(pushes - 16);
    expect(recordsOf('resumed').map(({ time }) => time)).toEqual(waits.slice(0, -1).map(({ until }) => until));
  });

  test('counts its bumps and turns away', async () => {
    class Counts extends AbstractAlgorithm {
      bumps = 0;
      protected override async doMotion() {
        const { status } = await this.actuator.forward(1, 1);
        if (status === 'collided' && ++this.bumps === 50) {
          await this.actuator.turn(90, 180);
          await this.actuator.forward(1, 5);
          this.finish();
        }
      }
    }
    const { run, world, finished } = robotsOf({ places: PAIR, algorithm: [Counts, Idle] });
    await run(300);
    expect(finished).toHaveLength(1);
    expect(world.poseOf(0).x).toBeCloseTo(-5, 9);
  });

  test('resumes early when a message arrives, which it finds in its inbox', async () => {
    const log: string[] = [];
    class Pushes extends AbstractAlgorithm<{ ENOUGH: null }> {
      protected override async doMotion() {
        const { at } = await this.actuator.forward(1, 1);
        if (this.clock !== 5) return;
        log.push(`the motion ended before: ${at < 5}`);
        log.push((await this.receive()).type);
        this.finish();
      }
    }
    class Sends extends Once<{ ENOUGH: null }> {
      protected override async act() {
        await this.sleep(4);
        this.send(0, 'ENOUGH', null);
      }
    }
    const { run, finished } = robotsOf({ places: PAIR, algorithm: [Pushes, Sends] });
    await run();
    expect(log).toEqual(['the motion ended before: true', 'ENOUGH']);
    expect(finished).toEqual(['4 p1', '5 p0']);
  });

  test('resumes at most τ after the robot in its way has left', async () => {
    class Pushes extends AbstractAlgorithm {
      protected override doMotion() {
        return this.actuator.forward(1, 1);
      }
    }
    class Leaves extends Once {
      protected override async act() {
        await this.sleep(30);
        await this.actuator.forward(1, 10);
      }
    }
    const { run, world } = robotsOf({ places: PAIR, algorithm: [Pushes, Leaves] });
    await run(33);
    expect(world.poseOf(0).x).toBeGreaterThan(2);
    expect(world.poseOf(0).x).toBeLessThanOrEqual(3);
  });
});

test('robots know their predicted events', async () => {
  class Moves extends Once {
    protected override async act() {
      await this.actuator.moveTo({ x: 0, y: 10 }, 1, 90);
    }
  }
  const { run, robots } = robotsOf({ algorithm: Moves });
  await run(0.5);
  expect(robots[0]!.futureEvents().map(({ time, text }) => [time, text])).toEqual([
    [1, 'finish of turn'],
    [1, 'start of forward'],
    [11, 'finish of forward'],
  ]);
});

test('refuses ids that are not those of processes', () => {
  const options = {
    world: { robots: [0, 2].map((id) => ({ id, radius: 1, x: 10 * id, y: 0 })) },
    random: new Random(1),
    networks: () => [],
    initializer: () => {},
    makeSensor: () => {
      throw new Error('no sensors');
    },
  };
  expect(() => new RobotSystem(options)).toThrow('robots: expected the ids 0 to 1, got 2');
});
