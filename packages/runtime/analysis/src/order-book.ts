/** The sequence of deliveries of each process. Messages have numbers here. */
export class OrderBook {
  readonly sequences = new Map<number, number[]>();
  /** All deliveries, stored or not. */
  deliveries = 0;
  kept = 0;

  constructor(readonly messages: Messages) {}

  add(process: number, message: number): void {
    const sequence = this.sequences.get(process);
    if (sequence === undefined) this.sequences.set(process, [message]);
    else sequence.push(message);
    this.kept++;
  }

  /** Deliveries at a process of messages that are also addressed to another one. */
  sharedWith(process: number, other: number): readonly number[] {
    const sequence = this.sequences.get(process) ?? [];
    const { audiences } = this.messages;
    if (audiences === undefined) return sequence;
    const shared: number[] = [];
    for (const message of sequence) if (audiences[message]!.has(other)) shared.push(message);
    return shared;
  }
}

/** The messages. */
interface Messages {
  /** The names, in the order of their numbers. */
  names(): string[];
  /** Destinations of each message; without it, all processes. */
  readonly audiences?: readonly ReadonlySet<number>[];
}

/** Messages with the names that a protocol gives them. */
export class NamedMessages implements Messages {
  private readonly numbers = new Map<string, number>();

  numberOf(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) this.numbers.set(name, (number = this.numbers.size));
    return number;
  }

  names(): string[] {
    return [...this.numbers.keys()];
  }
}

/** Messages of the network, named by sender and number. */
export class SentMessages implements Messages {
  readonly audiences: ReadonlySet<number>[] = [];
  private readonly senders: number[] = [];
  private readonly ids: number[] = [];
  private readonly numbers = new Map<number, Map<number, number>>();
  private readonly sameAudience = new Map<string, ReadonlySet<number>>();

  numberOf(from: number, id: number, to: readonly number[]): number {
    let ofSender = this.numbers.get(from);
    if (ofSender === undefined) this.numbers.set(from, (ofSender = new Map<number, number>()));
    let number = ofSender.get(id);
    if (number === undefined) {
      number = this.senders.push(from) - 1;
      this.ids.push(id);
      this.audiences.push(this.audienceOf(to));
      ofSender.set(id, number);
    }
    return number;
  }

  names(): string[] {
    return this.senders.map((from, number) => `${from};${this.ids[number]!}`);
  }

  private audienceOf(to: readonly number[]): ReadonlySet<number> {
    const key = to.join();
    let audience = this.sameAudience.get(key);
    if (audience === undefined) this.sameAudience.set(key, (audience = new Set(to)));
    return audience;
  }
}
