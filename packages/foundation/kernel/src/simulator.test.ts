import { describe, expect, test } from '@jest/globals';
import { BucketQueue } from './bucket-queue.js';
import { EventError, LivelockError, SchedulingError } from './errors.js';
import { EventClass, type OrderKey, type SimEvent } from './order.js';
import type { Engine, Upkeep } from './engine.js';
import { Simulator } from './simulator.js';
import { SlotHeap } from './slot-heap.js';
import type { SlotQueue } from './slot-queue.js';

const queues: [name: string, make: () => SlotQueue][] = [
  ['SlotHeap', () => new SlotHeap()],
  ['BucketQueue', () => new BucketQueue()],
];

describe('the order of events', () => {
  test('is that of their times', async () => {
    const { simulator, log, at } = logging();
    for (const time of [3, 1, 2, 0, 1.5]) at(time, `at ${time}`);
    await simulator.run();
    expect(log).toEqual(['0 at 0', '1 at 1', '1.5 at 1.5', '2 at 2', '3 at 3']);
  });

  test('at one instant is that of class, low id and high id, whatever the order of scheduling', async () => {
    const expected = [
      key(EventClass.GridUpkeep, 5, 5),
      key(EventClass.Contact, 0, 7),
      key(EventClass.Contact, 3, 4),
      key(EventClass.Contact, 3, 6),
      key(EventClass.WakeUp, 1, 1),
      key(EventClass.Observer, 0, 0),
    ];
    const traces = new Set<string>();
    for (const order of permutations(expected)) {
      const { simulator, log } = logging();
      for (const each of order)
        simulator.schedule(
          2,
          eventOf(each, () => log.push(nameOf(each))),
        );
      await simulator.run();
      traces.add(log.join('; '));
    }
    expect([...traces]).toEqual([expected.map(nameOf).join('; ')]);
  });

  test.each(queues)('is the same when some of them are slots of an engine on a %s', async (_name, make) => {
    const slots = new Map<number, EventClass>([
      [1, EventClass.Contact],
      [3, EventClass.Motion],
    ]);
    const general = [
      key(EventClass.Contact, 0, 9),
      key(EventClass.Contact, 2, 3),
      key(EventClass.Motion, 3, 2),
      key(EventClass.Motion, 4, 4),
    ];
    const traces = new Set<string>();
    for (const order of permutations<OrderKey | number>([...general, ...slots.keys()])) {
      const { simulator, log } = logging();
      const queue = make();
      simulator.attach(engineOn(queue, (slot) => log.push(`slot ${slot}`)));
      for (const each of order) {
        if (typeof each === 'number') queue.set(each, 2, slots.get(each)!);
        else
          simulator.schedule(
            2,
            eventOf(each, () => log.push(nameOf(each))),
          );
      }
      await simulator.run();
      traces.add(log.join('; '));
    }
    expect([...traces]).toEqual(['1 0-9; slot 1; 1 2-3; 2 3-2; slot 3; 2 4-4']);
  });

  test('of events alike in all else is that of scheduling, and a slot comes before a general event like it', async () => {
    const { simulator, log, at } = logging();
    const queue = new SlotHeap();
    at(1, 'one');
    at(1, 'two');
    queue.set(0, 1, EventClass.Motion);
    simulator.attach(engineOn(queue, () => log.push('slot')));
    at(1, 'three');
    await simulator.run();
    expect(log).toEqual(['slot', '1 one', '1 two', '1 three']);
  });

  test('holds for what is created at the present instant, even if its key is lower than that of one that has run', async () => {
    const { simulator, log, at } = logging();
    at(1, 'wake-up', EventClass.WakeUp, () => at(1, 'contact', EventClass.Contact));
    at(1, 'observer', EventClass.Observer);
    await simulator.run();
    expect(log).toEqual(['1 wake-up', '1 contact', '1 observer']);
  });
});

