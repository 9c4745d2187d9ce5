/** Finds files for the commands that run built files of the packages (`npm run bench`, `npm run soak`). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** An invalid request; the message contains the expected usage. */
export class UsageError extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the values of the flags; throws a `UsageError` with the usage for any other argument. */
export function parseFlags<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
): ReturnType<typeof parseArgs<{ options: O }>>['values'] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${usage}`, { cause: error });
  }
}

/** The location and the export of one kind of files. */
export interface Kind<T> {
  /** Folder and ending: `packages/<package>/<name>/<topic>.<name>.ts`. */
  readonly name: string;
  /** The list that such a file exports. */
  readonly exported: string;
  /** Description of the list items, with the file that explains them. */
  readonly explained: string;
  readonly isOne: (value: unknown) => value is T;
}

/** One item of such a list. */
export interface Found<T> {
  readonly item: T;
  /** Path of the source: `packages/foundation/kernel/bench/hold.bench.ts`. */
  readonly file: string;
  readonly builtFile: string;
  /** Index in the file's list. */
  readonly index: number;
}

/** Loads every built file of a kind; files that cannot be loaded are reported as failures. */
export async function findAll<T>(
  buildFolder: string,
  kind: Kind<T>,
): Promise<{ found: Found<T>[]; failures: string[] }> {
  const files = builtFiles(buildFolder, kind.name);
  if (files.length === 0) {
    throw new UsageError(
      `there is no built packages/*/${kind.name}/*.${kind.name}.js: write one, and run \`npm run build\``,
    );
  }
  const found: Found<T>[] = [];
  const failures: string[] = [];
  for (const path of files) {
    const file = path.replace(/\.js$/, '.ts');
    const builtFile = join(buildFolder, path);
    try {
      for (const [index, item] of (await listOf(builtFile, kind)).entries())
        found.push({ item, file, builtFile, index });
    } catch (error) {
      failures.push(`${file} cannot be loaded: ${messageOf(error)}`);
    }
  }
  return { found, failures };
}

/** Returns the items whose name or file contains a text. */
export function matching<T extends { readonly name: string }>(
  found: readonly Found<T>[],
  filter: string | undefined,
  what: string,
  describe: (each: Found<T>) => string,
): readonly Found<T>[] {
  if (filter === undefined) return found;
  const wanted = filter.toLowerCase();
  const chosen = found.filter(({ file, item }) =>
    [item.name, file].some((text) => text.toLowerCase().includes(wanted)),
  );
  if (chosen.length > 0) return chosen;
  const known = found.map((each) => `\n  ${describe(each)}`).join('');
  throw new UsageError(`no ${what}'s name or file contains "${filter}"; there are:${known}`);
}

/** Paths from the build folder, with `/`, sorted. */
function builtFiles(buildFolder: string, kind: string): string[] {
  const packages = join(buildFolder, 'packages');
  if (!existsSync(packages)) return [];
  return readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .map((path) => `packages/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.split('/').at(-2) === kind && path.endsWith(`.${kind}.js`))
    .sort();
}

async function listOf<T>(builtFile: string, { exported, explained, isOne }: Kind<T>): Promise<readonly T[]> {
  const exports = (await import(pathToFileURL(builtFile).href)) as Record<string, unknown>;
  const list = exports[exported];
  if (!Array.isArray(list) || !list.every(isOne)) {
    throw new TypeError(`it must export \`${exported}\`, a list of ${explained}`);
  }
  return list;
}
