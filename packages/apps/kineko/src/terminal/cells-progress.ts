/** Progress of a sweep, a check or a search: bars on a terminal, elsewhere a line every ten seconds. */
import { type CliContext, duration, grouped } from '@kineko/run/console';
import type { MultiBar, SingleBar } from 'cli-progress';
import { terminalOf } from './escaped-output.js';
import { short } from './short.js';

export interface CellsProgress {
  done(group?: string): void;
  /** Excludes cells that were done before. */
  skip(count: number): void;
  /** Prints a line above the bars. */
  print(line: string): void;
  end(): void;
}

export interface ProgressClock {
  nowMs(): number;
  /** Returns a function that stops the calls. */
  every(ms: number, action: () => void): () => void;
}

export interface CellsProgressOptions {
  readonly stderr: CliContext['stderr'];
  readonly isWanted: boolean;
  /** `check`, `sweep`. */
  readonly title: string;
  /** Infinity if unknown. */
  readonly total: number;
  /** Default: runs. */
  readonly unit?: string | undefined;
  /** Whether the total is an upper bound. */
  readonly isAtMost?: boolean | undefined;
  /** Number of cells by group. Each group has its own bar if there are few. */
  readonly groups?: ReadonlyMap<string, number> | undefined;
  /** More about the current state, or an empty string. */
  readonly status?: (() => string) | undefined;
  readonly clock?: ProgressClock | undefined;
}

/** Maximum number of groups that have bars. */
const MAX_GROUPS = 8;
const BAR_MS = 1000;
const LINE_MS = 10_000;

export async function cellsProgress(options: CellsProgressOptions): Promise<CellsProgress> {
  const { stderr, isWanted, total } = options;
  const print = (line: string): void => void stderr.write(`${line}\n`);
  if (!isWanted || total === 0) return { done() {}, skip() {}, print, end() {} };
  const count = new Count(options);
  return stderr.isTTY === true ? bars(options, count) : lines(options, count, print);
}

class Count {
  private readonly clock: ProgressClock;
  private readonly startedMs: number;
  private count = 0;
  total: number;

  constructor(private readonly options: CellsProgressOptions) {
    this.clock = options.clock ?? WALL_CLOCK;
    this.startedMs = this.clock.nowMs();
    this.total = options.total;
  }

  every(ms: number, action: () => void): () => void {
    return this.clock.every(ms, action);
  }

  get done(): number {
    return this.count;
  }

  add(): void {
    this.count++;
  }

  /** `120 of 300 runs`. */
  get amount(): string {
    const { unit = 'runs', isAtMost = false } = this.options;
    const of = this.total === Infinity ? '' : ` of ${isAtMost ? 'at most ' : ''}${grouped(this.total)}`;
    return `${grouped(this.count)}${of} ${unit}`;
  }

  /** `12 runs/s, 15 s left; seed 7 …`. */
  get rate(): string {
    const { unit = 'runs', isAtMost = false, status } = this.options;
    const seconds = (this.clock.nowMs() - this.startedMs) / 1000;
    const left =
      isAtMost || this.total === Infinity || this.count === 0
        ? []
        : [`${duration((seconds * (this.total - this.count)) / this.count)} left`];
    const words = [`${short(this.count / Math.max(seconds, 1e-3))} ${unit}/s`, ...left].join(', ');
    const more = status?.() ?? '';
    return more === '' ? words : `${words}; ${more}`;
  }
}

function lines({ title }: CellsProgressOptions, count: Count, print: (line: string) => void): CellsProgress {
  const end = count.every(LINE_MS, () => print(`${title}: ${count.amount}, ${count.rate}`));
  return {
    skip: (done) => void (count.total -= done),
    done: () => count.add(),
    print,
    end,
  };
}

async function bars(options: CellsProgressOptions, count: Count): Promise<CellsProgress> {
  const { stderr, title, groups = new Map<string, number>() } = options;
  const { default: cliProgress } = await import('cli-progress');
  const all: MultiBar = new cliProgress.MultiBar({
    format: '{bar} {percentage}% | {value}/{total} | {label}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stream: terminalOf(stderr) as NodeJS.WritableStream,
  });
  const whole = all.create(Math.min(count.total, 1e9), 0, { label: title });
  const parts = new Map<string, SingleBar>();
  if (groups.size > 1 && groups.size <= MAX_GROUPS) {
    for (const [label, size] of groups) parts.set(label, all.create(size, 0, { label }));
  }
  const show = (): void => {
    if (count.total === Infinity) whole.setTotal(count.done + 1);
    whole.update(count.done, { label: `${title}, ${count.rate}` });
  };
  const stopShowing = count.every(BAR_MS, show);
  return {
    skip(done) {
      count.total -= done;
      whole.setTotal(count.total);
    },
    done(group) {
      count.add();
      show();
      if (group !== undefined) parts.get(group)?.increment();
    },
    print(line) {
      all.log(`${line}\n`);
      // Missing in its types. Without it the line would wait for the next redraw, and be lost at the end.
      (all as unknown as { update(): void }).update();
    },
    end() {
      stopShowing();
      all.stop();
    },
  };
}

const WALL_CLOCK: ProgressClock = {
  nowMs: () => performance.now(),
  every: (ms, action) => {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
};
