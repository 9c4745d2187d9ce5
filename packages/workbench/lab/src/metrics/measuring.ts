/** The metrics of an experiment: expressions parsed, authors' functions loaded. */
import { Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Run } from '@kineko/run';
import type { MetricSpec } from '../experiment/experiment.js';
import { readExpression, type Values } from '../expression.js';
import { RunObserver } from '../observed-run.js';
import { BUILT_IN_METRICS, type BuiltInMetric, type MeasuredRun } from './built-in.js';

export type AuthorMetric = (run: MeasuredRun) => number;

/** Loads the function that a name such as `./metrics.ts#order` refers to. */
export type FindFunction = (file: string) => Promise<(...args: never[]) => unknown>;

/** A metric that is ready to be taken. */
export interface Metric {
  readonly name: string;
  /** Data of the run that it needs. */
  readonly needs: readonly BuiltInMetric['needs'][];
  /** @param valueOf Values of parameters and of earlier metrics. */
  readonly take: (run: MeasuredRun, valueOf: Values) => number;
}

export async function prepareMetrics(specs: readonly MetricSpec[], find: FindFunction): Promise<readonly Metric[]> {
  const metrics: Metric[] = [];
  for (const spec of specs) metrics.push(await prepare(spec, find));
  return metrics;
}

async function prepare(spec: MetricSpec, find: FindFunction): Promise<Metric> {
  const { name } = spec;
  if (spec.kind === 'expression') {
    const expression = await readExpression(spec.text);
    return { name, needs: [], take: (_run, valueOf) => expression.evaluate(valueOf) };
  }
  if (spec.kind === 'file') {
    const measure = (await find(spec.file)) as AuthorMetric;
    return { name, needs: ['analysis', 'motion'], take: (run) => Number(measure(run)) };
  }
  const builtIn = BUILT_IN_METRICS.find((each) => each.name === spec.of);
  if (builtIn === undefined) return { name, needs: [], take: ({ metrics }) => ofScenario(spec.of, metrics) };
  const given = Object.entries(builtIn.options ?? {}).map(([key, { default: value }]) => [key, value] as const);
  const options = { ...Object.fromEntries(given), ...spec.options };
  return { name, needs: [builtIn.needs], take: (run) => builtIn.of(run, options) };
}

function ofScenario(name: string, metrics: ReadonlyMap<string, number>): number {
  const value = metrics.get(name);
  if (value !== undefined) return value;
  const builtIn = BUILT_IN_METRICS.map((each) => each.name).join(', ');
  const own = [...metrics.keys()].join(', ') || 'none';
  throw new Error(`unknown metric '${name}'; built in: ${builtIn}; of the scenario: ${own}`);
}

/** Measures one run. */
export class Measurement {
  /** Undefined if no metric needs records, which makes the run faster. */
  readonly emit: ((record: TraceRecord) => void) | undefined;
  private readonly analyzer = new Analyzer();
  private readonly observer = new RunObserver();

  constructor(
    private readonly metrics: readonly Metric[],
    private readonly parameters: ReadonlyMap<string, number>,
  ) {
    const { analyzer, observer } = this;
    const needs = new Set(metrics.flatMap((metric) => metric.needs));
    const [isAnalysed, isObserved] = [needs.has('analysis'), needs.has('motion')];
    if (!isAnalysed && !isObserved) return;
    this.emit = (record) => {
      if (isAnalysed) analyzer.add(record);
      if (isObserved) observer.add(record);
    };
  }

  /** By metric, after the run has ended; null where a metric has no value. */
  values(run: Run): Record<string, number | null> {
    const { analyzer, observer, parameters } = this;
    const summary = run.summary();
    // Robots may still move after the last record.
    analyzer.continueTo(summary.simulatedSeconds);
    const measured: MeasuredRun = {
      summary,
      metrics: run.metrics(),
      parameters,
      get analysis() {
        return analyzer.report();
      },
      get observed() {
        return observer.observed({ end: summary.simulatedSeconds, n: summary.processes });
      },
    };
    const values = new Map<string, number>();
    const valueOf: Values = (name) => values.get(name) ?? parameters.get(name) ?? builtInOf(name, measured);
    for (const { name, take } of this.metrics) values.set(name, take(measured, valueOf));
    return Object.fromEntries([...values].map(([name, value]) => [name, Number.isFinite(value) ? value : null]));
  }
}

/** Metrics of the summary, which expressions may use without listing them. */
export function builtInOf(name: string, run: Pick<MeasuredRun, 'summary'>): number | undefined {
  const metric = BUILT_IN_METRICS.find((each) => each.name === name && each.needs === 'summary');
  return metric?.of(run as MeasuredRun, {});
}
