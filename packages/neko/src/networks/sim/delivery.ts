import { EventClass, type SimEvent } from '@kineko/kernel';
import type { NekoMessage } from '../../message.js';
import type { ChannelEnd } from './channel.js';

/** The arrival of one copy. */
export class Delivery implements SimEvent {
  readonly class = EventClass.Delivery;

  constructor(
    private readonly message: NekoMessage,
    private readonly to: number,
    private readonly end: ChannelEnd,
  ) {}

  get low(): number {
    return this.to;
  }

  get high(): number {
    return this.message.from;
  }

  run(): void {
    this.end.arrived(this.message, this.to);
  }

  describe(): string {
    return `delivery of ${this.message.type} from p${this.message.from} to p${this.to}`;
  }
}
