import { describe, expect, test } from '@jest/globals';
import { BucketQueue } from './bucket-queue.js';
import { EventClass } from './order.js';
import { Random, type RandomStream } from './random.js';
import { SlotHeap } from './slot-heap.js';
import type { SlotQueue } from './slot-queue.js';

const SEED = 4711;
const CLASSES = Object.values(EventClass);

const implementations: [name: string, make: (capacity?: number) => SlotQueue][] = [
  ['SlotHeap', (capacity) => new SlotHeap(capacity)],
  ['BucketQueue', (capacity) => new BucketQueue(capacity)],
];

/** Ways to choose times, given the time of the first entry and a stream; each targets a weakness of a queue. */
const ways: Record<string, (now: number, random: RandomStream) => number> = {
  'evenly spread': (now, random) => now + random.uniform(0, 10),
  'exponentially spread': (now, random) => now + random.exponential(),
  'on few instants': (now, random) => Math.floor(now) + random.integer(0, 3),
  'all at one instant': () => 5,
  'from 1e-12 to 1e9 seconds ahead': (now, random) => now + 10 ** random.uniform(-12, 9),
  'near and, rarely, very far': (now, random) => now + (random.integer(0, 50) === 0 ? 1e9 : random.uniform()),
  'in two clusters': (now, random) => now + random.integer(0, 1) * 1e6 + random.uniform(),
  'before and after now': (now, random) => now + random.uniform(-5, 5),
  negative: (_now, random) => -random.exponential(1e3),
  'around zero': (_now, random) => [-0, 0, 1e-300, -1e-300, 5e-324, -5e-324][random.integer(0, 5)]!,
  'a subnormal gap apart': (now, random) => Math.min(now, 1e-310) + random.integer(0, 9) * 5e-324,
  'a few ulps apart at 2^31 seconds': (_now, random) => 2147483648 + random.integer(0, 20) * 4.76837158203125e-7,
  'a few ulps apart at 1e15 seconds': (_now, random) => 1e15 + random.integer(0, 40) / 8,
  doubling: (now, random) => (now < 1e290 ? Math.abs(now) * random.uniform(1, 4) + 1e-3 : 1),
  'of any size there is': (_now, random) => random.uniform(-1, 1) * 10 ** random.uniform(-320, 308),
  'at the ends of the doubles': (_now, random) =>
    (random.integer(0, 1) === 0 ? -1 : 1) * random.uniform(1e308, 1.7e308),
  'first all equal, then spread': (now, random) =>
    now < 1 ? (random.integer(0, 99) === 0 ? 1 : 0) : now * random.uniform(1, 2),
};

