/**
 * Atomic broadcast for processes that crash, lose their memory and recover (Rodrigues and Raynal, "Atomic broadcast in
 * asynchronous crash-recovery distributed systems and its use in quorum-based replication", 2003): a process writes its
 * broadcasts to stable storage and sends them until they have an order; consensus decides, batch by batch, which messages are
 * delivered next. A process that recovers delivers all messages again, from the first on, so that the layer above can rebuild
 * its state.
 *
 * Guarantee: uniform total order, also over recoveries (of the deliveries of any two processes, one is a prefix of the other),
 * integrity, and validity and agreement for all processes that are up from some time on. The deliveries that are repeated
 * after a recovery are not recorded again.
 * Assumes: a StablePaxos that is used for nothing else; a network that lets through some of infinitely many attempts.
 *
 * Wiring: `const broadcast = new StableConsensusBroadcast(process); broadcast.setConsensus(paxos); wire(broadcast, 'abcast',
 * process.network())`.
 */
import { type Guarantees, NO_GUARANTEE } from '../guarantees.js';
import { messageId } from '../message.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { DecisionSequence } from './decision-sequence.js';
import { checkOption } from './options.js';
import { SeenNumbers } from './queues.js';
import type { StablePaxos } from './stable-paxos.js';

export interface StableConsensusBroadcastOptions {
  /** Seconds after which a message without an order is sent again, above 0. Default: 4. */
  readonly repeat?: number;
}

export class StableConsensusBroadcast extends BroadcastLayer<{ AB_START: Post }> {
  private consensus: StablePaxos | undefined;
  private batches: DecisionSequence<readonly Post[]> | undefined;
  /** Messages that are in no batch yet, by id. */
  private readonly unordered = new Map<string, Post>();
  private readonly ordered = this.process.all.map(() => new SeenNumbers());
  /** Messages of batches that are not delivered yet. */
  private readonly sequence: Post[] = [];
  private delivered = 0;
  private readonly repeatAfter: number;
  private readonly timer = this.process.timer(() => this.repeat(), 'repeated broadcasts');

  protected readonly handlers = {
    AB_START: (post: Post) => {
      this.learn(post);
      this.settle();
    },
  };

  constructor(process: NekoProcess, { repeat = 4 }: StableConsensusBroadcastOptions = {}) {
    super(process);
    checkOption(this, 'repeat', 'a number of seconds above 0', repeat, repeat > 0 && repeat < Infinity);
    this.repeatAfter = repeat;
  }

  override get assumes(): Guarantees {
    return NO_GUARANTEE;
  }

  setConsensus(consensus: StablePaxos): void {
    this.consensus = consensus;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), consensus: this.consensus };
  }

  protected override started(): void {
    const consensus = this.consensus!;
    this.batches = new DecisionSequence<readonly Post[]>(
      consensus,
      (batch) => this.append(batch),
      () => this.settle(),
    );
    const { stable } = this.process;
    this.broadcasts = Number(stable.read(`${this.id} broadcasts`) ?? 0);
    const own = stable.entries(`${this.id} own `).map(([, post]) => post as Post);
    if (consensus.restored.size === 0 && own.length === 0) return;
    // The layers above are launched first.
    this.process
      .timer(() => {
        this.batches!.restore(consensus.restored);
        for (const post of own) this.learn(post);
        this.repeat();
      }, 'deliveries again')
      .schedule(0);
  }

  protected broadcast(post: Post): void {
    const { stable } = this.process;
    stable.write(`${this.id} broadcasts`, this.broadcasts);
    stable.write(`${this.id} own ${post.number}`, post);
    stable.sync();
    // Its own copy may be lost, too.
    this.learn(post);
    this.sendTo(this.everyone, 'AB_START', post);
    if (!this.timer.isScheduled) this.timer.schedule(this.repeatAfter);
  }

  protected override deliverPost(post: Post): void {
    const { stable } = this.process;
    const key = `${this.id} delivered`;
    // Messages that were delivered before a crash are only passed up.
    if (this.delivered++ < Number(stable.read(key) ?? 0)) return this.passUpPost(post);
    stable.write(key, this.delivered);
    stable.sync();
    super.deliverPost(post);
  }

  private learn(post: Post): void {
    const { origin, number } = post;
    if (!this.ordered[origin]!.has(number)) this.unordered.set(messageId(origin, number), post);
  }

  /** Proposes all messages without an order, and delivers in order. */
  private settle(): void {
    if (this.unordered.size > 0 && !this.batches!.hasProposed)
      this.batches!.propose(
        [...this.unordered.values()].toSorted((a, b) => a.origin - b.origin || a.number - b.number),
      );
    this.deliverWhile(() => this.sequence.shift());
  }

  private append(batch: readonly Post[]): void {
    const { stable, id } = this.process;
    for (const post of batch) {
      const { origin, number } = post;
      if (!this.ordered[origin]!.add(number)) continue;
      this.unordered.delete(messageId(origin, number));
      // The decision is stable.
      if (origin === id) stable.write(`${this.id} own ${number}`, undefined);
      this.sequence.push(post);
    }
  }

  /** Sends its messages without an order again, and proposes them. */
  private repeat(): void {
    const own = [...this.unordered.values()].filter(({ origin }) => origin === this.process.id);
    for (const post of own) this.sendTo(this.others, 'AB_START', post);
    if (own.length > 0) this.timer.reschedule(this.repeatAfter);
    this.settle();
  }
}
