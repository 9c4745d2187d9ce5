/** The processes that `explore` and `run --deliveries` take: those of a configuration, or of a TypeScript file. */
import { basename, extname, parse, resolve } from 'node:path';
import { inputError } from '@kineko/formats/problem';
import type { ProcessSystem } from '@kineko/lab';
import type { ExploreOptions } from '@kineko/neko';
import type { Scenario } from '@kineko/run';
import type { CliContext, Diagnostics } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import { frontEndNamed } from '../front-ends.js';
import { loadFile, nodeHost, type ScenarioArguments, validateScenario } from '../load-file.js';

export interface Processes {
  readonly name: string;
  readonly system: ProcessSystem & Partial<ExploreOptions<unknown>>;
  /** Undefined for a TypeScript file. */
  readonly scenario: Scenario | undefined;
}

const PROGRAMS = ['.ts', '.mts', '.js', '.mjs'];

function isProgram(file: string): boolean {
  return PROGRAMS.includes(extname(file));
}

export async function readProcesses(
  file: string,
  args: ScenarioArguments & { readonly seed?: string | undefined },
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<Processes> {
  if (isProgram(file)) return { name: parse(file).name, system: await systemOf(file, context), scenario: undefined };
  const scenario = await loadFile(file, args, { seed: args.seed }, context, diagnostics);
  await validateScenario(scenario, diagnostics);
  const { processes } = frontEndNamed(scenario.frontEnd);
  if (processes === undefined) throw inputError('expected a file with processes that exchange messages', file);
  return { name: scenario.name, system: await processes(scenario, scenario.seed ?? 0), scenario };
}

async function systemOf(file: string, { cwd }: CliContext): Promise<Processes['system']> {
  const source = await readSource(cwd === process.cwd() ? file : resolve(cwd, file));
  const exported = await nodeHost().loadModule(`./${basename(file)}`, source);
  const system = exported['system'] ?? exported['default'];
  if (typeof system !== 'object' || system === null || typeof (system as { wire?: unknown }).wire !== 'function') {
    const names = Object.keys(exported).join(', ') || 'nothing';
    throw inputError(`expected an export named system with a function wire(process), got ${names}`, file);
  }
  return system as Processes['system'];
}
