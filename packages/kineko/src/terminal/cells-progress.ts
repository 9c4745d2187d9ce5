/** How far a sweep or a check is: bars on a terminal, and nothing anywhere else. */
import type { MultiBar, SingleBar } from 'cli-progress';
import type { Output } from '../surroundings.js';
import { duration, short } from './numbers.js';

export interface CellsProgress {
  /** One more is done, of a group. */
  done(group?: string): void;
  /** So many were done before. */
  skip(count: number): void;
  end(): void;
}

const SILENT: CellsProgress = { done: () => {}, skip: () => {}, end: () => {} };

/** More bars than this are no help. */
const MOST_GROUPS = 8;

/** A bar for all, and one for each group if they are few; groups are given with how many there are of each. */
export async function cellsProgress(
  stderr: Output,
  isWanted: boolean,
  total: number,
  groups: ReadonlyMap<string, number> = new Map(),
): Promise<CellsProgress> {
  if (!isWanted || stderr.isTTY !== true || total === 0) return SILENT;
  const { default: cliProgress } = await import('cli-progress');
  const bars: MultiBar = new cliProgress.MultiBar({
    format: '{bar} {percentage}% | {value}/{total} | {label}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stream: stderr as NodeJS.WritableStream,
  });
  const startedMs = performance.now();
  const whole = bars.create(total, 0, { label: 'all' });
  const parts = new Map<string, SingleBar>();
  if (groups.size > 1 && groups.size <= MOST_GROUPS) {
    for (const [label, count] of groups) parts.set(label, bars.create(count, 0, { label }));
  }
  let [count, wanted] = [0, total];
  return {
    skip(done) {
      wanted = total - done;
      whole.setTotal(wanted);
    },
    done(group) {
      count++;
      const seconds = (performance.now() - startedMs) / 1000;
      const left = (seconds * (wanted - count)) / count;
      whole.update(count, { label: `all, ${short(count / Math.max(seconds, 1e-3))} runs/s, ${duration(left)} left` });
      if (group !== undefined) parts.get(group)?.increment();
    },
    end: () => bars.stop(),
  };
}
