import { Mailbox, type Task, type Wait } from '@kineko/kernel';
import type { MessageOf } from './task-protocol.js';
import type { NekoMessage } from './message.js';
import { type Contents, type Handlers, Protocol } from './protocol.js';

/**
 * A protocol without a program of its own: its messages wait until somebody's program takes them. Over a network it makes
 * that one a pull network: `send`, and `receive` when it suits.
 */
export class PullProtocol<M extends Contents = Record<string, unknown>> extends Protocol<M> {
  protected readonly handlers = {} as Handlers<M>;
  private readonly inbox = new Mailbox<MessageOf<M>>('the inbox of a pull protocol');

  override deliver(message: NekoMessage): void {
    this.inbox.put(message as MessageOf<M>);
  }

  /** Number of messages that nobody has taken yet. */
  get waiting(): number {
    return this.inbox.length;
  }

  send<T extends keyof M & string>(to: readonly number[], type: T, content: M[T]): void {
    this.sendTo(to, type, content);
  }

  /** Waits, in somebody's program, for the next message. */
  receive(program: Task): Wait<MessageOf<M>> {
    return program.take(this.inbox);
  }
}
