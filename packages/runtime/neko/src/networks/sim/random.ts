import type { PairStreams } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery } from './channel.js';
import { linkStreams } from './links.js';

export interface RandomOptions {
  /** Mean seconds that a copy takes. Default: 1. */
  readonly lambda?: number;
  /** Name of the random stream; two networks of one system need two. Default: delay. */
  readonly stream?: string;
}

/** The delay of each copy is drawn independently from an exponential distribution: copies overtake each other. */
export class RandomChannel extends Channel {
  private readonly lambda: number;
  private readonly streams: PairStreams;

  constructor(host: NekoHost, { lambda = 1, stream = 'delay' }: RandomOptions = {}) {
    super(host);
    checkSeconds('the lambda of a random network', lambda);
    this.lambda = lambda;
    this.streams = linkStreams(host, stream);
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    const delay = this.streams.of(message.from, to).exponential(this.lambda);
    simulator.schedule(simulator.now + delay, new Delivery(message, to, end));
  }
}
