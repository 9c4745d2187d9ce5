/**
 * Small protocols with one bug each, which the checkers must find under the swarm, and guarantees that protocols do not have. Faults
 * planted in the protocols of the package are in `mutants.ts`.
 */
import {
  CausalBroadcast,
  checkers,
  type FailureDetector,
  Heartbeat,
  LamportBroadcast,
  Layer,
  type NekoProcess,
  type Outgoing,
  Protocol,
  ReliableBroadcast,
  type Sender,
  wire,
  type Wrapped,
  wrap,
} from './library.js';
import { allButOne, broadcastBy, of, STACKS, SUBJECT } from './swarm-parts.js';
import { type Drive, NO_RECEIVER, type Subject } from './swarm.js';

type Numbered = { readonly origin: number; readonly number: number; readonly inner: Wrapped };

/** The minimum of a broadcast: it sends to all, and records deliveries. Mutants do that badly. */
class NaiveBroadcast extends Layer<{ POST: Numbered }> {
  private broadcasts = 0;
  protected readonly handlers = { POST: (post: Numbered) => this.handlePost(post) };

  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    const post = { origin: this.process.id, number: this.broadcasts++, inner: wrap(message) };
    this.note('broadcast', { message: `${post.origin};${post.number}` });
    this.sendTo(this.process.all, 'POST', post);
  }

  protected handlePost(post: Numbered): void {
    this.noteDelivery(post.origin, post.number);
  }

  protected noteDelivery(origin: number, number: number): void {
    this.note('deliver', { message: `${origin};${number}` });
  }
}

/** Sometimes delivers a message that was never broadcast. */
class Forging extends NaiveBroadcast {
  protected override handlePost(post: Numbered): void {
    this.noteDelivery(post.origin, post.number);
    if (post.number === 1 && this.process.id === 0) this.noteDelivery(post.origin, 1000);
  }
}

/** Delivers in the order of whole seconds at the sender, without breaking ties. */
class Untied extends Layer<{ STAMPED: Numbered & { readonly second: number } }> {
  private broadcasts = 0;
  private readonly waiting: { readonly second: number; readonly id: string }[] = [];
  protected readonly handlers = {
    STAMPED: ({ origin, number, second }: Numbered & { second: number }) => {
      this.waiting.push({ second, id: `${origin};${number}` });
      this.process.timer(() => this.deliverNext()).schedule(Math.max(0, second + 120 - this.process.now));
    },
  };

  send(message: Outgoing): void {
    const post = { origin: this.process.id, number: this.broadcasts++, inner: wrap(message) };
    this.note('broadcast', { message: `${post.origin};${post.number}` });
    this.sendTo(this.process.all, 'STAMPED', { ...post, second: Math.floor(this.process.now / 20) * 20 });
  }

  private deliverNext(): void {
    // A stable sort: messages of one second stay in the order of arrival.
    this.waiting.sort((a, b) => a.second - b.second);
    this.note('deliver', { message: this.waiting.shift()!.id });
  }
}

/** Decides the first value that it sees, its own or another's. */
class Hasty extends Protocol<{ VALUE: { instance: number; value: string } }> {
  private readonly decided = new Set<number>();
  protected readonly handlers = {
    VALUE: ({ instance, value }: { instance: number; value: string }) => this.decide(instance, value),
  };

  propose(instance: number, value: string): void {
    this.note('propose', { instance, value });
    this.sendTo(this.process.all, 'VALUE', { instance, value });
  }

  private decide(instance: number, value: string): void {
    if (this.decided.has(instance)) return;
    this.decided.add(instance);
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'decide', time, process, protocol: this.id, instance, value });
  }
}

/** Requests permission of only one other process. */
class Trusting extends Protocol<{ MAY_I: null; YES: null }> {
  private isBusy = false;
  private readonly leave = this.process.timer(() => {
    this.isBusy = false;
    this.note('exit', {});
  });
  protected readonly handlers = {
    MAY_I: (_: null, from: number) => this.sendTo([from], 'YES', null),
    YES: () => {
      this.note('enter', {});
      this.leave.schedule(3);
    },
  };

  request(): void {
    if (this.isBusy) return;
    this.isBusy = true;
    this.note('request', {});
    this.sendTo([(this.process.id + 1) % this.process.n], 'MAY_I', null);
  }
}

/** Elects itself whenever it suspects the leader. */
class Usurping extends Protocol<object> {
  private term = 0;
  protected readonly handlers = {};

  constructor(
    process: NekoProcess,
    private readonly detector: FailureDetector,
  ) {
    super(process);
  }

