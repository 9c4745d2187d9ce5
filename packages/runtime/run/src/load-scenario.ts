/** Loads a scenario, for the command line, the lab, grading, the playground and the editor. */
import { inputError, InputError, type Problem } from '@kineko/formats/problem';
import type { FrontEnd, LoadContext } from './front-end.js';
import type { Host, Scenario, Source } from './scenario.js';
import type { Origin } from './settings/origin.js';
import { textOf } from './text.js';

/** Number of bytes at the beginning of a file by which front ends recognise it. */
export const HEAD = 4096;

export interface Setting {
  readonly key: string;
  readonly value: string;
  readonly origin: Origin;
}

/** Values for a scenario besides those of its file; later ones override earlier ones. */
export interface GivenValues {
  readonly strict?: boolean | undefined;
  /** Variables of the environment; the scenario uses those with its keys. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly settings?: readonly Setting[] | undefined;
  /** Called with problems of the environment, which do not keep a scenario from being run. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
}

export interface LoadRequest extends GivenValues {
  readonly frontEnds: readonly FrontEnd[];
  readonly host: Host;
  readonly context?: LoadContext | undefined;
}

/** Throws an `InputError` if no front end, or more than one, recognises the file; other errors are among its problems. */
export async function loadScenario(source: Source, request: LoadRequest): Promise<Scenario> {
  const scenario = await findFrontEnd(source, request.frontEnds).load(source, request.host, request.context);
  giveValues(scenario, request);
  return scenario;
}

export function giveValues(scenario: Scenario, { strict, environment, settings = [], onProblem }: GivenValues): void {
  if (strict === true) scenario.beStrict();
  const problems = environment === undefined ? [] : scenario.useEnvironment(environment);
  for (const problem of problems) onProblem?.(problem);
  for (const { key, value, origin } of settings) scenario.set(key, value, origin);
}

/** Returns the warnings of a scenario; throws an `InputError` with all problems if one of them is an error. */
export async function requireValid(scenario: Scenario): Promise<readonly Problem[]> {
  const problems = await scenario.problems();
  if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
  return problems;
}

/** The beginning of a file, by which front ends recognise it. */
export function headOf({ bytes }: Source): string {
  // Decoding drops a byte order mark, and a character that is cut off at the end does no harm.
  return textOf(bytes.subarray(0, HEAD));
}

/** The front end that recognises a file; throws an `InputError` if none does, or several do. */
export function findFrontEnd<T extends FrontEnd>(source: Source, frontEnds: readonly T[]): T {
  const head = headOf(source);
  const found = frontEnds.filter((each) => each.recognises(head, source.path));
  if (found.length === 1) return found[0]!;
  const text =
    found.length === 0
      ? `${source.bytes.length === 0 ? 'empty file' : 'unrecognized file format'}; supported: ${listed(frontEnds)}${lackOf(head, frontEnds)}`
      : `ambiguous file format: it could be any of ${listed(found)}; change its beginning, or its name, so that only one fits`;
  throw inputError(text, source.path);
}

function lackOf(head: string, frontEnds: readonly FrontEnd[]): string {
  return frontEnds
    .flatMap((each) => each.lacks?.(head) ?? [])
    .map((lack) => `; ${lack}`)
    .join('');
}

function listed(frontEnds: readonly FrontEnd[]): string {
  return frontEnds.map(({ name, title }) => `${name} (${title})`).join(', ') || 'nothing';
}
