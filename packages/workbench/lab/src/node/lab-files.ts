/** Experiments and assignments as files: which of them a file is, and their scenarios. */
import { dirname, resolve } from 'node:path';
import { InputError, type Place } from '@kineko/formats/problem';
import { readYamlSource } from '@kineko/formats/yaml';
import { type Source, textOf } from '@kineko/run';
import { readSource } from '@kineko/run/node';

export type LabFileKind = 'experiment' | 'assignment';

/** Undefined for other files. Decides by the keys at the top, so that a file with problems is recognised too. */
export async function labFileKind({ path, bytes }: Source): Promise<LabFileKind | undefined> {
  const text = textOf(bytes);
  if (!/\b(?:scenario|tasks|metrics)\b/.test(text) || /^\s*</.test(text)) return undefined;
  const keys = await keysOf(text, path);
  if (keys.has('tasks')) return 'assignment';
  const isSweep = keys.has('metrics') && (keys.has('parameters') || keys.has('repetitions'));
  return keys.has('scenario') || isSweep ? 'experiment' : undefined;
}

async function keysOf(text: string, path: string): Promise<ReadonlySet<string>> {
  try {
    const { data } = await readYamlSource(text, path);
    return new Set(typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.keys(data) : []);
  } catch {
    // Invalid YAML: its keys are at the beginning of lines.
    return new Set(Array.from(text.matchAll(/^["']?(\w+)["']?[ \t]*:/gm), ([, key]) => key!));
  }
}

/** The path of the scenario that a file names; throws an `InputError` at that place if it cannot be read. */
export async function scenarioOf(file: string, scenario: string, place: Place): Promise<string> {
  const path = resolve(dirname(file), scenario);
  try {
    await readSource(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      place,
      text: `scenario ${scenario}: ${problem.text}`,
    }));
    throw new InputError(problems);
  }
  return path;
}
