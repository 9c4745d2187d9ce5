/** Keys as environment variables: `process.num` is `KINEKO_PROCESS_NUM`. */
import { nearestName, type Problem, unknownName } from '@kineko/formats/problem';
import type { Origin } from './origin.js';
import type { SettingsTable } from './table.js';

const START = 'KINEKO_';

/** Variables that do not belong to scenarios: generated files, token of servers, diagnostics, spawned controllers, Kineko itself. */
const RESERVED: ReadonlySet<string> = new Set(
  ['WRITE', 'TOKEN', 'DIAGNOSTICS', 'HOST', 'PORT', 'ROBOT', 'PROGRAM'].map((name) => `${START}${name}`),
);

/** `network.range.lineOfSight` is `KINEKO_NETWORK_RANGE_LINE_OF_SIGHT`; names of authors' parameters stay unchanged. */
export function environmentName(key: string): string {
  const [, own] = /^parameter\.(.*)$/s.exec(key) ?? [];
  if (own !== undefined) return `${START}PARAMETER_${own}`;
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_');
  return `${START}${words.replace(/^_/, '').toUpperCase()}`;
}

/** The key of a variable, wherever its words are separated; undefined if there is none. */
export function environmentKey(name: string, table: SettingsTable): string | undefined {
  if (!name.startsWith(START)) return undefined;
  const rest = name.slice(START.length);
  const squeezed = squeeze(rest);
  for (const pattern of offeredBy(table)) {
    if (pattern.endsWith('.<name>')) {
      const start = pattern.replace('.<name>', '_').toUpperCase();
      const own = rest.startsWith(start) ? rest.slice(start.length) : '';
      if (own !== '') return pattern.replace('<name>', /[a-z]/.test(own) ? own : own.toLowerCase());
      continue;
    }
    const words = pattern.split(/<[ik]>/).map(squeeze);
    const numbers = new RegExp(`^${words.join('(\\d{1,9})')}$`).exec(squeezed)?.slice(1);
    if (numbers === undefined) continue;
    const key = pattern.replaceAll(/<[ik]>/g, () => String(Number(numbers.shift())));
    return table.find(key) === undefined ? undefined : key;
  }
  return undefined;
}

function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Names of the table that can be set in the environment. */
function offeredBy(table: SettingsTable): string[] {
  return table.patterns
    .filter(({ row }) => row.aliasOf === undefined)
    .filter(({ name, row }) => !name.includes('<name>') || (name.endsWith('.<name>') && row.effect === undefined))
    .map(({ name }) => name)
    .filter((name) => name !== 'include' && name !== '$schema');
}

interface EnvironmentSetting {
  readonly key: string;
  readonly text: string;
  readonly origin: Origin;
}

/** The settings in an environment, and a warning for each unknown variable. */
export function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  table: SettingsTable,
): { readonly settings: readonly EnvironmentSetting[]; readonly problems: readonly Problem[] } {
  const settings: EnvironmentSetting[] = [];
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(START) || text === undefined || RESERVED.has(name)) continue;
    const key = environmentKey(name, table);
    if (key !== undefined) settings.push({ key, text, origin: { kind: 'environment', place: { file: name } } });
    else {
      const meant = nearestName(name, offeredBy(table).map(environmentName));
      const unknown = unknownName('variable', name, meant === undefined ? [] : [meant]);
      problems.push({ severity: 'warning', place: { file: 'environment' }, text: unknown });
    }
  }
  return { settings, problems };
}
