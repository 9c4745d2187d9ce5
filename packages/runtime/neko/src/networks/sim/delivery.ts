import { EventClass, type SimEvent } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { ChannelEnd } from './channel.js';

/** The arrival of one copy. Its ids are plain fields, since the queue compares them when arrivals share an instant. */
export class Delivery implements SimEvent {
  readonly class = EventClass.Delivery;
  readonly high: number;

  /** @param low The receiver. */
  constructor(
    private readonly message: NekoMessage,
    readonly low: number,
    private readonly end: ChannelEnd,
  ) {
    this.high = message.from;
  }

  run(): void {
    this.end.arrived(this.message, this.low);
  }

  describe(): string {
    return `delivery of ${this.message.type} from p${this.message.from} to p${this.low}`;
  }
}
