/** Loads the files of authors, TypeScript or JavaScript. */
import { register } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { explainFailure } from './load-failure.js';
import type { HookData } from './loader-hooks.js';

export interface LoadOptions {
  /**
   * URL (`import.meta.url`) of a module that can import `kineko` and its packages; imports of authors resolve like its own.
   * The first value in a process counts.
   */
  readonly base?: string | undefined;
}

/** Extensions of files that can be loaded. */
export const MODULE_ENDINGS: readonly string[] = ['.ts', '.mts', '.js', '.mjs'];

let isRegistered = false;
let beforeCode: (() => Promise<void>) | undefined;

/** Sets a hook that runs before each file of an author is loaded, such as starting a watchdog. */
export function beforeAuthorCode(prepare: () => Promise<void>): void {
  beforeCode = prepare;
}

/**
 * Returns the exports of a file, given by its absolute path; a file is loaded once. Throws an `InputError` with all
 * problems of the file and its imports, each with its place.
 */
export async function loadModule(
  file: string,
  { base = import.meta.url }: LoadOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  registerLoader(base);
  await beforeCode?.();
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw await explainFailure(error, file);
  }
}

/** Called when the first file is loaded: the hooks run in a thread, whose start takes time. */
export function registerLoader(base: string): void {
  // Where the sources are run, a loader already handles TypeScript and finds the packages.
  if (isRegistered || import.meta.url.endsWith('.ts')) return;
  isRegistered = true;
  process.setSourceMapsEnabled(true);
  const data: HookData = { base };
  register('./loader-hooks.js', import.meta.url, { data });
}