  protected override started(): void {
    this.detector.onChange((_, isSuspected) => {
      if (isSuspected) this.note('elect', { term: this.term++, leader: this.process.id });
    });
  }
}

const broadcasting =
  (stack: (process: NekoProcess, below: Sender) => Sender): Subject['wire'] =>
  (process, { below }) =>
    broadcastBy(process, stack(process, below));
const naive = (process: NekoProcess, below: Sender): Sender =>
  wire(new NaiveBroadcast(process), SUBJECT, below, NO_RECEIVER);
const relayed = (process: NekoProcess): Sender => wire(new ReliableBroadcast(process), 'rbcast', process.network());
const IDLE: Drive = { act() {} };

/** Each violates the first of its properties. */
export const mutants: readonly Subject[] = [
  {
    name: 'a broadcast without relaying is not reliable',
    needs: { maxCrashes: allButOne, link: 'reliable' },
    wire: broadcasting(naive),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'a broadcast that forgets what came delivers twice',
    needs: { lossless: true },
    wire: broadcasting(naive),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'a broadcast that invents messages',
    needs: { link: 'reliable' },
    wire: broadcasting((process, below) => wire(new Forging(process), SUBJECT, below, NO_RECEIVER)),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'reliable broadcast is not uniform',
    needs: { maxCrashes: allButOne, link: 'reliable' },
    wire: broadcasting(STACKS.reliable),
    checkers: () => [checkers.uniformAgreement(of)],
  },
  {
    name: 'uniform broadcast needs a majority',
    needs: { maxCrashes: allButOne, link: 'reliable' },
    wire: broadcasting(STACKS.uniform),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'reliable broadcast is not FIFO',
    needs: { link: 'reliable' },
    wire: broadcasting(STACKS.reliable),
    checkers: () => [checkers.fifoOrder(of)],
  },
  {
    name: 'FIFO broadcast is not causal',
    needs: { link: 'reliable' },
    wire: broadcasting(STACKS.fifo),
    checkers: () => [checkers.causalOrder(of)],
  },
  {
    name: 'causal broadcast is not total',
    needs: { link: 'reliable' },
    wire: broadcasting(STACKS.causal),
    checkers: () => [checkers.totalOrder(of)],
  },
  {
    name: 'Lamport broadcast needs FIFO links',
    needs: { link: 'reliable' },
    wire: broadcasting((process, below) => wire(new LamportBroadcast(process), SUBJECT, below, NO_RECEIVER)),
    checkers: () => [checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'an order without ties',
    needs: { link: 'reliable' },
    wire: broadcasting((process, below) => wire(new Untied(process), SUBJECT, below, NO_RECEIVER)),
    checkers: () => [checkers.totalOrder(of)],
  },
  {
    name: 'a consensus that decides early',
    needs: { link: 'reliable' },
    wire: (process, { below }) => {
      const hasty = wire(new Hasty(process), SUBJECT, below, NO_RECEIVER);
      return { act: (k) => hasty.propose(k, `p${process.id}`) };
    },
    checkers: () => [checkers.consensus(of)],
    workload: 'all',
  },
  {
    name: 'a lock that asks one other only',
    needs: { link: 'reliable' },
    wire: (process, { below }) => {
      const trusting = wire(new Trusting(process), SUBJECT, below, NO_RECEIVER);
      return { act: () => trusting.request() };
    },
    checkers: () => [checkers.mutualExclusion(of)],
  },
  {
    name: 'a detector without patience',
    needs: { maxCrashes: allButOne },
    wire: (process) => {
      wire(new Heartbeat(process, { send: 1, timeout: 1.5 }), SUBJECT, process.network());
      return IDLE;
    },
    checkers: ({ healedAt }) => [checkers.failureDetector({ detector: SUBJECT, accurateFrom: healedAt + 50 })],
    workload: 'none',
  },
  {
    name: 'leaders that elect themselves',
    needs: {},
    wire: (process) => {
      const detector = wire(new Heartbeat(process, { send: 1, timeout: 3 }), 'detector', process.network());
      const usurping = new Usurping(process, detector);
      wire(usurping, SUBJECT, process.network(), NO_RECEIVER);
      return IDLE;
    },
    checkers: () => [checkers.leaderElection(of)],
    workload: 'none',
  },
  {
    name: 'a network that loses is no reliable link',
    needs: {},
    wire: (process) => {
      const causal = wire(new CausalBroadcast(process), SUBJECT, relayed(process), NO_RECEIVER);
      return broadcastBy(process, causal);
    },
    checkers: () => [checkers.reliableBroadcast(of)],
  },
];
