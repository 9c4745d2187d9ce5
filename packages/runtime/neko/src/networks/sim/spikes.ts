import { type Guarantees, without } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkOneOf, checkProbability, checkSeconds } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, EndWrapper } from './channel.js';
import { Delivery } from './delivery.js';
import { LinkStreams } from './link-streams.js';

export interface SpikesOptions {
  /** How likely it is that a copy takes longer. Default: 1. */
  readonly probability?: number;
  /** By how many seconds; on average, if that is drawn. */
  readonly delay: number;
  /** Whether the delay is always the same, or drawn exponentially. Default: constant. */
  readonly distribution?: 'constant' | 'exponential';
  /** Name of its random numbers; two of a kind around one channel need two. Default: spikes. */
  readonly stream?: string;
}

/** Now and then a copy takes longer, and others overtake it. */
export class SpikesChannel extends ChannelWrapper {
  private readonly probability: number;
  private readonly delay: number;
  private readonly isDrawn: boolean;
  private readonly streams: LinkStreams;

  constructor(host: NekoHost, inner: Channel, options: SpikesOptions) {
    super(host, inner);
    const { probability = 1, delay, distribution = 'constant', stream = 'spikes' } = options;
    checkProbability('the probability of a spike', probability);
    checkSeconds('the delay of a spike', delay);
    checkOneOf('the distribution of a spike', distribution, ['constant', 'exponential']);
    this.probability = probability;
    this.delay = delay;
    this.isDrawn = distribution === 'exponential';
    this.streams = new LinkStreams(host, stream);
  }

  override get guarantees(): Guarantees {
    return this.probability > 0 && this.delay > 0 ? without(super.guarantees, 'order') : super.guarantees;
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const stream = this.streams.of(from, to);
    if (!(stream.uniform() < this.probability)) return end;
    return new Later(end, this.host, this.isDrawn ? stream.exponential(this.delay) : this.delay);
  }
}

/** Has a copy come some seconds later than it has. */
export class Later extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly host: NekoHost,
    private readonly delay: number,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    const { simulator } = this.host;
    simulator.schedule(simulator.now + this.delay, new Delivery(message, to, this.end));
  }
}
