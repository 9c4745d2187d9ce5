/** Tasks that await promises which other code of the simulation settles. */
import { describe, expect, test } from '@jest/globals';
import { EventClass, first, Latch, Mailbox, type Task, Simulator } from '@kineko/kernel';
import { OutOfTurnError } from './errors.js';

/** A promise and its two ends. */
function deferred<T = void>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

function scene() {
  const simulator = new Simulator();
  const log: string[] = [];
  return {
    simulator,
    log,
    run: simulator.run.bind(simulator),
    /** Runs a function as an event, like a message handler. */
    at: (time: number, run: () => void, eventClass: EventClass = EventClass.Delivery) =>
      simulator.schedule(time, { class: eventClass, low: 9, high: 9, run, describe: () => 'handler' }),
    spawn: (id: number, body: (task: Task, say: (text: string) => void) => Promise<void>) =>
      simulator.spawn({ id, name: `p${id}` }, (task) =>
        body(task, (text) => void log.push(`${simulator.now} p${id} ${text}`)),
      ),
  };
}

describe('a promise that the simulation settles', () => {
  test('by a handler resumes its task at that instant, and time advances meanwhile', async () => {
    const { log, at, spawn, run } = scene();
    const entered = deferred<string>();
    spawn(0, async (task, say) => {
      await task.sleep(1);
      say(await entered.promise);
      await task.sleep(2);
      say('ends');
    });
    spawn(1, async (task, say) => {
      await task.sleep(2);
      say('continues');
    });
    at(3, () => entered.resolve('entered'));
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 5, waiting: [] });
    expect(log).toEqual(['2 p1 continues', '3 p0 entered', '5 p0 ends']);
  });

  test('resumes its task right after the event that settles it', async () => {
    const { log, at, spawn, run } = scene();
    const entered = deferred();
    spawn(0, async (task, say) => {
      await entered.promise;
      say('continues');
      await task.sleep(1);
    });
    at(3, () => entered.resolve());
    at(3, () => log.push('3 delivery'));
    at(3, () => log.push('3 sensor'), EventClass.Sensor);
    at(3, () => log.push('3 timer'), EventClass.WakeUp);
    await run();
    expect(log).toEqual(['3 p0 continues', '3 delivery', '3 sensor', '3 timer']);
  });

  test.each([EventClass.Contact, EventClass.Motion, EventClass.WakeUp, EventClass.Observer])(
    'may be settled by an event of class %i',
    async (eventClass) => {
      const { log, at, spawn, run } = scene();
      const done = deferred();
      spawn(0, async (task, say) => {
        await done.promise;
        await task.sleep(1);
        say('ends');
      });
      at(0.5, () => {});
      at(3, () => done.resolve(), eventClass);
      at(7, () => {});
      await run();
      expect(log).toEqual(['4 p0 ends']);
    },
  );

  test('by another task resumes it, too', async () => {
    const { log, spawn, run } = scene();
    const go = deferred();
    spawn(0, async (task, say) => {
      await go.promise;
      say('goes');
      await task.sleep(1);
      say('ends');
    });
    spawn(1, async (task, say) => {
      await task.sleep(2);
      go.resolve();
      await task.sleep(0.5);
      say('ends');
    });
    await run();
    expect(log).toEqual(['2 p0 goes', '2.5 p1 ends', '3 p0 ends']);
  });

  test('by a task that then ends resumes it', async () => {
    const { log, spawn, run } = scene();
    const go = deferred();
    spawn(0, async (task, say) => {
      await go.promise;
      await task.sleep(1);
      say('ends');
    });
    spawn(1, async () => go.resolve());
    await run();
    expect(log).toEqual(['1 p0 ends']);
  });

  test('for several tasks resumes them in the order in which they awaited it', async () => {
    const traces = new Set<string>();
    for (let again = 0; again < 3; again++) {
      const { log, at, spawn, run } = scene();
      const open = deferred();
      for (const id of [2, 0, 1]) {
        spawn(id, async (task, say) => {
          await task.sleep(3 - id);
          await open.promise;
          say('is in');
          await task.sleep(1);
          say('ends');
        });
      }
      at(5, () => open.resolve());
      await run();
      traces.add(log.join('; '));
    }
    expect([...traces]).toEqual(['5 p2 is in; 5 p1 is in; 5 p0 is in; 6 p0 ends; 6 p1 ends; 6 p2 ends']);
  });

  test('may be awaited by a helper, in a loop, and in rounds', async () => {
    const { log, simulator, at, spawn, run } = scene();
    const gates = [deferred(), deferred(), deferred()];
    const pass = async (i: number): Promise<void> => gates[i]!.promise;
    spawn(0, async (task, say) => {
      for (let i = 0; i < 3; i++) {
        await pass(i);
        say(`gate ${i}`);
      }
      await task.sleep(1);
    });
    let round = 0;
    simulator.spawnRounds(
      { id: 1 },
      async () => {
        await pass(round);
        log.push(`${simulator.now} round ${round++}`);
      },
      () => round === 3,
    );
    gates.forEach(({ resolve }, i) => at(i + 1, resolve));
    expect(await run()).toMatchObject({ now: 4, waiting: [] });
    expect(log).toEqual(['1 p0 gate 0', '1 round 0', '2 p0 gate 1', '2 round 1', '3 p0 gate 2', '3 round 2']);
  });

  test('may be all that rounds wait for, thousands of times', async () => {
    const { simulator, at, run } = scene();
    let next = deferred();
    let rounds = 0;
    simulator.spawnRounds(
      { id: 1 },
      () => (next = deferred()).promise,
      () => rounds++ === 5000,
    );
    for (let time = 1; time <= 5000; time++) at(time, () => next.resolve());
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 5000, waiting: [] });
  });

  test('may be rejected: the task fails with that error unless it catches it', async () => {
    const { log, at, spawn, run } = scene();
    const [caught, fatal] = [deferred(), deferred()];
    spawn(0, async (task, say) => {
      await caught.promise.catch((error: Error) => say(error.message));
      await task.sleep(1);
      await fatal.promise;
    });
    at(1, () => caught.reject(new Error('refused')));
    at(4, () => fatal.reject(new Error('lost')));
    await expect(run()).rejects.toThrow('p0 failed at t = 4: lost');
    expect(log).toEqual(['1 p0 refused']);
  });

  test('an error thrown after it is a failure of the task', async () => {
    const { at, spawn, run } = scene();
    const done = deferred();
    spawn(0, async () => {
      await done.promise;
      throw new Error('splash');
    });
    at(2, () => done.resolve());
    await expect(run()).rejects.toThrow('p0 failed at t = 2: splash');
  });

  test('outside() after it freezes time', async () => {
    const { log, at, spawn, run } = scene();
    const done = deferred();
    spawn(0, async (task, say) => {
      await done.promise;
      await task.outside(new Promise((resolve) => setTimeout(resolve, 5)));
      say('is back');
      await task.sleep(1);
      say('ends');
    });
    at(2, () => done.resolve());
    at(3, () => log.push('3 handler'));
    await run();
    expect(log).toEqual(['2 p0 is back', '3 handler', '3 p0 ends']);
  });

  test('gives the same trace when the run is held back, or done in steps', async () => {
    const traces = new Set<string>();
    for (const way of ['at once', 'gate', 'steps'] as const) {
      const { log, simulator, at, spawn, run } = scene();
      const done = [deferred(), deferred()];
      for (const id of [0, 1]) {
        spawn(id, async (task, say) => {
          await done[id]!.promise;
          say('continues');
          await task.sleep(0.25);
          done[1]!.resolve();
          say('ends');
        });
      }
      at(1, () => done[0]!.resolve());
      at(1, () => log.push('1 other'));
      for (let time = 0; time < 4; time += 0.25) at(time, () => {}, EventClass.Motion);
      let closed = true;
      const gate = { admits: () => (closed = !closed), whenReady: (ask: () => void) => void setImmediate(ask) };
      if (way === 'steps') while ((await run({ maxEvents: 1 })).stoppedBy !== 'empty');
      else await run({}, way === 'gate' ? gate : undefined);
      traces.add(`${log.join('; ')} ${simulator.now}`);
    }
    expect([...traces]).toEqual(['1 p0 continues; 1 other; 1.25 p0 ends; 1.25 p1 continues; 1.5 p1 ends 3.75']);
  });

  test('has no effect on a task that was killed meanwhile', async () => {
    const { log, at, spawn, run } = scene();
    const done = deferred();
    const victim = spawn(0, async (task, say) => {
      await done.promise;
      await task.sleep(1);
      say('continues');
    });
    at(1, () => victim.kill());
    at(2, () => done.resolve());
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 2, waiting: [] });
    expect(log).toEqual([]);
  });
});

