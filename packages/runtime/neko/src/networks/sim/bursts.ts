import { type Guarantees, without } from '../../guarantees.js';
import type { RandomStream } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkProbability } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, LostEnd } from './channel.js';
import { Links, linkStreams } from './links.js';

export interface BurstsOptions {
  /** Probability that a good link turns bad, before each copy. */
  readonly toBad: number;
  /** Probability that a bad link turns good, before each copy: bursts have 1 / toGood copies on average. */
  readonly toGood: number;
  /** Probability that a copy is lost on a bad link. Default: 1. */
  readonly lossInBad?: number;
  /** Probability that a copy is lost on a good link. Default: 0. */
  readonly lossInGood?: number;
  /** Name of the random stream; two channels of a kind around one channel need two. Default: bursts. */
  readonly stream?: string;
}

interface LinkState {
  isBad: boolean;
  readonly stream: RandomStream;
}

/**
 * Loses copies in bursts (Gilbert 1960, Elliott 1963): each link is good or bad, and may change before each copy (a
 * Markov chain). It starts good; in the long run it is bad for toBad / (toBad + toGood) of the copies.
 */
export class BurstsChannel extends ChannelWrapper {
  private readonly options: Required<BurstsOptions>;
  private readonly links: Links<LinkState>;

  constructor(host: NekoHost, inner: Channel, options: BurstsOptions) {
    super(host, inner);
    this.options = { lossInBad: 1, lossInGood: 0, stream: 'bursts', ...options };
    const { toBad, toGood, lossInBad, lossInGood, stream } = this.options;
    for (const [name, value] of Object.entries({ toBad, toGood, lossInBad, lossInGood }))
      checkProbability(`the ${name} of bursts of losses`, value);
    const streams = linkStreams(host, stream);
    this.links = new Links((from, to) => ({ isBad: false, stream: streams.of(from, to) }));
  }

  override get guarantees(): Guarantees {
    const { toBad, lossInBad, lossInGood } = this.options;
    const loses = lossInGood > 0 || (lossInBad > 0 && toBad > 0);
    return loses ? without(super.guarantees, 'no loss') : super.guarantees;
  }

  endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const link = this.links.of(from, to);
    const { stream } = link;
    const { toBad, toGood, lossInBad, lossInGood } = this.options;
    if (stream.uniform() < (link.isBad ? toGood : toBad)) link.isBad = !link.isBad;
    const isLost = stream.uniform() < (link.isBad ? lossInBad : lossInGood);
    return isLost ? new LostEnd(end, link.isBad ? 'lost in a burst' : 'lost') : end;
  }
}
