/** Keys as names in the environment: `process.num` is `KINEKO_PROCESS_NUM`. */
import type { Problem } from '../../problem.js';
import { findKey, PATTERNS } from './keys/find-key.js';
import { nearest } from './keys/nearest-key.js';
import type { Origin } from './origin.js';

const START = 'KINEKO_';
const PARAMETER = 'PARAMETER_';

/** They mean something else: rewriting generated files, and the secret of real networks. */
const RESERVED: readonly string[] = ['KINEKO_WRITE', 'KINEKO_TOKEN'];

/** `network.range.lineOfSight` is `KINEKO_NETWORK_RANGE_LINE_OF_SIGHT`; authors' names stay as they are. */
export function environmentName(key: string): string {
  if (key.startsWith('parameter.')) return `${START}${PARAMETER}${key.slice('parameter.'.length)}`;
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_');
  return `${START}${words.replace(/^_/, '').toUpperCase()}`;
}

/** The key of a name; undefined if there is none. Where words end in the name does not matter. */
export function environmentKey(name: string): string | undefined {
  if (!name.startsWith(START)) return undefined;
  const rest = name.slice(START.length);
  if (rest.startsWith(PARAMETER) && rest.length > PARAMETER.length) {
    const own = rest.slice(PARAMETER.length);
    return `parameter.${/[a-z]/.test(own) ? own : own.toLowerCase()}`;
  }
  const squeezed = squeeze(rest);
  const plain = PLAIN.get(squeezed);
  if (plain !== undefined) return plain;
  for (const { name: pattern, expression } of NUMBERED) {
    const numbers = expression.exec(squeezed)?.slice(1);
    if (numbers === undefined) continue;
    const key = pattern.replaceAll(/<[ik]>/g, () => String(Number(numbers.shift())));
    return findKey(key) === undefined ? undefined : key;
  }
  return undefined;
}

function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

const OFFERED = PATTERNS.filter(
  ({ name, row }) => !name.includes('<name>') && name !== 'include' && name !== '$schema' && row.aliasOf === undefined,
);

const PLAIN = new Map(OFFERED.filter(({ name }) => !name.includes('<')).map(({ name }) => [squeeze(name), name]));

const NUMBERED = OFFERED.filter(({ name }) => name.includes('<')).map(({ name }) => {
  const source = name
    .split(/<[ik]>/)
    .map(squeeze)
    .join('(\\d{1,9})');
  return { name, expression: new RegExp(`^${source}$`) };
});

export interface EnvironmentSetting {
  readonly key: string;
  readonly text: string;
  readonly origin: Origin;
}

/** What an environment says, for `NekoConfig.set`, and the names in it that mean nothing. */
export function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  { reserved = [] }: { readonly reserved?: readonly string[] } = {},
): { readonly settings: readonly EnvironmentSetting[]; readonly problems: readonly Problem[] } {
  const settings: EnvironmentSetting[] = [];
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(START) || text === undefined || [...RESERVED, ...reserved].includes(name)) continue;
    const key = environmentKey(name);
    const place = { file: name };
    if (key !== undefined) settings.push({ key, text, origin: { kind: 'environment', place } });
    else problems.push({ severity: 'warning', place, text: describeUnknown(name) });
  }
  return { settings, problems };
}

function describeUnknown(name: string): string {
  const meant = nearest(
    name,
    OFFERED.filter(({ name: key }) => !key.includes('<')).map(({ name: key }) => environmentName(key)),
  );
  return meant === undefined ? 'there is no such key: it has no effect' : `there is no such key: ${meant} may be meant`;
}
