/** Entries into ranges as the engine reports them beside those that the oracle finds. */
import { startEngine } from './engine-run.js';
import { type WorldSpec, worldOf } from './random-world.js';
import { type Entry, STEP, SteppedOracle } from './stepped-oracle.js';
import type { Watched } from './trace-hash.js';

export interface WatchVerdict {
  readonly entries: number;
  /** Entries that come after another one of the same robot into the same range. */
  readonly again: number;
  /** Seconds. */
  readonly worst: number;
  readonly differences: string[];
}

/** Seconds: times differ by as much as the oracle's contacts before may shift what comes after. */
const TOLERANCE = 1e-4;

/** Robots that pass through each other (or stop each other), in both, for a number of seconds. */
export async function compareEntries(
  seed: number,
  spec: WorldSpec,
  watches: readonly Watched[],
  seconds: number,
  response: 'none' | 'stop',
): Promise<WatchVerdict> {
  const oracle = new SteppedOracle(worldOf(seed, spec), watches, response === 'none');
  oracle.run(Infinity, seconds);
  const found: Entry[] = [];
  const { simulator, dynamics } = startEngine(worldOf(seed, spec), { response });
  for (const [watch, { body, range }] of watches.entries()) {
    dynamics.watch(body, range, 0, (other, time) => void found.push({ time, watch, other }));
  }
  await simulator.run({ until: seconds });

  const differences: string[] = [];
  let [entries, again, worst] = [0, 0, 0];
  const keys = new Set([...oracle.entries, ...found].map(keyOf));
  for (const key of keys) {
    const expected = timesOf(oracle.entries, key, seconds);
    const actual = timesOf(found, key, seconds);
    const isSame = expected.length === actual.length && expected.every((t, i) => Math.abs(t - actual[i]!) <= TOLERANCE);
    if (!isSame) {
      differences.push(`seed ${seed}, watch ${key}: expected ${expected.join(' ')}, found ${actual.join(' ')}`);
      continue;
    }
    entries += expected.length;
    again += Math.max(expected.length - 1, 0);
    for (const [i, t] of expected.entries()) worst = Math.max(worst, Math.abs(t - actual[i]!));
  }
  return { entries, again, worst, differences };
}

function keyOf({ watch, other }: Entry): string {
  return `${watch} of ${other}`;
}

/** Not those at the very end, which one may still see and the other not. */
function timesOf(entries: readonly Entry[], key: string, seconds: number): number[] {
  return entries.filter((entry) => keyOf(entry) === key && entry.time < seconds - STEP).map(({ time }) => time);
}
