/** Motions that handlers start, and motions that are replaced. */
import { describe, expect, test } from '@jest/globals';
import { BasicChannel } from '@kineko/neko';
import { Idle, robotsOf, short } from '../../test/robots.js';
import { outcomeOf } from '../../test/scenarios.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { AlgorithmClass } from './routine.js';

/** The ends of the motions of robot 0: `moveTo finished at 3 s`. */
function endsOf(records: ReturnType<typeof robotsOf>): string[] {
  const kinds = new Map(records.recordsOf('motionRequest').map(({ robot, task, kind }) => [`${robot} ${task}`, kind]));
  return records
    .recordsOf('motionEnd')
    .filter(({ robot }) => robot === 0)
    .map(({ robot, task, status, time }) => `${kinds.get(`${robot} ${task}`)} ${status} ${short(time)}`);
}

/** Robot 0 drives towards robot 1, which stands 100 m ahead. */
const ahead = (algorithm: AlgorithmClass): ReturnType<typeof robotsOf> =>
  robotsOf({
    places: [
      [0, 0],
      [100, 0],
    ],
    algorithm: [algorithm, Idle],
  });

/** The idiom of the documentation. */
abstract class TurnsAway extends AbstractAlgorithm {
  private isActive = false;

  protected watch(): void {
    if (this.isActive) return;
    this.isActive = true;
    this.proximitySensor.activate(50, { exact: true }, (near) => this.actuator.turn(90, near[0]!.bearing + 180));
  }
}

class Awaits extends TurnsAway {
  protected async doMotion() {
    this.watch();
    await this.actuator.forward(5, 100);
  }
}

class Returns extends TurnsAway {
  protected doMotion() {
    this.watch();
    return this.actuator.forward(5, 100);
  }
}

describe('a motion that a push handler starts', () => {
  test.each([Awaits, Returns])('runs to its end before the next round starts: %p', async (algorithm) => {
    const robots = ahead(algorithm);
    await robots.run(40);
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn finished 11.8', 'forward finished 31.8']);
    expect(short(robots.world.poseOf(0).x)).toBe(-92);
  });

  test('runs to its end in a nested algorithm, and takes no round of it', async () => {
    class Once extends AbstractAlgorithm {
      protected async doMotion() {
        await this.actuator.forward(5, 50);
      }
    }
    class Parent extends AbstractAlgorithm {
      protected async doMotion() {
        this.proximitySensor.activate(50, { exact: true }, () => this.actuator.turn(90, 180));
        await this.run(Once).times(2);
        this.finish();
      }
    }
    const robots = ahead(Parent);
    await robots.run();
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn finished 11.8', 'forward finished 21.8']);
    expect(robots.finished).toEqual(['21.8 p0']);
  });

  test('of the parent survives the end of the nested algorithm', async () => {
    class Parent extends AbstractAlgorithm {
      protected async doMotion() {
        this.proximitySensor.activate(50, { exact: true }, () => this.actuator.turn(90, 180));
        await this.run(Returns2).for(10);
        await this.sleep(5);
        this.finish();
      }
    }
    class Returns2 extends AbstractAlgorithm {
      protected doMotion() {
        return this.actuator.forward(5, 100);
      }
    }
    const robots = ahead(Parent);
    await robots.run();
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn finished 11.8']);
  });

  test('is replaced by a later one of the same handler, for which the round waits', async () => {
    class Twice extends TurnsAway {
      protected override watch(): void {
        this.proximitySensor.activate(50, { exact: true }, () => {
          void this.actuator.turn(90, 180);
          void this.actuator.forward(5, -20);
        });
      }

      protected doMotion() {
        if (this.clock === 0) this.watch();
        return this.actuator.forward(5, 100);
      }
    }
    const robots = ahead(Twice);
    await robots.run(13.9);
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn replaced 9.8', 'forward finished 13.8']);
  });

  test('ends when the robot crashes; the rounds continue at recovery', async () => {
    const robots = ahead(Returns);
    robots.at(10, () => robots.robots[0]!.crash());
    robots.at(15, () => robots.robots[0]!.recover());
    await robots.run(16);
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn stopped 10']);
    expect(robots.recordsOf('motionRequest').map(({ time, kind }) => `${kind} ${short(time)}`)).toEqual([
      'forward 0',
      'turn 9.8',
      'forward 15',
    ]);
  });

  test('is replaced at once by a request of the same round', async () => {
    class InARow extends TurnsAway {
      protected async doMotion() {
        this.watch();
        await this.actuator.forward(5, 100);
        await this.actuator.forward(5, -10);
        this.finish();
      }
    }
    const robots = ahead(InARow);
    await robots.run();
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn replaced 9.8', 'forward finished 11.8']);
  });

  test('is replaced by the next round if the algorithm asks for that', async () => {
    class AtOnce extends Returns {
      protected override finishesHandlerMotions(): boolean {
        return false;
      }
    }
    const robots = ahead(AtOnce);
    await robots.run(9.9);
    expect(endsOf(robots)).toEqual(['forward replaced 9.8', 'turn replaced 9.8']);
  });

  test('a finished algorithm does not wait for it', async () => {
    class Ends extends Awaits {
      protected override async doMotion() {
        await super.doMotion();
        this.finish();
      }
    }
    const robots = ahead(Ends);
    await robots.run(11);
    expect(robots.finished).toEqual(['9.8 p0']);
  });
});

