import { describe, expect, test } from '@jest/globals';
import { centroid, type Vector } from '@kineko/geometry';
import { first, TaskError } from '@kineko/kernel';
import { RandomChannel } from '@kineko/neko';
import { Idle, Once, type Place, robotsOf, told } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { AlgorithmClass } from './routine.js';

const PAIR: readonly Place[] = [
  [0, 0],
  [10, 0],
];
const TRIO: readonly Place[] = [...PAIR, [20, 0]];

describe('rounds follow each other in every style', () => {
  class Awaits extends AbstractAlgorithm {
    private rounds = 0;
    protected override async doMotion() {
      await this.actuator.forward(1, 2);
      await this.actuator.turn(90, 90);
      if (++this.rounds === 4) this.finish();
    }
  }

  class Returns extends AbstractAlgorithm {
    private motions = 0;
    protected override doMotion() {
      this.motions++;
      if (this.motions === 8) this.finish();
      return this.motions % 2 === 1 ? this.actuator.forward(1, 2) : this.actuator.turn(90, 90);
    }
  }

  class Both extends AbstractAlgorithm {
    private rounds = 0;
    protected override async doMotion() {
      if (++this.rounds === 4) this.finish();
      await this.actuator.forward(1, 2);
      return this.actuator.turn(90, 90);
    }
  }

  test('awaiting and returning give the same motions', async () => {
    const traces: unknown[] = [];
    for (const algorithm of [Awaits, Returns, Both]) {
      const { run, records, finished } = robotsOf({ algorithm });
      expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 12 });
      expect(finished).toEqual(['12 p0']);
      traces.push(records);
    }
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
  });

  test('synchronous rounds without waits end by finishing', async () => {
    class Counts extends AbstractAlgorithm {
      rounds = 0;
      protected override doMotion() {
        this.rounds++;
      }
      protected override isFinished() {
        return this.rounds === 1000;
      }
    }
    const { run, finished, algorithms } = robotsOf({ algorithm: Counts });
    await run();
    expect(finished).toEqual(['0 p0']);
    expect((algorithms[0] as Counts).rounds).toBe(1000);
  });

  test('other waits may be returned as well', async () => {
    const log: number[] = [];
    class Naps extends AbstractAlgorithm {
      protected override doMotion() {
        log.push(this.clock);
        return log.length === 2 ? this.receive(4) : this.sleep(1.5);
      }
    }
    await robotsOf({ algorithm: Naps }).run(8);
    expect(log).toEqual([0, 1.5, 5.5, 7]);
  });

  test('checks between two rounds whether it is finished', async () => {
    class Patrols extends AbstractAlgorithm {
      protected override isFinished() {
        return this.clock >= 5;
      }
      protected override doMotion() {
        return this.actuator.forward(1, 2);
      }
    }
    const { run, finished } = robotsOf({ algorithm: Patrols });
    await run();
    expect(finished).toEqual(['6 p0']);
  });

  test('reports a finished algorithm once; its body completes its motion', async () => {
    class Cruises extends AbstractAlgorithm {
      protected override doMotion() {
        void this.actuator.forward(1, 10);
        this.finish();
        this.finish();
      }
    }
    const { run, finished, world } = robotsOf({ algorithm: Cruises });
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 10 });
    expect(finished).toEqual(['0 p0']);
    expect(world.poseOf(0).x).toBe(10);
  });

  test('shutdown ends the whole run, with a reason', async () => {
    const reasons: string[] = [];
    class Gives extends Once {
      protected override async act() {
        await this.sleep(3);
        this.shutdown('it has seen enough');
      }
    }
    class Spins extends AbstractAlgorithm {
      protected override doMotion() {
        return this.actuator.turn(10, 10);
      }
    }
    const { run } = robotsOf({ places: PAIR, algorithm: [Gives, Spins] });
    expect(await run()).toMatchObject({ stoppedBy: 'stopped', now: 3 });
    const told = robotsOf({
      places: PAIR,
      algorithm: [Gives, Spins],
      onShutdown: (reason) => void reasons.push(reason),
    });
    expect(await told.run(4)).toMatchObject({ stoppedBy: 'time' });
    expect(reasons).toEqual(['p0: it has seen enough']);
  });
});