describe('rejects an invalid time, naming the event and both times', () => {
  test.each([
    [4, 'cannot schedule "late" of owner 7 for t = 4: now is 5, and that is past'],
    [NaN, 'cannot schedule "late" of owner 7 for t = NaN: now is 5, and a time is a finite number'],
    [Infinity, 'cannot schedule "late" of owner 7 for t = Infinity: now is 5, and a time is a finite number'],
    [-Infinity, 'cannot schedule "late" of owner 7 for t = -Infinity: now is 5, and that is past'],
  ])('%d', async (time, message) => {
    const simulator = new Simulator();
    simulator.schedule(5, eventOf(key(EventClass.Motion, 1, 1)));
    await simulator.run();
    const late = { ...eventOf(key(EventClass.Motion, 7, 7)), describe: () => 'late' };
    expect(() => simulator.schedule(time, late)).toThrow(new SchedulingError(message));
    expect(simulator.nextTime).toBe(Infinity);
  });

  test('of an engine, when the slot comes up', async () => {
    const { simulator, at } = logging();
    const queue = new SlotHeap();
    simulator.attach(engineOn(queue, () => {}));
    at(5, 'sets a slot', EventClass.Motion, () => queue.set(3, 4, EventClass.Contact));
    await expect(simulator.run()).rejects.toThrow(
      new SchedulingError('the engine set "slot 3" of owner 3 to t = 4: now is 5, and that is past'),
    );
  });
});

describe('a handle', () => {
  test('that is cancelled does not run', async () => {
    const { simulator, log, at } = logging();
    const handle = at(2, 'cancelled');
    at(1, 'one', EventClass.Motion, () => simulator.cancel(handle));
    at(3, 'three');
    await simulator.run();
    expect(log).toEqual(['1 one', '3 three']);
    expect(simulator.events).toBe(2);
  });

  test.each(['fired', 'cancelled'] as const)('that was %s cannot be cancelled', async (state) => {
    const { simulator, at } = logging();
    const handle = at(2, 'beep');
    if (state === 'cancelled') simulator.cancel(handle);
    at(3, 'last');
    await simulator.run();
    expect(() => simulator.cancel(handle)).toThrow(
      new SchedulingError(
        `cannot cancel "beep" at t = 3: it is already ${state} (it was scheduled for t = 2); ` +
          "check the handle's state first",
      ),
    );
  });

  test('of an event under way counts as fired', async () => {
    const { simulator, at } = logging();
    const states: string[] = [];
    const handle = at(1, 'x', EventClass.Motion, () => states.push(handle.state));
    await simulator.run();
    expect(states).toEqual(['fired']);
  });
});

test("an owner's future events are listed in order", async () => {
  const { simulator, at } = logging();
  at(3, 'three');
  at(1, 'one');
  const cancelled = at(2, 'two');
  simulator.cancel(cancelled);
  expect(simulator.eventsOf(0).map(({ time, event }) => `${time} ${event.describe()}`)).toEqual(['1 one', '3 three']);
  await simulator.run({ until: 1 });
  expect(simulator.eventsOf(0).map(({ time }) => time)).toEqual([3]);
});

describe('a run ends', () => {
  test('when there are no events', async () => {
    const { simulator, at } = logging();
    at(1, 'one');
    at(2, 'two');
    expect(await simulator.run()).toEqual({ stoppedBy: 'empty', now: 2, events: 2, waiting: [] });
  });

  test('when there are no events at once, and the clock stays', async () => {
    expect(await new Simulator().run({ until: 10 })).toEqual({ stoppedBy: 'empty', now: 0, events: 0, waiting: [] });
  });

  test('at a time, whose own events still run, with the clock there', async () => {
    const { simulator, log, at } = logging();
    for (const time of [1, 2, 2, 3]) at(time, 'x');
    expect(await simulator.run({ until: 2 })).toMatchObject({ stoppedBy: 'time', now: 2, events: 3 });
    expect(await simulator.run({ until: 2.5 })).toMatchObject({ stoppedBy: 'time', now: 2.5, events: 3 });
    expect(await simulator.run({ until: 2.5 })).toMatchObject({ stoppedBy: 'time', now: 2.5, events: 3 });
    expect(log).toEqual(['1 x', '2 x', '2 x']);
  });

  test('after a number of events, and continues there', async () => {
    const { simulator, log, at } = logging();
    for (const time of [1, 2, 3, 4]) at(time, 'x');
    expect(await simulator.run({ maxEvents: 0 })).toMatchObject({ stoppedBy: 'events', now: 0, events: 0 });
    expect(await simulator.run({ maxEvents: 3 })).toMatchObject({ stoppedBy: 'events', now: 3, events: 3 });
    expect(log).toEqual(['1 x', '2 x', '3 x']);
    expect(await simulator.run({ maxEvents: 3 })).toMatchObject({ stoppedBy: 'empty', now: 4, events: 4 });
  });

  test('when it is stopped, after the current event, and continues there', async () => {
    const { simulator, log, at } = logging();
    at(1, 'one', EventClass.Motion, () => simulator.stop());
    at(1, 'another');
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'stopped', now: 1, events: 1 });
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 1, events: 2 });
    expect(log).toEqual(['1 one', '1 another']);
  });

  test('and what is scheduled between two runs is run by the next', async () => {
    const { simulator, log, at } = logging();
    at(1, 'one');
    await simulator.run({ until: 5 });
    at(1.5, 'between');
    await simulator.run();
    expect(log).toEqual(['1 one', '1.5 between']);
  });

  test.each([
    [{ until: 4 }, 'cannot run until 4: now is 5, and time never moves back'],
    [{ until: NaN }, 'cannot run until NaN: now is 5, and time never moves back'],
    [{ maxEvents: -1 }, 'cannot run -1 events: expected an integer, 0 or more'],
    [{ maxEvents: 1.5 }, 'cannot run 1.5 events: expected an integer, 0 or more'],
    [{ maxEvents: NaN }, 'cannot run NaN events: expected an integer, 0 or more'],
  ])('before it begins, with limits %j', async (limits, message) => {
    const { simulator, at } = logging();
    at(5, 'five');
    at(6, 'six');
    await simulator.run({ until: 5 });
    await expect(simulator.run(limits)).rejects.toThrow(new SchedulingError(message));
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 6 });
  });

  test('before it begins, when another is in progress, which continues', async () => {
    const { simulator, log, at } = logging();
    const refusals: unknown[] = [];
    at(1, 'one', EventClass.Motion, () => void simulator.run().catch((error: unknown) => refusals.push(error)));
    at(2, 'two');
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', events: 2 });
    expect(refusals).toEqual([new SchedulingError('this simulator is already running: await its run() first')]);
    expect(log).toEqual(['1 one', '2 two']);
  });
});