describe('a motion that another handler starts', () => {
  test('of a message is replaced by the next round, without a note', async () => {
    class Sends extends AbstractAlgorithm<{ TURN: null }> {
      protected async doMotion() {
        await this.sleep(4);
        this.broadcast('TURN', null);
        this.finish();
      }
    }
    class Obeys extends AbstractAlgorithm<{ TURN: null }> {
      protected override readonly handlers = { TURN: () => void this.actuator.turn(90, 180) };
      protected doMotion() {
        return this.actuator.forward(5, 100);
      }
    }
    const robots = robotsOf({
      places: [
        [0, 0],
        [0, 50],
      ],
      algorithm: [Obeys, Sends],
      channel: (host) => new BasicChannel(host, { lambda: 1 }),
    });
    await robots.run(20);
    expect(endsOf(robots)).toEqual(['forward replaced 5', 'turn replaced 5']);
  });
});

describe('the note on a motion that was replaced and not awaited', () => {
  const CONFIG = 'process.num = 3\nrobot.algorithm = ./a.ts\nbornpoint.random = true\nsimulation.time = 10\nseed = 1\n';
  const notesOf = async (algorithm: AlgorithmClass): Promise<readonly string[]> => {
    const { summary } = await outcomeOf(CONFIG, { modules: { 'a.ts': { algorithm } } });
    return summary.remarks.filter((remark) => remark.includes('replaced'));
  };

  test('is printed once, however many robots do so and how often', async () => {
    class Forgets extends AbstractAlgorithm {
      protected async doMotion() {
        void this.actuator.turn(10, 90);
        await this.sleep(1);
      }
    }
    expect(await notesOf(Forgets)).toEqual([
      "robot 0 replaced its motion 'turn', which was not awaited, by 'turn' at t = 1 s: await or return each motion, or " +
        'end it with stop() (3 robots did so)',
    ]);
  });

  test('is not printed for motions that were awaited, composed, returned, over, stopped or endless', async () => {
    class Careful extends AbstractAlgorithm {
      private rounds = 0;
      protected async doMotion() {
        switch (this.rounds++ % 6) {
          case 0:
            return void (await this.actuator.turn(90, 10));
          case 1: {
            const turn = this.actuator.turn(90, 360);
            return void (await Promise.race([turn, this.sleep(0.1)].slice(0, 1)));
          }
          case 2:
            void this.actuator.turn(90, 9);
            await this.sleep(1);
            return;
          case 3:
            void this.actuator.turn(90, 360);
            await this.sleep(0.1);
            return this.actuator.stop();
          case 4:
            void this.actuator.arc(0, 10);
            await this.sleep(0.1);
            return;
          default:
            return this.actuator.turn(90, 10);
        }
      }
    }
    expect(await notesOf(Careful)).toEqual([]);
  });
});
