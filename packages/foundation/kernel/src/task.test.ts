import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { all, first, TIMED_OUT, timeout } from './compose.js';
import { Interrupted, OutOfTurnError, TaskError, WaitError } from './errors.js';
import { Mailbox } from './mailbox.js';
import { EventClass } from './order.js';
import type { Task, Round } from './task.js';
import { Latch, Signal } from './signal.js';
import { Simulator } from './simulator.js';
import type { Completion, Wait } from './wait.js';

const THIS_FILE = new URL(import.meta.url);

describe('a task', () => {
  test('sleeps, and resumes at its time', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      say('begins');
      await task.sleep(1.5);
      say('continues');
      await task.sleep(0);
      say('ends');
    });
    expect(await run()).toEqual({ stoppedBy: 'empty', now: 1.5, events: 3, waiting: [] });
    expect(log).toEqual(['0 p0 begins', '1.5 p0 continues', '1.5 p0 ends']);
  });

  test('takes its turn among others by its id, whatever the order of spawning', async () => {
    const traces = new Set<string>();
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { log, spawn, run } = logging();
      for (const id of order) {
        spawn(id, async (task, say) => {
          for (let i = 0; i < 3; i++) {
            await task.sleep(1);
            say(String(i));
          }
        });
      }
      await run();
      traces.add(log.join('; '));
    }
    expect([...traces]).toEqual(['1 p0 0; 1 p1 0; 1 p2 0; 2 p0 1; 2 p1 1; 2 p2 1; 3 p0 2; 3 p1 2; 3 p2 2']);
  });

  test('runs alone from one wait to the next, however many hops its helpers take', async () => {
    const { log, spawn, run } = logging();
    for (const id of [0, 1]) {
      spawn(id, async (task, say) => {
        for (let i = 0; i < 3; i++) {
          await nested(task, 1, id === 0 ? 9 : 2);
          say('begins');
          await hops(id === 0 ? 20 : 3);
          say('ends');
        }
      });
    }
    await run();
    expect(log).toEqual([1, 2, 3].flatMap((t) => [`${t} p0 begins`, `${t} p0 ends`, `${t} p1 begins`, `${t} p1 ends`]));
  });

  test('runs when nothing else of the instant is left, except observers', async () => {
    const { log, simulator, spawn, run } = logging();
    const signal = new Signal('go');
    spawn(0, async (task, say) => {
      await task.until(signal);
      say('continues');
    });
    for (const [name, eventClass] of Object.entries(EventClass)) {
      simulator.schedule(1, {
        class: eventClass,
        low: -1,
        high: -1,
        run: () => {
          log.push(name);
          if (name === 'GridUpkeep') signal.fire();
        },
        describe: () => name,
      });
    }
    await run();
    expect(log).toEqual([
      'GridUpkeep',
      'Contact',
      'Motion',
      'Delivery',
      'Sensor',
      'WakeUp',
      '1 p0 continues',
      'Observer',
    ]);
  });

  test('can be spawned by another, and waited for', async () => {
    const { log, simulator, spawn, run } = logging();
    spawn(5, async (task, say) => {
      const child = simulator.spawn({ id: 3, name: 'child' }, async (self) => {
        await self.sleep(2);
      });
      await task.until(child.ended);
      say(`sees the end, ${child.ended.isSet}`);
      await task.until(child.ended);
      say('need not wait for it again');
    });
    await run();
    expect(log).toEqual(['2 p5 sees the end, true', '2 p5 need not wait for it again']);
  });
});

describe('a signal', () => {
  test('wakes the waiting tasks, in the order of their ids, with its value', async () => {
    const { log, spawn, run } = logging();
    const signal = new Signal<string>('news');
    for (const id of [2, 1]) spawn(id, async (task, say) => say(await task.until(signal)));
    spawn(0, async (task) => {
      signal.fire('too early');
      await task.sleep(1);
      signal.fire('good');
      signal.fire('too late');
    });
    await run();
    expect(log).toEqual(['1 p1 good', '1 p2 good']);
  });

  test('that happens once completes later waits at once', async () => {
    const { log, spawn, run } = logging();
    const latch = new Latch<string>('door');
    spawn(0, async (task) => {
      await task.sleep(1);
      latch.fire('open');
      latch.fire('open again');
    });
    spawn(1, async (task, say) => {
      say(await task.until(latch));
      await task.sleep(1);
      say(await task.until(latch));
    });
    await run();
    expect(log).toEqual(['1 p1 open', '2 p1 open']);
  });
});

