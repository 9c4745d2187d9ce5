import { InputError } from '@kineko/formats/problem';
import type { RowValues } from '../settings/row.js';
import { RUN_KEYS } from '../settings/run-keys.js';
import { Settings } from '../settings/settings.js';
import { SettingsTable } from '../settings/table.js';

/** Reads a seed by the rule of scenarios. */
export function readSeed(text: string): number | undefined {
  const settings = new Settings<RowValues<typeof RUN_KEYS>>(SettingsTable.of(RUN_KEYS));
  settings.set('seed', text, { kind: 'flag', place: { file: '--seed' } });
  const problems = settings.problems();
  if (problems.length > 0) throw new InputError(problems);
  return settings.get('seed');
}
