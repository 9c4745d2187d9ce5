import { describe, expect, test } from '@jest/globals';
import { Signal } from '@kineko/kernel';
import { Once, type Place, robotsOf, short } from '../../test/robots.js';
import { AbstractAlgorithm } from './algorithm.js';
import { ALGORITHM, COMPOSITION, hasBrand } from './brand.js';
import { compose } from './composition.js';
import type { AlgorithmClass } from './routine.js';

/** Moves one metre per round. */
class Steps extends AbstractAlgorithm {
  protected override doMotion() {
    return this.actuator.forward(1, 1);
  }
}

/** Turns one degree per round. */
class Turns extends AbstractAlgorithm {
  protected override async doMotion() {
    await this.actuator.turn(2, 1);
  }
}

/** Moves far in one motion. */
class Cruises extends AbstractAlgorithm {
  protected override async doMotion() {
    await this.actuator.forward(2, 1000);
  }
}

/** Moves three metres, then finishes. */
class ThreeSteps extends AbstractAlgorithm {
  private steps = 0;
  protected override doMotion() {
    if (++this.steps % 3 === 0) this.finish();
    return this.actuator.forward(1, 1);
  }
}

/** Outcomes of the motions of robot 0: `finished 1.5 s, 3 m`. */
async function motionsOf(algorithm: AlgorithmClass, until?: number): Promise<string[]> {
  const { run, recordsOf } = robotsOf({ algorithm });
  await run(until);
  return recordsOf('motionEnd').map(({ time, status, x }) => `${status} ${short(time)} s, ${short(x)} m`);
}