describe('a mailbox', () => {
  test('gives each item once, in order, to the task that waited longest', async () => {
    const { log, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    for (const id of [3, 1, 2]) {
      spawn(id, async (task, say) => {
        await task.sleep(4 - id);
        for (;;) {
          const item = await task.take(box);
          if (item === 'end') return;
          say(item);
        }
      });
    }
    spawn(9, async (task) => {
      box.put('a');
      await task.sleep(10);
      for (const item of ['b', 'c', 'd']) box.put(item);
      await task.sleep(1);
      for (let i = 0; i < 3; i++) box.put('end');
    });
    await run();
    expect(log).toEqual(['1 p3 a', '10 p1 d', '10 p2 c', '10 p3 b']);
    expect(box.length).toBe(0);
  });

  test('keeps its items until they are taken, even a hundred thousand', async () => {
    const { spawn, run } = logging();
    const box = new Mailbox<number>();
    const taken: number[] = [];
    for (let i = 0; i < 50_000; i++) box.put(i);
    spawn(0, async (task) => {
      for (let i = 0; i < 50_000; i++) taken.push(await task.take(box));
    });
    expect(box.length).toBe(50_000);
    await run();
    expect(taken).toEqual(Array.from({ length: 50_000 }, (_, i) => i));
  });

  test('may be filled by the task itself while a helper waits', async () => {
    const { log, spawn, run } = logging();
    const box = new Mailbox<string>();
    spawn(0, async (task, say) => {
      const helper = (async () => say(await task.take(box)))();
      await hops(5);
      box.put('mine');
      await helper;
      say('done');
    });
    await run();
    expect(log).toEqual(['0 p0 mine', '0 p0 done']);
  });
});

describe('first', () => {
  test('gives the first to happen and disarms the others', async () => {
    const { log, simulator, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    spawn(0, async (task, say) => {
      const { index } = await first(task.take(box), task.sleep(1));
      say(`index ${index}`);
      await task.sleep(2);
      say(`${box.length} in the box`);
      say(await task.take(box));
      const { index: other, value } = await first(task.sleep(5), task.take(box));
      say(`${other} ${String(value)}`);
      expect(simulator.nextTime).toBe(Infinity);
    });
    spawn(1, async (task) => {
      await task.sleep(2);
      box.put('letter');
      await task.sleep(2);
      box.put('second');
    });
    await run();
    expect(log).toEqual(['1 p0 index 1', '3 p0 1 in the box', '3 p0 letter', '4 p0 1 second']);
  });

  test('of two mailboxes that are both full takes from the first only', async () => {
    const { log, spawn, run } = logging();
    const [left, right] = [new Mailbox<string>('left'), new Mailbox<string>('right')];
    for (const item of ['a', 'b']) {
      left.put(`left ${item}`);
      right.put(`right ${item}`);
    }
    spawn(0, async (task, say) => {
      for (let i = 0; i < 4; i++) {
        const { index, value } = await first(task.take(left), task.take(right));
        say(`${index} ${value}, ${left.length} and ${right.length} left`);
      }
    });
    await run();
    expect(log).toEqual([
      '0 p0 0 left a, 1 and 2 left',
      '0 p0 0 left b, 0 and 2 left',
      '0 p0 1 right a, 0 and 1 left',
      '0 p0 1 right b, 0 and 0 left',
    ]);
  });

  test('is decided at the instant, also when both happen before the task has its turn', async () => {
    const { log, spawn, run } = logging();
    const [one, two] = [new Mailbox<string>('one'), new Mailbox<string>('two')];
    spawn(5, async (task, say) => {
      const { value } = await first(task.take(one), task.take(two));
      say(`${value}, ${one.length} and ${two.length} left`);
    });
    spawn(1, async (task) => {
      await task.sleep(1);
      two.put('second box');
      one.put('first box');
    });
    await run();
    expect(log).toEqual(['1 p5 second box, 1 and 0 left']);
  });

  test('that is awaited late still has what happened', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const either = first(task.sleep(1), task.sleep(2));
      await task.sleep(5);
      say(String((await either).index));
    });
    await run();
    expect(log).toEqual(['5 p0 0']);
  });
});