describe.each(implementations)('%s', (_name, make) => {
  test('is empty at first', () => {
    const queue = make();
    expect([queue.size, queue.top(), queue.topTime(), queue.timeOf(0)]).toEqual([0, -1, Infinity, Infinity]);
    queue.clear(3);
    expect(queue.size).toBe(0);
  });

  test('times that tie go by class, then by slot', () => {
    const entries = [
      [4, EventClass.Contact],
      [2, EventClass.Motion],
      [7, EventClass.Motion],
      [0, EventClass.Sensor],
    ] as const;
    for (const order of [entries, entries.toReversed(), [entries[2], entries[0], entries[3], entries[1]]]) {
      const queue = make();
      for (const [slot, eventClass] of order) queue.set(slot, 1, eventClass);
      expect(drained(queue).map(([slot]) => slot)).toEqual([4, 2, 7, 0]);
    }
  });

  test('a change of class alone moves an entry', () => {
    const queue = make();
    queue.set(0, 1, EventClass.Motion);
    queue.set(1, 1, EventClass.Motion);
    queue.set(1, 1, EventClass.Contact);
    expect([queue.top(), queue.classOf(1)]).toEqual([1, EventClass.Contact]);
    queue.set(1, 1, EventClass.Observer);
    expect([queue.top(), queue.classOf(1)]).toEqual([0, EventClass.Observer]);
  });

  test('a zero has no sign in the order', () => {
    const queue = make();
    queue.set(1, -0, EventClass.Motion);
    queue.set(0, 0, EventClass.Motion);
    expect(drained(queue).map(([slot]) => slot)).toEqual([0, 1]);
  });

  test('slots may exceed the capacity, which may be 0', () => {
    for (const capacity of [0, 1, 16]) {
      const queue = make(capacity);
      for (const slot of [100_000, 3, 17, 16, 65_536]) queue.set(slot, -slot, EventClass.Motion);
      queue.set(0, 1, EventClass.Motion);
      expect(queue.timeOf(5_000_000)).toBe(Infinity);
      expect(drained(queue).map(([slot]) => slot)).toEqual([100_000, 65_536, 17, 16, 3, 0]);
    }
  });

  test.each([
    [-1, 'slot: expected an integer from 0 to 134217727, got -1'],
    [1.5, 'slot: expected an integer from 0 to 134217727, got 1.5'],
    [NaN, 'slot: expected an integer from 0 to 134217727, got NaN'],
    [134_217_728, 'slot: expected an integer from 0 to 134217727, got 134217728'],
  ])('refuses slot %d', (slot, message) => {
    expect(() => make().set(slot, 0, EventClass.Motion)).toThrow(new RangeError(message));
  });

  test.each([NaN, Infinity, -Infinity])('rejects the time %d, and stays unchanged', (time) => {
    const queue = make();
    queue.set(3, 1, EventClass.Motion);
    expect(() => queue.set(3, time, EventClass.Contact)).toThrow(
      new RangeError(`time of slot 3: expected a finite number, got ${time}; clear() removes an entry`),
    );
    expect([queue.timeOf(3), queue.classOf(3), queue.size]).toEqual([1, EventClass.Motion, 1]);
  });

  describe.each(Object.entries(ways))('with times %s', (way, chosen) => {
    test('gives what a sorted array gives', () => {
      const random = new Random(SEED).stream(way);
      const queue = make();
      const oracle = new SortedArray();
      const [given, expected]: string[][] = [[], []];
      for (let step = 0; step < 3_000; step++) {
        // Waves: the queue fills to a hundred entries and empties again.
        const filling = step % 1_000 < 500;
        const dice = random.integer(0, 9);
        const slot = dice < 5 && oracle.size > 0 ? oracle.top() : random.integer(0, 99);
        if (dice === 9 || (!filling && dice > 2)) {
          for (const each of [queue, oracle]) each.clear(slot);
        } else {
          const time = chosen(oracle.size > 0 ? oracle.topTime() : 0, random);
          const eventClass = CLASSES[random.integer(0, CLASSES.length - 1)]!;
          for (const each of [queue, oracle]) each.set(slot, time, eventClass);
        }
        given!.push(`step ${step}: ${stateOf(queue, slot)}`);
        expected!.push(`step ${step}: ${stateOf(oracle, slot)}`);
      }
      expect(firstDifference(given!, expected!)).toBeUndefined();
      expect(drained(queue)).toEqual(drained(oracle));
    });
  });
});

describe.each(Object.entries(ways))('in a long hold model with times %s', (way, chosen) => {
  test('both give the same sequence', () => {
    const [ofHeap, ofBuckets] = [new SlotHeap(), new BucketQueue()].map((queue) => {
      const random = new Random(SEED).stream(`hold ${way}`);
      for (let slot = 0; slot < 1_000; slot++) queue.set(slot, chosen(0, random), EventClass.Motion);
      return Array.from({ length: 20_000 }, () => {
        const [slot, time] = [queue.top(), queue.topTime()];
        queue.set(slot, chosen(time, random), CLASSES[random.integer(0, 6)]!);
        // Sometimes another one, as when a partner is lost.
        if (random.integer(0, 3) === 0) queue.set(random.integer(0, 999), chosen(time, random), EventClass.Contact);
        return `${slot} ${time}`;
      });
    });
    expect(firstDifference(ofBuckets!, ofHeap!)).toBeUndefined();
  });
});