describe('reports mistakes with robot, time and algorithm', () => {
  test('rounds that return 1,000 times without waiting', async () => {
    class Hurries extends AbstractAlgorithm {
      protected override doMotion() {
        void this.actuator.forward(1, 1);
      }
    }
    await expect(robotsOf({ algorithm: Hurries }).run()).rejects.toThrow(
      'p0 Hurries failed at t = 0: it returned 1000 times without waiting for anything: missing await?',
    );
  });

  test('the same for async rounds', async () => {
    class Hurries extends AbstractAlgorithm {
      protected override async doMotion() {
        void this.actuator.forward(1, 1);
      }
    }
    await expect(robotsOf({ algorithm: Hurries }).run()).rejects.toThrow(
      'p0 Hurries failed at t = 0: it returned 1000 times without waiting for anything: missing await?',
    );
  });

  test('a round that throws ends the run with the place of the error', async () => {
    class Breaks extends Once {
      protected override async act() {
        await this.actuator.forward(2, 5);
        throw new TypeError('no more fuel');
      }
    }
    class BreaksAtOnce extends AbstractAlgorithm {
      protected override doMotion(): void {
        throw new TypeError('no fuel');
      }
    }
    const failure = await robotsOf({ places: PAIR, algorithm: [Idle, Breaks] })
      .run()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TaskError);
    expect(failure).toMatchObject({
      message: 'p1 Breaks failed at t = 2.5: no more fuel',
      task: 'p1 Breaks',
      time: 2.5,
    });
    expect((failure as Error).stack).toContain('algorithm.test.ts');
    await expect(robotsOf({ algorithm: BreaksAtOnce }).run()).rejects.toThrow(
      'p0 BreaksAtOnce failed at t = 0: no fuel',
    );
  });

  test('an error after a reading that was not awaited names the reading', async () => {
    class Hurries extends AbstractAlgorithm {
      protected override async doMotion() {
        const everyone = this.gps.getAllPosition() as unknown as Vector[];
        await this.actuator.moveTo(centroid(everyone), 1, 90);
      }
    }
    await expect(robotsOf({ algorithm: Hurries }).run()).rejects.toThrow(
      "got NaN; its reply of sensor 'gps' was not awaited: missing await?",
    );
  });

  test('a handler that throws ends the run as well', async () => {
    class Refuses extends AbstractAlgorithm<{ HI: null }> {
      protected override readonly handlers = {
        HI: (): void => {
          throw new Error('do not greet me');
        },
      };
      protected override doMotion() {
        if (this.robot.id === 0) this.broadcast('HI', null);
        return this.sleep(10);
      }
    }
    await expect(robotsOf({ places: PAIR, algorithm: Refuses }).run()).rejects.toThrow(
      /delivery of HI from p0 to p1.* failed at t = 1: do not greet me/,
    );
  });

  test('a round that returns something else', async () => {
    class Odd extends AbstractAlgorithm {
      protected override doMotion(): never {
        return 7 as never;
      }
    }
    await expect(robotsOf({ algorithm: Odd }).run()).rejects.toThrow('p0 Odd failed at t = 0: a round returned 7');
  });

  test('acting before it is launched', async () => {
    class Early extends Once {
      readonly motion = this.actuator.forward(1, 1);
      protected override async act() {}
    }
    await expect(robotsOf({ algorithm: Early }).run()).rejects.toThrow(
      /p0, protocol .*Early.*: it waits before it is launched; launch it first/,
    );
  });
});

