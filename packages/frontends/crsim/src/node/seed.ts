import { InputError } from '@kineko/formats/problem';
import { type RowValues, RUN_KEYS, Settings, SettingsTable } from '@kineko/run';

/** Reads a seed by the rule of scenarios. */
export function readSeed(text: string): number | undefined {
  const settings = new Settings<RowValues<typeof RUN_KEYS>>(SettingsTable.of(RUN_KEYS));
  settings.set('seed', text, { kind: 'flag', place: { file: '--seed' } });
  const problems = settings.problems();
  if (problems.length > 0) throw new InputError(problems);
  return settings.get('seed');
}