describe('the buckets do not cost much more than the operations they serve', () => {
  const SLOTS = 4_096;
  /**
   * A good width costs about 3 to 10 steps per operation; a fault in it would cost hundreds, and more with more slots.
   */
  const MAX_STEPS_PER_OPERATION = 40;

  // Differences beyond the largest double are not finite, and a calendar needs finite numbers.
  const measurable = Object.entries(ways).filter(([way]) => way !== 'at the ends of the doubles');

  test.each(measurable)('with times %s', (way, chosen) => {
    const random = new Random(SEED).stream(`cost ${way}`);
    const { queue, steps } = counted();
    for (let slot = 0; slot < SLOTS; slot++) queue.set(slot, chosen(0, random), EventClass.Motion);
    let operations = SLOTS;
    for (; operations < 40_000; operations++) {
      queue.set(queue.top(), chosen(queue.topTime(), random), EventClass.Motion);
    }
    expect(steps() / operations).toBeLessThan(MAX_STEPS_PER_OPERATION);
  });

  test('when a full queue has emptied, and one slot jumps', () => {
    for (const jump of [1e-9, 1e-3, 0.5, 1, 2, 100, 1e9]) {
      const { queue, steps } = counted();
      for (let slot = 0; slot < SLOTS; slot++) queue.set(slot, 10 * (slot / SLOTS), EventClass.Motion);
      for (let slot = 1; slot < SLOTS; slot++) queue.clear(slot);
      for (let i = 0; i < SLOTS; i++) queue.set(0, queue.topTime() + jump, EventClass.Motion);
      expect(steps() / (3 * SLOTS)).toBeLessThan(MAX_STEPS_PER_OPERATION);
    }
  });

  test('when few slots move among many that wait far away', () => {
    for (const every of [1, 7, 64, 65, 66, 128, 1_000]) {
      for (const jump of [1e-6, 1e-3, 0.1, 1, 10]) {
        const { queue, steps } = counted();
        const random = new Random(SEED).stream(`few ${every} ${jump}`);
        for (let slot = 0; slot < SLOTS; slot++) {
          queue.set(slot, slot % every === 0 ? random.uniform() : 1e9 + random.uniform(), EventClass.Motion);
        }
        for (let i = 0; i < 4 * SLOTS; i++) {
          queue.set(queue.top(), queue.topTime() + jump * random.uniform(), EventClass.Motion);
        }
        expect(steps() / (5 * SLOTS)).toBeLessThan(MAX_STEPS_PER_OPERATION);
      }
    }
  });

  test('when the first slot lies far ahead of all others', () => {
    const { queue, steps, heapSize } = counted();
    const random = new Random(SEED).stream('far ahead');
    queue.set(0, 1e6, EventClass.Motion);
    expect(queue.top()).toBe(0);
    for (let slot = 1; slot < SLOTS; slot++) queue.set(slot, random.exponential(), EventClass.Motion);
    for (let i = 0; i < 4 * SLOTS; i++) {
      queue.set(queue.top(), queue.topTime() + random.exponential(), EventClass.Motion);
    }
    expect(steps() / (5 * SLOTS)).toBeLessThan(MAX_STEPS_PER_OPERATION);
    // Keeping everything in the heap would be correct, but slow.
    expect(heapSize()).toBeLessThan(100);
  });

  test('when the times shrink together, or move apart, by large factors', () => {
    const { queue, steps } = counted();
    const random = new Random(SEED).stream('phases');
    for (let slot = 0; slot < SLOTS; slot++) queue.set(slot, random.uniform(), EventClass.Motion);
    let operations = SLOTS;
    for (const scale of [1e-6, 1e6, 1e-3, 1e9, 1e-9, 1]) {
      for (let i = 0; i < 3 * SLOTS; i++, operations++) {
        queue.set(queue.top(), queue.topTime() + scale * random.exponential(), EventClass.Motion);
      }
    }
    expect(steps() / operations).toBeLessThan(MAX_STEPS_PER_OPERATION);
  });

  /** A queue and the number of its steps: buckets walked along, entries linked, unlinked and put into the heap. */
  function counted() {
    const queue = new BucketQueue();
    let steps = 0;
    const inner = queue as unknown as Record<string, (...args: unknown[]) => unknown> & {
      heap: SlotHeap;
      ringLength: number;
    };
    for (const method of ['place', 'link', 'unlink', 'pour', 'takeAll']) {
      const original = inner[method]!.bind(queue);
      inner[method] = (...args) => {
        // A rebuild looks at every bucket and every entry.
        steps += method === 'takeAll' ? inner.ringLength + queue.size : 1;
        return original(...args);
      };
    }
    return { queue, steps: () => steps, heapSize: () => inner.heap.size };
  }
});

