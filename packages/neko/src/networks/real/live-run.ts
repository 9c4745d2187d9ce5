/** A simulator that keeps step with the wall clock: its seconds are those since the agreed start of the run. */
import { performance } from 'node:perf_hooks';
import { EventClass, type Gate, type Limits, type RunReport, type SimEvent, Simulator } from '@kineko/kernel';

/** The longest that a timer of the host can be asked to wait (ms) without running over. */
const LONGEST_WAIT_MS = 1 << 30;

/**
 * Lets no event run before its time. Unlike a pacer it keeps to the agreed start, however late an event is, and looks
 * again at once when something comes in from outside.
 */
class WallGate implements Gate {
  private startMs: number | undefined;
  private awaited = 0;
  private ask: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** From now on the clock runs; it started some seconds ago. */
  start(secondsAgo: number): void {
    this.startMs = performance.now() - secondsAgo * 1000;
  }

  /** Seconds since the start; 0 before it. */
  get elapsed(): number {
    return this.startMs === undefined ? 0 : Math.max(0, (performance.now() - this.startMs) / 1000);
  }

  admits(time: number): boolean {
    this.awaited = time;
    return this.startMs !== undefined && time <= this.elapsed;
  }

  whenWorthAsking(ask: () => void): void {
    this.ask = ask;
    this.timer = setTimeout(this.look, Math.min((this.awaited - this.elapsed) * 1000, LONGEST_WAIT_MS));
  }

  readonly look = (): void => {
    const { ask } = this;
    clearTimeout(this.timer);
    this.ask = undefined;
    ask?.();
  };
}

/** There is always something to come, so that a run with nothing to do waits for messages instead of ending. */
const KEEP_ALIVE: SimEvent = {
  class: EventClass.Observer,
  low: 0,
  high: 0,
  run() {},
  describe: () => 'the end of time',
};

export class LiveRun {
  readonly simulator = new Simulator();
  private readonly gate = new WallGate();

  /** Seconds since the agreed start; those of the simulator are behind while it has much to do. */
  get elapsed(): number {
    return this.gate.elapsed;
  }

  /** Has something that came from outside happen as soon as possible, but not before a time. */
  enter(event: SimEvent, notBefore = 0): void {
    this.simulator.schedule(Math.max(this.simulator.now, this.elapsed, notBefore), event);
    this.gate.look();
  }

  /** The same for a piece of work of one process. */
  enterWork(process: number, describe: string, work: () => void): void {
    this.enter({ class: EventClass.Contact, low: process, high: process, run: work, describe: () => describe });
  }

  /** Runs until it is stopped, from an agreed start some seconds ago. */
  run(secondsAgo: number, limits?: Limits): Promise<RunReport> {
    this.gate.start(secondsAgo);
    this.simulator.schedule(Number.MAX_VALUE, KEEP_ALIVE);
    return this.simulator.run(limits, this.gate);
  }

  stop(): void {
    this.simulator.stop();
    this.gate.look();
  }
}
