/** For authors' tests and scripts: one run of a scenario and its records. */
import { fileURLToPath } from 'node:url';
import { type AnalysisReport, Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import { loadScenario, Recording, requireValid, ResultHash, type RunSummary } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { FRONT_ENDS } from './front-ends.js';

export interface RunConfigOptions {
  /** Default: that of the configuration, else 1. */
  readonly seed?: number;
  /** Values that override those of the file, by key. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  /** Files with classes that the scenario names, as --plugin takes them. */
  readonly plugins?: readonly (string | URL)[];
}

export interface ConfigRun {
  readonly summary: RunSummary;
  /** All records, in order. */
  readonly records: readonly TraceRecord[];
  readonly metrics: ReadonlyMap<string, number>;
  readonly analysis: AnalysisReport;
  /** The same for the same version, configuration and seed. */
  readonly hash: string;
}

/** Runs a scenario to its end: `await runConfig(new URL('gathering.config', import.meta.url), { seed: 7 })`. */
export async function runConfig(file: string | URL, options: RunConfigOptions = {}): Promise<ConfigRun> {
  const path = pathOf(file);
  const scenario = await loadScenario(await readSource(path), {
    frontEnds: FRONT_ENDS,
    host: new NodeHost({ base: import.meta.url }),
    context: { flags: { plugin: (options.plugins ?? []).map(pathOf) } },
    settings: Object.entries(options.set ?? {}).map(([key, value]) => ({
      key,
      value: String(value),
      origin: { kind: 'set', place: { file: `set ${key}` } },
    })),
  });
  await requireValid(scenario);
  const hash = await ResultHash.create();
  const recording = new Recording([hash], scenario.name);
  const records: TraceRecord[] = [];
  const analyzer = new Analyzer();
  const emit = (record: TraceRecord): void => {
    recording.emit(record);
    records.push(record);
    analyzer.add(record);
  };
  const run = await scenario.open({ seed: options.seed ?? scenario.seed ?? 1, emit });
  try {
    await run.advance();
    await recording.close();
    const summary = run.summary();
    analyzer.continueTo(summary.simulatedSeconds);
    const analysis = analyzer.report();
    return { summary, records, metrics: run.metrics(), analysis, hash: hash.digest() };
  } finally {
    await run.close();
  }
}

function pathOf(file: string | URL): string {
  return typeof file === 'string' ? file : fileURLToPath(file);
}
