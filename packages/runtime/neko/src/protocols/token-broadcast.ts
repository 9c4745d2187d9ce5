/**
 * Atomic broadcast by privilege (Défago, Schiper and Urbán, Total Order Broadcast and Multicast Algorithms: Taxonomy and
 * Survey, 2004): a token goes round the ring; who has it may broadcast one message, which takes the token along, and its
 * number from it. Uniform: the token also collects who has which messages, and one is delivered when all have it.
 *
 * Guarantee: total order (uniform with `isUniform`: whatever any process has delivered, all have), FIFO order, validity and
 * integrity.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. No crashes: the token is lost with a process, and
 * then it blocks, in order.
 *
 * The token may rest where nobody wants it, so that a run ends: who has something to broadcast then asks all others for
 * it, with numbered requests; the token knows which ones are served (Suzuki and Kasami, A Distributed Mutual Exclusion
 * Algorithm, 1985). Without rest it goes round for ever, as in the original Neko.
 *
 * Every holder makes a new token: what others have seen of the old one does not change.
 *
 * Wiring: `wire(new TokenBroadcast(process, { isUniform: true }), 'abcast', network or ReliableLink)`.
 */
import { FIFO_LINK, type Guarantees, ONCE_LINK } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { HoldBackQueue } from './queues.js';

export type Token = {
  /** How many messages have been numbered. */
  readonly numbered: number;
  /** By process: how many of its requests it has answered by a visit. */
  readonly served: readonly number[];
  /** By process: whether it had more to broadcast when the token left. */
  readonly hasMore: readonly boolean[];
  /** By process: how many messages it had without gaps when the token left. Uniform only. */
  readonly received: readonly number[];
  /** By process: how many it had delivered then. Uniform only. */
  readonly delivered: readonly number[];
};

type TokenMessage = {
  /** Who has the token now; to all others the message is only what it carries. */
  readonly holder: number;
  readonly token: Token;
  /** The last message that was numbered, if the token comes with one. */
  readonly post: Post | null;
};

type TokenBroadcastContents = {
  PBNUTOKENMSG: TokenMessage;
  PBUTOKENMSG: TokenMessage;
  /** Asks for the token, for the so-many-th time. */
  TOKEN_REQUEST: { readonly request: number };
};

export interface TokenBroadcastOptions {
  /** Whether a message is delivered only when all have it. Default: false. */
  readonly isUniform?: boolean;
  /** Whether the token rests while nobody wants it; if not, a run does not end by itself. Default: true. */
  readonly restsWhenIdle?: boolean;
}

export class TokenBroadcast extends BroadcastLayer<TokenBroadcastContents> {
  private readonly isUniform: boolean;
  private readonly restsWhenIdle: boolean;
  private readonly successor = (this.process.id + 1) % this.process.n;

  // Sending.
  private readonly outbox: Post[] = [];
  private requests = 0;
  /** Whether this process has the token, busy or at rest. */
  private isHolder = false;
  /** The token while it rests here. */
  private resting: Token | undefined;
  /** By process: its latest request. */
  private readonly requested: number[] = this.process.all.map(() => 0);

  // Receiving: held back until those before it are here, then (uniform) until it is everywhere.
  private readonly incoming = new HoldBackQueue<Post>();
  private stable = 0;

  protected readonly handlers = {
    PBNUTOKENMSG: (message: TokenMessage) => this.handleTokenMsg(message),
    PBUTOKENMSG: (message: TokenMessage) => this.handleTokenMsg(message),
    TOKEN_REQUEST: ({ request }: TokenBroadcastContents['TOKEN_REQUEST'], from: number) =>
      this.handleTokenRequest(request, from),
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

  /** The token begins its way at process 0, when all have been launched. */
  protected override started(): void {
    if (this.process.id !== 0) return;
    const zeros = this.process.all.map(() => 0);
    this.isHolder = true;
    this.resting = { numbered: 0, served: zeros, hasMore: zeros.map(() => false), received: zeros, delivered: zeros };
    if (!this.restsWhenIdle) this.process.timer(() => this.wake(), 'first token').schedule(0);
  }

  protected broadcast(post: Post): void {
    this.outbox.push(post);
    this.wake();
    // Who has the token is about to look; and where something waits already, it is known to be wanted.
    if (this.restsWhenIdle && !this.isHolder && this.outbox.length === 1) this.request();
  }

  private request(): void {
    this.requests++;
    if (this.others.length > 0) this.sendTo(this.others, 'TOKEN_REQUEST', { request: this.requests });
  }

  private handleTokenRequest(request: number, from: number): void {
    this.requested[from] = Math.max(this.requested[from]!, request);
    this.wake();
  }

  private handleTokenMsg({ holder, token, post }: TokenMessage): void {
    if (holder === this.process.id) this.isHolder = true;
    if (post !== null) this.incoming.put(token.numbered - 1, post);
    this.deliverStable(token);
    if (holder === this.process.id) this.hold(token);
  }

  /** Delivers what may be delivered as far as the token knows. */
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

  /** The token is here: adds what this process knows, and decides where it goes. */
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
    this.isHolder = false;
    this.sendTo(post === null ? [this.successor] : this.everyone, this.isUniform ? 'PBUTOKENMSG' : 'PBNUTOKENMSG', {
      holder: this.successor,
      token: next,
      post,
    });
  }
}