describe('all', () => {
  test('gives the values in the order given', async () => {
    const { log, spawn, run } = logging();
    const [box, signal] = [new Mailbox<string>(), new Signal<number>()];
    spawn(0, async (task, say) => {
      const [fromBox, , fromSignal] = await all(task.take(box), task.sleep(1), task.until(signal));
      say(`${fromBox} ${fromSignal}`);
    });
    spawn(1, async (task) => {
      await task.sleep(2);
      signal.fire(7);
      await task.sleep(1);
      box.put('late');
    });
    await run();
    expect(log).toEqual(['3 p0 late 7']);
  });

  test('disarmed by a timeout puts back what it had taken, in the old order', async () => {
    const { log, spawn, run } = logging();
    const [full, empty] = [new Mailbox<string>('full'), new Mailbox<string>('empty')];
    for (const item of ['a', 'b', 'c']) full.put(item);
    spawn(0, async (task, say) => {
      const [one, two] = [task.take(full), task.take(full)];
      // In another order: the order in the mailbox counts.
      const result = await timeout(all(two, task.take(empty), one), 1);
      say(`${result === TIMED_OUT}, ${full.length} in the box`);
      for (let i = 0; i < 3; i++) say(await task.take(full));
    });
    await run();
    expect(log).toEqual(['1 p0 true, 3 in the box', '1 p0 a', '1 p0 b', '1 p0 c']);
  });

  test('disarmed passes what it had taken to the waiting task', async () => {
    const { log, spawn, run } = logging();
    const [box, empty] = [new Mailbox<string>('box'), new Mailbox<string>('empty')];
    box.put('letter');
    spawn(0, async (task, say) => {
      say(String((await timeout(all(task.take(box), task.take(empty)), 2)) === TIMED_OUT));
    });
    spawn(1, async (task, say) => {
      await task.sleep(1);
      say(await task.take(box));
    });
    await run();
    expect(log).toEqual(['2 p0 true', '2 p1 letter']);
  });

  test('of a first that has happened gives back through it, too', async () => {
    const { log, spawn, run } = logging();
    const [box, empty] = [new Mailbox<string>('box'), new Mailbox<string>('empty')];
    box.put('letter');
    spawn(0, async (task, say) => {
      const result = await timeout(all(first(task.take(empty), task.take(box)), task.take(empty)), 1);
      say(`${result === TIMED_OUT}, ${box.length} in the box`);
    });
    await run();
    expect(log).toEqual(['1 p0 true, 1 in the box']);
  });

  test('does not give back what the task has seen', async () => {
    const { log, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    box.put('letter');
    spawn(0, async (task, say) => {
      const take = task.take(box);
      say(await take);
      await timeout(all(take, task.sleep(5)), 1);
      say(`${box.length} in the box`);
    });
    await run();
    expect(log).toEqual(['0 p0 letter', '1 p0 0 in the box']);
  });

  test('may have thousands of parts', async () => {
    const { log, simulator, spawn, run } = logging();
    spawn(9, async (task, say) => {
      const children = Array.from({ length: 5_000 }, (_, i) =>
        simulator.spawn({ id: i }, async (child) => {
          await child.sleep(i % 7);
        }),
      );
      await all(...children.map((child) => task.until(child.ended)));
      say('all ended');
    });
    await run();
    expect(log).toEqual(['6 p9 all ended']);
  });
});

describe('timeout', () => {
  test('gives the value, or times out', async () => {
    const { log, simulator, spawn, run } = logging();
    const box = new Mailbox<string>();
    spawn(0, async (task, say) => {
      say(String(await timeout(task.take(box), 1)));
      say(String(await timeout(task.take(box), 3)));
      expect(simulator.nextTime).toBe(Infinity);
    });
    spawn(1, async (task) => {
      await task.sleep(2);
      box.put('in time');
    });
    await run();
    expect(log).toEqual(['1 p0 Symbol(timed out)', '2 p0 in time']);
  });

  test('counts what happens at its very instant, before authors have their turn', async () => {
    const { log, simulator, spawn, run } = logging();
    const box = new Mailbox<string>();
    spawn(0, async (task, say) => say(String(await timeout(task.take(box), 1))));
    simulator.schedule(1, {
      class: EventClass.Delivery,
      low: 0,
      high: 0,
      run: () => box.put('just so'),
      describe: () => 'delivery',
    });
    await run();
    expect(log).toEqual(['1 p0 just so']);
  });
});

describe('an invalid wait', () => {
  test.each<[string, (task: Task) => Wait<unknown>, string]>([
    ['first of nothing', () => first(), 'first() needs at least one wait, or it would wait forever'],
    [
      'the same wait twice',
      (task) => {
        const sleep = task.sleep(1);
        return first(sleep, sleep);
      },
      'first() was given the same wait twice',
    ],
    [
      'a promise among waits',
      (task) => first(task.sleep(1), Promise.resolve() as unknown as Wait<void>),
      'first(): argument 2: expected a wait of a task, such as a motion, sleep() or receive(), got a promise; await it ' +
        'through outside(promise)',
    ],
    [
      'a list of waits, as for Promise.all',
      (task) => all([task.sleep(1), task.sleep(2)] as never),
      'all(): argument 1: expected a wait of a task, such as a motion, sleep() or receive(), got an array; pass the ' +
        'waits one by one: all(a, b)',
    ],
    [
      'a timeout of a promise',
      () => timeout(Promise.resolve() as unknown as Wait<void>, 1),
      'timeout(): argument 1: expected a wait of a task, such as a motion, sleep() or receive(), got a promise; await ' +
        'it through outside(promise)',
    ],
    [
      'a timeout of nothing',
      () => timeout(undefined as unknown as Wait<void>, 1),
      'timeout(): argument 1: expected a wait of a task, such as a motion, sleep() or receive(), got undefined',
    ],
    [
      'a sleep of NaN',
      (task) => task.sleep(NaN),
      'p0 called sleep(NaN) at t = 0: expected a number of seconds from 0 to 2^31',
    ],
    [
      'a sleep backwards',
      (task) => task.sleep(-1),
      'p0 called sleep(-1) at t = 0: expected a number of seconds from 0 to 2^31',
    ],
    [
      'an endless sleep',
      (task) => task.sleep(Infinity),
      'p0 called sleep(Infinity) at t = 0: expected a number of seconds from 0 to 2^31',
    ],
    [
      'a sleep beyond the last time',
      (task) => task.sleep(1.7e308),
      'p0 called sleep(1.7e+308) at t = 0: expected a number of seconds from 0 to 2^31',
    ],
  ])('%s', async (name, make, message) => {
    const { spawn, run } = logging();
    spawn(0, async (task) => {
      if (name.endsWith('last time')) await task.sleep(1.7e308);
      await make(task);
    });
    await expect(run()).rejects.toThrow(message);
  });

  test('a wait of another task', async () => {
    const { simulator, spawn, run } = logging();
    const other = simulator.spawn({ id: 1, name: 'other' }, async (task) => {
      await task.sleep(1);
    });
    const motion = other.completion(() => 'motion');
    spawn(0, async (task) => void (await first(task.sleep(1), motion)));
    await expect(run()).rejects.toThrow(
      'first() was given a wait of p0 and one of other: a task can only wait for its own',
    );
  });

  test('one that was disarmed', async () => {
    const { log, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    spawn(0, async (task, say) => {
      const take = task.take(box);
      await first(task.sleep(1), take);
      await sayWhy(say, take);
      box.put('x');
      const [other, lost] = [task.take(box), task.take(box)];
      box.put('y');
      await first(other, lost);
      await sayWhy(say, lost);
      say(`${box.length} in the box`);
    });
    await run();
    const why = 'p0 awaits take(box), which was disarmed: it lost a first() or timeout(), or its task was interrupted';
    expect(log).toEqual([`1 p0 ${why}`, `1 p0 ${why}`, '1 p0 1 in the box']);
  });

  test('a part of a composite, which has to be awaited instead', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const sleep = task.sleep(1);
      const both = all(sleep, task.sleep(2));
      await sayWhy(say, sleep);
      await both;
      await sleep;
    });
    await run();
    expect(log).toEqual([
      '0 p0 p0 awaits sleep until t = 1, which is part of all(sleep until t = 1, sleep until t = 2): await that',
    ]);
  });

  async function sayWhy(say: (text: string) => void, wait: Wait<unknown>): Promise<void> {
    try {
      await wait;
    } catch (error) {
      if (error instanceof WaitError) say(error.message);
    }
  }
});

