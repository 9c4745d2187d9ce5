/**
 * The perfect failure detector P (Chandra and Toueg, 1996) for synchronous networks: heartbeats, and a timeout that no
 * heartbeat of a live process can miss.
 *
 * Guarantee: strong completeness, within T_D <= send + 2 maxDelay; strong accuracy: no process is suspected before it
 * crashes.
 * Assumes: no message is lost or takes longer than `maxDelay`; crashes are permanent (a recovered process is trusted
 * again, which looks like a mistake).
 *
 * Wiring: `wire(new PerfectDetector(process, { send: 1, maxDelay: 1 }), 'detector', network)`.
 */
import type { NekoProcess } from '../process.js';
import { Heartbeat } from './heartbeat.js';

export interface PerfectDetectorOptions {
  /** Seconds between two heartbeats. */
  readonly send: number;
  /** Maximum seconds that a message takes. */
  readonly maxDelay: number;
  /** The processes that it sends to and watches. Default: all. */
  readonly group?: readonly number[];
}

/**
 * Two heartbeats can be exactly `send + maxDelay` apart, and both sums are rounded. This margin, relative to the
 * current time (2^-44), keeps a tie from being mistaken for a crash.
 */
const ROUNDING = 5.684341886080802e-14;

export class PerfectDetector extends Heartbeat {
  constructor(process: NekoProcess, { send, maxDelay, ...rest }: PerfectDetectorOptions) {
    super(process, { send, timeout: send + maxDelay, ...rest });
    this.checkSeconds('maxDelay', maxDelay, true);
  }

  protected override patience(timeout: number): number {
    return timeout + ROUNDING * (this.process.now + timeout);
  }
}
