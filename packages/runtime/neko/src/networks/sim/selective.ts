import type { Guarantees } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { Channel, type ChannelEnd, type Ends, ListedEnds } from './channel.js';

/** A channel around another one into which some copies do not even go: they are lost at once. */
export abstract class SelectiveChannel extends Channel {
  constructor(
    host: NekoHost,
    protected readonly inner: Channel,
  ) {
    super(host);
  }

  override get guarantees(): Guarantees {
    return this.inner.guarantees;
  }

  /** Why a copy does not go in; undefined if it does. */
  abstract refusal(message: NekoMessage, to: number): string | undefined;

  /** The end of a copy that does. */
  protected endFor(_message: NekoMessage, _to: number, end: ChannelEnd): ChannelEnd {
    return end;
  }

  carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const refusal = this.refusal(message, to);
    if (refusal === undefined) this.inner.carry(message, to, this.endFor(message, to, end));
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
