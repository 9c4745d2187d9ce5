import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareHandles, EventQueue, type Handle } from './event-queue.js';
import { EventClass, type SimEvent } from './order.js';

const FC = { seed: 20240607, numRuns: 200 };

describe('random pushes, cancels and pops', () => {
  type Step =
    | { readonly kind: 'push'; readonly time: number; readonly event: SimEvent }
    | { readonly kind: 'pop' }
    | Cancel;
  interface Cancel {
    readonly kind: 'cancel';
    /** Selects one of the pending events, as a fraction of their number. */
    readonly share: number;
  }

  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('push' as const), time: someTime(), event: someEvent() }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'pop' as const }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), share: fc.nat(999) }) },
    ),
    { maxLength: 200, size: 'max' },
  );

  test('agree with a sorted array, and keep cancelled entries below half of the pending ones', () => {
    fc.assert(
      fc.property(steps, (steps: readonly Step[]) => {
        const queue = new EventQueue();
        const oracle = new SortedArray();
        const wrong: string[] = [];
        const check = (holds: boolean, what: string): void => void (holds || wrong.push(what));
        for (const [index, step] of steps.entries()) {
          if (step.kind === 'push') oracle.push(queue.push(step.time, step.event));
          else if (step.kind === 'pop') check(queue.pop() === oracle.pop(), `pop of step ${index}`);
          else oracle.cancel(step.share, queue);
          check(queue.size === oracle.handles.length, `size after step ${index}`);
          check(queue.deadEntries * 2 <= queue.size, `${queue.deadEntries} dead after step ${index}`);
          check(queue.peek() === oracle.handles[0], `peek after step ${index}`);
        }
        while (oracle.handles.length > 0) check(queue.pop() === oracle.pop(), 'pop at the end');
        expect(wrong).toEqual([]);
        expect([queue.pop(), queue.size, queue.deadEntries]).toEqual([undefined, 0, 0]);
      }),
      FC,
    );
  });

  test('are listed by owner, in order, also when first listed in the middle', () => {
    fc.assert(
      fc.property(steps, fc.nat(200), (steps: readonly Step[], askedFrom) => {
        const queue = new EventQueue();
        const oracle = new SortedArray();
        const [listed, expected]: Handle[][][] = [[], []];
        for (const [index, step] of steps.entries()) {
          if (step.kind === 'push') oracle.push(queue.push(step.time, step.event));
          else if (step.kind === 'pop') oracle.forget(queue.pop());
          else oracle.cancel(step.share, queue);
          if (index < askedFrom) continue;
          listed!.push(queue.eventsOf((index % 6) - 1));
          expected!.push(oracle.eventsOf((index % 6) - 1));
        }
        expect(serials(listed!)).toEqual(serials(expected!));
      }),
      FC,
    );
  });

  const serials = (lists: Handle[][]): string[] => lists.map((list) => list.map(({ serial }) => serial).join(' '));
});

describe('events pushed in series', () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          isInSeries: fc.boolean(),
          time: fc.nat(1),
          id: fc.nat(4),
          length: fc.integer({ min: 1, max: 5 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant('pop' as const) },
      { weight: 1, arbitrary: fc.constant('list' as const) },
    ),
    { maxLength: 60, size: 'max' },
  );

  test('run, are counted and are listed like others', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const observed = (
          push: (queue: EventQueue, time: number, start: SimEvent, isInSeries: boolean) => void,
        ): string[] => {
          const queue = new EventQueue();
          const seen: string[] = [];
          for (const step of steps) {
            if (step === 'pop') seen.push(`${queue.pop()?.serial} of ${queue.size}`);
            else if (step === 'list')
              seen.push(
                `listed ${queue
                  .eventsOf(2)
                  .map(({ serial }) => serial)
                  .join()}`,
              );
            else {
              for (let id = step.id; id < step.id + step.length; id++) {
                push(queue, step.time, event(EventClass.WakeUp, id, id), step.isInSeries);
              }
            }
          }
          return [
            ...seen,
            drained(queue)
              .map(({ serial }) => serial)
              .join(),
            `${queue.size} left`,
          ];
        };
        const inSeries = observed((queue, time, start, isInSeries) => {
          if (isInSeries) queue.pushInSeries(time, start);
          else queue.push(time, start);
        });
        expect(inSeries).toEqual(observed((queue, time, start) => void queue.push(time, start)));
      }),
      FC,
    );
  });

  test('may be pushed while earlier ones of the series run', () => {
    const queue = new EventQueue();
    const order: number[] = [];
    for (const id of [0, 1, 2]) queue.pushInSeries(0, event(EventClass.WakeUp, id, id));
    for (let handle = queue.pop(); handle !== undefined; handle = queue.pop()) {
      const { low } = handle.event;
      order.push(low);
      if (low === 1) for (const id of [0, 5]) queue.pushInSeries(0, event(EventClass.WakeUp, id, id));
    }
    expect(order).toEqual([0, 1, 0, 2, 5]);
  });
});

test('events of one time come by class, low id, high id and number, however they were pushed', () => {
  const events = [
    event(EventClass.GridUpkeep, 9, 9),
    event(EventClass.Contact, 1, 2),
    event(EventClass.Contact, 1, 7),
    event(EventClass.Contact, 3, 4),
    event(EventClass.Observer, 0, 0),
  ];
  for (const order of permutations(events)) {
    const queue = new EventQueue();
    for (const each of order) queue.push(1, each);
    expect(drained(queue).map((handle) => handle.event)).toEqual(events);
  }
});

