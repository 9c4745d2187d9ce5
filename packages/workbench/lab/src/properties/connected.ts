/** Whether the graph of robots within reach of each other is connected, at every time. */
import { spansWithin } from '../motion/pairs.js';
import type { Span } from '../motion/spans.js';
import type { ObservedRun } from '../observed-run.js';
import { type Circumstance, failingWhile, type Timeline } from './timeline.js';

/** Metres: tolerance, so that a distance equal to the reach counts. */
const ENOUGH = 1e-9;

interface Change {
  readonly time: number;
  readonly a: number;
  readonly b: number;
  readonly isOn: boolean;
}

export function connectedTimeline({ robots, span }: ObservedRun, reach: number): Timeline {
  const changes: Change[] = [];
  for (const [b, second] of robots.entries()) {
    for (let a = 0; a < b; a++) {
      for (const { from, until } of spansWithin(robots[a]!, second, reach + 2 * ENOUGH)) {
        changes.push({ time: from, a, b, isOn: true });
        if (until < span.until) changes.push({ time: until, a, b, isOn: false });
      }
    }
  }
  // Links that appear come before links that disappear at the same time.
  changes.sort((x, y) => x.time - y.time || Number(y.isOn) - Number(x.isOn));
  const graph = new Set<string>();
  const failures: (Span & Circumstance)[] = [];
  let lost: { readonly from: number; readonly alone: readonly number[] } | undefined;
  const look = (time: number): void => {
    const alone = unreached(robots.length, graph);
    if (alone.length > 0) lost ??= { from: time, alone };
    else if (lost !== undefined) {
      failures.push(failure(lost, time));
      lost = undefined;
    }
  };
  const failure = ({ from, alone }: { from: number; alone: readonly number[] }, until: number) => {
    const who = alone.map((i) => robots[i]!.robot);
    return {
      from,
      until,
      text: `robot ${robots[0]!.robot} no longer reaches ${who.map((id) => `robot ${id}`).join(', ')}`,
      who,
    };
  };
  let i = 0;
  for (let time = span.from; ;) {
    for (; i < changes.length && changes[i]!.time <= time; i++) {
      const { a, b, isOn } = changes[i]!;
      if (isOn) graph.add(`${a} ${b}`);
      else graph.delete(`${a} ${b}`);
    }
    if (robots.length > 1) look(time);
    if (i >= changes.length) break;
    time = changes[i]!.time;
  }
  if (lost !== undefined) failures.push(failure(lost, span.until));
  return failingWhile(span, robots.length < 2 ? 0 : robots.length, failures);
}

/** Robots that the first one does not reach. */
function unreached(count: number, graph: ReadonlySet<string>): number[] {
  const seen = new Set([0]);
  const next = [0];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    for (let to = 0; to < count; to++) {
      if (seen.has(to) || !graph.has(from < to ? `${from} ${to}` : `${to} ${from}`)) continue;
      seen.add(to);
      next.push(to);
    }
  }
  return Array.from({ length: count }, (_, id) => id).filter((id) => !seen.has(id));
}
