import { describe, expect, test } from '@jest/globals';
import { Idle, Once, type Place, robotsOf, short, told } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { AlgorithmClass } from './routine.js';

const PAIR: readonly Place[] = [
  [0, 0],
  [20, 0],
];

/** Two robots, of which robot 0 is crashed during these time spans. */
function withCrashes(
  algorithm: AlgorithmClass,
  spans: readonly (readonly [number, number])[],
  other = Idle as AlgorithmClass,
) {
  const setting = robotsOf({ places: PAIR, algorithm: [algorithm, other] });
  const [robot] = setting.robots;
  for (const [from, to] of spans) {
    setting.at(from, () => robot!.crash());
    setting.at(to, () => robot!.recover());
  }
  return { ...setting, robot: robot! };
}

test('the body stops at once, and the outcome arrives at recovery', async () => {
  const log: string[] = [];
  class Goes extends Once {
    protected override async act() {
      log.push(told(await this.actuator.forward(1, 10)), `told at ${this.clock}`);
      log.push(told(await this.actuator.forward(1, 2)));
    }
  }
  const { run, recordsOf } = withCrashes(Goes, [[3, 8]]);
  await run();
  expect(log).toEqual(['stopped at 3 (3, 0) 0°', 'told at 8', 'finished at 10 (5, 0) 0°']);
  expect(recordsOf('motionEnd')[0]).toMatchObject({ time: 3, status: 'stopped' });
});

test('the same for a returned motion', async () => {
  class Goes extends AbstractAlgorithm {
    protected override doMotion() {
      return this.actuator.forward(1, 4);
    }
  }
  const { run, recordsOf } = withCrashes(Goes, [[3, 8]]);
  await run(12);
  expect(recordsOf('motionRequest').map(({ time }) => time)).toEqual([0, 8, 12]);
});

test('a robot that crashes before its first round starts at recovery', async () => {
  const log: string[] = [];
  class Begins extends Once {
    protected override async act() {
      log.push(`begins at ${this.clock}`);
      await this.sleep(1);
    }
  }
  const { run, finished } = withCrashes(Begins, [[0, 5]]);
  await run();
  expect(log).toEqual(['begins at 5']);
  expect(finished).toEqual(['6 p0']);
});

test('a reading during the crash arrives at recovery', async () => {
  const log: unknown[] = [];
  class Looks extends Once {
    protected override async act() {
      const going = this.actuator.forward(1, 10);
      await this.sleep(2);
      const looking = this.gps.getSelfPosition();
      // The reply is an event of this instant; the crash comes before it.
      this.robot.crash();
      log.push((await looking).x, this.clock);
      await going;
    }
  }
  const { run, robot, at } = withCrashes(Looks, []);
  at(6, () => robot.recover());
  await run();
  expect(log).toEqual([2, 6]);
});

test('it neither sends nor starts anything until its next wait', async () => {
  const log: string[] = [];
  class Acts extends Once<{ HI: number }> {
    protected override async act() {
      await this.sleep(2);
      this.robot.crash();
      this.broadcast('HI', 1);
      this.actuator.stop();
      log.push(told(await this.actuator.forward(1, 10)), `told at ${this.clock}`);
      this.broadcast('HI', 2);
    }
  }
  const { run, robot, at, recordsOf } = withCrashes(Acts, []);
  at(6, () => robot.recover());
  await run();
  expect(log).toEqual(['stopped at 2 (0, 0) 0°', 'told at 6']);
  expect(recordsOf('send').map(({ time, content }) => [time, content])).toEqual([[6, 2]]);
  expect(recordsOf('motionRequest')).toEqual([]);
  expect(robot.motionRequests).toBe(0);
});

test('messages during the crash are lost and counted', async () => {
  const log: unknown[] = [];
  class Hears extends AbstractAlgorithm<{ TICK: number }> {
    protected override async doMotion() {
      log.push((await this.receive()).content);
    }
  }
  class Ticks extends AbstractAlgorithm<{ TICK: number }> {
    protected override async doMotion() {
      this.broadcast('TICK', this.clock);
      await this.sleep(1);
    }
  }
  const { run, robot, recordsOf } = withCrashes(Hears, [[2.5, 5.5]], Ticks);
  await run(8.5);
  // Messages sent at 1.5 or later had not arrived by 2.5.
  expect(log).toEqual([0, 1, 5, 6, 7]);
  expect(robot.missedCopies).toBe(3);
  expect(recordsOf('drop').map(({ time, reason }) => [time, reason])).toEqual([
    [3, 'the receiver is crashed'],
    [4, 'the receiver is crashed'],
    [5, 'the receiver is crashed'],
  ]);
});

test('a sleep or time limit that ends during the crash ends at recovery', async () => {
  const log: unknown[] = [];
  class Waits extends Once {
    protected override async act() {
      await this.sleep(4);
      log.push(this.clock);
      log.push(await this.receive(4), this.clock);
    }
  }
  await withCrashes(Waits, [
    [3, 6],
    [8, 12],
  ]).run();
  expect(log).toEqual([6, undefined, 12]);
});

