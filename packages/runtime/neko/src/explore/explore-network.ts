import { getOrAdd } from '../get-or-add.js';
import type { NekoMessage, Network, Receiver } from '../message.js';
import type { Emit } from '../records.js';

/** One message under way to one process. */
export class Copy {
  private known: string | undefined;

  constructor(
    readonly message: NekoMessage,
    readonly to: number,
    /** Number of copies made before it in this run. */
    readonly serial: number,
  ) {}

  /** Link and content: copies with the same text are interchangeable. */
  get text(): string {
    const { from, protocol, type, content } = this.message;
    return (this.known ??= `${from}>${this.to} ${protocol} ${type} ${JSON.stringify(content)}`);
  }
}

/** Whether the copies of a link arrive in the order sent. */
export type LinkOrder = 'fifo' | 'any';

/** A network on which messages arrive only when the explorer chooses so. */
export class ExploreNetwork implements Network {
  /** Copies under way, in the order sent. */
  private copies: Copy[] = [];
  private made = 0;
  private readonly receivers: Receiver[] = [];
  private readonly crashed = new Set<number>();

  constructor(
    private readonly order: LinkOrder,
    private readonly emit: Emit,
  ) {}

  connect(process: number, receiver: Receiver): void {
    this.receivers[process] = receiver;
  }

  send(message: NekoMessage): void {
    for (const to of message.to) {
      const copy = new Copy(message, to, this.made++);
      if (this.crashed.has(to)) this.drop(copy, 'the receiver is crashed');
      else this.copies.push(copy);
    }
  }

  /** The copies that could arrive next, equal ones once. */
  next(): Copy[] {
    const first = new Map<string, Copy>();
    for (const copy of this.copies) {
      getOrAdd(first, this.order === 'fifo' ? `${copy.message.from} ${copy.to}` : copy.text, () => copy);
    }
    return [...first.values()];
  }

  /** The copy with a serial number, which is the same in runs with the same past. */
  find(serial: number): Copy | undefined {
    return this.copies.find((copy) => copy.serial === serial);
  }

  deliver(copy: Copy): void {
    this.remove(copy);
    this.receivers[copy.to]!.deliver(copy.message);
  }

  /** Drops the copies under way to a crashed process, and some of those from it. */
  crash(process: number, lost: readonly Copy[]): void {
    this.crashed.add(process);
    for (const copy of lost) this.drop(this.remove(copy), 'the sender crashed');
    for (const copy of this.copies.filter(({ to }) => to === process))
      this.drop(this.remove(copy), 'the receiver is crashed');
  }

  /**
   * The sets of copies that may be lost with their sender, which may have crashed before they were out: only links
   * between correct processes lose nothing. A FIFO link loses the last copies sent.
   */
  losses(process: number): Copy[][] {
    const own = this.copies.filter(({ message, to }) => message.from === process && to !== process);
    const sets = this.order === 'fifo' ? endsOfLinks(own) : subsets(own);
    const different = new Map(sets.map((set) => [set.map(({ text }) => text).join('\n'), set]));
    return [...different.values()];
  }

  /** The same text for the same copies under way, whatever the order of the links. */
  fingerprint(): string {
    const links = new Map<string, string[]>();
    for (const { message, to, text } of this.copies) {
      getOrAdd(links, `${message.from} ${to}`, () => []).push(text);
    }
    const lines = [...links.values()].map((link) => (this.order === 'fifo' ? link : link.sort()).join('\n'));
    return lines.sort().join('\n');
  }

  private remove(copy: Copy): Copy {
    this.copies = this.copies.filter((other) => other !== copy);
    return copy;
  }

  private drop({ message: { from, number, type }, to }: Copy, reason: string): void {
    this.emit({ type: 'drop', time: 0, process: to, message: number, from, messageType: type, reason });
  }
}

function subsets(copies: readonly Copy[]): Copy[][] {
  const [first, ...rest] = copies;
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others, ...others.map((set) => [first, ...set])];
}

function endsOfLinks(copies: readonly Copy[]): Copy[][] {
  let sets: Copy[][] = [[]];
  const receivers = [...new Set(copies.map(({ to }) => to))].sort((a, b) => a - b);
  for (const receiver of receivers) {
    const link = copies.filter(({ to }) => to === receiver);
    const ends = Array.from({ length: link.length + 1 }, (_, length) => link.slice(link.length - length));
    sets = sets.flatMap((set) => ends.map((end) => [...set, ...end]));
  }
  return sets;
}
