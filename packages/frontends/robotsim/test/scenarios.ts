/** Scenarios from texts: configurations, files and modules that exist in a test only, as in a page. */
import { InputError, describeProblem, type Problem } from '@kineko/formats/problem';
import type { RecordOf, RecordType, TraceRecord } from '@kineko/formats/trace';
import { type Host, loadScenario, type OpenOptions, type Run, type RunSummary, type Scenario } from '@kineko/run';
import { robotsim, type RobotsimOptions } from '../src/run/scenario.js';

export interface ScenarioContext {
  /** By path, from where the configuration is. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Exports of authors' files, by path. */
  readonly modules?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Bytes of memory that are available. */
  readonly memory?: number;
  readonly set?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly strict?: boolean;
  readonly real?: RobotsimOptions['real'];
}

export interface Outcome {
  readonly run: Run;
  readonly summary: RunSummary;
  readonly records: readonly TraceRecord[];
  readonly metrics: ReadonlyMap<string, number>;
  readonly of: <T extends RecordType>(type: T) => RecordOf<T>[];
  /** Log messages of authors' code. */
  readonly said: readonly string[];
}

/** `main.config` with this text; YAML and JSON are known by their content. */
export async function scenarioOf(text: string, context: ScenarioContext = {}): Promise<Scenario> {
  const { set = {}, env = {}, strict = false, real } = context;
  const source = { path: 'main.config', bytes: new TextEncoder().encode(text) };
  const frontEnd = robotsim(real === undefined ? {} : { real });
  const scenario = await loadScenario(source, { frontEnds: [frontEnd], host: hostOf(context) });
  if (strict) scenario.beStrict();
  scenario.useEnvironment(env);
  for (const [key, value] of Object.entries(set)) {
    scenario.set(key, value, { kind: 'set', place: { file: `--set ${key}=${value}` } });
  }
  return scenario;
}

/** All problems, each as one line. */
export async function problemsOf(text: string, context?: ScenarioContext): Promise<string[]> {
  return described(await (await scenarioOf(text, context)).problems());
}

/** Runs a configuration to its end. */
export async function outcomeOf(
  text: string,
  context?: ScenarioContext,
  options: Partial<OpenOptions> = {},
): Promise<Outcome> {
  const scenario = await scenarioOf(text, context);
  const records: TraceRecord[] = [];
  const said: string[] = [];
  const run = await scenario.open({
    seed: scenario.seed ?? 1,
    emit: (record) => void records.push(record),
    log: (level, words, { process }) => void said.push(`${level} p${process} ${words}`),
    ...options,
  });
  await run.advance();
  await run.close();
  const of = <T extends RecordType>(type: T): RecordOf<T>[] =>
    records.filter((record): record is RecordOf<T> => record.type === type);
  return { run, summary: run.summary(), records, metrics: run.metrics(), of, said };
}

/** The problems for which it cannot be opened. */
export async function refusalOf(text: string, context?: ScenarioContext, seed = 1): Promise<string[]> {
  const scenario = await scenarioOf(text, context);
  try {
    await scenario.open({ seed });
  } catch (error) {
    if (error instanceof InputError) return described(error.problems);
    throw error;
  }
  throw new Error('it was opened');
}

function described(problems: readonly Problem[]): string[] {
  return problems.map(describeProblem);
}

function hostOf({ files = {}, modules = {}, memory }: ScenarioContext): Host {
  const resolved = (path: string, from: string): string => {
    const folder = from.split('/').slice(0, -1);
    return [...folder, ...path.replace(/^\.\//, '').split('/')].join('/');
  };
  return {
    memory: () => memory,
    readBytes(path, from) {
      const content = files[resolved(path, from.path)];
      if (content === undefined) return Promise.reject(new Error(`there is no file ${resolved(path, from.path)}`));
      return Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    },
    loadModule(path, from) {
      const exports = modules[resolved(path, from.path)];
      return exports === undefined
        ? Promise.reject(new Error(`there is no file ${resolved(path, from.path)}`))
        : Promise.resolve(exports);
    },
  };
}
