import { type Process, Wait } from '@kineko/kernel';
import type { NekoProcess } from './process.js';
import type { Timer } from './timer.js';

/** Waits for some simulated seconds, by a timer of the process: if that is crashed then, until it recovers. */
export function processSleep(thread: Process, process: NekoProcess, seconds: number, who: string): Wait<void> {
  if (!thread.mayAct) thread.outOfTurn(`sleep(${seconds})`);
  const timer = process.timer(() => sleep.complete(undefined, false), `sleep of ${who}`);
  // First of all, since it may refuse.
  timer.schedule(seconds);
  const sleep = new ProcessSleep(thread, timer, seconds);
  if (!sleep.isArmed) timer.cancel();
  return sleep;
}

class ProcessSleep extends Wait<void> {
  constructor(
    thread: Process,
    private readonly timer: Timer,
    private readonly seconds: number,
  ) {
    super(thread);
  }

  override describe(): string {
    return `sleep(${this.seconds})`;
  }

  protected override release(): void {
    this.timer.cancel();
  }
}
