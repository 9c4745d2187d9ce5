import type { PairStreams } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkSeconds } from '../checked.js';
import { Channel, type ChannelEnd, Delivery } from './channel.js';
import { linkStreams } from './links.js';

export interface PartiallySynchronousOptions {
  /** The global stabilization time (s). */
  readonly gst: number;
  /** Δ: seconds within which a copy arrives that is sent after the GST. Default: 1. */
  readonly delta?: number;
  /** Mean seconds that a copy takes before the GST. Default: 20. */
  readonly before?: number;
  /** Name of the random stream; two networks of one system need two. Default: delay. */
  readonly stream?: string;
}

/**
 * Partial synchrony (Dwork, Lynch and Stockmeyer, "Consensus in the presence of partial synchrony", 1988): until the global
 * stabilization time, a copy may take any time, exponential here; a copy sent at t arrives by max(t, GST) + Δ at the latest.
 */
export class PartiallySynchronousChannel extends Channel {
  private readonly options: Required<Omit<PartiallySynchronousOptions, 'stream'>>;
  private readonly streams: PairStreams;

  constructor(host: NekoHost, { gst, delta = 1, before = 20, stream = 'delay' }: PartiallySynchronousOptions) {
    super(host);
    checkSeconds('the gst of a partially synchronous network', gst);
    checkSeconds('the delta of a partially synchronous network', delta);
    checkSeconds('the delay before the gst of a partially synchronous network', before);
    this.options = { gst, delta, before };
    this.streams = linkStreams(host, stream);
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    const { gst, delta, before } = this.options;
    const { now } = simulator;
    const random = this.streams.of(message.from, to);
    // In (0, Δ], so that no copy arrives at once.
    const prompt = delta * (1 - random.uniform());
    const at = now < gst ? Math.min(now + random.exponential(before), gst + prompt) : now + prompt;
    simulator.schedule(at, new Delivery(message, to, end));
  }
}