describe('a floating promise', () => {
  test('of a helper that runs beside the task is served in its turn', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const helper = (async () => {
        for (let i = 0; i < 3; i++) {
          await task.sleep(0.4);
          say('helper');
        }
      })();
      for (let i = 0; i < 3; i++) {
        await nested(task, 0.5, 4);
        say('main');
      }
      await helper;
    });
    await run();
    expect(log).toEqual([
      '0.4 p0 helper',
      '0.5 p0 main',
      '0.8 p0 helper',
      '1 p0 main',
      '1.2000000000000002 p0 helper',
      '1.5 p0 main',
    ]);
  });

  test('that the task leaves behind is an error', async () => {
    const { spawn, run } = logging();
    spawn(0, async (task) => {
      void nested(task, 5, 2);
      await task.sleep(1);
    });
    await expect(run()).rejects.toThrow(
      'p0 failed at t = 1: it ended while its sleep until t = 5 was not awaited to the end: missing await?',
    );
  });

  test('that had just happened is an error as well', async () => {
    const { spawn, run } = logging();
    const box = new Mailbox<string>();
    spawn(0, async (task) => {
      void (async () => void (await task.take(box)))();
      await task.sleep(1);
      box.put('x');
    });
    await expect(run()).rejects.toThrow(
      'it ended while a wait that happened at this instant was not awaited to the end',
    );
  });
});

describe('out of turn', () => {
  const actions: [string, (task: Task) => unknown][] = [
    ['sleep(1)', (task) => task.sleep(1)],
    ['until(go)', (task) => task.until(new Signal('go'))],
    ['take(box)', (task) => task.take(new Mailbox('box'))],
    ['outside()', (task) => task.outside(Promise.resolve())],
  ];

  test.each(actions)('%s of another task ends the run', async (action, act) => {
    const { simulator, log, spawn, run } = logging();
    const other = simulator.spawn({ id: 1, name: 'other' }, async (task) => {
      await task.sleep(10);
    });
    spawn(2, async (task, say) => {
      await task.sleep(1);
      try {
        await act(other);
      } catch (error) {
        say((error as Error).name);
      }
      await task.sleep(1);
      say('continues');
    });
    await expect(run()).rejects.toThrow(
      new OutOfTurnError(
        `other called ${action} at t = 1 out of its turn: it was the turn of p2. A task may act only after one of ` +
          'its own waits; await what comes from outside the simulation through outside(promise), and several things ' +
          'at once through first() or all(), with a Latch in place of a promise.',
      ),
    );
    expect(log).toEqual(['1 p2 OutOfTurnError']);
  });

  test.each(['setTimeout', 'setImmediate'] as const)('a call from %s ends the run', async (way) => {
    const { log, spawn, run } = logging();
    spawn(0, async (task) => {
      const stray = (): void => {
        try {
          void task.sleep(1);
        } catch (error) {
          log.push((error as Error).name);
        }
      };
      if (way === 'setTimeout') setTimeout(stray, 0);
      else setImmediate(stray);
      for (;;) await task.sleep(1);
    });
    await expect(run()).rejects.toThrow(/^p0 called sleep\(1\) at t = \d+ out of its turn: it was/);
    expect(log).toEqual(['OutOfTurnError']);
  });

  test('a stray then of a file ends the run, whether it makes a wait or awaits one', async () => {
    for (const stray of ['make', 'await'] as const) {
      const { log, simulator, spawn, run } = logging();
      const others = simulator.spawn({ id: 1 }, async (task) => {
        for (;;) await task.sleep(1);
      });
      spawn(0, async (task) => {
        const motion = task.completion<void>(() => 'motion');
        void readFile(THIS_FILE)
          .then(async () => {
            if (stray === 'make') await task.sleep(1);
            else await motion;
          })
          .catch((error: unknown) => log.push((error as Error).name));
        for (;;) await task.sleep(1);
      });
      await expect(run()).rejects.toThrow(OutOfTurnError);
      expect(log).toEqual(['OutOfTurnError']);
      expect(others.ended.isSet).toBe(false);
    }
  });

  test('a composite made by a stray callback ends the run', async () => {
    const { spawn, run } = logging();
    spawn(0, async (task) => {
      const motion = task.completion<void>(() => 'motion');
      setImmediate(() => expect(() => first(motion)).toThrow(OutOfTurnError));
      for (;;) await task.sleep(1);
    });
    await expect(run()).rejects.toThrow(/^p0 called first\(\)/);
  });
});

describe('a missing await', () => {
  test('is found when the task ends', async () => {
    const { spawn, run } = logging();
    spawn(3, async (task) => void task.sleep(1));
    await expect(run()).rejects.toThrow(
      'p3 failed at t = 0: it ended while its sleep until t = 1 was not awaited to the end: missing await?',
    );
  });

  test('is found even when it has happened in the meantime', async () => {
    const { spawn, run } = logging();
    spawn(3, async (task) => {
      void task.sleep(1);
      await task.sleep(2);
    });
    await expect(run()).rejects.toThrow('it ended while its sleep until t = 1 was not awaited to the end');
  });

  test.each(['at once', 'after a promise', 'after a wait'])('is found in a loop without end: %s', async (between) => {
    const { spawn, run } = logging();
    spawn(0, async (task) => {
      for (;;) {
        void task.sleep(1);
        if (between === 'after a promise') await Promise.resolve();
        if (between === 'after a wait') await task.sleep(0.001);
      }
    });
    await expect(run()).rejects.toThrow('it made 10000 waits and awaits none of them: missing await?');
  });

  test.each<[string, Round]>([
    ['nothing', () => {}],
    ['a promise', async () => {}],
    ['a promise after some hops', () => hops(3)],
  ])('is found in rounds that give %s and never wait', async (_what, round) => {
    const { simulator, run } = logging();
    let rounds = 0;
    simulator.spawnRounds({ id: 4, name: 'p4' }, (task) => {
      rounds++;
      return round(task);
    });
    await expect(run()).rejects.toThrow(
      'p4 failed at t = 0: it returned 1000 times without waiting for anything: missing await?',
    );
    expect(rounds).toBe(1001);
  });

  test.each(['awaited', 'returned'])('is not reported when every wait that is %s has already happened', async (way) => {
    const { simulator, run } = logging();
    const door = new Latch('door');
    door.fire();
    if (way === 'returned') simulator.spawnRounds({ id: 0, name: 'p0' }, (task) => task.until(door));
    else {
      simulator.spawn({ id: 0, name: 'p0' }, async (task) => {
        for (;;) await task.until(door);
      });
    }
    await expect(run()).rejects.toThrow(
      'p0 failed at t = 0: it continued 100000 times at this instant without having to wait, the last time for ' +
        'until(door), which had happened already',
    );
  });
});

