/** The algorithms of the tests of real networks, in the master (from the sources) and in slaves (as built). */
import { Protocol, type NekoProcess } from '@kineko/neko';
import type { Algorithm, Algorithms } from '@kineko/neko/real';
import type { AlgorithmContext } from '../src/networks/real/algorithm.js';

const RETRY_SECONDS = 0.05;
/** Few at a time, so that repetitions do not fill a bad link. */
const MAX_REPEATED = 5;

function launched<P extends Protocol<never>>(protocol: P): P {
  protocol.setId('test');
  protocol.setSender(protocol.process.network());
  protocol.launch();
  return protocol;
}

function countOf({ parameters }: AlgorithmContext): number {
  return (parameters as { count: number }).count;
}

/** Process 0 plays with each of the others, and repeats unanswered messages. */
class PingPong extends Protocol<{ PING: number; PONG: number }> {
  /** By process: the number of answers. */
  private readonly answered: number[];
  protected readonly handlers = {
    PING: (round: number, from: number) => this.sendTo([from], 'PONG', round),
    PONG: (round: number, from: number) => this.handlePong(round, from),
  };

  constructor(
    process: NekoProcess,
    private readonly context: AlgorithmContext,
  ) {
    super(process);
    this.answered = process.all.map(() => 0);
  }

  protected override started(): void {
    if (this.process.id !== 0) return;
    for (const other of this.process.others) this.sendTo([other], 'PING', 1);
    this.process.timer(() => this.repeat()).every(RETRY_SECONDS);
  }

  private handlePong(round: number, from: number): void {
    if (round !== this.answered[from]! + 1) return;
    this.answered[from] = round;
    this.note('answered', { round, from });
    if (round < countOf(this.context)) this.sendTo([from], 'PING', round + 1);
    else if (this.isOver()) this.context.shutdown('all rounds are played');
  }

  private repeat(): void {
    for (const other of this.process.others) {
      const answered = this.answered[other]!;
      if (answered < countOf(this.context)) this.sendTo([other], 'PING', answered + 1);
    }
  }

  private isOver(): boolean {
    return this.process.others.every((other) => this.answered[other] === countOf(this.context));
  }
}

/** Each process sends numbers to all others, repeats those not acknowledged, and notifies process 0 when it has all. */
class Acknowledged extends Protocol<{ DATA: number; ACK: number; DONE: null }> {
  private readonly unacknowledged = new Set<string>();
  private readonly received = new Set<string>();
  private readonly done = new Set<number>();
  protected readonly handlers = {
    DATA: (k: number, from: number) => this.handleData(k, from),
    ACK: (k: number, from: number) => void this.unacknowledged.delete(`${from};${k}`),
    DONE: (_: null, from: number) => this.handleDone(from),
  };

  constructor(
    process: NekoProcess,
    private readonly context: AlgorithmContext,
  ) {
    super(process);
  }

  protected override started(): void {
    for (let k = 0; k < countOf(this.context); k++) {
      for (const other of this.process.others) this.unacknowledged.add(`${other};${k}`);
      this.sendTo(this.process.others, 'DATA', k);
    }
    this.process.timer(() => this.repeat()).every(RETRY_SECONDS);
  }

  private handleData(k: number, from: number): void {
    this.sendTo([from], 'ACK', k);
    const message = `${from};${k}`;
    if (this.received.has(message)) return;
    this.received.add(message);
    this.note('deliver', { message });
  }

  private handleDone(from: number): void {
    this.done.add(from);
    if (this.done.size === this.process.n) this.context.shutdown('all messages received');
  }

  private repeat(): void {
    for (const message of [...this.unacknowledged].slice(0, MAX_REPEATED)) {
      const [other, k] = message.split(';').map(Number);
      this.sendTo([other!], 'DATA', k!);
    }
    const all = countOf(this.context) * this.process.others.length;
    if (this.unacknowledged.size === 0 && this.received.size === all) this.sendTo([0], 'DONE', null);
  }
}

/** Each process sends numbers to all others, once, and relies on the network. */
class Stream extends Protocol<{ DATA: { k: number; text: string }; DONE: null }> {
  private received = 0;
  private done = 0;
  protected readonly handlers = {
    DATA: ({ k }: { k: number }, from: number) => this.handleData(k, from),
    DONE: () => this.handleDone(),
  };

  constructor(
    process: NekoProcess,
    private readonly context: AlgorithmContext,
  ) {
    super(process);
  }

  protected override started(): void {
    for (let k = 0; k < countOf(this.context); k++) {
      this.sendTo(this.process.others, 'DATA', { k, text: 'x'.repeat(100) });
    }
  }

  private handleData(k: number, from: number): void {
    this.note('deliver', { message: `${from};${k}` });
    if (++this.received === countOf(this.context) * this.process.others.length) this.sendTo([0], 'DONE', null);
  }

  private handleDone(): void {
    if (++this.done === this.process.n) this.context.shutdown('all messages received');
  }
}

/** Each process sends heartbeats to all others. */
class Beat extends Protocol<{ BEAT: null }> {
  protected readonly handlers = { BEAT: (_: null, from: number) => this.heard(from) };

  constructor(
    process: NekoProcess,
    private readonly heard: (from: number) => void,
  ) {
    super(process);
  }

  protected override started(): void {
    this.process.timer(() => this.sendTo(this.process.others, 'BEAT', null)).every(0.005);
  }
}

export function beating(heard: (from: number, process: NekoProcess, context: AlgorithmContext) => void): Algorithm {
  return (process, context) => void launched(new Beat(process, (from) => heard(from, process, context)));
}

/** Throws at its first message, in process 1. */
const failing = beating((_from, process) => {
  if (process.id === 1) throw new Error('a planted mistake');
});

export const algorithms: Algorithms = new Map<string, Algorithm>([
  ['ping-pong', (process, context) => void launched(new PingPong(process, context))],
  ['acknowledged', (process, context) => void launched(new Acknowledged(process, context))],
  ['stream', (process, context) => void launched(new Stream(process, context))],
  ['beat', beating(() => {})],
  ['failing', failing],
]);
