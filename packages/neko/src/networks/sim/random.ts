import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel } from './channel.js';
import { Delivery } from './delivery.js';
import { LinkStreams } from './link-streams.js';

export interface RandomOptions {
  /** Mean seconds that a copy takes. Default: 1. */
  readonly lambda?: number;
}

/** The time of each copy is drawn by itself, exponentially: copies overtake each other. */
export class RandomChannel extends Channel {
  private readonly lambda: number;
  private readonly streams: LinkStreams;

  constructor(host: NekoHost, { lambda = 1 }: RandomOptions = {}) {
    super(host);
    checkSeconds('the lambda of a random network', lambda);
    this.lambda = lambda;
    this.streams = new LinkStreams(host, 'delay');
  }

  carry(message: NekoMessage, to: number): void {
    const { simulator } = this.host;
    const delay = this.streams.of(message.from, to).exponential(this.lambda);
    simulator.schedule(simulator.now + delay, new Delivery(message, to, this.end));
  }
}
