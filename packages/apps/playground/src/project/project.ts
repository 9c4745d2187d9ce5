/** What somebody works on in the playground: a configuration, the files that it names, and a seed. */
import { expected } from '@kineko/formats/problem';

export interface ProjectFile {
  /** As the configuration names it, without `./`. */
  readonly name: string;
  /** Text, or the bytes of a picture. */
  readonly content: string | Uint8Array;
}

export interface TextFile extends ProjectFile {
  readonly content: string;
}

export interface Project {
  readonly config: TextFile;
  /** Those beside the configuration. */
  readonly files: readonly ProjectFile[];
  /** Undefined leaves it to the configuration, and then to chance. */
  readonly seed: number | undefined;
}

/** What a project may have, so that a link to one can be opened without harm. */
export const LIMITS = {
  files: 32,
  nameLetters: 100,
  /** Of all files together: characters of texts, bytes of pictures. */
  size: 2 << 20,
} as const;

/** Names as shells, addresses and archives take them as they are. */
const NAME = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** Why a file cannot be called so; undefined if it can. `taken` are the names of the others. */
export function nameProblem(name: string, taken: Iterable<string>): string | undefined {
  if (name.length > LIMITS.nameLetters) return `a name has at most ${LIMITS.nameLetters} letters`;
  if (!NAME.test(name)) return `${JSON.stringify(name)} is no name for a file: letters, digits, -, _ and . are right`;
  return new Set(taken).has(name) ? `there is a file ${name} already` : undefined;
}

/** All that keeps a project from being opened. */
export function projectProblems({ config, files, seed }: Project): readonly string[] {
  const all = [config, ...files];
  const names = all.map(({ name }) => name);
  const size = all.reduce((sum, { content }) => sum + content.length, 0);
  return [
    ...names.flatMap((name, k) => nameProblem(name, names.slice(0, k)) ?? []),
    ...(files.length > LIMITS.files ? [`it has ${files.length} files; at most ${LIMITS.files} are opened`] : []),
    ...(size > LIMITS.size ? [`its files have ${size} bytes; at most ${LIMITS.size} are opened`] : []),
    ...(seed !== undefined && !isSeed(seed) ? [`seed: ${expected(SEED, seed)}`] : []),
  ];
}

/** The seeds that there are, as in the settings of a run. */
export const SEED = 'an integer from 0 to 2^53 - 1';

export function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Whether it can be edited. */
export function isText(file: ProjectFile): file is TextFile {
  return typeof file.content === 'string';
}

/** Whether it is a program: one that can be imported. */
export function isProgram({ name }: ProjectFile): boolean {
  return /\.m?[jt]s$/.test(name);
}

/** What gives the same result at a terminal. */
export function commandLine({ config }: Project, seed: number, mostEvents?: number): string {
  const limit = mostEvents === undefined ? '' : ` --set simulation.events=${mostEvents}`;
  return `npx kineko run ${config.name} --seed ${seed}${limit} --json`;
}
