/** Finds everything that a scenario names, and all problems with it. */
import { expected, InputError, type Problem } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import type { ScenarioFile } from '../../format/scenario/scenario.js';
import type { EngineKind } from '../engine/cycle-engine.js';
import { ENGINE_KINDS } from '../engine/engines.js';
import type { Registry } from '../registry/registry.js';
import { assemble, type Plan } from './assembly.js';
import { classesOf } from './classes.js';
import { type DeecoFiles, logRequest } from './files.js';
import { placementProblems } from './initial-check.js';
import { mapOf } from './map.js';
import type { DeecoSettings, Values } from './settings.js';

export interface Planned {
  readonly problems: readonly Problem[];
  /** Undefined if there are errors. */
  readonly plan: Plan | undefined;
}

interface PlanParts {
  readonly file: ScenarioFile;
  readonly source: Source;
  readonly settings: DeecoSettings;
  readonly registry: Registry;
  readonly files: DeecoFiles;
  readonly isStrict: boolean;
}

export async function planOf({ file, source, settings, registry, files, isStrict }: PlanParts): Promise<Planned> {
  const problems = [...settings.problems({ strict: isStrict })];
  const classes = classesOf(file, registry, problems);
  if (hasErrors(problems)) return { problems, plan: undefined };
  const values = settings.values();
  const engine = ENGINE_KINDS.find(({ name }) => name === values.engine)!;
  const ofField = fieldProblems(engine, settings, values);
  const readBytes = (path: string): Promise<Uint8Array> => files.readBytes(path, source);
  const found = ofField.length > 0 ? { problems: ofField } : await mapOf(values, settings.placeOf('bitmap'), readBytes);
  if ('problems' in found) problems.push(...found.problems);
  else problems.push(...placementProblems(file.robots, found.map));
  if (values.bitmap === values.logfile) {
    problems.push({
      severity: 'error',
      place: settings.placeOf('logfile'),
      text: 'the log would be written over the map',
    });
  }
  const isLogChosen = settings.isChosen('logfile');
  problems.push(...(await outputProblems(files, source, values.logfile, isLogChosen, settings)));
  if (hasErrors(problems) || 'problems' in found) return { problems, plan: undefined };
  const plan: Plan = { file, source, values, map: found.map, engine, classes, isLogChosen };
  problems.push(...(await assemblyProblems(plan, files)));
  return { problems, plan: hasErrors(problems) ? undefined : plan };
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function fieldProblems({ name, largestField }: EngineKind, settings: DeecoSettings, values: Values): Problem[] {
  return (['sizeX', 'sizeY'] as const).flatMap((key): Problem[] => {
    const size = values[key];
    if (size === undefined ? values.bitmap !== undefined : size <= largestField) return [];
    const text = `${key}: ${expected(`an integer from 1 to ${largestField} with the engine ${name}`, size)}`;
    return [{ severity: 'error', place: settings.placeOf(key), text }];
  });
}

async function outputProblems(
  files: DeecoFiles,
  source: Source,
  logfile: string,
  isChosen: boolean,
  settings: DeecoSettings,
): Promise<readonly Problem[]> {
  try {
    await files.output(logfile, source, logRequest(isChosen));
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems.map((problem) => ({ ...problem, place: settings.placeOf('logfile') ?? problem.place }));
  }
}

/** Assembles a run once, to find the classes that reject their arguments. */
async function assemblyProblems(plan: Plan, files: DeecoFiles): Promise<readonly Problem[]> {
  try {
    await assemble(plan, { seed: 0, files, onCycle: () => {}, onLog: () => {} });
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}