describe('an event that throws', () => {
  test.each([
    [
      'general',
      (simulator: Simulator) =>
        simulator.schedule(3, { ...eventOf(key(EventClass.Motion, 7, 7), breakDown), describe: () => 'drive' }),
    ],
    [
      'of an engine',
      (simulator: Simulator) => {
        const queue = new SlotHeap();
        queue.set(7, 3, EventClass.Motion);
        simulator.attach({ ...engineOn(queue, breakDown), describe: () => 'drive' });
      },
    ],
  ])('ends the run for good, naming itself, the time and the place: %s', async (_kind, add) => {
    const { simulator, log, at } = logging();
    at(1, 'one');
    add(simulator);
    at(4, 'never');
    const failure = await simulator.run().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(EventError);
    expect(failure).toMatchObject({
      message: '"drive" of owner 7 failed at t = 3: no wheels',
      event: 'drive',
      owner: 7,
      time: 3,
      cause: new Error('no wheels'),
    });
    expect((failure as Error).stack).toContain('breakDown');
    await expect(simulator.run()).rejects.toThrow(
      'this simulation has failed and cannot continue: "drive" of owner 7 failed at t = 3: no wheels',
    );
    expect(log).toEqual(['1 one']);
    expect(simulator.now).toBe(3);
  });

  test('a thrown value that is not an error is reported unchanged', async () => {
    const { simulator, at } = logging();
    at(1, 'odd', EventClass.Motion, () => {
      throw 'a stick' as unknown;
    });
    await expect(simulator.run()).rejects.toThrow('"odd" of owner 0 failed at t = 1: a stick');
  });

  function breakDown(): never {
    throw new Error('no wheels');
  }
});

