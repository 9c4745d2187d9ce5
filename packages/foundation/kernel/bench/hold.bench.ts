/**
 * The hold model: n events are pending, and each one that runs schedules its successor. The bare queue is the baseline:
 * only the order of times, without cancelling, limits and observers.
 */
import { BucketQueue, EventClass, type SimEvent, Simulator, SlotHeap, type SlotQueue } from '@kineko/kernel';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { delays } from '@kineko/tools/bench/delays';
import { yardstick } from '@kineko/tools/bench/yardstick';

/** Events per call: many, so that the promise of a run does not matter. */
const EVENTS = 20_000;

export const comparisons: Comparison[] = [1_000, 10_000, 100_000].map((n) => ({
  name: 'hold model',
  n,
  alternatives: [
    yardstick(n),
    { name: 'Simulator, general events', setUp: () => generalKernel(n) },
    { name: 'Simulator, SlotHeap + handler table', setUp: () => engineOn(new SlotHeap(n), n) },
    {
      name: 'Simulator, BucketQueue + handler table',
      setUp: () => engineOn(new BucketQueue(n), n),
      target: {
        figure: 'typed queue with a handler table against bare tinyqueue + closures',
        compares: 'speed',
        must: 2.5,
        aim: 3.5,
      },
    },
  ],
}));

/** Runs a simulator for the next EVENTS events. */
function running(simulator: Simulator): Work {
  return () => simulator.run({ maxEvents: EVENTS }).then(() => EVENTS);
}

/** Like the kernel's own events: one object each, scheduled repeatedly, with shared code. */
class Hold implements SimEvent {
  readonly class = EventClass.WakeUp;

  constructor(
    readonly low: number,
    private readonly simulator: Simulator,
    private readonly delay: (id: number) => number,
  ) {}

  get high(): number {
    return this.low;
  }

  run(now: number): void {
    this.simulator.schedule(now + this.delay(this.low), this);
  }

  describe(): string {
    return `hold of ${this.low}`;
  }
}

function generalKernel(n: number): Work {
  const simulator = new Simulator();
  const delay = delays();
  for (let id = 0; id < n; id++) simulator.schedule(delay(id), new Hold(id, simulator, delay));
  return running(simulator);
}

function engineOn(queue: SlotQueue, n: number): Work {
  const simulator = new Simulator();
  const delay = delays();
  const moveOn = (slot: number, now: number): void => queue.set(slot, now + delay(slot), EventClass.Motion);
  const handlers = [moveOn, moveOn, moveOn, moveOn, moveOn, moveOn, moveOn];
  for (let slot = 0; slot < n; slot++) queue.set(slot, delay(slot), EventClass.Motion);
  simulator.attach({
    queue,
    low: (slot) => slot,
    high: (slot) => slot,
    run: (slot, now) => handlers[queue.classOf(slot)]!(slot, now),
    describe: (slot) => `hold of ${slot}`,
  });
  return running(simulator);
}
