/** Configurations for tests: files that are only texts. */
import { describeProblem } from '@kineko/formats/problem';
import type { ConfigEntry } from '@kineko/run/settings';
import { NekoConfig } from '../src/format/index.js';

export type Files = Readonly<Record<string, string>>;

/** Reads the first of some files; the others can be included by their names. */
export function readFiles(files: Files): Promise<NekoConfig> {
  const [[path, text] = ['empty.config', '']] = Object.entries(files);
  const read = (name: string): Promise<string> => {
    const found = files[name];
    return found === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(found);
  };
  return NekoConfig.read({ path, text, read });
}

/** A properties file with the same values. */
export function printProperties(entries: readonly Pick<ConfigEntry, 'key' | 'value'>[]): string {
  return entries.map(({ key, value }) => `${key} = ${value}\n`.replace(' \n', '\n')).join('');
}

export function readText(text: string, path = 'run.config'): Promise<NekoConfig> {
  return readFiles({ [path]: text });
}

/** As people see them. */
export function problemsOf(config: NekoConfig, options?: { readonly strict: boolean }): string[] {
  return config.problems(options).map(describeProblem);
}

export async function problemsOfText(text: string, path?: string): Promise<string[]> {
  return problemsOf(await readText(text, path));
}
