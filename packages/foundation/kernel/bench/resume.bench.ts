/** The cost of waking a task that sleeps repeatedly, by how it is written. */
import { EventClass, type Task, type SimEvent, Simulator } from '@kineko/kernel';
import type { Alternative, Comparison } from '@kineko/tools/bench/comparison';
import { delays } from '@kineko/tools/bench/delays';

/** Resumes per call. */
const RESUMES = 20_000;

export const comparisons: Comparison[] = [1_000, 100_000].map((n) => ({
  name: 'resume of a task',
  n,
  alternatives: [
    alternative('plain callback event', n, (delay) => (simulator, id) => callBack(simulator, id, delay)),
    alternative('round that returns its sleep', n, (delay) => (simulator, id) => {
      simulator.spawnRounds({ id }, (task) => task.sleep(delay(id)));
    }),
    alternative('round that awaits its sleep', n, (delay) => (simulator, id) => {
      simulator.spawnRounds({ id }, async (task) => {
        await task.sleep(delay(id));
      });
    }),
    alternative('async task that sleeps in a loop', n, (delay) => (simulator, id) => {
      simulator.spawn({ id }, (task) => sleepForEver(task, delay));
    }),
  ],
}));

type Starter = (simulator: Simulator, id: number) => void;

function alternative(name: string, n: number, starter: (delay: (id: number) => number) => Starter): Alternative {
  return {
    name,
    setUp: () => {
      const simulator = new Simulator();
      const start = starter(delays());
      for (let id = 0; id < n; id++) start(simulator, id);
      return () => simulator.run({ maxEvents: RESUMES }).then(() => RESUMES);
    },
  };
}

function callBack(simulator: Simulator, id: number, delay: (id: number) => number): void {
  const event: SimEvent = {
    class: EventClass.WakeUp,
    low: id,
    high: id,
    run: (now) => void simulator.schedule(now + delay(id), event),
    describe: () => 'wake-up',
  };
  simulator.schedule(delay(id), event);
}

async function sleepForEver(task: Task, delay: (id: number) => number): Promise<never> {
  for (;;) await task.sleep(delay(task.id));
}
