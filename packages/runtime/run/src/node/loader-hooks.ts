/**
 * Hooks by which Node loads the files of authors: TypeScript directly, imports with or without extensions, and `kineko` as
 * the running copy. They run in Node's thread for loaders; `load-module.ts` registers them.
 */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface HookData {
  /** URL of a module that can import `kineko` and its packages. */
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
      // Not a package of the running copy; perhaps one of the author's.
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
  return { format: 'module', source: await compiled(file, await readFile(file, 'utf8')), shortCircuit: true };
};

/** The version of Node whose syntax the compilers produce. */
const TARGET = 'node20.19';

/**
 * Syntax that oxc does not compile for the target: decorators, `accessor` and `using`. A match in a comment or a string only costs
 * time; tags of comments (`* @param`, `{@link …}`) are common and do not match.
 */
const NEWER_SYNTAX = /(?<!\w|\*[ \t]*)@(?!link\b)[\w(]|\b(accessor|using)\b/;

/** A default export that is not `class` and a name. esbuild names it after the file, and names of classes are part of results. */
const UNNAMED = /\bexport default (?!(abstract )?class (?!extends |implements )\w)|\bexport\s+default\b(?! )/;

/**
 * JavaScript with an inline source map. oxc compiles in this thread, in a tenth of the time that esbuild takes to start its process.
 * esbuild compiles the rest and everything on platforms without oxc, and reports errors. Both are loaded only for TypeScript.
 */
async function compiled(file: string, text: string): Promise<string> {
  const isForEsbuild = NEWER_SYNTAX.test(text) || UNNAMED.test(text);
  const oxc = isForEsbuild ? undefined : await import('oxc-transform').catch(() => undefined);
  const options = { lang: 'ts', sourceType: 'module', target: TARGET, sourcemap: true } as const;
  const result = oxc?.transformSync(file, text, options);
  if (result?.errors.length === 0) return `${result.code}\n//# sourceMappingURL=${asUrl(result.map)}`;
  const { transform } = await import('esbuild');
  const { code } = await transform(text, {
    loader: 'ts',
    format: 'esm',
    target: TARGET,
    sourcemap: 'inline',
    sourcefile: file,
    tsconfigRaw: '{}',
    logLevel: 'silent',
  });
  return code;
}

function asUrl(map: unknown): string {
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

let bundled: Readonly<Record<string, string>> | undefined;

/** In a bundled program, all our packages come from the bundle: a second copy of a class would be another class. */
function bundledFiles(): Readonly<Record<string, string>> {
  const list = new URL('./entries.json', import.meta.url);
  bundled ??= isFile(list.href) ? (JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, string>>) : {};
  return bundled;
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier);
}

/** The file that TypeScript would resolve a path to if the path itself does not exist. */
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
