/** Judges many runs by all properties in several threads. The result does not depend on the number of threads. */
import { messageOf } from '@kineko/kernel';
import type { JudgeRequest, Judgement } from '../judging.js';
import { type ExceededLimit, LimitError } from '../limits.js';
import { type PropertyResult, PropertyTally } from '../properties/property-tally.js';
import type { Property, Verdict, Violation } from '../properties/property.js';
import type { RunPool } from './run-pool.js';

/** Threads that judge runs: `new RunPool(workerFile, 'judge')`. */
export type JudgePool = Pick<RunPool<JudgeRequest, Judgement>, 'run' | 'jobs'>;

export interface LimitedRun {
  readonly run: number;
  readonly exceeded: ExceededLimit;
  /** Whether it violated a property before it was cut off. */
  readonly isViolating: boolean;
}

export interface FoundViolation {
  readonly run: number;
  readonly property: string;
  readonly violation: Violation;
}

export interface CheckOptions {
  readonly properties: readonly Property[];
  readonly requestOf: (run: number) => JudgeRequest;
  readonly runs: number;
  /** Whether to continue after a violation. */
  readonly keepGoing: boolean;
  readonly signal: AbortSignal;
  readonly onRun?: (() => void) | undefined;
  readonly onViolation?: ((found: FoundViolation) => void) | undefined;
  readonly onLimit?: ((limited: LimitedRun) => void) | undefined;
}

export interface CheckOutcome {
  readonly results: readonly PropertyResult[];
  /** Number of judged runs, from the first on, without gaps. */
  readonly runs: number;
  readonly isInterrupted: boolean;
  readonly failures: readonly { readonly run: number; readonly message: string }[];
  readonly limited: readonly LimitedRun[];
  /** The first violating run, and its first violated property. */
  readonly violated?:
    | { readonly run: number; readonly property: number; readonly verdict: Verdict; readonly judgement: Judgement }
    | undefined;
}

type Answer = { readonly judgement: Judgement } | { readonly exceeded: ExceededLimit } | { readonly message: string };

/** Time for runs that are no longer needed to end, before their threads are terminated. */
const GRACE_MS = 1000;

export async function runCheck(pool: JudgePool, options: CheckOptions): Promise<CheckOutcome> {
  return new Check(pool, options).run();
}

class Check {
  private readonly answers = new Map<number, Answer>();
  private readonly tallies: readonly PropertyTally[];
  private readonly failures: { run: number; message: string }[] = [];
  private readonly limited: LimitedRun[] = [];
  private violated: CheckOutcome['violated'];
  private next = 0;
  /** Runs from this one on are no longer needed. */
  private last: number;
  /** Runs below it have been counted, in order. */
  private counted = 0;
  /** Aborted on Ctrl-C, and when the active runs are no longer needed. */
  private readonly ending = new AbortController();
  private grace: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: JudgePool,
    private readonly options: CheckOptions,
  ) {
    this.last = options.runs;
    this.tallies = options.properties.map(({ text, isSometimes }) => new PropertyTally(text, isSometimes));
  }

  async run(): Promise<CheckOutcome> {
    const { signal } = this.options;
    const end = (): void => this.ending.abort(signal.reason);
    signal.addEventListener('abort', end);
    try {
      await Promise.all(Array.from({ length: this.pool.jobs * 2 }, () => this.lane()));
    } finally {
      clearTimeout(this.grace);
      signal.removeEventListener('abort', end);
    }
    return {
      results: this.tallies.map((tally) => tally.result()),
      runs: this.counted,
      isInterrupted: signal.aborted && this.counted < this.last,
      failures: this.failures,
      limited: this.limited,
      violated: this.violated,
    };
  }

  private async lane(): Promise<void> {
    const { signal } = this.options;
    while (this.next < this.last && !signal.aborted) {
      const run = this.next++;
      const answer = await this.answerOf(run);
      if (signal.aborted && !('judgement' in answer)) return;
      if (run >= this.last) continue;
      this.answers.set(run, answer);
      this.report(run, answer);
      this.count();
    }
  }

  private async answerOf(run: number): Promise<Answer> {
    try {
      return { judgement: await this.pool.run(this.options.requestOf(run), this.ending.signal) };
    } catch (error) {
      return error instanceof LimitError ? { exceeded: error.exceeded } : { message: messageOf(error) };
    }
  }

  /** Reports findings at once, whatever earlier runs bring. */
  private report(run: number, answer: Answer): void {
    const { properties, keepGoing, onRun, onViolation, onLimit } = this.options;
    onRun?.();
    const violations = 'judgement' in answer ? violationsOf(answer.judgement) : [];
    for (const { property, violation } of violations)
      onViolation?.({ run, property: properties[property]!.text, violation });
    const exceeded = exceededOf(answer);
    if (exceeded !== undefined) onLimit?.({ run, exceeded, isViolating: violations.length > 0 });
    if (!keepGoing && (violations.length > 0 || 'message' in answer)) this.endAfter(run);
  }

  /** Later runs are not needed: the first violation is in this run, or in an earlier one that has not ended. */
  private endAfter(run: number): void {
    this.last = Math.min(this.last, run + 1);
    this.endUnneeded();
  }

  /** Ends runs that are not needed, when all needed ones are counted. */
  private endUnneeded(): void {
    if (this.counted < this.last) return;
    this.grace ??= setTimeout(() => this.ending.abort(), GRACE_MS);
  }

  /** Counts answers in the order of runs, so that results do not depend on which run ends first. */
  private count(): void {
    for (; this.counted < this.last; this.counted++) {
      const answer = this.answers.get(this.counted);
      if (answer === undefined) return;
      this.answers.delete(this.counted);
      this.countRun(this.counted, answer);
    }
    this.endUnneeded();
  }

  private countRun(run: number, answer: Answer): void {
    if ('message' in answer) {
      this.failures.push({ run, message: answer.message });
      return;
    }
    const exceeded = exceededOf(answer);
    const violations = 'judgement' in answer ? violationsOf(answer.judgement) : [];
    if (exceeded !== undefined) this.limited.push({ run, exceeded, isViolating: violations.length > 0 });
    if (!('judgement' in answer)) return;
    const { judgement } = answer;
    for (const [property, verdict] of judgement.verdicts.entries()) {
      // Only the violations of a run that was cut off are certain.
      if (exceeded !== undefined && verdict.verdict !== 'violated') continue;
      this.tallies[property]!.add(run, verdict);
      if (verdict.verdict === 'violated') this.violated ??= { run, property, verdict, judgement };
    }
  }
}

function exceededOf(answer: Answer): ExceededLimit | undefined {
  if ('exceeded' in answer) return answer.exceeded;
  return 'judgement' in answer ? answer.judgement.exceeded : undefined;
}

function violationsOf({ verdicts }: Judgement): { readonly property: number; readonly violation: Violation }[] {
  return verdicts.flatMap(({ verdict, violation }, property) =>
    verdict === 'violated' && violation !== undefined ? [{ property, violation }] : [],
  );
}