describe('refuses actions out of turn with an explanation', () => {
  /** The errors of the run, and of the code that acted. */
  async function failureOf(algorithm: AlgorithmClass, places = PAIR): Promise<Error> {
    const failure = await robotsOf({ places, algorithm: [algorithm, Idle] })
      .run(100)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OutOfTurnError' });
    return failure as Error;
  }

  test.each<[string, (my: Strays) => unknown]>([
    ['forward', (my) => my.act.forward(1, 1)],
    ['stop', (my) => my.act.stop()],
    ['gps', (my) => my.look()],
    ['send(HI)', (my) => my.greet()],
    ['sleep(1)', (my) => my.nap()],
    ['take(its inbox)', (my) => my.take()],
    ['tag', (my) => my.wear()],
    ['run(Idle)', (my) => my.delegate()],
  ])('%s, by a timer of the host', async (what, act) => {
    Strays.caught = undefined;
    Strays.stray = act;
    const failure = await failureOf(Strays);
    expect(failure.message).toContain(`p0 Strays called ${what} at t = `);
    expect(failure.message).toContain('out of its turn');
    expect(failure.message).toContain('through outside(promise)');
    expect(Strays.caught).toBe(failure);
  });

  class Strays extends AbstractAlgorithm<{ HI: null }> {
    static stray: (my: Strays) => unknown;
    static caught: unknown;
    get act() {
      return this.actuator;
    }
    look() {
      return this.gps.getSelfPosition();
    }
    greet() {
      this.broadcast('HI', null);
    }
    nap() {
      return this.sleep(1);
    }
    take() {
      return this.receive();
    }
    wear() {
      this.tag('stray');
    }
    delegate() {
      return this.run(Idle).for(1);
    }
    private isOut = false;
    protected override doMotion() {
      if (!this.isOut) {
        this.isOut = true;
        setTimeout(() => {
          try {
            Strays.stray(this);
          } catch (error) {
            Strays.caught = error;
          }
        }, 0);
      }
      return this.actuator.turn(1000, 1);
    }
  }

  test('a stray promise', async () => {
    class Floats extends AbstractAlgorithm {
      protected override doMotion() {
        void this.later();
        return this.sleep(1);
      }
      private async later() {
        await new Promise((resolve) => setImmediate(resolve));
        expect(() => this.actuator.forward(1, 1)).toThrow(expect.objectContaining({ name: 'OutOfTurnError' }));
      }
    }
    const spinning = class extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.actuator.turn(1000, 1);
      }
    };
    await expect(robotsOf({ places: PAIR, algorithm: [Floats, spinning] }).run(1e6)).rejects.toThrow(
      'p0 Floats called forward',
    );
  });

  test('awaits an external promise through the task while time stands still', async () => {
    const log: string[] = [];
    class Asks extends Once {
      protected override async act() {
        const going = this.actuator.forward(1, 5);
        await this.sleep(2);
        const answer = await this.task.outside(new Promise((resolve) => setTimeout(() => resolve(42), 5)));
        log.push(`${this.clock} ${String(answer)}`, told(await going));
      }
    }
    await robotsOf({ places: PAIR, algorithm: [Asks, Idle] }).run();
    expect(log).toEqual(['2 42', 'finished at 5 (5, 0) 0°']);
  });
});

