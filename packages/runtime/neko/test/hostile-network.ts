/**
 * The worst network that a protocol must tolerate: slow, out of order and, if configured, losing and doubling copies.
 */
import { EventClass } from '@kineko/kernel';
import type { NekoMessage, Network, Receiver } from '../src/message.js';
import type { NekoHost } from '../src/process.js';

export interface HostileOptions {
  /** Mean seconds that a copy takes, drawn independently from an exponential distribution. Default: 1. */
  readonly lambda?: number;
  /** Whether copies on a link arrive in the order in which they were sent. Default: false. */
  readonly isFifo?: boolean;
  /** Probability that a copy is lost. Default: 0. */
  readonly loss?: number;
  /** Probability that a copy arrives a second time. Default: 0. */
  readonly duplication?: number;
  /** Probability that a copy is lost if its sender is crashed when it would arrive. Default: 0. */
  readonly lossWithSender?: number;
  /** Time until which copies may be lost. Default: no end. */
  readonly heals?: number;
}

export class HostileNetwork implements Network {
  /** Whether a process is crashed; set when there are processes. */
  isCrashed: (process: number) => boolean = () => false;
  private readonly receivers: Receiver[] = [];
  private readonly lastArrival = new Map<string, number>();

  constructor(
    private readonly host: NekoHost,
    private readonly options: HostileOptions,
  ) {}

  connect(process: number, receiver: Receiver): void {
    this.receivers[process] = receiver;
  }

  send(message: NekoMessage): void {
    const { random, simulator } = this.host;
    const { loss = 0, duplication = 0, heals = Infinity } = this.options;
    for (const to of message.to) {
      const stream = random.stream(`hostile/${message.from}-${to}`);
      const isLost = stream.uniform() < loss && simulator.now < heals;
      const isDoubled = stream.uniform() < duplication;
      this.carry(message, to, isLost);
      if (isDoubled) this.carry(message, to, isLost);
    }
  }

  private carry(message: NekoMessage, to: number, isLost: boolean): void {
    const { random, simulator } = this.host;
    const { lambda = 1, isFifo = false, lossWithSender = 0 } = this.options;
    const { from } = message;
    const link = `${from}-${to}`;
    let arrival = simulator.now + random.stream(`hostile/${link}`).exponential(lambda);
    if (isFifo) arrival = Math.max(arrival, this.lastArrival.get(link) ?? 0);
    this.lastArrival.set(link, arrival);
    const run = (): void => {
      const isLostWithSender =
        this.isCrashed(from) && random.stream(`hostile/${link}/crash`).uniform() < lossWithSender;
      if (!isLost && !isLostWithSender) this.receivers[to]!.deliver(message);
    };
    const describe = (): string => `arrival of ${message.type} from p${from} at p${to}`;
    simulator.schedule(arrival, { class: EventClass.Delivery, low: to, high: from, run, describe });
  }
}
