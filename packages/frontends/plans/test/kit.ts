/** Loads plans as the command line does, from files or from texts. */
import { fileURLToPath } from 'node:url';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Host, RunSummary, Source } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { inputError } from '@kineko/formats/problem';
import { plansFrontEnd } from '../src/node/front-end.js';
import type { GridPlan } from '../src/format/plan.js';
import { readPlanFiles } from '../src/format/read-plan.js';
import type { PlanScenario } from '../src/run/scenario.js';

export const DATA = fileURLToPath(new URL('data/', import.meta.url));

type Settings = Readonly<Record<string, string>>;

const FILE_FLAGS: Readonly<Record<string, string>> = { 'plan.map': 'map', 'plan.scen': 'scen', 'plan.file': 'plan' };

const MAPS: Readonly<Record<string, Settings>> = {
  smart: { 'plan.map': 'movingai/random-32-32-20.map', 'plan.scen': 'movingai/random-32-32-20-random-1.scen' },
  own: { 'plan.map': 'own/warren-24.map', 'plan.scen': 'own/warren-24.scen' },
  lorr: { 'plan.map': 'lorr/maps/random-32-32-20.map' },
};

/** The settings of a file of the test data: its map, and what no file states. */
export function settingsOf(file: string): Settings {
  const [folder] = file.split('/') as [string];
  if (file.endsWith('.paths.txt') && folder === 'tiny') return { 'plan.map': 'tiny/grid-5x5.map', 'plan.order': 'rc' };
  if (file.includes('sparse')) return { 'plan.map': 'ccbs/sparse-roadmap.xml' };
  if (file.includes('empty')) return { 'plan.map': 'ccbs/empty-16-16-map.xml' };
  return MAPS[folder] ?? {};
}

/** @param settings Files are named relative to the folder of the test data. */
export async function planOf(file: string, settings: Settings = {}): Promise<PlanScenario> {
  return loaded(await readSource(`${DATA}${file}`), new NodeHost(), settings);
}

/** A file that exists in memory only, and the files that it names. */
export async function planOfText(
  text: string | Uint8Array,
  path = 'plan.txt',
  settings: Settings = {},
  others: Readonly<Record<string, string>> = {},
): Promise<PlanScenario> {
  const host: Host = {
    readBytes: async (name, from) => {
      if (others[name] === undefined) throw inputError(`names the file "${name}": there is none`, from.path);
      return new TextEncoder().encode(others[name]);
    },
    loadModule: () => Promise.reject(new Error('plans load no modules')),
  };
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return loaded({ path, bytes }, host, settings);
}

async function loaded(source: Source, host: Host, settings: Settings): Promise<PlanScenario> {
  const flags = Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) =>
      FILE_FLAGS[key] === undefined ? [] : [[FILE_FLAGS[key], value]],
    ),
  );
  const scenario = await plansFrontEnd.load(source, host, { cwd: DATA, flags });
  for (const [key, value] of Object.entries(settings)) {
    scenario.set(key, value, { kind: 'set', place: { file: `--set ${key}=${value}` } });
  }
  return scenario as PlanScenario;
}

/** A plan of the test data that is on a grid. */
export async function gridPlanOf(file: string): Promise<GridPlan> {
  const settings = settingsOf(file);
  const { plan } = await readPlanFiles(
    await readSource(`${DATA}${file}`),
    (key) => settings[key],
    (name) => readSource(`${DATA}${name}`),
  );
  if (plan?.kind !== 'grid') throw new Error(`${file} is not on a grid`);
  return plan;
}

/** The audit as the object that `--json` prints. */
export async function auditOf(scenario: PlanScenario): Promise<AuditJson> {
  const audit = await scenario.audit(scenario.name);
  return {
    isClean: audit.isClean,
    text: [...audit.lines()].join('\n'),
    ...(JSON.parse([...audit.json()].join('')) as object),
  } as AuditJson;
}

export interface AuditJson extends Readonly<Record<string, unknown>> {
  readonly isClean: boolean;
  readonly text: string;
  readonly contacts: number;
  readonly pairs: number;
  readonly leastDistance: number;
  readonly criticalRadius: number;
  readonly list: readonly {
    readonly entry: number;
    readonly exit: number;
    readonly pair: readonly [number, number];
    readonly leastDistance: number;
    readonly leastTime: number;
    readonly places: readonly (readonly [number, number])[];
  }[];
}

/** The results of a run. */
export interface Outcome {
  readonly summary: RunSummary;
  readonly metrics: Readonly<Record<string, number>>;
  readonly details: {
    readonly robotResults: readonly {
      readonly completedAt: number | null;
      readonly delayed: number;
      readonly waitedForOthers: number;
      readonly waitedForMessages: number;
      readonly waitedFor: Readonly<Record<string, number>>;
    }[];
    readonly graph: Readonly<Record<string, number>>;
  };
  readonly records: readonly TraceRecord[];
}

export async function outcomeOf(scenario: PlanScenario, seed = 1, isRecorded = false): Promise<Outcome> {
  const records: TraceRecord[] = [];
  const emit = isRecorded ? (record: TraceRecord): void => void records.push(structuredClone(record)) : undefined;
  const run = await scenario.open({ seed, emit });
  await run.advance();
  const details = run.details?.() as unknown as Outcome['details'];
  return { summary: run.summary(), metrics: Object.fromEntries(run.metrics()), details, records };
}

/** A network that loses and delays messages, and moves that are late. */
export const LOSSY = {
  'network.loss': '0.3',
  'network.lambda': '0.3',
  network: 'RandomNetwork',
  'plan.delay': '0.2 1.7',
};