describe('Promise.all and Promise.race', () => {
  test('wait for waits and promises at once', async () => {
    const { log, at, spawn, run } = scene();
    const done = deferred<string>();
    spawn(0, async (task, say) => {
      const [, text] = await Promise.all([task.sleep(5), done.promise]);
      say(text);
      await task.sleep(1);
      say('ends');
    });
    at(2, () => done.resolve('both'));
    await run();
    expect(log).toEqual(['5 p0 both', '6 p0 ends']);
  });

  test.each([2, 7])('the first one wins, whichever it is: the promise is settled at %i', async (settled) => {
    const { log, at, spawn, run } = scene();
    const done = deferred<string>();
    spawn(0, async (task, say) => {
      say(String(await Promise.race([task.sleep(5), done.promise])));
      await task.sleep(1);
      say('ends');
    });
    at(settled, () => done.resolve('settled'));
    await run();
    expect(log).toEqual(settled === 2 ? ['2 p0 settled', '3 p0 ends'] : ['5 p0 undefined', '6 p0 ends']);
  });

  test('take helpers that wait in the simulation, and promises that another task settles', async () => {
    const { log, spawn, run } = scene();
    const done = deferred<string>();
    spawn(0, async (task, say) => {
      const nap = async (): Promise<string> => {
        await task.sleep(5);
        return 'slept';
      };
      say(await Promise.race([nap(), done.promise]));
      await task.sleep(1);
      say('ends');
    });
    spawn(1, async (task) => {
      await task.sleep(2);
      done.resolve('settled');
    });
    await run();
    expect(log).toEqual(['2 p0 settled', '3 p0 ends']);
  });

  test('are those of the host again after the run', async () => {
    const { all, race } = Promise;
    const { spawn, run } = scene();
    let during: unknown;
    spawn(0, async () => {
      during = Promise.race;
    });
    await run();
    expect(during).not.toBe(race);
    expect([Promise.all, Promise.race]).toEqual([all, race]);
    const failing = scene();
    failing.spawn(0, async () => {
      throw new Error('splash');
    });
    await expect(failing.run()).rejects.toThrow('splash');
    expect([Promise.all, Promise.race]).toEqual([all, race]);
  });
});