describe('observers', () => {
  test('see every event, every step of the clock, and the end', async () => {
    const { simulator, log, at } = logging();
    const queue = new SlotHeap();
    queue.set(4, 2, EventClass.Contact);
    simulator.attach(engineOn(queue, () => log.push('slot 4')));
    at(2, 'x');
    at(3, 'y');
    simulator.observe({
      leaving: (now, next) => log.push(`leaving ${now} for ${next}`),
      ran: (now, event) => log.push(`ran ${nameOf(event)} at ${now}`),
      stopped: ({ stoppedBy, now }) => log.push(`${stoppedBy} at ${now}`),
    });
    await simulator.run({ until: 2.5 });
    await simulator.run();
    expect(log).toEqual([
      'leaving 0 for 2',
      'slot 4',
      'ran 1 4-4 at 2',
      '2 x',
      'ran 2 0-0 at 2',
      'leaving 2 for 2.5',
      'time at 2.5',
      'leaving 2.5 for 3',
      '3 y',
      'ran 2 0-0 at 3',
      'empty at 3',
    ]);
  });

  test('change nothing, come and go', async () => {
    const { simulator, log, at } = logging();
    const seen: number[] = [];
    const leave = simulator.observe({ ran: (now) => seen.push(now) });
    const leaveAtTwo = simulator.observe({ ran: (now) => now === 2 && leaveAtTwo() });
    at(1, 'one');
    at(2, 'two', EventClass.Motion, () => leave());
    at(3, 'three');
    await simulator.run();
    expect([log, seen]).toEqual([['1 one', '2 two', '3 three'], [1]]);
  });

  test('that throw end the simulation', async () => {
    const { simulator, at } = logging();
    at(1, 'one');
    simulator.observe({
      ran: () => {
        throw new Error('blind');
      },
    });
    await expect(simulator.run()).rejects.toThrow('blind');
    await expect(simulator.run()).rejects.toThrow('this simulation has failed and cannot continue: blind');
  });
});

describe('time that stands still', () => {
  test('is an error that names the owners and the event', async () => {
    const simulator = new Simulator({ livelockLimit: 100 });
    const again = (owner: number): SimEvent => ({
      ...eventOf(key(EventClass.Motion, owner, owner), (now) => void simulator.schedule(now, again(owner))),
      describe: () => `bounce of ${owner}`,
    });
    simulator.schedule(1, again(3));
    simulator.schedule(1, again(8));
    simulator.schedule(0.5, eventOf(key(EventClass.Motion, 1, 1)));
    const failure = await simulator.run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LivelockError);
    // Owner 3 comes before 8 at every instant, so 8 never has its turn.
    expect((failure as Error).message).toBe(
      'time hardly advances at t = 1: 201 events since t = 1. The last was "bounce of 3"; ' +
        'busiest owners: 3 (101 events). Each event seems to cause the next one at once; ' +
        'raise livelockLimit (100) if this comes to an end.',
    );
    await expect(simulator.run()).rejects.toThrow(
      'this simulation has failed and cannot continue: time hardly advances',
    );
  });

  test('is found in an engine too, upkeep included', async () => {
    const simulator = new Simulator({ livelockLimit: 100 });
    const queue = new SlotHeap();
    queue.set(6, 2, EventClass.GridUpkeep);
    simulator.attach({ ...engineOn(queue, () => {}), run: () => {} });
    await expect(simulator.run()).rejects.toThrow(/at t = 2: .*busiest owners: 6 \(101 events\)/);
  });

  test('is not a million owners with one event each', async () => {
    const simulator = new Simulator({ livelockLimit: 100 });
    const queue = new BucketQueue(1_000_000);
    for (let slot = 0; slot < 1_000_000; slot++) queue.set(slot, 1, EventClass.Motion);
    simulator.attach(engineOn(queue, () => {}));
    for (let id = 0; id < 1_000; id++) simulator.schedule(1, eventOf(key(EventClass.Motion, id, id)));
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 1, events: 1_001_000 });
  });

  test('is found when the clock advances by one rounding step per event', async () => {
    const simulator = new Simulator({ livelockLimit: 100 });
    const event = eventOf(key(EventClass.Motion, 1, 1), (now) => void simulator.schedule(now + 1e-15, event));
    simulator.schedule(1, event);
    await expect(simulator.run()).rejects.toThrow(
      /^time hardly advances at t = 1\.0{10,}\d+: 201 events since t = 1\./,
    );
  });

  test('is not many events in little time', async () => {
    const simulator = new Simulator({ livelockLimit: 100 });
    let left = 1_000;
    const event = eventOf(key(EventClass.Motion, 1, 1), (now) => {
      if (--left > 0) simulator.schedule(left % 90 === 0 ? now + 1e-6 : now, event);
    });
    simulator.schedule(0, event);
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', events: 1_000 });
  });

  test.each([0, -1, NaN])('has a limit of one event or more, not %d', (livelockLimit) => {
    expect(() => new Simulator({ livelockLimit })).toThrow(
      new SchedulingError(`livelockLimit: expected a number of events, 1 or more, got ${livelockLimit}`),
    );
  });
});

