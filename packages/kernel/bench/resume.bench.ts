/** What it costs to wake a process that sleeps again and again, by how it is written. */
import { EventClass, type Process, type SimEvent, Simulator } from '@kineko/kernel';
import type { Alternative, Comparison } from '../../../tools/bench/comparison.js';
import { delays } from './delays.js';

/** Resumes that one call does. */
const RESUMES = 20_000;

export const comparisons: Comparison[] = [1_000, 100_000].map((n) => ({
  name: 'resume of a process',
  n,
  setUp: () => {
    const [one, two, three, four] = [delays(), delays(), delays(), delays()];
    return [
      alternative('plain callback event', n, (simulator, id) => callBack(simulator, id, one)),
      alternative('round that returns its sleep', n, (simulator, id) => {
        simulator.spawnRounds({ id }, (process) => process.sleep(two(id)));
      }),
      alternative('round that awaits its sleep', n, (simulator, id) => {
        simulator.spawnRounds({ id }, async (process) => {
          await process.sleep(three(id));
        });
      }),
      alternative('async process that sleeps in a loop', n, (simulator, id) => {
        simulator.spawn({ id }, (process) => sleepForEver(process, four));
      }),
    ];
  },
}));

function alternative(name: string, n: number, start: (simulator: Simulator, id: number) => void): Alternative {
  const simulator = new Simulator();
  for (let id = 0; id < n; id++) start(simulator, id);
  return { name, run: () => simulator.run({ maxEvents: RESUMES }).then(() => RESUMES) };
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

async function sleepForEver(process: Process, delay: (id: number) => number): Promise<never> {
  for (;;) await process.sleep(delay(process.id));
}
