/**
 * Atomic broadcast by privilege (Défago, Schiper and Urbán, Total Order Broadcast and Multicast Algorithms: Taxonomy
 * and Survey, 2004): a token travels around a ring; its holder may broadcast one message, which takes its number from
 * the token and carries the token along. Uniform: the token also collects which messages each process has, and a
 * message is delivered when all have it.
 *
 * Guarantee: total order (uniform with `isUniform`: a message delivered by any process is at all), FIFO order, validity
 * and integrity.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. No crashes: a crash may lose the token, and
 * then it blocks, in order.
 *
 * The token may rest while no process wants it, so that a run ends; a process with a message then requests it from all
 * others, with numbered requests, and the token contains those served (Suzuki and Kasami, A Distributed Mutual
 * Exclusion Algorithm, 1985). Otherwise it travels forever, as in the original Neko.
 *
 * Every holder creates a new token, since others may still have the old one.
 *
 * Wiring: `wire(new TokenBroadcast(process, { isUniform: true }), 'abcast', network or ReliableLink)`.
 */
import { FIFO_LINK, type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

export type Token = {
  /** Number of messages that have a number. */
  readonly numbered: number;
  /** By process: the number of its requests that the token has served. */
  readonly served: readonly number[];
  /** By process: whether it had more to broadcast when the token left. */
  readonly hasMore: readonly boolean[];
  /** By process: the number of messages it had without a gap when the token left. Uniform only. */
  readonly received: readonly number[];
  /** By process: the number of messages it had delivered then. Uniform only. */
  readonly delivered: readonly number[];
};

type TokenMessage = {
  /** The process that gets the token; to the others it is only information. */
  readonly holder: number;
  readonly token: Token;
  /** The message that was numbered last, if the token comes with one. */
  readonly post: Post | null;
};

type TokenBroadcastContents = {
  PBNUTOKENMSG: TokenMessage;
  PBUTOKENMSG: TokenMessage;
  TOKEN_REQUEST: { readonly request: number };
};

export interface TokenBroadcastOptions {
  /** Whether a message is delivered only when all have it. Default: false. */
  readonly isUniform?: boolean;
  /** Whether the token rests while no process wants it; otherwise a run does not end by itself. Default: true. */
  readonly restsWhenIdle?: boolean;
}

export class TokenBroadcast extends BroadcastLayer<TokenBroadcastContents> {
  private readonly isUniform: boolean;
  private readonly restsWhenIdle: boolean;
  private readonly successor = (this.process.id + 1) % this.process.n;

  // Sending.
  private readonly outbox: Post[] = [];
  private requests = 0;
  /** Whether this process has the token, in use or at rest. */
  private isHolder = false;
  /** The token while it rests here. */
  private resting: Token | undefined;
  /** By process: its latest request. */
  private readonly requested: number[] = this.process.all.map(() => 0);

  // Receiving: held back until all earlier messages are here and, if uniform, until it is at all processes.
  private readonly incoming = new HoldBackQueue<Post>();
  private stable = 0;

  protected readonly handlers = {
    PBNUTOKENMSG: (message: TokenMessage) => this.handleTokenMsg(message),
    PBUTOKENMSG: (message: TokenMessage) => this.handleTokenMsg(message),
    TOKEN_REQUEST: ({ request }: TokenBroadcastContents['TOKEN_REQUEST'], from: number) => {
      this.requested[from] = Math.max(this.requested[from]!, request);
      this.wake();
    },
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  constructor(process: NekoProcess, { isUniform = false, restsWhenIdle = true }: TokenBroadcastOptions = {}) {
    super(process);
    this.isUniform = isUniform;
    this.restsWhenIdle = restsWhenIdle;
  }

  /** The token starts at process 0, when all have been launched. */
  protected override started(): void {
    if (this.process.id !== 0) return;
    const zeros = this.process.all.map(() => 0);
    this.isHolder = true;
    this.note('hold', {});
    this.resting = { numbered: 0, served: zeros, hasMore: zeros.map(() => false), received: zeros, delivered: zeros };
    if (!this.restsWhenIdle) this.process.timer(() => this.wake(), 'first token').schedule(0);
  }

  protected broadcast(post: Post): void {
    this.outbox.push(post);
    this.wake();
    // The holder looks at its outbox soon, and a process with an older message has requested the token already.
    if (this.restsWhenIdle && !this.isHolder && this.outbox.length === 1) this.request();
  }

  private request(): void {
    this.requests++;
    if (this.others.length > 0) this.sendTo(this.others, 'TOKEN_REQUEST', { request: this.requests });
  }

  private handleTokenMsg({ holder, token, post }: TokenMessage): void {
    if (holder === this.process.id) {
      this.isHolder = true;
      this.note('hold', {});
    }
    if (post !== null) {
      this.incoming.put(token.numbered - 1, post);
      if (this.isUniform) this.noteMessage('receive', post);
    }
    this.deliverStable(token);
    if (holder === this.process.id) this.hold(token);
  }

  /** Delivers the messages that are stable according to the token. */
  private deliverStable({ received }: Token): void {
    const known = this.isUniform ? Math.min(...received) : this.incoming.complete;
    this.stable = Math.max(this.stable, known);
    this.deliverWhile(() => (this.incoming.next < this.stable ? this.incoming.take() : undefined));
  }

  private wake(): void {
    const token = this.resting;
    this.resting = undefined;
    if (token !== undefined) this.hold(token);
  }

  /** Adds the state of this process to the token and decides where it goes. */
  private hold(arrived: Token): void {
    const token = this.isUniform ? this.withAcknowledgements(arrived) : arrived;
    const post = this.outbox.shift() ?? null;
    if (post === null && this.mayRest(token)) this.resting = token;
    else this.pass(token, post);
  }

  private withAcknowledgements(token: Token): Token {
    const { id } = this.process;
    const received = token.received.with(id, this.incoming.complete);
    this.deliverStable({ ...token, received });
    return { ...token, received, delivered: token.delivered.with(id, this.incoming.next) };
  }

  private mayRest(token: Token): boolean {
    const { numbered, served, hasMore, delivered } = token;
    return (
      this.restsWhenIdle &&
      !this.requested.some((request, process) => request > served[process]!) &&
      !hasMore.some((more, process) => more && process !== this.process.id) &&
      !(this.isUniform && delivered.some((count) => count < numbered))
    );
  }

  private pass(token: Token, post: Post | null): void {
    const { id } = this.process;
    const next: Token = {
      ...token,
      numbered: post === null ? token.numbered : token.numbered + 1,
      served: token.served.with(id, this.requests),
      hasMore: token.hasMore.with(id, this.outbox.length > 0),
    };
    if (post !== null) this.noteMessage('number', post, { number: token.numbered });
    this.note('pass', { to: this.successor });
    this.isHolder = false;
    this.sendTo(post === null ? [this.successor] : this.everyone, this.isUniform ? 'PBUTOKENMSG' : 'PBNUTOKENMSG', {
      holder: this.successor,
      token: next,
      post,
    });
  }
}
