/** A project of the playground: a configuration or another scenario, its files, settings and a seed. */
import { expected } from '@kineko/formats/problem';

export interface ProjectFile {
  /** Path, without `./`. */
  readonly name: string;
  /** Text, or the bytes of a picture. */
  readonly content: string | Uint8Array;
}

export interface TextFile extends ProjectFile {
  readonly content: string;
}

export interface Project {
  /** The file that is run. */
  readonly config: TextFile;
  readonly files: readonly ProjectFile[];
  /** Undefined: that of the configuration, else drawn. */
  readonly seed: number | undefined;
  /** Settings that take precedence, as `key=value; key=value`. */
  readonly settings?: string | undefined;
}

/** Limits that make a link safe to open. */
export const LIMITS = {
  files: 32,
  nameLength: 100,
  /** Characters of the settings. */
  settings: 4000,
  /** Size of all files: characters of text, bytes of pictures. */
  size: 2 << 20,
} as const;

/** Names that need no quoting in shells, addresses and archives. */
const NAME = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** Why a name is invalid; undefined if it is valid. @param taken Names of the other files. */
export function nameProblem(name: string, taken: Iterable<string>): string | undefined {
  if (name.length > LIMITS.nameLength) return `expected a file name of at most ${LIMITS.nameLength} characters`;
  if (!NAME.test(name)) return expected('a file name of letters, digits, -, _ and .', name);
  return new Set(taken).has(name) ? `${name} already exists` : undefined;
}

/** Problems that prevent a project from being opened. */
export function projectProblems({ config, files, seed, settings = '' }: Project): readonly string[] {
  const all = [config, ...files];
  const names = all.map(({ name }) => name);
  const size = all.reduce((sum, { content }) => sum + content.length, 0);
  return [
    ...names.flatMap((name, k) => nameProblem(name, names.slice(0, k)) ?? []),
    ...(files.length > LIMITS.files ? [expected(`at most ${LIMITS.files} files`, files.length)] : []),
    ...(size > LIMITS.size ? [expected(`at most ${LIMITS.size} bytes`, size)] : []),
    ...(seed !== undefined && !isSeed(seed) ? [`seed: ${expected(SEED, seed)}`] : []),
    ...(settings.length > LIMITS.settings ? [`settings: expected at most ${LIMITS.settings} characters`] : []),
  ];
}

export interface ProjectSetting {
  readonly key: string;
  readonly value: string;
}

/** The settings of a project, or the first part that is none. */
export function settingsIn(text: string): readonly ProjectSetting[] | { readonly invalid: string } {
  const parts = text.split(';').flatMap((part) => part.trim() || []);
  const invalid = parts.find((part) => !/^[\w.-]+\s*=/.test(part));
  if (invalid !== undefined) return { invalid };
  return parts.map((part) => {
    const [key = '', ...value] = part.split('=');
    return { key: key.trim(), value: value.join('=').trim() };
  });
}

/** The valid seeds, as in the settings of a run. */
export const SEED = 'an integer from 0 to 2^53 - 1';

export function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

export function isText(file: ProjectFile): file is TextFile {
  return typeof file.content === 'string';
}

export function isProgram({ name }: ProjectFile): boolean {
  return /\.m?[jt]s$/.test(name);
}

/** The command that gives the same result on the command line. */
export function commandLine({ config, settings = '' }: Project, seed: number, maxEvents?: number): string {
  const found = settingsIn(settings);
  const given = [
    ...('invalid' in found ? [] : found),
    ...(maxEvents === undefined ? [] : [{ key: 'simulation.events', value: String(maxEvents) }]),
  ];
  const flags = given.map(({ key, value }) => ` --set ${quoted(`${key}=${value}`)}`).join('');
  return `npx kineko run ${config.name}${flags} --seed ${seed} --json`;
}

/** A word for shells. */
function quoted(text: string): string {
  return /^[\w.,:=/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
