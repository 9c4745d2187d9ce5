import type { NekoMessage } from '../message.js';
import type { NekoRecord } from '../records.js';
import type { LinkOrder } from './cells.js';
import { copyText } from './copies.js';
import { lieAbout } from './lies.js';
import { type ExploreSystem, LocalRun } from './local-run.js';
import { type ShownProcess, shownProcess } from './shown-process.js';

/** A message under way to one process. */
export interface CopyUnderWay {
  readonly message: NekoMessage;
  readonly to: number;
  /** Link and content, as in the steps that concern it. */
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
  private copies: CopyUnderWay[] = [];
  private readonly runs: readonly LocalRun<Stack>[];

  constructor(
    private readonly system: ExploreSystem<Stack>,
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
  get underWay(): readonly CopyUnderWay[] {
    return this.copies;
  }

  /** The state of a process, in words. */
  shown(process: number): ShownProcess {
    return shownProcess(this.runs[process]!);
  }

  /** The possible next steps of processes that are up, without losses, lies and crashes, always in the same order. */
  get next(): string[] {
    const deliveries = [...new Set(this.arriving().flatMap(({ text, to }) => (this.isCrashed(to) ? [] : text)))];
    const running = this.runs.filter(({ process }) => !process.isCrashed);
    const actions = running.flatMap(({ id, nextAction }) =>
      nextAction === undefined ? [] : `act p${id} ${nextAction}`,
    );
    const timers = running.flatMap(({ id, hasTimer }) => (hasTimer ? `timer p${id}` : []));
    return [...deliveries.map((text) => `deliver ${text}`), ...actions, ...timers];
  }

  /** All possible next steps. */
  get possible(): string[] {
    const arriving = this.arriving();
    const missed = arriving.filter(({ to }) => this.isCrashed(to)).map(({ text }) => `deliver ${text}`);
    const lies = arriving.flatMap((copy) => (this.lieAbout(copy) === undefined ? [] : `lie ${copy.text}`));
    const losses = this.copies.map(({ text }) => `lose ${text}`);
    const crashes = this.runs.flatMap(({ id, process, unsynced }) => {
      if (process.isCrashed) return [`recover p${id}`];
      const keeping = Array.from({ length: unsynced }, (_, i) => `crash p${id} keeping ${i + 1}`);
      return [`crash p${id}`, ...keeping];
    });
    return [...new Set([...this.next, ...missed, ...lies, ...losses, ...crashes])];
  }

  async take(step: string): Promise<void> {
    if (!this.possible.includes(step)) throw new StepError(step, this.possible);
    this.steps++;
    const [kind, rest = ''] = /^(\w+) (.*)$/s.exec(step)!.slice(1);
    if (kind === 'deliver' || kind === 'lie' || kind === 'lose') {
      const among = kind === 'lose' ? this.copies : this.arriving();
      const copy = among.find(({ text }) => text === rest)!;
      this.copies = this.copies.filter((each) => each !== copy);
      if (kind === 'lose') return this.drop(copy, 'lost');
      const message = kind === 'lie' ? this.lieAbout(copy)! : copy.message;
      return this.apply(copy.to, (run) => run.deliver(message));
    }
    const process = Number(/^p(\d+)/.exec(rest)![1]);
    if (kind === 'act') return this.apply(process, (run) => run.act());
    if (kind === 'timer') return this.apply(process, (run) => run.fireTimer());
    const isCrash = kind === 'crash';
    const kept = Number(/ keeping (\d+)$/.exec(rest)?.[1] ?? 0);
    await this.apply(process, (run) => (isCrash ? run.crash(kept) : run.recover()));
    for (const run of this.runs) {
      if (run.id === process || !run.observes(process)) continue;
      await this.apply(run.id, (each) => (isCrash ? each.peerCrashed(process) : each.peerRecovered(process)));
    }
  }

  private lieAbout({ message, to }: CopyUnderWay): NekoMessage | undefined {
    return lieAbout(this.system, message, to);
  }

  /** The copies that could arrive next. */
  private arriving(): CopyUnderWay[] {
    if (this.links === 'any') return this.copies;
    const isFirst = (copy: CopyUnderWay): boolean =>
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
      for (const to of message.to) this.copies.push({ message, to, text: copyText(message, to) });
    }
    run.records = [];
    run.sent = [];
  }

  private drop({ message: { from, number, type }, to }: CopyUnderWay, reason: string): void {
    const { steps: time } = this;
    this.records.push({ type: 'drop', time, process: to, message: number, from, messageType: type, reason });
  }
}