test.each([new SlotHeap(1), new BucketQueue(1)])('the engine has five of the eight integers of a slot', (queue) => {
  const random = new Random(SEED).stream('integers');
  queue.reserve(99);
  for (let slot = 0; slot < 100; slot++) queue.integers.fill(slot, 8 * slot + 3, 8 * slot + 8);
  for (let i = 0; i < 5000; i++) {
    if (i % 7 === 0) queue.clear(queue.top());
    queue.set(random.integer(0, 99), random.exponential() + (queue.size > 0 ? queue.topTime() : 0), EventClass.Motion);
  }
  queue.reserve(1000);
  const own = Array.from({ length: 100 }, (_, slot) => [...queue.integers.subarray(8 * slot + 3, 8 * slot + 8)]);
  expect(own).toEqual(own.map((_, slot) => new Array<number>(5).fill(slot)));
});

test('announces each slot before its event, if there are enough to read ahead', () => {
  const queue = new BucketQueue();
  const announced = new Set<number>();
  queue.readAhead = (slots, count) => slots.subarray(0, count).forEach((slot) => announced.add(slot));
  const random = new Random(SEED).stream('ahead');
  for (let slot = 0; slot < 1000; slot++) queue.set(slot, random.exponential(), EventClass.Motion);
  let unannounced = 0;
  // Until the buckets fit, most slots are in the first one.
  for (let i = 0; i < 10_000; i++) {
    const slot = queue.top();
    if (!announced.delete(slot) && i >= 5000) unannounced++;
    queue.set(slot, queue.topTime() + random.exponential(), EventClass.Motion);
  }
  // Those that are set within the current bucket are next at once.
  expect(unannounced).toBeLessThan(100);
});

/** The reference: a sorted array. */
class SortedArray implements SlotQueue {
  readonly integers = new Int32Array(0);
  readAhead = undefined;
  private entries: { slot: number; time: number; class: EventClass }[] = [];

  get size(): number {
    return this.entries.length;
  }

  reserve(): void {}

  set(slot: number, time: number, eventClass: EventClass): void {
    this.clear(slot);
    this.entries.push({ slot, time, class: eventClass });
    this.entries.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.class - b.class || a.slot - b.slot));
  }

  clear(slot: number): void {
    this.entries = this.entries.filter((entry) => entry.slot !== slot);
  }

  top(): number {
    return this.entries[0]?.slot ?? -1;
  }

  topTime(): number {
    return this.entries[0]?.time ?? Infinity;
  }

  timeOf(slot: number): number {
    return this.entries.find((entry) => entry.slot === slot)?.time ?? Infinity;
  }

  classOf(slot: number): EventClass {
    return this.entries.find((entry) => entry.slot === slot)!.class;
  }
}

function firstDifference(a: readonly string[], b: readonly string[]): string | undefined {
  const place = a.findIndex((line, index) => line !== b[index]);
  return place < 0 ? undefined : `line ${place}: ${a[place]} and ${b[place]}`;
}

function stateOf(queue: SlotQueue, slot: number): string {
  const top = queue.top();
  const first = top < 0 ? 'nothing' : `slot ${top} of class ${queue.classOf(top)}`;
  return `${first} at ${queue.topTime()}, ${queue.size} in all, slot ${slot} at ${queue.timeOf(slot)}`;
}

function drained(queue: SlotQueue): [slot: number, time: number][] {
  const entries: [number, number][] = [];
  while (queue.size > 0) {
    const slot = queue.top();
    entries.push([slot, queue.topTime()]);
    queue.clear(slot);
  }
  return entries;
}
