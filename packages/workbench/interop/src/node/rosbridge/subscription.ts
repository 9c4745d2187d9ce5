/** Decides when a client is sent the messages of a topic: not more often than it asked for. */

/** The wish of one `subscribe`; a client may subscribe to a topic several times, by ids. */
export interface Wish {
  /** Milliseconds between two messages. */
  readonly throttleMs: number;
  /** Messages that wait for their turn; with 0, those that come too early are dropped. */
  readonly queueLength: number;
}

export class Subscription {
  readonly wishes = new Map<string, Wish>();
  private readonly queue: string[] = [];
  private lastMs = -Infinity;

  constructor(
    /** The name of the topic as the client wrote it. */
    readonly name: string,
  ) {}

  /** Takes the next message, if there is one; returns the message to send now. */
  next(message: string | undefined, nowMs: number): string | undefined {
    // One stream for all wishes of a client, as often as the most demanding of them.
    const wishes = [...this.wishes.values()];
    const throttleMs = Math.min(...wishes.map((wish) => wish.throttleMs));
    const queueLength = Math.max(...wishes.map((wish) => wish.queueLength));
    const isDue = nowMs - this.lastMs >= throttleMs;
    let sent: string | undefined;
    if (queueLength === 0) sent = isDue ? message : undefined;
    else {
      if (message !== undefined) this.queue.push(message);
      if (this.queue.length > queueLength) this.queue.splice(0, this.queue.length - queueLength);
      if (isDue) sent = this.queue.shift();
    }
    if (sent !== undefined) this.lastMs = nowMs;
    return sent;
  }
}