describe('messages', () => {
  interface Words {
    SAY: { readonly text: string };
    COUNT: number;
  }

  test('go to one, several or all others, with typed contents', async () => {
    const log: string[] = [];
    class Talks extends AbstractAlgorithm<Words> {
      private hasSpoken = false;
      protected override async doMotion() {
        if (this.robot.id === 0 && !this.hasSpoken) {
          this.hasSpoken = true;
          this.send(1, 'COUNT', 1);
          this.send([1, 2], 'COUNT', 2);
          this.broadcast('SAY', { text: 'all' });
        }
        const message = await this.receive();
        const what = message.type === 'SAY' ? message.content.text : message.content + 0.5;
        log.push(`${this.clock} ${this.robot.name} ${message.type} ${what} from p${message.from}`);
      }
    }
    const { run, recordsOf } = robotsOf({ places: TRIO, algorithm: Talks });
    await run();
    expect(log).toEqual([
      '1 p1 COUNT 1.5 from p0',
      '1 p1 COUNT 2.5 from p0',
      '1 p1 SAY all from p0',
      '1 p2 COUNT 2.5 from p0',
      '1 p2 SAY all from p0',
    ]);
    expect(recordsOf('send').map(({ to, protocol }) => [to, protocol])).toEqual([
      [[1], 'algorithm'],
      [[1, 2], 'algorithm'],
      [[1, 2], 'algorithm'],
    ]);
    expect(recordsOf('deliver')).toHaveLength(5);
  });

  test('wait in the inbox while their receiver moves', async () => {
    const log: string[] = [];
    class Sends extends Once<Words> {
      protected override async act() {
        for (const count of [1, 2, 3]) {
          this.send(1, 'COUNT', count);
          await this.sleep(1);
        }
      }
    }
    class Moves extends Once<Words> {
      protected override async act() {
        await this.actuator.forward(1, 5);
        for (let i = 0; i < 3; i++) log.push(`${this.clock} ${JSON.stringify((await this.receive()).content)}`);
      }
    }
    await robotsOf({ places: PAIR, algorithm: [Sends, Moves] }).run();
    expect(log).toEqual(['5 1', '5 2', '5 3']);
  });

  test('receive with a time limit gives up in time, and later messages are not lost', async () => {
    const log: string[] = [];
    class Sends extends Once<Words> {
      protected override async act() {
        await this.sleep(3);
        this.send(1, 'COUNT', 7);
      }
    }
    class Waits extends Once<Words> {
      protected override async act() {
        for (const seconds of [1, 2.5, 2.5]) {
          const message = await this.receive(seconds);
          log.push(`${this.clock} ${message?.type} ${JSON.stringify(message?.content)}`);
        }
        await this.sleep(1);
      }
    }
    const { run } = robotsOf({ places: PAIR, algorithm: [Sends, Waits] });
    expect(await run()).toMatchObject({ now: 5 });
    expect(log).toEqual(['1 undefined undefined', '3.5 undefined undefined', '4 COUNT 7']);
  });

  test('receives a message at the very instant of the limit', async () => {
    const log: string[] = [];
    class Sends extends Once<Words> {
      protected override async act() {
        this.send(1, 'COUNT', 7);
      }
    }
    class Waits extends Once<Words> {
      protected override async act() {
        log.push(`${JSON.stringify((await this.receive(1))?.content)} at ${this.clock}`);
      }
    }
    await robotsOf({ places: PAIR, algorithm: [Sends, Waits] }).run();
    expect(log).toEqual(['7 at 1']);
  });

  test('refuses invalid limits', async () => {
    class Waits extends Once {
      protected override async act() {
        await this.receive(-1);
      }
    }
    await expect(robotsOf({ algorithm: Waits }).run()).rejects.toThrow(
      'p0 Waits failed at t = 0: p0, sleep of algorithm: expected a number of seconds from 0 to 2^31, got -1',
    );
  });

  test('a motion and a message are waited for together', async () => {
    const log: string[] = [];
    class Sends extends Once<Words> {
      protected override async act() {
        await this.sleep(2);
        this.send(1, 'COUNT', 7);
      }
    }
    class Goes extends Once<Words> {
      protected override async act() {
        const going = this.actuator.forward(1, 100);
        const { index } = await first(going, this.receive());
        log.push(`${index} at ${this.clock}`);
        this.actuator.stop();
        log.push(told(await going));
      }
    }
    await robotsOf({ places: PAIR, algorithm: [Sends, Goes] }).run();
    expect(log).toEqual(['1 at 3', 'stopped at 3 (13, 0) 0°']);
  });

  test('a handler takes its type past the inbox, at once, and may move its robot', async () => {
    const log: string[] = [];
    class Sends extends Once<Words> {
      protected override async act() {
        await this.sleep(2);
        this.broadcast('SAY', { text: 'stop' });
        this.broadcast('COUNT', 1);
      }
    }
    class Obeys extends Once<Words> {
      protected override readonly handlers = {
        SAY: ({ text }: Words['SAY'], from: number) => {
          log.push(`${this.clock} ${text} from p${from}`);
          this.actuator.stop();
          this.send(from, 'SAY', { text: 'done' });
        },
      };
      protected override async act() {
        log.push(told(await this.actuator.forward(1, 10)));
        const { type, content } = await this.receive();
        log.push(`${type} ${JSON.stringify(content)}`);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: [Sends, Obeys] });
    await run();
    expect(log).toEqual(['3 stop from p0', 'stopped at 3 (13, 0) 0°', 'COUNT 1']);
    expect(recordsOf('send').at(-1)).toMatchObject({ time: 3, process: 1, to: [0] });
  });

  test('on a random network they overtake each other, the same way in every run', async () => {
    const order = async () => {
      const log: number[] = [];
      class Talks extends AbstractAlgorithm<Words> {
        protected override async doMotion() {
          if (this.robot.id === 0 && this.clock === 0) for (let i = 0; i < 20; i++) this.broadcast('COUNT', i);
          const { content } = await this.receive();
          if (typeof content === 'number') log.push(content);
        }
      }
      await robotsOf({ places: PAIR, algorithm: Talks, channel: (host) => new RandomChannel(host) }).run();
      return log;
    };
    const once = await order();
    expect(once).toHaveLength(20);
    expect(once).not.toEqual(once.toSorted((a, b) => a - b));
    expect(await order()).toEqual(once);
  });

  test('refuses contents that cannot be sent', async () => {
    class Sends extends Once {
      static message: () => readonly [number, unknown];
      protected override async act() {
        const [to, content] = Sends.message();
        this.send(to, 'X', content);
      }
    }
    Sends.message = () => [5, 1];
    await expect(robotsOf({ places: PAIR, algorithm: Sends }).run()).rejects.toThrow(
      "p0 Sends failed at t = 0: p0, protocol 'algorithm', message X: expected a destination from 0 to 1, got 5",
    );
    Sends.message = () => [1, new Map()];
    await expect(robotsOf({ places: PAIR, algorithm: Sends }).run()).rejects.toThrow('X has a Map');
  });
});

