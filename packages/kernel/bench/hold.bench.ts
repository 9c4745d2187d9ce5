/**
 * The hold model: n events are pending, and each one that runs schedules its successor. The bare queue is the yardstick
 * of the project's figures: nothing but time in its order, no cancelling, no limits, no one who looks on.
 */
import { BucketQueue, EventClass, type SimEvent, Simulator, SlotHeap, type SlotQueue } from '@kineko/kernel';
import TinyQueue from 'tinyqueue';
import type { Alternative, Comparison } from '../../../tools/bench/comparison.js';
import { delays } from './delays.js';

/** Events that one call runs: many beside the promise that a run of the simulator gives. */
const EVENTS = 20_000;

export const comparisons: Comparison[] = [1_000, 10_000, 100_000].map((n) => ({
  name: 'hold model',
  n,
  setUp: () => [
    bareTinyQueue(n),
    generalKernel(n),
    engineOn('SlotHeap', new SlotHeap(n), n),
    engineOn('BucketQueue', new BucketQueue(n), n),
  ],
}));

interface Entry {
  readonly time: number;
  readonly run: () => void;
}

function bareTinyQueue(n: number): Alternative {
  const queue = new TinyQueue<Entry>([], (a, b) => a.time - b.time);
  const delay = delays();
  let now = 0;
  const hold = (id: number): void => {
    queue.push({ time: now + delay(id), run: () => hold(id) });
  };
  for (let id = 0; id < n; id++) hold(id);
  return {
    name: 'bare tinyqueue + closures',
    run: () => {
      for (let i = 0; i < EVENTS; i++) {
        const { time, run } = queue.pop()!;
        now = time;
        run();
      }
      return EVENTS;
    },
  };
}

/** Runs a simulator for the next so many events. */
function running(name: string, simulator: Simulator): Alternative {
  return { name, run: () => simulator.run({ maxEvents: EVENTS }).then(() => EVENTS) };
}

function generalKernel(n: number): Alternative {
  const simulator = new Simulator();
  const delay = delays();
  for (let id = 0; id < n; id++) {
    const event: SimEvent = {
      class: EventClass.WakeUp,
      low: id,
      high: id,
      run: (now) => void simulator.schedule(now + delay(id), event),
      describe: () => 'hold',
    };
    simulator.schedule(delay(id), event);
  }
  return running('Simulator, general events', simulator);
}

function engineOn(queueName: string, queue: SlotQueue, n: number): Alternative {
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
  return running(`Simulator, ${queueName} + handler table`, simulator);
}
