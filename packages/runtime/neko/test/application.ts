/** An application above a broadcast or a link. It records what it sends and receives, so that checkers need not trust the protocol. */
import { checkers, type NekoMessage, type NekoProcess, type Receiver, type Sender } from './library.js';

const ID = 'application';

type Text = { readonly id: string; readonly isAnswer: boolean };

export interface ApplicationOptions {
  /** Whether each message goes to some processes only. Default: to all. */
  readonly isSelective?: boolean;
  /** Whether it answers some of the messages at once, from within the delivery. Default: false. */
  readonly answers?: boolean;
  /** Number of messages that it sends at once. Default: 1. */
  readonly burst?: number;
}

export class Application implements Receiver {
  private sent = 0;
  private below: Sender | undefined;

  constructor(
    private readonly process: NekoProcess,
    private readonly options: ApplicationOptions = {},
  ) {}

  setSender(below: Sender): void {
    this.below = below;
  }

  act(k: number): void {
    for (let i = 0; i < (this.options.burst ?? 1); i++) this.send(k + i, false);
  }

  deliver({ from, content }: NekoMessage): void {
    const { id, isAnswer } = content as Text;
    // A message under a false name is one that no process sent.
    const isTrue = id.startsWith(`${from};`);
    this.note('deliver', { message: isTrue ? id : `${id} under the name of p${from}` });
    if (this.options.answers === true && !isAnswer && (from + this.process.id) % 2 === 0) this.send(from, true);
  }

  private send(k: number, isAnswer: boolean): void {
    const { process, options } = this;
    // A layer accepts nothing from a crashed process.
    if (process.isCrashed) return;
    const id = `${process.id};${this.sent++}`;
    const to = options.isSelective === true ? process.all.filter((other) => (other + k) % 3 !== 0) : process.all;
    this.note('accept', { message: id, to });
    this.below!.send({ to, protocol: ID, type: 'TEXT', content: { id, isAnswer } });
  }

  private note(event: string, value: object): void {
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'protocolEvent', time, process, protocol: ID, event, value: value as never });
  }
}

/** Every message arrives at its destinations, once and from its sender. */
export function asSent(): checkers.Checker {
  const name = 'messages of the application';
  const link = checkers.reliableLink({ protocol: ID });
  return { name, check: (records, n, isComplete) => ({ ...link.check(records, n, isComplete), name }) };
}