describe('an error', () => {
  test('in a helper ends the run with task, time and the place', async () => {
    const { log, spawn, run } = logging();
    spawn(3, async (task) => {
      await task.sleep(2);
      await driveIntoTheRiver(task);
    });
    spawn(4, async (task, say) => {
      await task.sleep(5);
      say('never');
    });
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TaskError);
    expect(failure).toMatchObject({
      message: 'p3 failed at t = 3: splash',
      task: 'p3',
      time: 3,
      cause: new Error('splash'),
    });
    expect((failure as Error).stack).toContain('driveIntoTheRiver');
    expect(log).toEqual([]);
  });

  test('is remembered: the simulation does not continue', async () => {
    const { spawn, run } = logging();
    spawn(0, async () => {
      await hops(2);
      throw new Error('boom');
    });
    await expect(run()).rejects.toThrow('p0 failed at t = 0: boom');
    await expect(run()).rejects.toThrow('this simulation has failed and cannot continue: p0 failed at t = 0: boom');
  });

  test('in a round, in isDone, before the first await, and thrown without an error object', async () => {
    const ways: ((simulator: Simulator) => unknown)[] = [
      (simulator) =>
        simulator.spawnRounds({ id: 0 }, () => {
          throw new Error('boom');
        }),
      (simulator) => simulator.spawnRounds({ id: 0 }, () => Promise.reject(new Error('boom'))),
      (simulator) =>
        simulator.spawnRounds(
          { id: 0 },
          () => {},
          () => {
            throw new Error('boom');
          },
        ),
      (simulator) =>
        simulator.spawn({ id: 0 }, () => {
          throw new Error('boom');
        }),
      (simulator) =>
        simulator.spawn({ id: 0 }, async () => {
          throw 'boom' as unknown;
        }),
    ];
    for (const way of ways) {
      const simulator = new Simulator();
      way(simulator);
      await expect(simulator.run()).rejects.toThrow('task 0 failed at t = 0: boom');
    }
  });

  async function driveIntoTheRiver(task: Task): Promise<void> {
    await task.sleep(1);
    throw new Error('splash');
  }
});

describe('the outside world', () => {
  test('freezes simulated time until it is back', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      await task.sleep(1);
      const text = await task.outside(readFile(THIS_FILE, 'utf8'));
      say(`read ${text.includes('freezes simulated time')}`);
      await task.sleep(1);
      say('ends');
    });
    spawn(1, async (task, say) => {
      for (let i = 0; i < 30; i++) await task.sleep(0.1);
      say('ends');
    });
    await run();
    expect(log).toEqual(['1 p0 read true', '2 p0 ends', '3.0000000000000013 p1 ends']);
  });

  test('freezes time also beside a helper that waits in the simulation', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const helper = (async () => {
        await task.sleep(1);
        say('helper');
      })();
      await task.outside(readFile(THIS_FILE));
      say('read');
      await helper;
    });
    await run();
    expect(log).toEqual(['0 p0 read', '1 p0 helper']);
  });

  test('may fail, which is an error like any other', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (task, say) => {
      try {
        await task.outside(Promise.reject(new Error('no such file')));
      } catch (error) {
        say((error as Error).message);
      }
      await task.sleep(1);
      await task.outside(Promise.reject(new Error('none at all')));
    });
    await expect(run()).rejects.toThrow('p0 failed at t = 1: none at all');
    expect(log).toEqual(['0 p0 no such file']);
  });

  test('reports a promise that nothing can settle, instead of a silent exit', async () => {
    const output = await runAlone(`
      simulator.spawn({ id: 7, name: 'the dreamer' }, async (self) => {
        await self.sleep(2.5);
        await self.outside(new Promise(() => {}));
      });
      await simulator.run().catch((error) => console.log(error.message));
    `);
    expect(output).toBe(
      'time stands still at t = 2.5: the dreamer awaits a promise from outside the simulation that nothing is left to ' +
        'settle\n',
    );
  });

  test.each([
    ['tasks', 'simulator.spawn({ id: 0 }, async (self) => { for (;;) await self.sleep(1); });'],
    ['rounds', 'simulator.spawnRounds({ id: 0 }, (self) => self.sleep(1));'],
    [
      'plain events',
      "const event = { class: 2, low: 0, high: 0, run: (now) => simulator.schedule(now + 1, event), describe: () => '' };" +
        'simulator.schedule(1, event);',
    ],
  ])('has its signals served during a long run of %s', async (_kind, start) => {
    const output = await runAlone(`
      process.once('SIGUSR2', () => simulator.stop());
      ${start}
      process.kill(process.pid, 'SIGUSR2');
      const { stoppedBy, events } = await simulator.run({ maxEvents: 50_000_000 });
      console.log(stoppedBy, events < 1_000_000);
    `);
    expect(output).toBe('stopped true\n');
  });

  /** Runs a script in a process of its own, where signals and the end are real, against the built package. */
  async function runAlone(script: string): Promise<string> {
    const dist = new URL('../dist/index.js', THIS_FILE).href;
    const program = `import { Simulator } from ${JSON.stringify(dist)}; const simulator = new Simulator(); ${script}`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    return stdout;
  }

  test('has its input served during a long run of rounds that return their wait', async () => {
    const { simulator, run } = logging();
    setImmediate(() => simulator.stop());
    simulator.spawnRounds({ id: 0 }, (self) => self.sleep(1));
    const { stoppedBy, events } = await run({ maxEvents: 10_000_000 });
    expect(stoppedBy).toBe('stopped');
    expect(events).toBeLessThan(100_000);
  });
});