describe('the upkeep of the engine', () => {
  test('is run, but not counted', async () => {
    const { simulator, log, at } = logging();
    const queue = new SlotHeap();
    queue.set(0, 1, EventClass.GridUpkeep);
    queue.set(1, 2, EventClass.Motion);
    simulator.attach(engineOn(queue, (slot, now) => log.push(`${now} slot ${slot}`)));
    at(1, 'upkeep', EventClass.GridUpkeep);
    at(3, 'three');
    expect(await simulator.run({ maxEvents: 1 })).toMatchObject({ stoppedBy: 'events', now: 2, events: 1 });
    expect(log).toEqual(['1 slot 0', '1 upkeep', '2 slot 1']);
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 3, events: 2 });
  });
});

test.each(queues)('an engine on a %s runs its slots, sets them again and clears them', async (_name, make) => {
  const { simulator, log, at } = logging();
  const queue = make();
  for (const slot of [0, 1, 2]) queue.set(slot, 1 + slot / 4, EventClass.Motion);
  simulator.attach({
    ...engineOn(queue, () => {}),
    run: (slot, now) => {
      log.push(`${now} slot ${slot}`);
      if (now < 3) queue.set(slot, now + 1, EventClass.Motion);
      else queue.clear(slot);
    },
  });
  at(1.75, 'stops slot 1', EventClass.Motion, () => queue.clear(1));
  expect(simulator.nextTime).toBe(1);
  expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 3.5 });
  expect(log).toEqual([
    '1 slot 0',
    '1.25 slot 1',
    '1.5 slot 2',
    '1.75 stops slot 1',
    '2 slot 0',
    '2.5 slot 2',
    '3 slot 0',
    '3.5 slot 2',
  ]);
});

test('rejects a second engine', () => {
  const simulator = new Simulator();
  simulator.attach(engineOn(new SlotHeap(), () => {}));
  expect(() => simulator.attach(engineOn(new SlotHeap(), () => {}))).toThrow('this simulator already has an engine');
});

test('input of the host is served in the middle of a long run of plain events', async () => {
  const simulator = new Simulator();
  const event = eventOf(key(EventClass.Motion, 0, 0), (now) => void simulator.schedule(now + 1, event));
  simulator.schedule(1, event);
  setImmediate(() => simulator.stop());
  const { stoppedBy, events } = await simulator.run({ maxEvents: 10_000_000 });
  expect(stoppedBy).toBe('stopped');
  expect(events).toBeLessThan(100_000);
});

function logging() {
  const simulator = new Simulator();
  const log: string[] = [];
  return {
    simulator,
    log,
    at: (time: number, name: string, eventClass: EventClass = EventClass.Motion, act: () => unknown = () => {}) =>
      simulator.schedule(time, {
        ...key(eventClass, 0, 0),
        run: (now) => {
          log.push(`${now} ${name}`);
          act();
        },
        describe: () => name,
      }),
  };
}

function key(eventClass: EventClass, low: number, high: number): OrderKey {
  return { class: eventClass, low, high };
}

function nameOf({ class: eventClass, low, high }: OrderKey): string {
  return `${eventClass} ${low}-${high}`;
}

function eventOf(order: OrderKey, run: (now: number) => unknown = () => {}): SimEvent {
  return { ...order, run: (now) => void run(now), describe: () => nameOf(order) };
}

/** An engine whose slots have one event each. */
function engineOn(queue: SlotQueue, run: (slot: number, now: number) => unknown): Engine {
  return {
    queue,
    low: (slot) => slot,
    high: (slot) => slot,
    run: (slot, now) => {
      queue.clear(slot);
      run(slot, now);
    },
    describe: (slot) => `slot ${slot}`,
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((others) => [item, ...others]),
  );
}

describe('an observer that is notified before the clock moves', () => {
  test('may schedule something that comes first', async () => {
    const { simulator, log, at } = logging();
    at(1, 'planned');
    let told = 0;
    simulator.observe({
      leaving: (now, next) => {
        log.push(`leaving ${now} for ${next}`);
        if (told++ === 0) at(0.5, 'put in');
      },
    });
    await simulator.run();
    expect(log).toEqual(['leaving 0 for 1', 'leaving 0 for 0.5', '0.5 put in', 'leaving 0.5 for 1', '1 planned']);
  });

  test('may cancel what comes next, also when nothing is left then', async () => {
    const { simulator, log, at } = logging();
    const first = at(1, 'first');
    const second = at(7, 'second');
    simulator.observe({
      leaving: () => {
        if (first.state === 'pending') simulator.cancel(first);
        else if (second.state === 'pending') simulator.cancel(second);
      },
    });
    expect(await simulator.run()).toMatchObject({ stoppedBy: 'empty', now: 0, events: 0 });
    expect(log).toEqual([]);
  });

  test('may schedule something before the end of a run that would rest', async () => {
    const { simulator, log, at } = logging();
    at(9, 'later');
    let told = 0;
    simulator.observe({ leaving: () => void (told++ === 0 && at(2, 'put in')) });
    await simulator.run({ until: 5 });
    await simulator.run();
    expect(log).toEqual(['2 put in', '9 later']);
  });
});