describe('an algorithm runs another one', () => {
  test('for a duration: its motion is stopped at the very instant', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(Cruises).for(2.5);
        expect(this.clock).toBe(2.5);
        await this.run(Turns).for(0.75);
        expect(this.clock).toBe(3.25);
      }
    }
    expect(await motionsOf(Composed)).toEqual(['stopped 2.5 s, 5 m', 'finished 3 s, 5 m', 'stopped 3.25 s, 5 m']);
  });

  test('for no time at all: it does not begin', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(Cruises).for(0);
        expect(this.clock).toBe(0);
      }
    }
    expect(await motionsOf(Composed)).toEqual([]);
  });

  test('for longer than it takes: it ends when it is finished, and leaves no timer behind', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(ThreeSteps).for(100);
        expect(this.clock).toBe(3);
      }
    }
    const { run, finished } = robotsOf({ algorithm: Composed });
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 3 });
    expect(finished).toEqual(['3 p0']);
  });

  test('for a number of rounds', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(Steps).times(2);
        expect(this.clock).toBe(2);
        await this.run(Turns).times(0);
        await this.run(ThreeSteps).times(10);
        expect(this.clock).toBe(5);
      }
    }
    expect(await motionsOf(Composed)).toHaveLength(5);
  });

  test('to its end', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(ThreeSteps).toEnd();
        expect(this.clock).toBe(3);
        await this.run(ThreeSteps).toEnd();
        expect(this.clock).toBe(6);
      }
    }
    expect(await motionsOf(Composed)).toHaveLength(6);
  });

  test('until a condition holds between two of its rounds', async () => {
    class Composed extends Once {
      protected override async act() {
        await this.run(Steps).until(() => this.clock > 2.5);
        expect(this.clock).toBe(3);
        await this.run(Cruises).until(() => true);
        expect(this.clock).toBe(3);
      }
    }
    expect(await motionsOf(Composed)).toEqual(['finished 1 s, 1 m', 'finished 2 s, 2 m', 'finished 3 s, 3 m']);
  });

  test('until a signal is fired, in the middle of a round', async () => {
    const bell = new Signal('the bell');
    class Composed extends Once {
      protected override async act() {
        await this.run(Cruises).until(bell);
        expect(this.clock).toBe(1.25);
      }
    }
    const { run, recordsOf, at } = robotsOf({ algorithm: Composed });
    at(1.25, () => bell.fire());
    await run();
    expect(recordsOf('motionEnd')).toMatchObject([{ time: 1.25, status: 'stopped', x: 2.5 }]);
  });

  test('until a wait is over: a message, a sleep, a motion', async () => {
    const log: unknown[] = [];
    class Composed extends Once<{ GO: number }> {
      protected override async act() {
        await this.run(Cruises).until(this.receive());
        log.push(this.clock);
        await this.run(Turns).until(this.sleep(2));
        log.push(this.clock);
      }
    }
    class Sends extends Once<{ GO: number }> {
      protected override async act() {
        await this.sleep(1);
        this.send(0, 'GO', 1);
      }
    }
    const places: Place[] = [
      [0, 0],
      [0, 5],
    ];
    await robotsOf({ places, algorithm: [Composed, Sends] }).run();
    expect(log).toEqual([2, 4]);
  });

  test('an end that has come already ends it before it begins', async () => {
    class Composed extends Once {
      protected override async act() {
        const done = this.actuator.forward(1, 1);
        await this.sleep(2);
        await this.run(Cruises).until(done);
        expect(this.clock).toBe(2);
      }
    }
    expect(await motionsOf(Composed)).toEqual(['finished 1 s, 1 m']);
  });

  test('again and again, keeping its state', async () => {
    const log: string[] = [];
    class Remembers extends AbstractAlgorithm {
      private rounds = 0;
      protected override async doMotion() {
        this.rounds++;
        log.push(`${this.clock} round ${this.rounds}`);
        await this.actuator.forward(1, 2);
      }
    }
    class Composed extends Once {
      protected override async act() {
        for (let i = 0; i < 3; i++) {
          await this.run(Remembers).for(3);
          await this.run(Turns).times(1);
        }
      }
    }
    await robotsOf({ algorithm: Composed }).run();
    expect(log).toEqual(['0 round 1', '2 round 2', '3.5 round 3', '5.5 round 4', '7 round 5', '9 round 6']);
  });

  test('one inside the other: all end with the outermost', async () => {
    const log: string[] = [];
    class Inner extends Once {
      protected override async act() {
        log.push(`${this.clock} inner`);
        await this.run(Cruises).for(10);
        log.push('never');
      }
    }
    class Middle extends AbstractAlgorithm {
      protected override async doMotion() {
        await this.run(Inner).toEnd();
      }
    }
    class Outer extends Once {
      protected override async act() {
        await this.run(Middle).for(4);
        log.push(`${this.clock} outer`);
        await this.run(Steps).times(1);
        await this.run(Middle).for(1);
        log.push(`${this.clock} outer`);
      }
    }
    const motions = await motionsOf(Outer);
    expect(log).toEqual(['0 inner', '4 outer', '5 inner', '6 outer']);
    expect(motions).toEqual(['stopped 4 s, 8 m', 'finished 5 s, 9 m', 'stopped 6 s, 11 m']);
  });

  test('a wait that was pending at its end does not resume it', async () => {
    const log: string[] = [];
    class Waits extends AbstractAlgorithm {
      protected override async doMotion() {
        try {
          await this.actuator.forward(1, 5);
          log.push('never');
        } finally {
          log.push('not even this');
        }
      }
    }
    class Composed extends Once {
      protected override async act() {
        await this.run(Waits).for(2);
        await this.sleep(10);
      }
    }
    await robotsOf({ algorithm: Composed }).run();
    expect(log).toEqual([]);
  });

  test('its push sensors are silent while it is not run, and those of its parent are not', async () => {
    const log: string[] = [];
    class Wary extends AbstractAlgorithm {
      protected override async doMotion() {
        this.proximitySensor.activate(5, { exact: true }, () => void log.push(`${this.clock} wary`));
        await this.actuator.forward(1, 3);
      }
    }
    class Composed extends Once {
      protected override async act() {
        this.contactSensor.activate({ exact: true }, () => void log.push(`${this.clock} touch`));
        await this.run(Wary).for(3.5);
        await this.run(Steps).times(10);
        await this.actuator.forward(1, 100);
        this.contactSensor.deactivate();
      }
    }
    const places: Place[] = [
      [0, 0],
      [20, 0],
    ];
    const { run, recordsOf } = robotsOf({
      places,
      algorithm: [
        Composed,
        class extends Once {
          protected override async act() {}
        },
      ],
    });
    await run();
    expect(log).toEqual(['18 touch']);
    expect(recordsOf('sensorEvent').map(({ sensor }) => sensor)).toEqual(['contact']);
  });

  test('a sensor that another algorithm has activated since stays active', async () => {
    const log: string[] = [];
    class Inner extends AbstractAlgorithm<{ GO: null }> {
      protected override async doMotion() {
        this.proximitySensor.activate(5, { exact: true }, () => void log.push('inner'));
        await this.sleep(4);
      }
    }
    class Composed extends Once<{ GO: null }> {
      protected override readonly handlers = {
        GO: () => this.proximitySensor.activate(5, { exact: true }, () => void log.push('outer')),
      };
      protected override async act() {
        this.send(0, 'GO', null);
        await this.run(Inner).for(2);
        await this.actuator.forward(1, 16);
        this.proximitySensor.deactivate();
      }
    }
    const places: Place[] = [
      [0, 0],
      [20, 0],
    ];
    await robotsOf({
      places,
      algorithm: [
        Composed,
        class extends Once {
          protected override async act() {}
        },
      ],
    }).run();
    expect(log).toEqual(['outer']);
  });

  test('all may set tags', async () => {
    class Tagged extends Once {
      protected override async act() {
        this.tag('inner');
        await this.sleep(1);
      }
    }
    class Composed extends Once {
      protected override async act() {
        this.tag('outer');
        await this.run(Tagged).toEnd();
        expect(world.tagOf(0)).toBe('inner');
        this.tag('');
      }
    }
    const { run, world, recordsOf } = robotsOf({ algorithm: Composed });
    await run();
    expect(world.tagOf(0)).toBe('');
    expect(recordsOf('effect').map(({ request }) => request)).toEqual([
      { tag: 'outer' },
      { tag: 'inner' },
      { tag: '' },
    ]);
  });
});

