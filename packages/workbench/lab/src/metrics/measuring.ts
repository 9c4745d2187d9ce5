/** The metrics of an experiment: expressions parsed, authors' functions loaded. */
import { Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Run } from '@kineko/run';
import type { MetricSpec } from '../experiment/experiment.js';
import { type Expression, readExpression } from '../expression.js';
import { RunObserver } from '../observed-run.js';
import { BUILT_IN_METRICS, type BuiltInMetric, type MeasuredRun } from './built-in.js';

export type AuthorMetric = (run: MeasuredRun) => number;

/** Loads the function that a name such as `./metrics.ts#order` refers to. */
export type FindFunction = (file: string) => Promise<(...args: never[]) => unknown>;

export class MetricError extends Error {
  override readonly name = 'MetricError';
}

type Taker =
  | {
      readonly name: string;
      readonly kind: 'built-in';
      readonly metric: BuiltInMetric;
      readonly options: Readonly<Record<string, number>>;
    }
  | { readonly name: string; readonly kind: 'scenario'; readonly of: string }
  | { readonly name: string; readonly kind: 'expression'; readonly expression: Expression }
  | { readonly name: string; readonly kind: 'author'; readonly measure: AuthorMetric };

export class Measuring {
  private constructor(private readonly takers: readonly Taker[]) {}

  static async prepare(specs: readonly MetricSpec[], find: FindFunction): Promise<Measuring> {
    const takers: Taker[] = [];
    for (const spec of specs) takers.push(await takerOf(spec, find));
    return new Measuring(takers);
  }

  begin(parameters: ReadonlyMap<string, number>): Measurement {
    return new Measurement(this.takers, parameters);
  }
}

async function takerOf(spec: MetricSpec, find: FindFunction): Promise<Taker> {
  const { name } = spec;
  switch (spec.kind) {
    case 'named': {
      const metric = BUILT_IN_METRICS.find((each) => each.name === spec.of);
      if (metric === undefined) return { kind: 'scenario', name, of: spec.of };
      return { kind: 'built-in', name, metric, options: { ...metric.options, ...spec.options } };
    }
    case 'expression':
      return { kind: 'expression', name, expression: await readExpression(spec.text) };
    case 'file':
      return { kind: 'author', name, measure: (await find(spec.file)) as AuthorMetric };
  }
}

export class Measurement {
  /** Undefined if no metric needs records, which makes the run faster. */
  readonly emit: ((record: TraceRecord) => void) | undefined;
  private readonly analyzer: Analyzer | undefined;
  private readonly observer: RunObserver | undefined;

  constructor(
    private readonly takers: readonly Taker[],
    private readonly parameters: ReadonlyMap<string, number>,
  ) {
    const needs = (what: BuiltInMetric['needs']): boolean =>
      takers.some((each) => each.kind === 'author' || (each.kind === 'built-in' && each.metric.needs === what));
    const analyzer = (this.analyzer = needs('analysis') ? new Analyzer() : undefined);
    const observer = (this.observer = needs('motion') ? new RunObserver() : undefined);
    if (analyzer === undefined && observer === undefined) return;
    this.emit = (record) => {
      analyzer?.add(record);
      observer?.add(record);
    };
  }

  /** By metric, after the run has ended; null where a metric has no value. */
  values(run: Run): Record<string, number | null> {
    const measured = this.measured(run);
    const values = new Map<string, number>();
    const valueOf = (name: string): number | undefined =>
      values.get(name) ?? this.parameters.get(name) ?? builtInOf(name, measured);
    for (const taker of this.takers) values.set(taker.name, this.take(taker, measured, valueOf));
    return Object.fromEntries([...values].map(([name, value]) => [name, Number.isFinite(value) ? value : null]));
  }

  private take(taker: Taker, run: MeasuredRun, valueOf: (name: string) => number | undefined): number {
    switch (taker.kind) {
      case 'built-in':
        return taker.metric.of(run, taker.options);
      case 'scenario': {
        const value = run.metrics.get(taker.of);
        if (value !== undefined) return value;
        const built = BUILT_IN_METRICS.map(({ name }) => name).join(', ');
        const own = [...run.metrics.keys()].join(', ') || 'none';
        throw new MetricError(`unknown metric '${taker.of}'; built in: ${built}; of the scenario: ${own}`);
      }
      case 'expression':
        return taker.expression.evaluate(valueOf);
      case 'author':
        return Number(taker.measure(run));
    }
  }

  private measured(run: Run): MeasuredRun {
    const { analyzer, observer, parameters } = this;
    const summary = run.summary();
    return {
      summary,
      metrics: run.metrics(),
      parameters,
      get analysis() {
        return (analyzer ?? new Analyzer()).report();
      },
      get observed() {
        return (observer ?? new RunObserver()).observed({ end: summary.simulatedSeconds, n: summary.processes });
      },
    };
  }
}

/** Metrics of the summary, which expressions may use without listing them. */
export function builtInOf(name: string, run: Pick<MeasuredRun, 'summary'>): number | undefined {
  const metric = BUILT_IN_METRICS.find((each) => each.name === name && each.needs === 'summary');
  return metric?.of(run as MeasuredRun, {});
}