describe('a run that is stopped', () => {
  test('does not wait for a promise from outside', async () => {
    const { simulator, at, spawn, run } = scene();
    const box = new Mailbox<string>();
    spawn(0, async (task) => {
      await task.outside(new Promise(() => {}));
      await task.take(box);
    });
    at(1, () => {});
    setImmediate(() => simulator.stop());
    expect(await run()).toMatchObject({ stoppedBy: 'stopped', now: 0 });
  });

  test('first resumes tasks whose promise was settled just before', async () => {
    const { log, simulator, at, spawn, run } = scene();
    const done = deferred();
    spawn(0, async (task, say) => {
      await done.promise;
      say('continues');
      await task.sleep(1);
      say('ends');
    });
    at(1, () => {
      done.resolve();
      simulator.stop();
    });
    expect(await run()).toMatchObject({ stoppedBy: 'stopped', now: 1 });
    expect(log).toEqual(['1 p0 continues']);
    expect(await run()).toMatchObject({ stoppedBy: 'empty', now: 2 });
    expect(log).toEqual(['1 p0 continues', '2 p0 ends']);
  });
});

describe('the code that is running', () => {
  test('is known during an event and a turn, not between them', async () => {
    const { simulator, at, spawn, run } = scene();
    const seen: unknown[] = [];
    const look = (): void => void seen.push([simulator.isActing, simulator.busyWith?.what]);
    spawn(3, async (task) => {
      look();
      await task.outside(
        new Promise<void>((resolve) => {
          setImmediate(() => {
            look();
            resolve();
          });
        }),
      );
      await task.sleep(2);
      look();
    });
    at(1, look);
    look();
    await run();
    look();
    expect(seen).toEqual([
      [false, undefined],
      [true, 'p3'],
      [false, 'p3'],
      [true, 'handler'],
      [true, 'p3'],
      [false, undefined],
    ]);
  });
});

