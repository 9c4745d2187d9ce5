/** Has tasks run at their milliseconds, as events of the simulator: by their order, then by that of deployment. */
import { EventClass, type SimEvent, type Simulator } from '@kineko/kernel';
import type { Task } from './tasks.js';

/** `timeOf` says when a millisecond is, in simulated seconds. */
export function scheduleTasks(simulator: Simulator, tasks: readonly Task[], timeOf: (ms: number) => number): void {
  const sorted = tasks.toSorted((one, other) => (one.schedule.order ?? 0) - (other.schedule.order ?? 0));
  for (const [place, task] of sorted.entries()) {
    const { period = 1, offset = 0 } = task.schedule;
    let nextMs = offset;
    const event: SimEvent = {
      class: EventClass.WakeUp,
      low: place,
      high: place,
      run: () => {
        nextMs += period;
        simulator.schedule(timeOf(nextMs), event);
        task.run();
      },
      describe: task.describe,
    };
    simulator.schedule(timeOf(nextMs), event);
  }
}
