import { expected, InputError } from '@kineko/formats/problem';
import type { RowValues } from '../settings/row.js';
import { RUN_KEYS } from '../settings/run-keys.js';
import { Settings } from '../settings/settings.js';
import { SettingsTable } from '../settings/table.js';
import { UsageError } from './cli-context.js';

const MAX_SEEDS = 100_000_000;

/** A list of seeds that is computed, not stored. */
export interface Seeds {
  readonly length: number;
  at(index: number): number;
}

/** Reads a seed by the rule of scenarios. */
export function readSeed(text: string): number | undefined {
  const settings = new Settings<RowValues<typeof RUN_KEYS>>(SettingsTable.of(RUN_KEYS));
  settings.set('seed', text, { kind: 'flag', place: { file: '--seed' } });
  const problems = settings.problems();
  if (problems.length > 0) throw new InputError(problems);
  return settings.get('seed');
}

/** `0..9999`, `7`, `1,5,20..29`. */
export function readSeeds(text: string): Seeds {
  const ranges = text.split(',').map((part) => {
    const bounds = part.split('..');
    const [from, to = from] = bounds.map((bound) => (/^\s*\d+\s*$/.test(bound) ? Number(bound) : NaN));
    if (bounds.length > 2 || !(from! <= to!) || !Number.isSafeInteger(to)) {
      throw new UsageError(`--seeds: ${expected('integers from 0 such as 0..999, 7 or 1,5,20..29', text)}`);
    }
    return { from: from!, count: to! - from! + 1 };
  });
  const length = ranges.reduce((sum, { count }) => sum + count, 0);
  if (length > MAX_SEEDS) throw new UsageError(`--seeds ${text}: ${expected(`at most ${MAX_SEEDS} seeds`, length)}`);
  return {
    length,
    at(index) {
      let left = index;
      for (const { from, count } of ranges) {
        if (left < count) return from + left;
        left -= count;
      }
      throw new RangeError(`expected an index below ${length}, got ${index}`);
    },
  };
}