test("records and shows the author's log messages", async () => {
  const shown: unknown[] = [];
  class Says extends Once {
    protected override async act() {
      this.logger.debug('a');
      await this.sleep(2);
      this.logger.info('b');
      this.logger.warn('c');
      this.logger.error('d');
    }
  }
  const { run, recordsOf } = robotsOf({
    places: PAIR,
    algorithm: [Idle, Says],
    log: (level, text, who) => void shown.push([level, text, who]),
  });
  await run();
  const who = { process: 1, logger: 'Says' };
  expect(shown).toEqual([
    ['debug', 'a', who],
    ['info', 'b', who],
    ['warn', 'c', who],
    ['error', 'd', who],
  ]);
  expect(recordsOf('log').map(({ time, level, text }) => [time, level, text])).toEqual([
    [0, 'debug', 'a'],
    [2, 'info', 'b'],
    [2, 'warn', 'c'],
    [2, 'error', 'd'],
  ]);
});

describe('random numbers', () => {
  class Draws extends Once {
    static readonly drawn = new Map<number, number[]>();
    protected override async act() {
      const numbers = [this.random(), this.random(), this.randomStream.integer(1, 6), this.randomStream.normal()];
      Draws.drawn.set(this.robot.id, numbers);
    }
  }

  const drawnBy = async (n: number, seed = 1) => {
    Draws.drawn.clear();
    const places = Array.from({ length: n }, (_, id): Place => [10 * id, 0]);
    await robotsOf({ places, algorithm: Draws, seed }).run();
    return new Map(Draws.drawn);
  };

  test('of a robot do not depend on the number of robots', async () => {
    const [few, many] = [await drawnBy(2), await drawnBy(7)];
    expect(many.get(0)).toEqual(few.get(0));
    expect(many.get(1)).toEqual(few.get(1));
  });

  test('differ between robots, and between seeds', async () => {
    const [one, other] = [await drawnBy(3, 1), await drawnBy(3, 2)];
    expect(new Set([...one.values(), ...other.values()].map(([first]) => first)).size).toBe(6);
  });
});

test('knows the clock, the number of robots and its parameters', async () => {
  const log: unknown[] = [];
  class Knows extends Once {
    protected override async act() {
      await this.sleep(1.25);
      log.push(this.clock, this.n, this.robot.id, this.robot.name, this.robot.radius);
      log.push(
        this.parameters.number('speed', 1),
        this.parameters.number('size', 2),
        this.parameters.text('name', 'x'),
      );
    }
  }
  await robotsOf({
    places: PAIR,
    algorithm: [Idle, Knows],
    parameters: { Knows: { speed: '3.5', name: 'Max' } },
  }).run();
  expect(log).toEqual([1.25, 2, 1, 'p1', 1, 3.5, 2, 'Max']);
});
