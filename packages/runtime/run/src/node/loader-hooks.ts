/**
 * How Node finds and reads the files of authors: TypeScript as it is, imports as people write them, and `kineko` as the
 * copy that is running. Runs in Node's own thread for this; `load-module.ts` puts it there.
 */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface HookData {
  /** The address of a module that can import `kineko` and its packages. */
  readonly base: string;
}

let base: string;

export const initialize: InitializeHook<HookData> = (data) => {
  ({ base } = data);
};

/** `kineko`, `@kineko/neko`, `@kineko/formats/trace`. */
const OURS = /^(kineko|@kineko\/[^/]+)(\/|$)/;

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  if (OURS.test(specifier)) {
    const file = bundledFiles()[specifier];
    if (file !== undefined) return { url: new URL(file, import.meta.url).href, shortCircuit: true };
    try {
      return await nextResolve(specifier, { ...context, parentURL: base });
    } catch {
      // Not among the packages of the running copy; perhaps among the author's.
    }
  }
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const meant = isRelative(specifier) ? fileMeantBy(specifier, context.parentURL) : undefined;
    if (meant === undefined) throw error;
    return nextResolve(meant, context);
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/^file:.*\.m?ts$/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  // Only for those who write TypeScript: it takes a while to load.
  const { transform } = await import('esbuild');
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'inline',
    sourcefile: file,
    tsconfigRaw: '{}',
    logLevel: 'silent',
  });
  return { format: 'module', source: code, shortCircuit: true };
};

let bundled: Readonly<Record<string, string>> | undefined;

/** Where the program runs from a bundle, everything of ours comes from there: a second copy of a class is another class. */
function bundledFiles(): Readonly<Record<string, string>> {
  const list = new URL('./entries.json', import.meta.url);
  bundled ??= isFile(list.href) ? (JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, string>>) : {};
  return bundled;
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier);
}

/** What TypeScript would take a path for when there is no such file. */
function fileMeantBy(specifier: string, parent: string | undefined): string | undefined {
  const withoutJs = specifier.replace(/\.(m?)js$/, '.$1ts');
  const candidates =
    withoutJs === specifier
      ? ['.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'].map((end) => specifier.replace(/\/$/, '') + end)
      : [withoutJs];
  return candidates.map((candidate) => new URL(candidate, parent).href).find(isFile);
}

function isFile(url: string): boolean {
  return url.startsWith('file:') && (statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isFile() ?? false);
}
