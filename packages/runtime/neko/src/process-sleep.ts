import { type Task, Wait } from '@kineko/kernel';
import type { NekoProcess } from './process.js';
import type { Timer } from './timer.js';

/** Waits for some simulated seconds, by a timer of the process: if that is crashed then, until it recovers. */
export function processSleep(task: Task, process: NekoProcess, seconds: number, who: string): Wait<void> {
  if (!task.mayAct) task.outOfTurn(`sleep(${seconds})`);
  const timer = process.timer(() => sleep.complete(undefined, false), `sleep of ${who}`);
  // First of all, since it may refuse.
  timer.schedule(seconds);
  const sleep = new ProcessSleep(task, timer, seconds);
  if (!sleep.isArmed) timer.cancel();
  return sleep;
}

class ProcessSleep extends Wait<void> {
  constructor(
    task: Task,
    private readonly timer: Timer,
    private readonly seconds: number,
  ) {
    super(task);
  }

  override describe(): string {
    return `sleep(${this.seconds})`;
  }

  protected override release(): void {
    this.timer.cancel();
  }
}
