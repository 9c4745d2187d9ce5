/** Algorithms and protocols that wait for promises, latches and mailboxes. */
import { describe, expect, test } from '@jest/globals';
import { first, Latch, Mailbox } from '@kineko/kernel';
import { ActiveProtocol, Protocol } from '@kineko/neko';
import { outcomeOf, type ScenarioContext } from '../../test/scenarios.js';
import { AbstractAlgorithm } from './algorithm.js';
import { BlockedError } from './blocked.js';
import type { NekoRobot } from './neko-robot.js';

const TWO = 'robot.size = 1\nbornpoint1 = 0, 0\nbornpoint2 = 50, 50\n';
const modulesOf = (modules: ScenarioContext['modules']): ScenarioContext => ({ ...(modules && { modules }) });

/** Mutual exclusion by requests to all other processes; notifies its user by a promise or a latch. */
class Turns extends Protocol<{ ASK: null; OK: null }> {
  private missing = 0;
  private isBusy = false;
  private later: number[] = [];
  private entered = new Latch('its turn');
  private resolve: () => void = () => {};
  protected readonly handlers = {
    ASK: (_content: null, from: number) => {
      if (this.isBusy && this.process.id < from) this.later.push(from);
      else this.sendTo([from], 'OK', null);
    },
    OK: () => {
      if (--this.missing > 0) return;
      this.resolve();
      this.entered.fire();
    },
  };

  enterByPromise(): Promise<void> {
    this.ask();
    return new Promise((resolve) => (this.resolve = resolve));
  }

  enterByLatch(): Latch {
    this.ask();
    return this.entered;
  }

  exit(): void {
    this.isBusy = false;
    this.sendTo(this.later.splice(0), 'OK', null);
  }

  private ask(): void {
    this.isBusy = true;
    this.missing = this.process.n - 1;
    this.entered = new Latch('its turn');
    this.sendTo(this.process.others, 'ASK', null);
  }
}

abstract class Crosser extends AbstractAlgorithm {
  turns!: Turns;
  protected abstract enter(): Promise<void>;
  protected async doMotion() {
    await this.sleep(1 + this.robot.id);
    await this.enter();
    await this.actuator.forward(1, 2);
    this.turns.exit();
    if (this.clock > 60) this.finish();
  }
}
class ByPromise extends Crosser {
  protected enter(): Promise<void> {
    return this.turns.enterByPromise();
  }
}
class ByLatch extends Crosser {
  protected async enter(): Promise<void> {
    await this.waitFor(this.turns.enterByLatch());
  }
}

function initializerOf(algorithm: new (robot: NekoRobot) => Crosser) {
  return (robot: NekoRobot): void => {
    const turns = new Turns(robot);
    turns.setId('turns');
    turns.setSender(robot.network());
    turns.launch();
    const crosser = new algorithm(robot);
    crosser.turns = turns;
    crosser.setId('crosser');
    crosser.setSender(robot.network());
    crosser.launch();
  };
}

const CROSSING = `${TWO}bornpoint3 = 90, 10\nprocess.initializer = ./own.ts#init\nnetwork = RandomNetwork\nRandomNetwork.lambda = 0.3\nsimulation.time = 200\n`;

describe('a promise that a handler settles', () => {
  test('resumes the algorithm, like a latch', async () => {
    const motions: unknown[] = [];
    for (const algorithm of [ByPromise, ByLatch]) {
      const { summary, of } = await outcomeOf(CROSSING, modulesOf({ 'own.ts': { init: initializerOf(algorithm) } }));
      expect(summary).toMatchObject({ stoppedBy: 'finished', remarks: ['all algorithms finished'] });
      motions.push(of('motionEnd').map(({ time, robot, status }) => [time, robot, status]));
    }
    expect(motions[0]).toEqual(motions[1]);
    expect((motions[0] as unknown[]).length).toBeGreaterThan(30);
  });

  test('gives the same records in one call and in steps', async () => {
    const traces = new Set<string>();
    for (const gate of [undefined, { admits: alternating(), whenReady: (ask: () => void) => void setImmediate(ask) }]) {
      const { records } = await outcomeOf(CROSSING, modulesOf({ 'own.ts': { init: initializerOf(ByPromise) } }), {
        gate,
      });
      traces.add(JSON.stringify(records));
    }
    expect(traces.size).toBe(1);
  });

  test('of another robot, through shared state, resumes it', async () => {
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    class Waits extends AbstractAlgorithm {
      protected async doMotion() {
        if (this.robot.id === 0) {
          await opened;
          await this.actuator.forward(1, 1);
        } else {
          await this.actuator.forward(1, 5);
          open();
          await this.sleep(10);
        }
        this.finish();
      }
    }
    const { of } = await outcomeOf(
      `robot.algorithm = ./own.ts\n${TWO}simulation.time = 99`,
      modulesOf({ 'own.ts': { Waits } }),
    );
    expect(of('motionEnd').map(({ time, robot }) => [time, robot])).toEqual([
      [5, 1],
      [6, 0],
    ]);
  });
});

