import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { Idle, Once, type Place, robotsOf } from '../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import { RobotSystem } from './robot-system.js';
import type { AlgorithmClass } from './routine.js';

/** Goes ahead, once. */
class Goes extends Once {
  protected override async act() {
    await this.actuator.forward(1, 100);
  }
}

/** Goes ahead, so many times. */
const going = (times: number): AlgorithmClass =>
  class extends AbstractAlgorithm {
    #rounds = 0;
    protected override isFinished() {
      return this.#rounds === times;
    }
    protected override doMotion() {
      this.#rounds++;
      return this.actuator.forward(1, 100);
    }
  };

describe('collisions are counted as pairs', () => {
  const collisions = async (
    places: readonly Place[],
    algorithm: readonly AlgorithmClass[],
    world: Partial<Parameters<typeof robotsOf>[0]> = {},
  ) => {
    const { run, robots } = robotsOf({ places, algorithm, ...world });
    await run(1000);
    return robots.map(({ collisions: count }) => count);
  };

  test('of two that move', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    expect(await collisions(places, [Goes, Goes])).toEqual([1, 0]);
  });

  test('of one that moves and one that stands, whichever has the lower id', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    expect(await collisions(places, [Goes, Idle])).toEqual([1, 0]);
    expect(await collisions(places, [Idle, Goes])).toEqual([1, 0]);
  });

  test('with an obstacle', async () => {
    const obstacles = [{ kind: 'disc', x: 10, y: 0, radius: 1 } as const];
    expect(await collisions([[0, 0]], [Goes], { obstacles })).toEqual([1]);
  });

  test('of one between two, with each', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0],
      [20, 0, 180],
    ];
    expect(await collisions(places, [Goes, Idle, Goes])).toEqual([1, 1, 0]);
  });

  test('of one that pushes again, each time', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    expect(await collisions(places, [going(3), Idle])).toEqual([3, 0]);
    expect(await collisions(places, [Idle, going(3)])).toEqual([3, 0]);
  });

  test('of two that push each other at one instant, each push', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    // They meet, then each pushes twice against one that stands.
    expect(await collisions(places, [going(3), going(3)])).toEqual([5, 0]);
  });

  test('of one that is put to sleep, too', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    // The first one, and 64 that took no time.
    expect(await collisions(places, [going(1000), Idle])).toEqual([65, 0]);
  });

  test('not of ghosts', async () => {
    const places: Place[] = [
      [0, 0],
      [10, 0, 180],
    ];
    expect(await collisions(places, [Goes, Goes], { response: 'none' })).toEqual([0, 0]);
  });

  test('of elastic ones, whether their motions are over or not', async () => {
    const area = { minX: -5, minY: -5, maxX: 15, maxY: 5 };
    const { run, robots, recordsOf } = robotsOf({
      places: [
        [0, 0],
        [10, 0, 180],
      ],
      algorithm: [Goes, Idle],
      response: 'bounce',
      area,
      walled: true,
    });
    await run(100);
    const touches = recordsOf('touch').length;
    expect(touches).toBeGreaterThan(5);
    expect(robots[0]!.collisions + robots[1]!.collisions).toBe(touches);
  });
});

describe('a robot whose motions take no time', () => {
  const PAIR: readonly Place[] = [
    [0, 0],
    [2, 0],
  ];

  test('sleeps after 64 of them, with a warning, and simulated time goes on', async () => {
    let pushes = 0;
    class Pushes extends AbstractAlgorithm {
      protected override async doMotion() {
        pushes++;
        await this.actuator.forward(1, 1);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: [Pushes, Idle] });
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 0 });
    expect(pushes).toBe(64);
    expect(recordsOf('warning')).toMatchObject([{ time: 0, robot: 0 }]);
  });

  test('is woken by a message, which it finds in its inbox', async () => {
    const log: string[] = [];
    class Pushes extends AbstractAlgorithm<{ ENOUGH: null }> {
      protected override async doMotion() {
        const { at } = await this.actuator.forward(1, 1);
        if (at === this.clock) return;
        log.push(`${this.clock} woken, the motion ended at ${at}`);
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
    expect(log).toEqual(['5 woken, the motion ended at 0', 'ENOUGH']);
    expect(finished).toEqual(['4 p1', '5 p0']);
  });

  test('goes on when the one in its way goes', async () => {
    class Pushes extends AbstractAlgorithm {
      protected override doMotion() {
        return this.actuator.forward(1, 1);
      }
    }
    class Leaves extends Once {
      protected override async act() {
        await this.sleep(3);
        await this.actuator.forward(1, 10);
      }
    }
    const { run, world } = robotsOf({ places: PAIR, algorithm: [Pushes, Leaves] });
    await run(5.5);
    expect(world.poseOf(0).x).toBeCloseTo(2.5, 12);
  });
});

test('robots know what lies ahead of them', async () => {
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

test('ids that are not those of processes are refused', () => {
  const options = {
    world: { robots: [0, 2].map((id) => ({ id, radius: 1, x: 10 * id, y: 0 })) },
    random: new Random(1),
    networks: () => [],
    initializer: () => {},
    makeSensor: () => {
      throw new Error('no sensors');
    },
  };
  expect(() => new RobotSystem(options)).toThrow(
    'there is a robot 2 among 2: as processes, they have the ids 0 to n - 1',
  );
});
