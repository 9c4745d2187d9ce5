import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import type { Topology } from '../../topology.js';
import { NetworkError } from '../checked.js';
import { type Channel, type ChannelEnd, ChannelWrapper, type Ends, ListedEnds } from './channel.js';

/** A channel around another one that some copies do not enter: they are lost at once. */
export abstract class SelectiveChannel extends ChannelWrapper {
  /** Why a copy does not enter; undefined if it does. */
  abstract refusal(message: NekoMessage, to: number): string | undefined;

  endFor(_message: NekoMessage, _to: number, end: ChannelEnd): ChannelEnd {
    return end;
  }

  override carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const refusal = this.refusal(message, to);
    if (refusal === undefined) super.carry(message, to, end);
    else end.lost(message, to, refusal);
  }

  override carryAll(message: NekoMessage, to: readonly number[], ends: Ends): void {
    const admitted: number[] = [];
    const admittedEnds = new ListedEnds();
    for (let i = 0; i < to.length; i++) {
      const end = ends.at(i);
      const refusal = this.refusal(message, to[i]!);
      if (refusal === undefined) {
        admitted.push(to[i]!);
        admittedEnds.list.push(this.endFor(message, to[i]!, end));
      } else end.lost(message, to[i]!, refusal);
    }
    if (admitted.length > 0) this.inner.carryAll(message, admitted, admittedEnds);
  }
}

/** Only neighbours hear each other, and each process itself; other copies are lost at once. */
export class TopologyChannel extends SelectiveChannel {
  constructor(
    host: NekoHost,
    inner: Channel,
    private readonly topology: Topology,
  ) {
    super(host, inner);
    if (topology.n !== host.n)
      throw new NetworkError(`a topology of ${topology.n} processes was given to a network of ${host.n}`);
  }

  refusal({ from }: NekoMessage, to: number): string | undefined {
    return from === to || this.topology.areNeighbours(from, to) ? undefined : 'not a neighbour';
  }
}
