import * as z from 'zod/mini';
import { getOrAdd } from '../../get-or-add.js';
import type { Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkShape } from '../checked.js';
import { Channel, type ChannelEnd, type Ends, ListedEnds } from './channel.js';
import { linkPredicate, Links, type LinkSet, linkSetShape } from './links.js';

export interface Override {
  readonly links: LinkSet;
  readonly channel: Channel;
}

/** Some links use another channel; for a link in several overrides, the first one counts. */
export class OverridesChannel extends Channel {
  private readonly links: Links<Channel>;
  /** The guarantees that all its channels have. */
  private readonly common: Guarantees;

  constructor(host: NekoHost, rest: Channel, overrides: readonly Override[]) {
    super(host);
    checkShape('overrides of links', z.array(z.looseObject({ links: linkSetShape(host.n) })), overrides);
    const predicates = overrides.map(({ links }) => linkPredicate(links));
    const channels = overrides.map(({ channel }) => channel);
    this.common = rest.guarantees.filter((each) => channels.every(({ guarantees }) => guarantees.includes(each)));
    this.links = new Links((from, to) => {
      const index = predicates.findIndex((includes) => includes(from, to));
      return index < 0 ? rest : overrides[index]!.channel;
    });
  }

  override get guarantees(): Guarantees {
    return this.common;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    this.links.of(message.from, to).carry(message, to, end);
  }

  /** A multicast stays one on each channel; the channels are called in the order of their first receivers. */
  override carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const parts = new Map<Channel, { readonly to: number[]; readonly ends: ListedEnds }>();
    for (let i = 0; i < to.length; i++) {
      const channel = this.links.of(message.from, to[i]!);
      const part = getOrAdd(parts, channel, () => ({ to: [], ends: new ListedEnds() }));
      part.to.push(to[i]!);
      part.ends.list.push(ends.at(i));
    }
    for (const [channel, part] of parts) channel.carryAll(message, part.to, part.ends);
  }
}
