/** A simulator paced by the wall clock: its time is the number of seconds since the agreed start of the run. */
import { EventClass, type Limits, type RunReport, type SimEvent, Simulator } from '@kineko/kernel';
import { Pacer } from '@kineko/kernel/pacing';

/** Keeps an idle run waiting for messages instead of ending. */
const KEEP_ALIVE: SimEvent = {
  class: EventClass.Observer,
  low: 0,
  high: 0,
  run() {},
  describe: () => 'the end of time',
};

export class LiveRun {
  readonly simulator = new Simulator();
  /** Keeps to the agreed start, however late an event is. */
  private readonly pacer = new Pacer({ continuous: true, maxLagSeconds: Infinity });

  /** Seconds since the agreed start; the simulator's clock may lag behind. */
  get elapsed(): number {
    return this.pacer.present;
  }

  /** Schedules an event from outside as soon as possible, but not before a time. */
  enter(event: SimEvent, notBefore = 0): void {
    this.simulator.schedule(Math.max(this.simulator.now, this.elapsed, notBefore), event);
    this.pacer.poke();
  }

  /** Runs a function as an event of a process. */
  enterWork(process: number, describe: string, work: () => void): void {
    this.enter({ class: EventClass.Contact, low: process, high: process, run: work, describe: () => describe });
  }

  /** Runs until it is stopped; the agreed start was some seconds ago. */
  run(secondsAgo: number, limits?: Limits): Promise<RunReport> {
    this.pacer.start(secondsAgo);
    this.simulator.schedule(Number.MAX_VALUE, KEEP_ALIVE);
    return this.simulator.run(limits, this.pacer);
  }

  stop(): void {
    this.simulator.stop();
    this.pacer.poke();
  }
}
