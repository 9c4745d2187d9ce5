/** Delays and faults of an execution, from the settings or from files that they name. */
import { expected, inputError, InputError, type Problem } from '@kineko/formats/problem';
import type { Source as ShapeSource } from '@kineko/formats/shape';
import { readYamlSource } from '@kineko/formats/yaml';
import { type FaultSchedule, problemsOfFaults } from '@kineko/neko';
import { textOf } from '@kineko/run';
import type { PlanSettings } from '../settings.js';
import { type DelayRule, givenDelays, randomDelay } from './delays.js';

export interface ExecutionData {
  readonly delay: DelayRule | undefined;
  readonly faults: FaultSchedule;
}

type ReadFile = (name: string) => Promise<Uint8Array>;

/** Throws an `InputError` with all problems. */
export async function readExecutionData(
  settings: PlanSettings,
  robots: number,
  read: ReadFile,
): Promise<ExecutionData> {
  const problems: Problem[] = [];
  const collect = (error: unknown): undefined => {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
  };
  const delay = await delayOf(settings, robots, read).catch(collect);
  const faults = await faultsOf(settings, robots, read).catch(collect);
  if (problems.length > 0) throw new InputError(problems);
  return { delay, faults: faults ?? [] };
}

async function delayOf(settings: PlanSettings, robots: number, read: ReadFile): Promise<DelayRule | undefined> {
  const text = settings.get('plan.delay');
  if (text === undefined || text === '') return undefined;
  if (!/^[-+\d.]/.test(text)) return givenDelays(await listIn('plan.delay', text, read), robots);
  const rule = randomDelay(text, settings.get('plan.step'));
  if (rule !== undefined) return rule;
  const what = 'a probability from 0 to 1, also with seconds ("0.1 2.5"), or a list of spans for each robot';
  throw inputError(`plan.delay: ${expected(what, text)}`, settings.placeOf('plan.delay'));
}

async function faultsOf(settings: PlanSettings, robots: number, read: ReadFile): Promise<FaultSchedule> {
  const text = settings.get('faults');
  if (text === undefined || text === '') return [];
  const { data } = await listIn('faults', text, read);
  const place = settings.placeOf('faults');
  const problems = problemsOfFaults(data, robots);
  if (problems.length > 0) throw new InputError(problems.map((each) => ({ severity: 'error', place, text: each })));
  return data as FaultSchedule;
}

/** A list in brackets, or in a file. */
async function listIn(key: string, text: string, read: ReadFile): Promise<ShapeSource> {
  const source = /^[[{]/.test(text)
    ? await readYamlSource(text, key)
    : await readYamlSource(textOf(await read(text)), text);
  return { ...source, root: key };
}
