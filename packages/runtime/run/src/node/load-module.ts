/** Runs the files of authors, TypeScript or JavaScript, as they are. */
import { register } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { explainFailure } from './load-failure.js';
import type { HookData } from './loader-hooks.js';

export interface LoadOptions {
  /**
   * The address (`import.meta.url`) of a module that can import `kineko` and its packages: what authors import is what
   * it would import. The first one that is given in a process counts.
   */
  readonly base?: string | undefined;
}

/** How the files end that can be loaded. */
export const MODULE_ENDINGS: readonly string[] = ['.ts', '.mts', '.js', '.mjs'];

let isRegistered = false;
let beforeCode: (() => Promise<void>) | undefined;

/** Has something done before the next file of an author is loaded, such as having somebody watch over it. */
export function beforeAuthorCode(prepare: () => Promise<void>): void {
  beforeCode = prepare;
}

/**
 * The exports of a file, given by its absolute path; a file is loaded once. Throws an `InputError` with all that is wrong
 * with it and with what it imports, each with its place.
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

/** When the first file is loaded: the hooks have a thread, whose start takes time that other runs need not pay. */
export function registerLoader(base: string): void {
  // Who runs the sources has a loader already that knows TypeScript and finds the packages.
  if (isRegistered || import.meta.url.endsWith('.ts')) return;
  isRegistered = true;
  process.setSourceMapsEnabled(true);
  const data: HookData = { base };
  register('./loader-hooks.js', import.meta.url, { data });
}