describe('mistakes in running another one', () => {
  test('one that throws fails the run with its own name', async () => {
    class Breaks extends Once {
      protected override async act() {
        await this.sleep(2);
        throw new Error('broken');
      }
    }
    class Composed extends Once {
      protected override async act() {
        await this.run(Breaks).toEnd();
      }
    }
    await expect(robotsOf({ algorithm: Composed }).run()).rejects.toThrow('p0 Breaks failed at t = 2: broken');
  });

  test('two at a time, because of a missing await', async () => {
    class Forgets extends AbstractAlgorithm {
      protected override doMotion() {
        void this.run(Steps).for(2);
      }
    }
    await expect(robotsOf({ algorithm: Forgets }).run()).rejects.toThrow(
      'p0 Forgets failed at t = 0: it cannot run Steps while it still runs Steps: missing await?',
    );
    class Hurries extends Once {
      protected override async act() {
        void this.run(Steps).for(2);
        await this.run(Turns).for(2);
      }
    }
    await expect(robotsOf({ algorithm: Hurries }).run()).rejects.toThrow(
      'p0 Hurries failed at t = 0: it cannot run Turns while it still runs Steps: missing await?',
    );
  });

  test.each([
    ['for(): seconds: expected a finite number of seconds, 0 or more, got -1', (my: Runs) => my.steps.for(-1)],
    ['for(): seconds: expected a finite number of seconds, 0 or more, got NaN', (my: Runs) => my.steps.for(NaN)],
    ['times(): rounds: expected an integer, 0 or more, got 1.5', (my: Runs) => my.steps.times(1.5)],
    ['times(): rounds: expected an integer, 0 or more, got NaN', (my: Runs) => my.steps.times(NaN)],
  ])('%s…', async (message, act) => {
    Runs.how = act;
    await expect(robotsOf({ algorithm: Runs }).run()).rejects.toThrow(`p0 Runs failed at t = 0: ${message}`);
  });

  class Runs extends Once {
    static how: (my: Runs) => Promise<void>;
    get steps() {
      return this.run(Steps);
    }
    protected override async act() {
      await Runs.how(this);
    }
  }
});