describe('a promise that nothing settles', () => {
  test('is reported when nothing is left to happen, with the time since when', async () => {
    const { at, spawn, run } = scene();
    spawn(4, async (task) => {
      await task.sleep(3);
      await new Promise(() => {});
    });
    at(8, () => {});
    expect(await run()).toEqual({
      stoppedBy: 'empty',
      now: 8,
      events: 3,
      waiting: [{ task: 'p4', for: ['a promise'], promise: { id: 4, since: 3 } }],
    });
  });

  test('counts from when its task last continued', async () => {
    const { at, simulator, spawn, run } = scene();
    const done = deferred();
    const box = new Mailbox<number>();
    spawn(0, async (task) => {
      await done.promise;
      void task.take(box).describe();
      await new Promise(() => {});
    });
    at(5, () => done.resolve());
    at(9, () => {});
    await run({ until: 9 });
    expect(simulator.waiting).toMatchObject([{ promise: { since: 5 } }]);
  });

  test('does not hide what other tasks wait for', async () => {
    const { spawn, run } = scene();
    spawn(0, () => new Promise(() => {}));
    spawn(1, async (task) => {
      await task.until(new Latch('go'));
    });
    expect((await run()).waiting).toEqual([
      { task: 'p0', for: ['a promise'], promise: { id: 0, since: 0 } },
      { task: 'p1', for: ['until(go)'] },
    ]);
  });
});

describe('a promise that the host settles without outside()', () => {
  test.each([
    ['a timer', () => new Promise<void>((resolve) => void setTimeout(resolve, 5))],
    ['an immediate', () => new Promise<void>((resolve) => void setImmediate(resolve))],
  ])('ends the run with the line that continued: %s', async (_what, promise) => {
    const { at, spawn, run } = scene();
    spawn(0, async function authorsBody(task) {
      await promise();
      await first(task.sleep(1));
    });
    at(8, () => {});
    const error = await run().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutOfTurnError);
    expect((error as Error).message).toBe(
      'p0 continued with sleep(1) at t = 8 after a promise that was settled from outside the simulation: await it ' +
        'through outside(promise), or the run would not repeat.',
    );
    expect((error as Error).stack).toContain('raw-promises.test');
  });

  test.each(['body', 'round'])('ends the run even if the %s does nothing after it', async (kind) => {
    const { simulator, spawn, run } = scene();
    const timer = async (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));
    if (kind === 'body') spawn(0, timer);
    else simulator.spawnRounds({ id: 0, name: 'p0' }, timer);
    await expect(run()).rejects.toThrow(
      /^p0 continued with its (end|next round) at t = 0 after a promise that was settled/,
    );
  });
});
