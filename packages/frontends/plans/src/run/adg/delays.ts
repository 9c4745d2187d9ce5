/** Delays of moves: drawn, or given by data. */
import { expected, InputError } from '@kineko/formats/problem';
import { problemAt, type Source } from '@kineko/formats/shape';
import type { Random, RandomStream } from '@kineko/kernel';

/** A span in which a robot starts no move, in seconds. */
type Span = readonly [from: number, until: number];

export type DelayRule =
  | { readonly kind: 'random'; readonly probability: number; readonly seconds: number }
  /** The spans of each robot; none for those beyond the list. */
  | { readonly kind: 'given'; readonly spans: readonly (readonly Span[])[] };

/** @param step Seconds by which a move is late, if only a probability is given. */
export function randomDelay(text: string, step: number): DelayRule | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  const [probability = NaN, seconds = step] = words.map((word) => (/^[\d.eE+-]+$/.test(word) ? Number(word) : NaN));
  const isValid = probability >= 0 && probability <= 1 && seconds >= 0 && seconds <= MAX_SECONDS && words.length <= 2;
  return isValid ? { kind: 'random', probability, seconds } : undefined;
}

const MAX_SECONDS = 1e9;

/** Reads a list for each robot; throws an `InputError` with all problems. */
export function givenDelays(source: Source, robots: number): DelayRule {
  const { data } = source;
  if (!Array.isArray(data))
    throw new InputError([problemAt(source, [], expected('a list of spans [from, until] for each robot', data))]);
  const problems = data.flatMap((spans: unknown, robot) => {
    if (!Array.isArray(spans)) return [problemAt(source, [robot], expected('a list of spans [from, until]', spans))];
    return spans.flatMap((span: unknown, k) =>
      isSpan(span) ? [] : [problemAt(source, [robot, k], expected('two times in seconds, [from, until]', span))],
    );
  });
  if (data.length > robots) {
    problems.push(problemAt(source, [robots], expected(`at most ${robots} lists, one for each robot`, data.length)));
  }
  if (problems.length > 0) throw new InputError(problems);
  return { kind: 'given', spans: data as Span[][] };
}

function isSpan(value: unknown): value is Span {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, until] = value as unknown[];
  return typeof from === 'number' && typeof until === 'number' && from >= 0 && from <= until && until <= MAX_SECONDS;
}

export class Delays {
  private readonly streams: RandomStream[] = [];

  constructor(
    private readonly rule: DelayRule | undefined,
    private readonly random: Random,
  ) {}

  /** Seconds by which a robot starts its next move later; called once for each move, in their order. */
  ofNextMove(robot: number, now: number): number {
    const { rule } = this;
    if (rule === undefined) return 0;
    if (rule.kind === 'given') return Math.max(endOf(rule.spans[robot] ?? [], now) - now, 0);
    const stream = (this.streams[robot] ??= this.random.stream(`plan/delay/${robot}`));
    return stream.uniform() < rule.probability ? rule.seconds : 0;
  }
}

/** The first time from now on that is in no span. */
function endOf(spans: readonly Span[], now: number): number {
  let end = now;
  for (;;) {
    const span = spans.find(([from, until]) => from <= end && end < until);
    if (span === undefined) return end;
    [, end] = span;
  }
}
