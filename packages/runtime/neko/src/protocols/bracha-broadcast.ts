/**
 * Byzantine reliable broadcast (Bracha, "Asynchronous Byzantine agreement protocols", 1987): a message is sent to all (SEND), each
 * process echoes it to all (ECHO), and a process that has a quorum of equal echoes, or f + 1 equal READYs, sends READY;
 * 2f + 1 equal READYs are delivered.
 *
 * Guarantee, with at most f Byzantine processes and n > 3f: no two correct processes deliver different contents for one message
 * (consistency); if one delivers a message, all correct ones do (totality); the broadcasts of a correct process are delivered
 * unchanged (validity), each once (integrity). Without n > 3f, none of it.
 * Assumes: quasi-reliable channels; a process cannot send in the name of another one. No order.
 *
 * Wiring: `wire(new BrachaBroadcast(process), 'bracha', network or ReliableLink)`.
 */
import type { Wrapped } from '../message.js';
import { messageId } from '../message.js';
import { canonicalJson } from '../plain-data.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { checkOption } from './options.js';

type BrachaContents = { SEND: Post; ECHO: Post; READY: Post };

export interface BrachaOptions {
  /** Maximum number of Byzantine processes. Default: the largest f with n > 3f. */
  readonly faulty?: number;
}

interface Broadcast {
  hasEchoed: boolean;
  isReady: boolean;
  isDelivered: boolean;
  /** By content: the processes that echoed it, and those that are ready for it. */
  readonly echoes: Map<string, Set<number>>;
  readonly readies: Map<string, Set<number>>;
}

export class BrachaBroadcast extends BroadcastLayer<BrachaContents> {
  private readonly faulty: number;
  private readonly broadcastsSeen = new Map<string, Broadcast>();

  // Byzantine processes may send anything, and any number of times.
  protected readonly handlers = {
    SEND: (post: unknown, from: number) => {
      if (isPost(post, this.process.n) && post.origin === from) this.echo(post);
    },
    ECHO: (post: unknown, from: number) => {
      if (isPost(post, this.process.n)) this.count('echoes', post, from);
    },
    READY: (post: unknown, from: number) => {
      if (isPost(post, this.process.n)) this.count('readies', post, from);
    },
  };

  constructor(process: NekoProcess, { faulty = Math.floor((process.n - 1) / 3) }: BrachaOptions = {}) {
    super(process);
    checkOption(this, 'faulty', 'an integer, 0 or more', faulty, Number.isInteger(faulty) && faulty >= 0);
    this.faulty = faulty;
  }

  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'SEND', post);
  }

  protected override noteMessage(event: string, { origin, number, inner }: Post): void {
    if (this.process.emit !== undefined)
      this.note(event, { message: messageId(origin, number), content: inner.content });
  }

  /** More than half of the n + f processes: any two such quorums have a correct process in common. */
  protected get quorum(): number {
    return Math.floor((this.process.n + this.faulty) / 2) + 1;
  }

  private echo(post: Post): void {
    const broadcast = this.of(post);
    if (broadcast.hasEchoed) return;
    broadcast.hasEchoed = true;
    this.sendTo(this.everyone, 'ECHO', post);
  }

  private count(kind: 'echoes' | 'readies', post: Post, from: number): void {
    const broadcast = this.of(post);
    const content = canonicalJson(post.inner);
    const processes = broadcast[kind].get(content) ?? new Set();
    broadcast[kind].set(content, processes.add(from));
    const readies = broadcast.readies.get(content)?.size ?? 0;
    const echoes = broadcast.echoes.get(content)?.size ?? 0;
    if (!broadcast.isReady && (echoes >= this.quorum || readies >= this.faulty + 1)) {
      broadcast.isReady = true;
      this.sendTo(this.everyone, 'READY', post);
    }
    if (broadcast.isDelivered || readies < 2 * this.faulty + 1) return;
    broadcast.isDelivered = true;
    this.deliverPost(post);
  }

  private of({ origin, number }: Post): Broadcast {
    const id = messageId(origin, number);
    let broadcast = this.broadcastsSeen.get(id);
    if (broadcast === undefined) {
      broadcast = { hasEchoed: false, isReady: false, isDelivered: false, echoes: new Map(), readies: new Map() };
      this.broadcastsSeen.set(id, broadcast);
    }
    return broadcast;
  }
}

function isPost(data: unknown, n: number): data is Post {
  if (typeof data !== 'object' || data === null) return false;
  const { origin, number, inner } = data as Partial<Post>;
  return isId(origin, n) && isId(number, Infinity) && isWrapped(inner, n);
}

function isWrapped(data: unknown, n: number): data is Wrapped {
  if (typeof data !== 'object' || data === null) return false;
  const { to, protocol, type } = data as Partial<Wrapped>;
  return Array.isArray(to) && to.every((id) => isId(id, n)) && typeof protocol === 'string' && typeof type === 'string';
}

function isId(value: unknown, below: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < below;
}
