import type { NekoHost } from '../../process.js';

/** One processor per process, for sending and receiving; it serves copies in the order of their arrival. */
export class Processors {
  private readonly freeFrom: Float64Array;

  constructor(private readonly host: NekoHost) {
    this.freeFrom = new Float64Array(host.n);
  }

  /** Occupies a processor; returns when it will have served a copy that arrives now. */
  use(process: number, seconds: number): number {
    const until = Math.max(this.freeFrom[process]!, this.host.simulator.now) + seconds;
    this.freeFrom[process] = until;
    return until;
  }
}
