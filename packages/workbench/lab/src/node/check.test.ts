import { expect, test } from '@jest/globals';
import type { JudgeRequest, Judgement } from '../judging.js';
import { type ExceededLimit, LimitError } from '../limits.js';
import type { Property, Verdict } from '../properties/property.js';
import { type CheckOptions, type CheckOutcome, type JudgePool, runCheck } from './check.js';

type Answer = 'holds' | 'violated' | 'throws' | ExceededLimit | 'cut off, violated' | 'cut off';

const EVENTS: ExceededLimit = { limit: 'events', most: 100, time: 2, events: 100 };
const WALL: ExceededLimit = { limit: 'wall time', most: 60, time: 10.2, events: 70 };

/** Threads whose runs the test ends, in any order. */
class Threads implements JudgePool {
  readonly begun: number[] = [];
  readonly aborted: number[] = [];
  private readonly ends = new Map<number, { end(answer: Answer): void }>();

  constructor(readonly jobs: number) {}

  run({ seed }: JudgeRequest, signal?: AbortSignal): Promise<Judgement> {
    this.begun.push(seed);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        if (this.ends.has(seed)) this.aborted.push(seed);
        reject(new Error('aborted'));
      });
      this.ends.set(seed, {
        end: (answer) => {
          if (typeof answer === 'object') reject(new LimitError(answer));
          else if (answer === 'throws') reject(new Error('it threw'));
          else resolve(judgementOf(answer));
        },
      });
    });
  }

  async end(seed: number, answer: Answer): Promise<void> {
    this.ends.get(seed)!.end(answer);
    this.ends.delete(seed);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  }
}

function judgementOf(answer: string): Judgement {
  const isViolated = answer.includes('violated');
  const isCutOff = answer.includes('cut off');
  const verdict: Verdict = {
    verdict: isViolated ? 'violated' : isCutOff ? 'unknown' : 'holds',
    premises: 1,
    score: null,
    ...(isViolated && { violation: { time: 1, text: 'it happened', who: [] } }),
  };
  return {
    verdicts: [verdict],
    stoppedBy: 'time',
    end: 5,
    events: 10,
    n: 1,
    sent: 0,
    places: [],
    config: {},
    exceeded: isCutOff ? EVENTS : undefined,
  };
}

interface Checked {
  readonly threads: Threads;
  readonly printed: string[];
  readonly outcome: Promise<CheckOutcome>;
}

function check(runs: number, options: Partial<CheckOptions> = {}, jobs = 4): Checked {
  const threads = new Threads(jobs);
  const printed: string[] = [];
  const property = { text: 'p', isSometimes: false } as Property;
  const outcome = runCheck(threads, {
    properties: [property],
    requestOf: (run) => ({ seed: run }) as JudgeRequest,
    runs,
    keepGoing: false,
    signal: new AbortController().signal,
    onViolation: ({ run }) => printed.push(`violation ${run}`),
    onLimit: ({ run, isViolating }) => printed.push(`limit ${run}${isViolating ? ', violating' : ''}`),
    ...options,
  });
  return { threads, printed, outcome };
}

test('reports a violation at once, while an earlier run has not ended', async () => {
  const { threads, printed, outcome } = check(4);
  await threads.end(2, 'violated');
  expect(printed).toEqual(['violation 2']);
  await threads.end(0, 'holds');
  await threads.end(1, 'holds');
  // Run 3 is not needed: it is ended rather than waited for.
  expect(await outcome).toMatchObject({ runs: 3, violated: { run: 2 }, results: [{ violations: 1, runs: 3 }] });
  expect(threads.aborted).toEqual([3]);
});

test('the outcome does not depend on which run ends first', async () => {
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 3, 0, 1],
  ];
  const answers: Answer[] = ['holds', 'violated', WALL, 'violated'];
  for (const order of orders) {
    const { threads, outcome } = check(4);
    for (const run of order) await threads.end(run, answers[run]!);
    expect(await outcome).toMatchObject({ runs: 2, violated: { run: 1 }, limited: [] });
  }
});

test('continues after a run that exceeds a limit, and counts only its violations', async () => {
  const { threads, printed, outcome } = check(4, { keepGoing: true });
  await threads.end(0, WALL);
  await threads.end(1, 'cut off');
  await threads.end(2, 'cut off, violated');
  await threads.end(3, 'holds');
  const { results, limited, failures, violated } = await outcome;
  expect(printed).toEqual(['limit 0', 'limit 1', 'violation 2', 'limit 2, violating']);
  expect(limited).toEqual([
    { run: 0, exceeded: WALL, isViolating: false },
    { run: 1, exceeded: EVENTS, isViolating: false },
    { run: 2, exceeded: EVENTS, isViolating: true },
  ]);
  expect(results).toMatchObject([{ verdict: 'violated', runs: 2, violations: 1 }]);
  expect([failures, violated?.run]).toEqual([[], 2]);
});

test('ends at a failed run, unless it keeps going', async () => {
  const first = check(3, {}, 1);
  await first.threads.end(0, 'throws');
  await first.threads.end(1, 'holds');
  expect(await first.outcome).toMatchObject({ runs: 1, failures: [{ run: 0, message: 'it threw' }] });
  expect(first.threads.begun).toEqual([0, 1]);

  const second = check(3, { keepGoing: true }, 1);
  for (const [run, answer] of (['throws', 'holds', 'holds'] as const).entries()) await second.threads.end(run, answer);
  expect(await second.outcome).toMatchObject({ runs: 3, failures: [{ run: 0 }], results: [{ runs: 2 }] });
});

test('has the results before the first missing run when it is interrupted', async () => {
  const interrupt = new AbortController();
  const { threads, outcome } = check(4, { signal: interrupt.signal });
  await threads.end(0, 'holds');
  await threads.end(2, 'holds');
  interrupt.abort();
  expect(await outcome).toMatchObject({ runs: 1, isInterrupted: true, failures: [] });
});