describe('an interrupt', () => {
  test('rejects what the task awaits, with the reason, at the instant', async () => {
    const { log, simulator, spawn, run } = logging();
    const sleeper = spawn(0, async (task, say) => {
      try {
        await nested(task, 9, 3);
        say('never');
      } catch (error) {
        if (error instanceof Interrupted) say(`${error.message} (${String(error.reason)})`);
      }
      await task.sleep(1);
      say('continues');
      expect(simulator.nextTime).toBe(Infinity);
    });
    spawn(1, async (task, say) => {
      await task.sleep(1);
      sleeper.interrupt('wake up');
      say('has called');
    });
    await run();
    expect(log).toEqual(['1 p1 has called', '1 p0 interrupted: wake up (wake up)', '2 p0 continues']);
  });

  test('that is not caught is an error of the task', async () => {
    const { simulator, spawn, run } = logging();
    const sleeper = spawn(0, async (task) => {
      await task.sleep(9);
    });
    simulator.schedule(
      1,
      plainEvent(() => sleeper.interrupt(new Error('enough'))),
    );
    await expect(run()).rejects.toThrow('p0 failed at t = 1: interrupted: enough');
  });

  test('comes after completed waits of the same instant, and meets the task at its next wait', async () => {
    const { log, simulator, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    const reader = spawn(0, async (task, say) => {
      try {
        say(await task.take(box));
        say(await task.take(box));
      } catch (error) {
        say((error as Error).message);
      }
    });
    simulator.schedule(
      1,
      plainEvent(() => {
        reader.interrupt('first');
        box.put('letter');
      }),
    );
    await run();
    expect(log).toEqual(['1 p0 letter', '1 p0 interrupted: first']);
  });

  test('that was called before the timer of the same instant finds the sleep over or not by their order', async () => {
    const { log, simulator, spawn, run } = logging();
    const sleeper = spawn(0, async (task, say) => {
      for (let i = 0; i < 2; i++) {
        try {
          await task.sleep(1);
          say('slept');
        } catch (error) {
          say((error as Error).message);
        }
      }
    });
    // The timer was scheduled at 0, the interrupt comes at 1.
    simulator.schedule(
      1,
      plainEvent(() => sleeper.interrupt('hey')),
    );
    await run();
    expect(log).toEqual(['1 p0 slept', '1 p0 interrupted: hey']);
  });

  test('of a composite disarms all its parts', async () => {
    const { log, simulator, spawn, run } = logging();
    const [full, empty] = [new Mailbox<string>('full'), new Mailbox<string>('empty')];
    full.put('letter');
    const reader = spawn(0, async (task, say) => {
      try {
        await all(task.take(full), task.take(empty), task.sleep(9));
      } catch (error) {
        say(`${(error as Error).message}, ${full.length} in the box`);
      }
      empty.put('for others');
      say(`${empty.length} in the other`);
    });
    simulator.schedule(
      1,
      plainEvent(() => reader.interrupt('stop')),
    );
    expect(await run()).toMatchObject({ now: 1 });
    expect(log).toEqual(['1 p0 interrupted: stop, 1 in the box', '1 p0 1 in the other']);
  });

  test('of a round goes to what the round awaits', async () => {
    const { log, simulator, run } = logging();
    const worker = simulator.spawnRounds({ id: 0 }, async (task) => {
      try {
        await task.sleep(3);
        log.push(`${simulator.now} slept`);
      } catch (error) {
        log.push(`${simulator.now} ${(error as Error).message}`);
      }
    });
    simulator.schedule(
      1,
      plainEvent(() => worker.interrupt('hey')),
    );
    await run({ until: 5 });
    expect(log).toEqual(['1 interrupted: hey', '4 slept']);
  });

  test('of a round that returned its wait is an error, since no code can catch it', async () => {
    const { simulator, run } = logging();
    const worker = simulator.spawnRounds({ id: 0 }, (task) => task.sleep(3));
    simulator.schedule(
      1,
      plainEvent(() => worker.interrupt('hey')),
    );
    await expect(run()).rejects.toThrow('task 0 failed at t = 1: interrupted: hey');
  });

  test('comes too late for a task that has ended, and waits for one that has not begun', async () => {
    const { log, simulator, spawn, run } = logging();
    const short = spawn(0, async () => {});
    const late = spawn(1, async (task, say) => {
      say('begins');
      try {
        await task.sleep(5);
      } catch (error) {
        say((error as Error).message);
      }
    });
    late.interrupt('early');
    simulator.schedule(
      1,
      plainEvent(() => short.interrupt('late')),
    );
    await run();
    expect(log).toEqual(['0 p1 begins', '0 p1 interrupted: early']);
    expect(simulator.now).toBe(1);
  });
});

describe('kill', () => {
  test('ends a task where it stands, and frees its place in a mailbox', async () => {
    const { log, spawn, run } = logging();
    const box = new Mailbox<string>('box');
    const victim = spawn(0, async (task, say) => {
      try {
        await task.take(box);
      } finally {
        say('never');
      }
    });
    spawn(1, async (task, say) => {
      await task.sleep(1);
      victim.kill();
      victim.kill();
      say(`killed, ended ${victim.ended.isSet}`);
      box.put('letter');
      say(`${box.length} in the box`);
    });
    spawn(2, async (task, say) => {
      await task.until(victim.ended);
      say('sees it');
    });
    expect(await run()).toMatchObject({ stoppedBy: 'empty', waiting: [] });
    expect(log).toEqual(['1 p1 killed, ended true', '1 p1 1 in the box', '1 p2 sees it']);
  });

  test('cancels the timers of a task', async () => {
    const { simulator, spawn, run } = logging();
    const victim = spawn(0, async (task) => void (await timeout(task.sleep(100), 50)));
    simulator.schedule(
      1,
      plainEvent(() => victim.kill()),
    );
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 1 });
  });

  test('in its own turn lets it run on to its next await, and nothing it does then has an effect', async () => {
    for (const act of [
      (task: Task) => task.sleep(5),
      (task: Task) => task.take(box),
      (task: Task) => first(task.take(box), task.sleep(5)),
      (task: Task) => timeout(task.until(new Signal()), 5),
    ]) {
      const { log, spawn, run } = logging();
      box.put('letter');
      spawn(0, async (task, say) => {
        task.kill();
        say('still here');
        await act(task);
        say('never');
      });
      expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 0, waiting: [] });
      expect(log).toEqual(['0 p0 still here']);
      expect(box.length).toBe(1);
      box = new Mailbox();
    }
  });
  let box = new Mailbox<string>('box');

  test('before its wake-up gives back the message it was about to see', async () => {
    const { log, spawn, run } = logging();
    const mail = new Mailbox<string>('mail');
    const victim = spawn(5, async (task, say) => say(await task.take(mail)));
    spawn(1, async (task, say) => {
      await task.sleep(1);
      mail.put('letter');
      victim.kill();
      await task.sleep(1);
      say(`${mail.length} in the box`);
    });
    await run();
    expect(log).toEqual(['2 p1 1 in the box']);
  });

  test('before its start keeps it from starting', async () => {
    const { log, spawn, run } = logging();
    spawn(0, async (_process, say) => say('never')).kill();
    await run();
    expect(log).toEqual([]);
  });
});