describe('a promise that nothing settles', () => {
  class Never extends AbstractAlgorithm {
    protected async doMotion() {
      await this.sleep(3);
      await new Promise<void>(() => {});
    }
  }
  const never = modulesOf({ 'never.ts': { Never } });

  test('ends the run with the names of the robots, and since when', async () => {
    const run = outcomeOf(`robot.algorithm = ./never.ts\n${TWO}simulation.time = 10`, never);
    await expect(run).rejects.toThrow(BlockedError);
    await expect(run).rejects.toThrow(
      /^robot 0 \(Never\) is blocked on a promise since t = 3 s\nrobot 1 \(Never\) is blocked on a promise since t = 3 s\nA promise must be settled by code of the run/,
    );
  });

  test('is noted when the run reaches its limit before', async () => {
    class Moves extends AbstractAlgorithm {
      protected doMotion() {
        return this.actuator.turn(1, 90);
      }
    }
    const { summary } = await outcomeOf(
      `robot.algorithm = ./moves.ts\nrobot.0.algorithm = ./never.ts\n${TWO}simulation.time = 10`,
      modulesOf({ ...never.modules, 'moves.ts': { Moves } }),
    );
    expect(summary).toMatchObject({
      stoppedBy: 'time',
      remarks: ['robot 0 (Never) is blocked on a promise since t = 3 s'],
    });
  });

  test('of a process without a body names the protocol', async () => {
    class Waiter extends ActiveProtocol {
      protected async run() {
        await new Promise<void>(() => {});
      }
    }
    const run = outcomeOf(
      'process.num = 2\nalgorithm = ./own.ts\nsimulation.time = 9',
      modulesOf({ 'own.ts': { Waiter } }),
    );
    await expect(run).rejects.toThrow(/^process 0 \(\w+\) is blocked on a promise since t = 0 s/);
  });

  test('names ten of many', async () => {
    const run = outcomeOf(
      'process.num = 12\nrobot.algorithm = ./never.ts\nrobot.size = 1\nbornpoint.random = true\nsimulation.time = 10',
      never,
    );
    await expect(run).rejects.toThrow(/robot 9 \(Never\).*\n2 more are blocked on a promise\n/);
  });
});

describe('waitFor', () => {
  test('takes the items of a mailbox in order, and can be given up', async () => {
    const log: string[] = [];
    class Works extends AbstractAlgorithm<{ JOB: number }> {
      private readonly jobs = new Mailbox<number>('jobs');
      protected override readonly handlers = { JOB: (job: number) => this.jobs.put(job) };
      protected async doMotion() {
        if (this.robot.id === 1) {
          for (const job of [1, 2, 3]) this.send(0, 'JOB', job);
          return this.finish();
        }
        const { index, value } = await first(this.waitFor(this.jobs), this.sleep(5));
        log.push(`${this.clock} ${index === 0 ? String(value) : 'none'}`);
        if (index === 1) this.finish();
        else await this.sleep(1);
      }
    }
    await outcomeOf(
      `robot.algorithm = ./own.ts\n${TWO}network = BasicNetwork\nsimulation.time = 99`,
      modulesOf({ 'own.ts': { Works } }),
    );
    expect(log.map((line) => line.split(' ')[1])).toEqual(['1', '2', '3', 'none']);
  });
});

/** Returns true at every other call. */
function alternating(): () => boolean {
  let isOpen = true;
  return () => (isOpen = !isOpen);
}