test('events alike in all else come in the order in which they were pushed', () => {
  const queue = new EventQueue();
  const same = event(EventClass.Sensor, 2, 2);
  const handles = [1, 1, 1, 1, 1].map((time) => queue.push(time, same));
  expect(drained(queue)).toEqual(handles);
});

test('times are compared without an epsilon, and a zero has no sign', () => {
  const queue = new EventQueue();
  queue.push(1 + Number.EPSILON, event(EventClass.GridUpkeep, 0, 0));
  queue.push(1, event(EventClass.Observer, 5, 5));
  queue.push(0, event(EventClass.Motion, 2, 2));
  queue.push(-0, event(EventClass.Motion, 3, 3));
  expect(drained(queue).map(({ event: { low } }) => low)).toEqual([2, 3, 5, 0]);
});

test('cancelled entries are bounded also when pending ones above them are popped', () => {
  const queue = new EventQueue();
  const late = Array.from({ length: 100 }, (_, i) => queue.push(1000 + i, event(EventClass.Motion, i, i)));
  for (let i = 0; i < 200; i++) queue.push(i, event(EventClass.Motion, i, i));
  for (const handle of late) queue.cancel(handle);
  expect(queue.deadEntries).toBeGreaterThan(50);
  for (let left = 200; left > 0; left--) {
    expect(queue.size).toBe(left);
    expect(queue.deadEntries * 2).toBeLessThanOrEqual(queue.size);
    queue.pop();
  }
  expect(queue.deadEntries).toBe(0);
});

test('a handle knows whether it is pending, fired or cancelled', () => {
  const queue = new EventQueue();
  const fired = queue.push(1, event(EventClass.Motion, 0, 0));
  const cancelled = queue.push(2, event(EventClass.Motion, 0, 0));
  const pending = queue.push(3, event(EventClass.Motion, 0, 0));
  queue.pop();
  queue.cancel(cancelled);
  expect([fired.state, cancelled.state, pending.state]).toEqual(['fired', 'cancelled', 'pending']);
});

test("an owner's events are those of either party, once, and neither the fired nor the cancelled", () => {
  const queue = new EventQueue();
  const contact = queue.push(3, event(EventClass.Contact, 1, 2));
  const own = queue.push(2, event(EventClass.Motion, 2, 2));
  const fired = queue.push(1, event(EventClass.Delivery, 2, 1));
  const cancelled = queue.push(4, event(EventClass.Motion, 1, 1));
  expect(queue.eventsOf(2)).toEqual([fired, own, contact]);
  queue.pop();
  queue.cancel(cancelled);
  expect(queue.eventsOf(2)).toEqual([own, contact]);
  expect(queue.eventsOf(1)).toEqual([contact]);
  expect(queue.eventsOf(7)).toEqual([]);
});

test('an event may be scheduled several times, each with its own handle', () => {
  const queue = new EventQueue();
  const again = event(EventClass.Motion, 1, 1);
  const [first, second] = [queue.push(1, again), queue.push(2, again)];
  queue.cancel(first);
  expect(queue.eventsOf(1)).toEqual([second]);
  expect(queue.pop()).toBe(second);
});

/** The reference: a sorted array. */
class SortedArray {
  handles: Handle[] = [];

  push(handle: Handle): void {
    this.handles.push(handle);
    this.handles.sort(byTheBook);
  }

  pop(): Handle | undefined {
    return this.handles.shift();
  }

  forget(handle: Handle | undefined): void {
    this.handles = this.handles.filter((other) => other !== handle);
  }

  cancel(share: number, queue: EventQueue): void {
    const [handle] = this.handles.splice(Math.floor((share / 1000) * this.handles.length), 1);
    if (handle !== undefined) queue.cancel(handle);
  }

  eventsOf(owner: number): Handle[] {
    return this.handles.filter(({ event: { low, high } }) => low === owner || high === owner);
  }
}

/** The specified order, written a second time. */
function byTheBook(a: Handle, b: Handle): number {
  return (
    a.time - b.time ||
    a.event.class - b.event.class ||
    a.event.low - b.event.low ||
    a.event.high - b.event.high ||
    a.serial - b.serial
  );
}

test('the order of handles is antisymmetric, and 0 only for a handle and itself', () => {
  const queue = new EventQueue();
  const handles = [0, 1, 1, 1].flatMap((time) =>
    [event(EventClass.Contact, 0, 1), event(EventClass.Contact, 0, 2), event(EventClass.Motion, 0, 0)].map((each) =>
      queue.push(time, each),
    ),
  );
  for (const a of handles) {
    for (const b of handles) {
      expect(Math.sign(compareHandles(a, b))).toBe(Math.sign(byTheBook(a, b)));
      expect(compareHandles(a, b) === 0).toBe(a === b);
    }
  }
});

function event(eventClass: EventClass, low: number, high: number): SimEvent {
  return { class: eventClass, low, high, run: () => {}, describe: () => `${eventClass} ${low} ${high}` };
}

function someTime() {
  // Many ties, and some distinct times.
  return fc.oneof(fc.nat(4), fc.double({ min: 0, max: 5, noNaN: true }));
}

function someEvent() {
  return fc
    .tuple(fc.constantFrom(...Object.values(EventClass)), fc.nat(3), fc.nat(3))
    .map(([eventClass, low, high]) => event(eventClass, low, high));
}

function drained(queue: EventQueue): Handle[] {
  const handles: Handle[] = [];
  for (let handle = queue.pop(); handle !== undefined; handle = queue.pop()) handles.push(handle);
  return handles;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((others) => [item, ...others]),
  );
}