describe('messages of nested algorithms', () => {
  const PAIR: readonly Place[] = [
    [0, 0],
    [0, 10],
  ];

  /** Sends its number of rounds to all others, and waits for an answer from each. */
  class Greets extends AbstractAlgorithm<{ HELLO: string }> {
    static log: string[] = [];
    private rounds = 0;
    protected override async doMotion() {
      this.broadcast('HELLO', `${this.robot.name}/${++this.rounds}`);
      const { content } = await this.receive();
      Greets.log.push(`${this.clock} ${this.robot.name} hears ${content}`);
    }
  }

  test('reach their peers by an id below that of the parent', async () => {
    Greets.log = [];
    class Composed extends Once {
      protected override async act() {
        await this.run(Greets).times(2);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: Composed });
    await run();
    expect(Greets.log).toEqual(['1 p0 hears p1/1', '1 p1 hears p0/1', '2 p0 hears p1/2', '2 p1 hears p0/2']);
    expect(new Set(recordsOf('send').map(({ protocol }) => protocol))).toEqual(new Set(['algorithm/Greets']));
  });

  test('are kept for peers that are behind, and between two runs', async () => {
    Greets.log = [];
    class Composed extends Once {
      protected override async act() {
        const isAhead = this.robot.id === 0;
        await this.run(Steps).for(isAhead ? 0 : 4);
        await this.run(Greets).times(1);
        await this.run(Steps).for(isAhead ? 20 : 3);
        await this.run(Greets).times(1);
      }
    }
    await robotsOf({ places: PAIR, algorithm: Composed }).run();
    expect(Greets.log).toEqual(['4 p1 hears p0/1', '5 p0 hears p1/1', '25 p0 hears p1/2', '26 p1 hears p0/2']);
  });

  test('are kept for an algorithm that is nested deeper and not created yet', async () => {
    Greets.log = [];
    const nested = compose(Steps).times(1).then(Greets).times(1).toAlgorithm();
    class Composed extends Once {
      protected override async act() {
        await this.run(Steps).for(this.robot.id === 0 ? 0 : 7);
        await this.run(nested).toEnd();
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: Composed });
    await run();
    expect(Greets.log).toEqual(['8 p1 hears p0/1', '9 p0 hears p1/1']);
    expect(recordsOf('send')[0]).toMatchObject({ protocol: 'algorithm/Composed/Greets' });
  });

  test('with a handler also wait until it is run', async () => {
    const log: string[] = [];
    class Obeys extends AbstractAlgorithm<{ GO: number }> {
      protected override readonly handlers = {
        GO: (distance: number) => {
          log.push(`${this.clock} goes ${distance} m`);
          void this.actuator.forward(1, distance);
          this.send(0, 'GO', 0);
        },
      };
      protected override async doMotion() {
        log.push(`${this.clock} begins`);
        await this.sleep(3);
      }
    }
    class Orders extends AbstractAlgorithm<{ GO: number }> {
      protected override async doMotion() {
        this.sender!.send({ to: [1], protocol: 'algorithm/Obeys', type: 'GO', content: this.clock + 1 });
        await this.sleep(2);
      }
      override deliver(): void {}
    }
    class Composed extends Once {
      protected override async act() {
        await this.run(Steps).for(2);
        await this.run(Obeys).for(1.5);
        await this.sleep(2);
        await this.run(Obeys).for(1);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: [Orders, Composed] });
    await run(8);
    expect(log).toEqual(['2 goes 1 m', '2 begins', '3 goes 3 m', '5.5 goes 5 m', '5.5 begins']);
    const ends = recordsOf('motionEnd').filter(({ robot }) => robot === 1);
    expect(ends.map(({ time, status, x }) => [time, status, x])).toEqual([
      [1, 'finished', 1],
      [2, 'finished', 2],
      [3, 'finished', 3],
      [3.5, 'stopped', 3.5],
      [6.5, 'stopped', 4.5],
    ]);
  });

  test('of classes of the same name do not mix', async () => {
    const heard: string[] = [];
    const talker = (word: string) =>
      class Talker extends AbstractAlgorithm<{ SAY: string }> {
        protected override async doMotion() {
          this.broadcast('SAY', word);
          heard.push(`${this.robot.name} ${(await this.receive()).content}`);
        }
      };
    const [one, other] = [talker('one'), talker('other')];
    class Composed extends Once {
      protected override async act() {
        await this.run(one).times(1);
        await this.run(other).times(1);
        await this.run(one).times(1);
      }
    }
    const { run, recordsOf } = robotsOf({ places: PAIR, algorithm: Composed });
    await run();
    expect(heard).toEqual(['p0 one', 'p1 one', 'p0 other', 'p1 other', 'p0 one', 'p1 one']);
    expect(recordsOf('send').map(({ protocol }) => protocol)).toEqual([
      ...Array.from({ length: 2 }, () => 'algorithm/Talker'),
      ...Array.from({ length: 2 }, () => 'algorithm/Talker-2'),
      ...Array.from({ length: 2 }, () => 'algorithm/Talker'),
    ]);
  });
});