describe('a completion', () => {
  const motionOf = (task: Task): Completion<string> => task.completion<string>(() => 'motion');

  test('is settled by other code, once', async () => {
    const { log, simulator, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const motion = motionOf(task);
      simulator.schedule(
        2,
        plainEvent(() => {
          motion.settle('finished');
          motion.settle('twice');
        }),
      );
      say(await motion);
    });
    await run();
    expect(log).toEqual(['2 p0 finished']);
  });

  test('may be awaited twice, by several, and after it is done', async () => {
    const { log, simulator, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const motion = motionOf(task);
      simulator.schedule(
        2,
        plainEvent(() => motion.settle('done')),
      );
      const helpers = ['a', 'b'].map(async (name) => say(`${name} ${await motion}`));
      say(`main ${await motion}`);
      await Promise.all(helpers);
      say(`again ${await motion}`);
      await task.sleep(1);
      say(`later ${await motion}`);
    });
    await run();
    expect(log).toEqual(['2 p0 a done', '2 p0 b done', '2 p0 main done', '2 p0 again done', '3 p0 later done']);
  });

  test('survives losing a first, and is awaited again', async () => {
    const { log, simulator, spawn, run } = logging();
    spawn(0, async (task, say) => {
      const motion = motionOf(task);
      simulator.schedule(
        5,
        plainEvent(() => motion.settle('arrived')),
      );
      for (;;) {
        const { index } = await first(motion, task.sleep(2));
        say(index === 0 ? 'motion' : 'still moving');
        if (index === 0) break;
      }
      say(await motion);
    });
    await run();
    expect(log).toEqual(['2 p0 still moving', '4 p0 still moving', '5 p0 motion', '5 p0 arrived']);
  });

  test('survives an interrupt, and is awaited again', async () => {
    const { log, simulator, spawn, run } = logging();
    const driver = spawn(0, async (task, say) => {
      const motion = motionOf(task);
      simulator.schedule(
        5,
        plainEvent(() => motion.settle('arrived')),
      );
      try {
        await motion;
      } catch (error) {
        say((error as Error).message);
      }
      say(await motion);
    });
    simulator.schedule(
      1,
      plainEvent(() => driver.interrupt('bump')),
    );
    await run();
    expect(log).toEqual(['1 p0 interrupted: bump', '5 p0 arrived']);
  });

  test('need not be awaited at all', async () => {
    const { simulator, spawn, run } = logging();
    spawn(0, async (task) => {
      for (let i = 0; i < 20_000; i++) void motionOf(task);
      await task.sleep(1);
    });
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 1 });
    expect(simulator.waiting).toEqual([]);
  });

  test('may be returned from a round', async () => {
    const { log, simulator, run } = logging();
    let rounds = 0;
    simulator.spawnRounds(
      { id: 0 },
      (task) => {
        const motion = motionOf(task);
        log.push(`${simulator.now} round ${++rounds}`);
        if (rounds % 2 === 0) motion.settle('at once');
        else
          simulator.schedule(
            simulator.now + 1,
            plainEvent(() => motion.settle('later')),
          );
        return motion;
      },
      () => rounds === 5,
    );
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 3 });
    expect(log).toEqual(['0 round 1', '1 round 2', '1 round 3', '2 round 4', '2 round 5']);
  });
});

