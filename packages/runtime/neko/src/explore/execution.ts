import type { NekoMessage } from '../message.js';
import type { NekoRecord } from '../records.js';
import type { LinkOrder } from './cells.js';
import { copyText } from './copies.js';
import { type ExploreSystem, LocalRun } from './local-run.js';

/** A message under way to one process. */
interface PendingCopy {
  readonly message: NekoMessage;
  readonly to: number;
  readonly text: string;
}

/** A step that is not possible, with those that are. */
export class StepError extends RangeError {
  override readonly name = 'StepError';

  constructor(
    readonly step: string,
    readonly possible: readonly string[],
  ) {
    super(`"${step}" cannot happen here; possible steps: ${possible.join('; ') || 'none'}`);
  }
}

/** One run of the processes, step by step as chosen. Times in its records are step numbers. */
export class Execution<Stack> {
  readonly records: NekoRecord[] = [];
  readonly n: number;
  private steps = 0;
  private copies: PendingCopy[] = [];
  private readonly runs: readonly LocalRun<Stack>[];

  constructor(
    system: ExploreSystem<Stack>,
    private readonly links: LinkOrder = 'any',
  ) {
    this.n = system.n ?? 3;
    this.runs = Array.from({ length: this.n }, (_, id) => new LocalRun(id, system));
  }

  async start(): Promise<void> {
    for (const run of this.runs) {
      await run.start();
      this.collect(run);
    }
  }

  /** Number of steps taken. */
  get length(): number {
    return this.steps;
  }

  /** The protocols of a process, as the system built them. */
  protocolsOf(process: number): Stack | undefined {
    return this.runs[process]!.protocols;
  }

  isCrashed(process: number): boolean {
    return this.runs[process]!.process.isCrashed;
  }

  /** The messages under way, in the order sent. */
  get underWay(): readonly string[] {
    return this.copies.map(({ text }) => text);
  }

  /** The possible next steps, without losses and crashes, always in the same order. */
  get next(): string[] {
    const deliveries = [...new Set(this.arriving().map(({ text }) => `deliver ${text}`))];
    const running = this.runs.filter(({ process }) => !process.isCrashed);
    const actions = running.flatMap(({ id, nextAction }) =>
      nextAction === undefined ? [] : `act p${id} ${nextAction}`,
    );
    const timers = running.flatMap(({ id, hasTimer }) => (hasTimer ? `timer p${id}` : []));
    return [...deliveries, ...actions, ...timers];
  }

  /** All possible next steps. */
  get possible(): string[] {
    const losses = [...new Set(this.copies.map(({ text }) => `lose ${text}`))];
    const crashes = this.runs.filter(({ process }) => !process.isCrashed).map(({ id }) => `crash p${id}`);
    return [...this.next, ...losses, ...crashes];
  }

  async take(step: string): Promise<void> {
    if (!this.possible.includes(step)) throw new StepError(step, this.possible);
    this.steps++;
    const [kind, rest = ''] = /^(\w+) (.*)$/s.exec(step)!.slice(1);
    if (kind === 'deliver' || kind === 'lose') {
      const among = kind === 'lose' ? this.copies : this.arriving();
      const copy = among.find(({ text }) => text === rest)!;
      this.copies = this.copies.filter((each) => each !== copy);
      if (kind === 'lose') return this.drop(copy, 'lost');
      return this.apply(copy.to, (run) => run.deliver(copy.message));
    }
    const process = Number(/^p(\d+)/.exec(rest)![1]);
    if (kind === 'act') return this.apply(process, (run) => run.act());
    if (kind === 'timer') return this.apply(process, (run) => run.fireTimer());
    return this.crash(process);
  }

  private async crash(process: number): Promise<void> {
    await this.apply(process, (run) => run.crash());
    for (const copy of this.copies.filter(({ to }) => to === process)) this.drop(copy, 'the receiver is crashed');
    this.copies = this.copies.filter(({ to }) => to !== process);
    for (const run of this.runs) {
      if (run.observes(process)) await this.apply(run.id, (each) => each.peerCrashed(process));
    }
  }

  /** The copies that could arrive next. */
  private arriving(): PendingCopy[] {
    if (this.links === 'any') return this.copies;
    const isFirst = (copy: PendingCopy): boolean =>
      copy === this.copies.find(({ message, to }) => message.from === copy.message.from && to === copy.to);
    return this.copies.filter(isFirst);
  }

  private async apply(process: number, input: (run: LocalRun<Stack>) => Promise<void> | undefined): Promise<void> {
    const run = this.runs[process]!;
    try {
      await input(run);
    } finally {
      this.collect(run);
    }
  }

  /** Takes the records and messages of a process. */
  private collect(run: LocalRun<Stack>): void {
    for (const record of run.records) this.records.push({ ...record, time: this.steps });
    for (const message of run.sent) {
      for (const to of message.to) {
        const copy = { message, to, text: copyText(message, to) };
        if (this.isCrashed(to)) this.drop(copy, 'the receiver is crashed');
        else this.copies.push(copy);
      }
    }
    run.records = [];
    run.sent = [];
  }

  private drop({ message: { from, number, type }, to }: PendingCopy, reason: string): void {
    const { steps: time } = this;
    this.records.push({ type: 'drop', time, process: to, message: number, from, messageType: type, reason });
  }
}
