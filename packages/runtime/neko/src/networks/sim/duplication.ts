import { type Guarantees, without } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkProbability, checkSeconds } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, EndWrapper } from './channel.js';
import { Delivery } from './delivery.js';
import { LinkStreams } from './link-streams.js';

export interface DuplicationOptions {
  /** How likely it is that a copy that arrives does so twice. */
  readonly probability: number;
  /** Seconds by which the second copy comes after the first. Default: 0. */
  readonly delay?: number;
  /** Name of its random numbers; two of a kind around one channel need two. Default: duplication. */
  readonly stream?: string;
}

/**
 * Lets copies arrive twice. The second copy comes into being where the first one comes out: what is lost further in has
 * no second copy, and what is decided further out holds for both.
 */
export class DuplicationChannel extends ChannelWrapper {
  private readonly probability: number;
  private readonly delay: number;
  private readonly streams: LinkStreams;

  constructor(host: NekoHost, inner: Channel, { probability, delay = 0, stream = 'duplication' }: DuplicationOptions) {
    super(host, inner);
    checkProbability('the probability of a duplicate', probability);
    checkSeconds('the delay of a duplicate', delay);
    this.probability = probability;
    this.delay = delay;
    this.streams = new LinkStreams(host, stream);
  }

  override get guarantees(): Guarantees {
    if (this.probability === 0) return super.guarantees;
    // A second copy may come after later messages.
    return without(super.guarantees, 'no duplicates', ...(this.delay > 0 ? (['order'] as const) : []));
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const isDoubled = this.streams.of(from, to).uniform() < this.probability;
    return isDoubled ? new Doubling(end, this.host, this.delay) : end;
  }
}

/** Has a copy arrive a second time. */
class Doubling extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly host: NekoHost,
    private readonly delay: number,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    const { simulator } = this.host;
    this.end.doubled(message, to);
    this.end.arrived(message, to);
    if (this.delay === 0) this.end.arrived(message, to);
    else simulator.schedule(simulator.now + this.delay, new Delivery(message, to, this.end));
  }
}