describe('compose', () => {
  test('runs algorithms in sequence, each to its end, and finishes after the last', async () => {
    const condition = ({ id, clock }: { id: number; clock: number }) => id === 0 && clock > 4.9;
    const algorithm = compose(Cruises).for(1).then(Steps).until(condition).then(Turns).times(2).then(ThreeSteps);
    const { run, finished, recordsOf } = robotsOf({ algorithm: algorithm.toAlgorithm() });
    await run();
    expect(recordsOf('motionEnd').map(({ time, status }) => `${status} ${short(time)}`)).toEqual([
      'stopped 1',
      'finished 2',
      'finished 3',
      'finished 4',
      'finished 5',
      'finished 5.5',
      'finished 6',
      'finished 7',
      'finished 8',
      'finished 9',
    ]);
    expect(finished).toEqual(['9 p0']);
  });

  test('leaves its parts unchanged', async () => {
    const base = compose(Steps).times(1);
    const longer = base.then(Steps).times(3);
    expect(await motionsOf(base.toAlgorithm())).toHaveLength(1);
    expect(await motionsOf(longer.toAlgorithm())).toHaveLength(2 + 2);
    expect(base.toAlgorithm()).toBe(base.toAlgorithm());
  });

  test('nests', async () => {
    const inner = compose(Steps).times(2).then(Turns).times(1);
    const whole = compose(inner).then(compose(inner).for(1.25)).then(ThreeSteps);
    const motions = await motionsOf(whole.toAlgorithm());
    expect(motions.map((motion) => motion.split(',')[0])).toEqual([
      'finished 1 s',
      'finished 2 s',
      'finished 2.5 s',
      'finished 3.5 s',
      'stopped 3.75 s',
      'finished 4.75 s',
      'finished 5.75 s',
      'finished 6.75 s',
    ]);
    class Runs extends Once {
      protected override async act() {
        await this.run(inner).toEnd();
      }
    }
    expect(await motionsOf(Runs)).toHaveLength(3);
  });

  test('refuses invalid numbers at once', () => {
    expect(() => compose(Steps).for(-1)).toThrow('for(): seconds: expected a finite number of seconds');
    expect(() => compose(Steps).for(Infinity)).toThrow(
      'for(): seconds: expected a finite number of seconds, 0 or more, got Infinity',
    );
    expect(() => compose(Steps).times(-1)).toThrow('times(): rounds: expected an integer, 0 or more, got -1');
  });

  test('reports a mistaken await', async () => {
    const composition = compose(Steps).for(1);
    await expect((async () => composition as unknown)()).rejects.toThrow(
      'then() takes the class of an algorithm; a composition is not a promise, do not await it',
    );
    expect(() => composition.then((() => {}) as never)).toThrow('then() takes the class of an algorithm');
    expect(() => composition.then(undefined as never)).toThrow('then() takes the class of an algorithm');
  });

  test('can be distinguished from other values, and so can algorithms', () => {
    const composition = compose(Steps);
    expect(hasBrand(composition, COMPOSITION)).toBe(true);
    expect(hasBrand(Steps, ALGORITHM)).toBe(true);
    expect(hasBrand(composition.toAlgorithm(), ALGORITHM)).toBe(true);
    for (const other of [undefined, null, 7, 'Steps', {}, class {}]) {
      expect([hasBrand(other, ALGORITHM), hasBrand(other, COMPOSITION)]).toEqual([false, false]);
    }
  });
});
