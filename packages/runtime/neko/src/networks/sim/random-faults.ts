/** Faults that affect each copy with some probability: losses, duplicates, delays. */
import type { PairStreams, RandomStream } from '@kineko/kernel';
import { type Guarantees, without } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkOneOf, checkProbability, checkSeconds } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, Delivery, EndWrapper, LostEnd } from './channel.js';
import { linkStreams } from './links.js';

/** Affects copies independently of each other (Bernoulli). */
abstract class RandomFaultChannel extends ChannelWrapper {
  private readonly streams: PairStreams;

  constructor(
    host: NekoHost,
    inner: Channel,
    protected readonly probability: number,
    stream: string,
    what: string,
  ) {
    super(host, inner);
    checkProbability(`the probability of a ${what}`, probability);
    this.streams = linkStreams(host, stream);
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const stream = this.streams.of(from, to);
    return stream.uniform() < this.probability ? this.affected(end, stream) : end;
  }

  protected abstract affected(end: ChannelEnd, stream: RandomStream): ChannelEnd;
}

export interface LossOptions {
  /** Probability that a copy is lost. */
  readonly probability: number;
  /** Name of the random stream; two channels of a kind around one channel need two. Default: loss. */
  readonly stream?: string;
}

/** Loses copies. A lost copy is dropped when it would have arrived. */
export class LossChannel extends RandomFaultChannel {
  constructor(host: NekoHost, inner: Channel, { probability, stream = 'loss' }: LossOptions) {
    super(host, inner, probability, stream, 'loss');
  }

  override get guarantees(): Guarantees {
    return this.probability > 0 ? without(super.guarantees, 'no loss') : super.guarantees;
  }

  protected affected(end: ChannelEnd): ChannelEnd {
    return new LostEnd(end, 'lost');
  }
}

export interface DuplicationOptions {
  /** Probability that a copy that arrives does so twice. */
  readonly probability: number;
  /** Seconds between the two copies. Default: 0. */
  readonly delay?: number;
  /** Name of the random stream; two channels of a kind around one channel need two. Default: duplication. */
  readonly stream?: string;
}

/**
 * Lets copies arrive twice. The second copy is made where the first one comes out: a copy lost further in has no duplicate,
 * and a decision made further out applies to both.
 */
export class DuplicationChannel extends RandomFaultChannel {
  private readonly delay: number;

  constructor(host: NekoHost, inner: Channel, { probability, delay = 0, stream = 'duplication' }: DuplicationOptions) {
    super(host, inner, probability, stream, 'duplicate');
    checkSeconds('the delay of a duplicate', delay);
    this.delay = delay;
  }

  override get guarantees(): Guarantees {
    if (this.probability === 0) return super.guarantees;
    // A second copy may come after later messages.
    return without(super.guarantees, 'no duplicates', ...(this.delay > 0 ? (['order'] as const) : []));
  }

  protected affected(end: ChannelEnd): ChannelEnd {
    return new DoubledEnd(end, this.host, this.delay);
  }
}

export interface SpikesOptions {
  /** Probability that a copy is delayed. Default: 1. */
  readonly probability?: number;
  /** Additional seconds; the mean if they are drawn. */
  readonly delay: number;
  /** Whether the delay is constant or drawn exponentially. Default: constant. */
  readonly distribution?: 'constant' | 'exponential';
  /** Name of the random stream; two channels of a kind around one channel need two. Default: spikes. */
  readonly stream?: string;
}

/** Delays some copies, so that others overtake them. */
export class SpikesChannel extends RandomFaultChannel {
  private readonly delay: number;
  private readonly isDrawn: boolean;

  constructor(host: NekoHost, inner: Channel, options: SpikesOptions) {
    const { probability = 1, delay, distribution = 'constant', stream = 'spikes' } = options;
    super(host, inner, probability, stream, 'spike');
    checkSeconds('the delay of a spike', delay);
    checkOneOf('the distribution of a spike', distribution, ['constant', 'exponential']);
    this.delay = delay;
    this.isDrawn = distribution === 'exponential';
  }

  override get guarantees(): Guarantees {
    return this.probability > 0 && this.delay > 0 ? without(super.guarantees, 'order') : super.guarantees;
  }

  protected affected(end: ChannelEnd, stream: RandomStream): ChannelEnd {
    return new DelayedEnd(end, this.host, this.isDrawn ? stream.exponential(this.delay) : this.delay);
  }
}

/** Makes a copy arrive some seconds later. */
export class DelayedEnd extends EndWrapper {
  constructor(
    end: ChannelEnd,
    private readonly host: NekoHost,
    protected readonly delay: number,
  ) {
    super(end);
  }

  arrived(message: NekoMessage, to: number): void {
    const { simulator } = this.host;
    simulator.schedule(simulator.now + this.delay, new Delivery(message, to, this.end));
  }
}

class DoubledEnd extends DelayedEnd {
  override arrived(message: NekoMessage, to: number): void {
    this.end.doubled(message, to);
    this.end.arrived(message, to);
    if (this.delay === 0) this.end.arrived(message, to);
    else super.arrived(message, to);
  }
}