describe('rounds', () => {
  test('give the same trace whether they return their last wait or await it', async () => {
    const rounds: Record<string, (wait: (task: Task) => Wait<unknown>) => Round> = {
      returned: (wait) => (task) => wait(task),
      awaited: (wait) => async (task) => void (await wait(task)),
      'awaited after hops': (wait) => async (task) => {
        await hops(3);
        await wait(task);
        await hops(2);
      },
    };
    const traces = new Map<string, string>();
    for (const [name, roundOf] of Object.entries(rounds)) {
      const simulator = new Simulator();
      const log: string[] = [];
      const boxes = [0, 1, 2].map((i) => new Mailbox<number>(`box ${i}`));
      for (const id of [2, 0, 1]) {
        let round = 0;
        simulator.spawnRounds(
          { id },
          roundOf((task) => {
            log.push(`${simulator.now} ${id} ${round++}`);
            boxes[(id + 1) % 3]!.put(round);
            if (round % 5 === 0) return task.take(boxes[id]!);
            if (round % 3 === 0) return first(task.take(boxes[id]!), task.sleep(0.5));
            return task.sleep((id + round) % 4 === 0 ? 0 : 0.25);
          }),
          () => round === 40,
        );
      }
      log.push(JSON.stringify(await simulator.run()));
      traces.set(name, log.join('\n'));
    }
    expect(traces.get('awaited')).toBe(traces.get('returned'));
    expect(traces.get('awaited after hops')).toBe(traces.get('returned'));
    expect(traces.get('returned')!.split('\n')).toHaveLength(121);
  });

  test('may be an object that knows when it is done', async () => {
    const { log, simulator, run } = logging();
    const rounds = {
      left: 3,
      doRound(task: Task) {
        this.left--;
        log.push(`${simulator.now} ${task.name}`);
        return task.sleep(2);
      },
      isDone() {
        return this.left === 0;
      },
    };
    simulator.spawnRounds({ id: 4 }, rounds);
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 6 });
    expect(log).toEqual(['0 task 4', '2 task 4', '4 task 4']);
  });

  test('that return a wait of another task end the run', async () => {
    const { simulator, spawn, run } = logging();
    let stranger: Wait<void> | undefined;
    spawn(0, async (task) => {
      stranger = task.sleep(5);
      await stranger;
    });
    simulator.spawnRounds({ id: 1 }, () => stranger!);
    await expect(run()).rejects.toThrow(OutOfTurnError);
  });

  test('list the waits they have not awaited', async () => {
    const { simulator, run } = logging();
    const forgotten: string[][] = [];
    let round = 0;
    simulator.spawnRounds(
      { id: 0 },
      (task) => {
        forgotten.push(task.forgotten.map((wait) => wait.describe()));
        if (round === 1) void task.sleep(3);
        return task.sleep(1);
      },
      () => ++round > 4,
    );
    await expect(run()).rejects.toThrow('its sleep until t = 3 was not awaited to the end: missing await?');
    expect(forgotten).toEqual([[], ['sleep until t = 3'], ['sleep until t = 3'], ['sleep until t = 3']]);
  });

  test('may take thousands of messages at one instant', async () => {
    const { simulator, run } = logging();
    const box = new Mailbox<number>();
    for (let i = 0; i < 20_000; i++) box.put(i);
    simulator.spawnRounds(
      { id: 0 },
      (task) => task.take(box),
      () => box.length === 0,
    );
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 0 });
    expect(box.length).toBe(0);
  });

  test('freeze time for what they have under way outside', async () => {
    const { log, simulator, run } = logging();
    let rounds = 0;
    simulator.spawnRounds(
      { id: 0 },
      (task) => {
        void task.outside(readFile(THIS_FILE)).then(() => log.push(`${simulator.now} read`));
        return task.sleep(1);
      },
      () => ++rounds > 2,
    );
    await run();
    expect(log).toEqual(['0 read', '1 read']);
  });
});

describe('when no event is left and tasks wait', () => {
  test('the report lists the tasks and what they wait for', async () => {
    const { simulator, spawn, run } = logging();
    const [inbox, go] = [new Mailbox<string>('inbox'), new Signal('go')];
    spawn(0, async (task) => void (await task.take(inbox)));
    spawn(1, async (task) => void (await all(task.until(go), first(task.take(inbox), task.until(go)))));
    spawn(2, async (task) => {
      const helper = (async () => void (await task.completion(() => 'motion to (3, 4)')))();
      await task.until(go);
      await helper;
    });
    simulator.spawnRounds({ id: 3 }, (task) => task.until(go));
    spawn(4, async (task) => {
      await task.sleep(1);
    });
    expect(await run()).toEqual({
      stoppedBy: 'empty',
      now: 1,
      events: 6,
      waiting: [
        { task: 'p0', for: ['take(inbox)'] },
        { task: 'p1', for: ['all(until(go), first(take(inbox), until(go)))'] },
        { task: 'p2', for: ['motion to (3, 4)', 'until(go)'] },
        { task: 'task 3', for: ['until(go)'] },
      ],
    });
  });

  test('they may be woken, and the run continues', async () => {
    const { log, spawn, run } = logging();
    const inbox = new Mailbox<string>('inbox');
    spawn(0, async (task, say) => say(await task.take(inbox)));
    await run();
    inbox.put('from outside');
    expect(await run()).toMatchObject({ stoppedBy: 'empty', waiting: [] });
    expect(log).toEqual(['0 p0 from outside']);
  });

  test('waiting tasks can be listed at any time', async () => {
    const { simulator, spawn, run } = logging();
    spawn(0, async (task) => {
      await task.sleep(9);
    });
    expect(await run({ until: 1 })).toMatchObject({ stoppedBy: 'time', waiting: [] });
    expect(simulator.waiting).toEqual([{ task: 'p0', for: ['sleep until t = 9'] }]);
  });
});

function logging() {
  const simulator = new Simulator();
  const log: string[] = [];
  return {
    simulator,
    log,
    run: simulator.run.bind(simulator),
    spawn: (id: number, body: (task: Task, say: (text: string) => void) => Promise<void>): Task =>
      simulator.spawn({ id, name: `p${id}` }, (task) =>
        body(task, (text) => void log.push(`${simulator.now} p${id} ${text}`)),
      ),
  };
}

/** A sleep at the bottom of some nested helpers. */
async function nested(task: Task, seconds: number, depth: number): Promise<void> {
  if (depth === 0) await task.sleep(seconds);
  else await nested(task, seconds, depth - 1);
}

async function hops(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}

function plainEvent(run: () => void) {
  return { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'plain event' };
}

test('a task that is killed while it awaits an outside promise does not continue', async () => {
  const simulator = new Simulator();
  const log: string[] = [];
  let release: () => void = () => {};
  const outside = new Promise<void>((resolve) => {
    release = resolve;
  });
  const victim = simulator.spawn({ id: 1, name: 'victim' }, async (task) => {
    try {
      await task.outside(outside);
      log.push('back');
    } finally {
      log.push('finally');
    }
  });
  // Time stands still, so no code of the simulation can do it.
  setImmediate(() => {
    victim.kill();
    release();
  });
  await simulator.run();
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual([]);
});

test('rejects a round that returns something that cannot be awaited', async () => {
  const simulator = new Simulator();
  simulator.spawnRounds({ id: 1, name: 'counter' }, (() => 5) as unknown as Round);
  await expect(simulator.run()).rejects.toThrow('a round returned 5: expected a wait, a promise or nothing');
});