test('push handlers are silent during the crash, and called again afterwards', async () => {
  const log: unknown[] = [];
  class Watches extends AbstractAlgorithm {
    protected override doMotion() {
      if (!this.proximitySensor.isActive) {
        const tell = (seen: readonly { distance: number }[]): void =>
          void log.push(...seen.map(({ distance }) => `${this.clock} at ${short(distance)}`));
        this.proximitySensor.activate(5, { exact: true }, tell);
      }
      return this.receive();
    }
  }
  /** Approaches and leaves, twice. */
  class Visits extends Once {
    protected override async act() {
      await this.actuator.turn(180, 180);
      for (let visit = 0; visit < 2; visit++) {
        await this.actuator.forward(2, 16);
        await this.actuator.forward(2, -16);
      }
    }
  }
  const { run } = withCrashes(Watches, [[5, 12]], Visits);
  await run();
  expect(log).toEqual(['24 at 5']);
  log.length = 0;
  await withCrashes(Watches, [], Visits).run();
  expect(log).toEqual(['8 at 5', '24 at 5']);
});

test('a robot that waits after contact resumes at recovery', async () => {
  let pushes = 0;
  class Pushes extends AbstractAlgorithm {
    protected override doMotion() {
      pushes++;
      return this.actuator.forward(1, 1);
    }
  }
  const obstacles = [{ kind: 'disc', x: 2, y: 0, radius: 1 } as const];
  const { run, robots, at, simulator } = robotsOf({ algorithm: Pushes, obstacles });
  at(5, () => robots[0]!.crash());
  at(20, () => robots[0]!.recover());
  await run(5);
  const before = pushes;
  expect(simulator.waiting).toEqual([{ task: 'p0 Pushes', for: ["motion 'forward'"] }]);
  await run(19);
  expect(pushes).toBe(before);
  await run(30);
  expect(pushes).toBe(before + 12);
});

test('crashing twice, or recovering without a crash, changes nothing', async () => {
  const { run, recordsOf, finished } = withCrashes(
    class extends Once {
      protected override async act() {
        await this.actuator.forward(1, 10);
      }
    },
    [
      [1, 2],
      [1.5, 4],
    ],
  );
  await run();
  expect(recordsOf('crash')).toHaveLength(1);
  expect(recordsOf('recover')).toHaveLength(1);
  expect(finished).toEqual(['2 p0']);
});

describe('a parent of a nested algorithm', () => {
  class Cruises extends AbstractAlgorithm {
    protected override async doMotion() {
      await this.actuator.forward(1, 4);
    }
  }

  test('continues with it at recovery', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(Cruises).for(20);
      }
    }
    const { run, recordsOf, finished } = withCrashes(Composed, [[6, 9]]);
    await run();
    expect(recordsOf('motionRequest').map(({ time }) => time)).toEqual([0, 4, 9, 13, 17]);
    expect(finished).toEqual(['20 p0']);
  });

  test('ends it at recovery, if its time has run out meanwhile', async () => {
    const log: string[] = [];
    class Composed extends Once<{ DONE: number }> {
      protected override async act() {
        await this.run(Cruises).for(7);
        log.push(`${this.clock}`);
        this.broadcast('DONE', 1);
      }
    }
    const { run, recordsOf } = withCrashes(Composed, [[6, 9]]);
    await run();
    expect(log).toEqual(['9']);
    expect(recordsOf('send')).toMatchObject([{ time: 9 }]);
    expect(recordsOf('motionRequest').map(({ time }) => time)).toEqual([0, 4]);
  });
});

describe('a robot that loses its memory', () => {
  test('starts its algorithm again, where it stands, and its sensors are off', async () => {
    const log: string[] = [];
    class Goes extends AbstractAlgorithm {
      private rounds = 0;

      protected override async doMotion() {
        if (this.rounds === 0 && this.clock === 0)
          this.contactSensor.activate({}, () => log.push(`old handler at ${this.clock}`));
        const { x } = await this.gps.getSelfPosition();
        log.push(`round ${this.rounds++} at ${this.clock}, x = ${x}`);
        log.push(told(await this.actuator.forward(1, 4)));
      }
    }
    const setting = robotsOf({ places: PAIR, algorithm: [Goes, Idle] });
    const [robot] = setting.robots;
    setting.at(2, () => robot!.crash('lost'));
    setting.at(5, () => robot!.recover());
    await setting.run(20);
    expect(log.slice(0, 4)).toEqual([
      'round 0 at 0, x = 0',
      'round 0 at 5, x = 2',
      'finished at 9 (6, 0) 0°',
      'round 1 at 9, x = 6',
    ]);
    expect(log.join()).not.toContain('old handler');
  });
});
