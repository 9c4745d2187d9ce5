/** Explains with all places why an author's file cannot be loaded; Node reports only the first error, often without a place. */
import { createRequire, isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { InputError, nearestName, type Place, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { Message, Plugin } from 'esbuild';
import { authorFrame } from './author-frame.js';
import { pathMeantBy } from './named-file.js';
import { shownPath } from './shown-path.js';

export async function explainFailure(error: unknown, file: string): Promise<InputError> {
  const problems = await problemsOf(error, file);
  return Object.assign(new InputError(problems), { cause: error });
}

async function problemsOf(error: unknown, file: string): Promise<readonly Problem[]> {
  const frame = authorFrame(error);
  // The file was read, and failed while it ran.
  const isSyntaxError = error instanceof Error && error.name === 'SyntaxError';
  if (frame !== undefined && !isSyntaxError) return [failureAt(frame, error, await missingImport(error))];
  const found = await problemsInGraph(file);
  if (found.length > 0) return found;
  const missing = await missingExport(error);
  if (missing !== undefined) return [missing];
  return [failureAt(frame ?? { file }, error)];
}

function failureAt(place: Place, error: unknown, hint = ''): Problem {
  const text = `it cannot be loaded: ${messageOf(error)}${hint}`;
  return { severity: 'error', place: { ...place, file: shownPath(place.file, process.cwd()) }, text };
}

/** All problems of a file and of the files that it imports. */
async function problemsInGraph(file: string): Promise<Problem[]> {
  const { build } = await import('esbuild');
  try {
    await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      resolveExtensions: ['.ts', '.mts', '.js', '.mjs'],
      tsconfigRaw: '{}',
      logLevel: 'silent',
      absWorkingDir: dirname(file),
      plugins: [packages],
    });
    return [];
  } catch (failure) {
    const { errors } = failure as { readonly errors?: readonly Message[] };
    return Promise.all((errors ?? []).map((message) => problemOf(message, dirname(file))));
  }
}

/** Checks that imported packages are installed, without reading them. */
const packages: Plugin = {
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const isKnown =
        isBuiltin(path) || /^(kineko$|kineko\/|@kineko\/|#|[a-z]+:)/.test(path) || isInstalled(path, importer);
      if (isKnown) return { path, external: true };
      const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
      const text = `the package "${name}" is not installed: \`npm install ${name}\` in its folder, if the name is right`;
      return { errors: [{ text }] };
    });
  },
};

function isInstalled(path: string, importer: string): boolean {
  try {
    createRequire(importer).resolve(path);
    return true;
  } catch (error) {
    // Other errors concern what the package exports to `require`.
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}

async function problemOf({ text, location }: Message, folder: string): Promise<Problem> {
  if (location === null) return { severity: 'error', text };
  const { line, lineText } = location;
  const file = resolve(folder, location.file);
  // The compiler counts bytes.
  const before = Buffer.from(lineText).subarray(0, location.column).toString();
  const place = { file: shownPath(file, process.cwd()), line, column: before.length + 1 };
  const excerpt = lineText.trim() === '' ? undefined : [lineText, `${before.replace(/[^\t]/g, ' ')}^`];
  return { severity: 'error', place, text: (await missingFile(text, file)) ?? text, excerpt };
}

async function missingFile(text: string, importer: string): Promise<string | undefined> {
  const [, path] = /^Could not resolve "(\..*)"$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  const folder = dirname(importer);
  const meant = await pathMeantBy(resolve(folder, path), folder);
  return `there is no file "${path}"${meant === undefined ? '' : `; did you mean "./${meant}"?`}`;
}

/** An import that a package does not export; the first line of the stack has the place. */
async function missingExport(error: unknown): Promise<Problem | undefined> {
  const [, specifier] = /requested module '(.+?)'/.exec(messageOf(error)) ?? [];
  const [, name] = /export named '(.+?)'/.exec(messageOf(error)) ?? [];
  const [, where, line] = /^(.+):(\d+)\n/.exec((error as Partial<Error>).stack ?? '') ?? [];
  if (specifier === undefined || name === undefined || where === undefined) return undefined;
  const file = shownPath(where.startsWith('file:') ? fileURLToPath(where) : where, process.cwd());
  const meant = nearestName(name, await exportsOf(specifier));
  const suggestion = meant === undefined ? '' : `; did you mean "${meant}"?`;
  const text = `"${specifier}" has no export "${name}"${suggestion}`;
  return { severity: 'error', place: { file, line: Number(line) }, text };
}

/** A hint for a name that the file uses without an import: a misspelt import is unused, and compilers drop it. */
async function missingImport(error: unknown): Promise<string> {
  const [, name] = /^(\w+) is not defined$/.exec(messageOf(error)) ?? [];
  if (name === undefined) return '';
  const exported = await exportsOf('kineko');
  if (exported.includes(name)) return `; import it from "kineko"`;
  const meant = nearestName(name, exported);
  return meant === undefined ? '' : `; did you mean "${meant}" of "kineko"?`;
}

async function exportsOf(specifier: string): Promise<string[]> {
  try {
    return Object.keys((await import(specifier)) as object);
  } catch {
    return [];
  }
}
