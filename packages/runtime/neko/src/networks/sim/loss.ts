import { type Guarantees, without } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkProbability } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, Doomed } from './channel.js';
import { LinkStreams } from './link-streams.js';

export interface LossOptions {
  /** How likely it is that a copy is lost. */
  readonly probability: number;
  /** Name of its random numbers; two of a kind around one channel need two. Default: loss. */
  readonly stream?: string;
}

/** Loses copies, each by itself (Bernoulli). A copy that is lost is missed when it would have arrived. */
export class LossChannel extends ChannelWrapper {
  private readonly probability: number;
  private readonly streams: LinkStreams;

  constructor(host: NekoHost, inner: Channel, { probability, stream = 'loss' }: LossOptions) {
    super(host, inner);
    checkProbability('the probability of a loss', probability);
    this.probability = probability;
    this.streams = new LinkStreams(host, stream);
  }

  override get guarantees(): Guarantees {
    return this.probability > 0 ? without(super.guarantees, 'no loss') : super.guarantees;
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    return this.streams.of(from, to).uniform() < this.probability ? new Doomed(end, 'lost') : end;
  }
}