test('an observer added twice can be removed once', async () => {
  const { simulator, log, at } = logging();
  at(1, 'event');
  const observer = { ran: () => void log.push('seen') };
  const go = simulator.observe(observer);
  simulator.observe(observer);
  go();
  go();
  await simulator.run();
  expect(log).toEqual(['1 event', 'seen']);
});

test("another simulator's event cannot be cancelled", () => {
  const mine = logging();
  const handle = logging().at(1, 'theirs');
  expect(() => mine.simulator.cancel(handle)).toThrow('it was scheduled by another simulator');
  expect(handle.state).toBe('pending');
});

test.each([NaN, Infinity])('rejects the id %d, which could not decide ties', (id) => {
  const { simulator } = logging();
  expect(() =>
    simulator.schedule(
      1,
      eventOf(key(EventClass.WakeUp, id, 1), () => 0),
    ),
  ).toThrow('they must be numbers');
  expect(() =>
    simulator.schedule(
      1,
      eventOf(key(EventClass.WakeUp, 1, id), () => 0),
    ),
  ).toThrow('they must be numbers');
  expect(() => simulator.spawn({ id, name: 'p' }, async () => {})).toThrow(
    `id of task "p": expected a finite number, got ${id}`,
  );
});

test('an event that can neither be run nor described still gives its own error', async () => {
  const simulator = new Simulator();
  simulator.schedule(1, {
    class: EventClass.WakeUp,
    low: 3,
    high: 3,
    run: () => {
      throw Object.create(null);
    },
    describe: () => {
      throw new Error('no words');
    },
  });
  await expect(simulator.run()).rejects.toThrow('"(no description)" of owner 3 failed at t = 1: (no description)');
});

describe('upkeep that an engine runs several at once', () => {
  /** Upkeep at every whole second; it runs as many in a row as it may. */
  function ticking(log: string[], failsAt = Infinity) {
    const queue = new SlotHeap(1);
    queue.set(0, 1, EventClass.GridUpkeep);
    const tick = (now: number): void => {
      if (now >= failsAt) throw new Error('worn out');
      log.push(`tick ${now}`);
      queue.set(0, now + 1, EventClass.GridUpkeep);
    };
    const upkeep: Upkeep = {
      time: new Float64Array(1),
      slot: 0,
      run(now, limit) {
        let count = 0;
        for (let time = queue.topTime(); time > now && time < limit && count < 3; time = queue.topTime()) {
          upkeep.time[0] = time;
          tick(time);
          count++;
        }
        return count > 0;
      },
    };
    return {
      queue,
      low: () => 7,
      high: () => 7,
      run: (_slot: number, now: number) => tick(now),
      describe: () => 'a tick',
      upkeep,
    };
  }

  test('comes before what is later and after what is earlier, and does not go beyond the end', async () => {
    const log: string[] = [];
    const simulator = new Simulator();
    simulator.attach(ticking(log));
    for (const time of [0.5, 2, 5.5]) {
      const run = (): void => void log.push(`event ${time}, now ${simulator.now}`);
      simulator.schedule(time, { class: EventClass.WakeUp, low: 1, high: 1, run, describe: () => 'an event' });
    }
    const report = await simulator.run({ until: 6 });
    expect(log).toEqual([
      'event 0.5, now 0.5',
      'tick 1',
      'tick 2',
      'event 2, now 2',
      'tick 3',
      'tick 4',
      'tick 5',
      'event 5.5, now 5.5',
      'tick 6',
    ]);
    expect(report).toMatchObject({ stoppedBy: 'time', now: 6, events: 3 });
  });

  test('that fails reports the slot and the time', async () => {
    const simulator = new Simulator();
    simulator.attach(ticking([], 4));
    await expect(simulator.run({ until: 9 })).rejects.toThrow(/"a tick" of owner 7 failed at t = 4: worn out/);
  });
});
