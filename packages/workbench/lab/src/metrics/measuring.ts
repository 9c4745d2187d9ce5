/** The metrics of an experiment, ready to be taken: formulas read, authors' functions found. */
import { Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Run } from '@kineko/run';
import { type Expression, readExpression } from '../expression.js';
import { RunObserver } from '../observed-run.js';
import { BUILT_IN_METRICS, type BuiltInMetric, type MeasuredRun } from './built-in.js';
import type { MetricOrder } from './metric-spec.js';

/** An author's metric: a number, from all that can be known of a run. */
export type AuthorMetric = (run: MeasuredRun) => number;

/** The function that a name such as `./metrics.ts#order` means. */
export type FindFunction = (file: string) => Promise<(...args: never[]) => unknown>;

/** A metric that cannot be taken: what it is, and why. */
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

  static async prepare(orders: readonly MetricOrder[], find: FindFunction): Promise<Measuring> {
    const takers: Taker[] = [];
    for (const order of orders) takers.push(await takerOf(order, find));
    return new Measuring(takers);
  }

  /** Whoever looks at one run. */
  begin(parameters: ReadonlyMap<string, number>): Measurement {
    return new Measurement(this.takers, parameters);
  }
}

async function takerOf(order: MetricOrder, find: FindFunction): Promise<Taker> {
  const { name } = order;
  switch (order.kind) {
    case 'named': {
      const metric = BUILT_IN_METRICS.find((each) => each.name === order.of);
      if (metric === undefined) return { kind: 'scenario', name, of: order.of };
      return { kind: 'built-in', name, metric, options: { ...metric.options, ...order.options } };
    }
    case 'expression':
      return { kind: 'expression', name, expression: await readExpression(order.text) };
    case 'file':
      return { kind: 'author', name, measure: (await find(order.file)) as AuthorMetric };
  }
}

export class Measurement {
  /** Undefined if nothing has to be kept of the run, which is then faster. */
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

  /** Of a run that is over: by name; null where there is nothing to say. */
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
        throw new MetricError(`there is no metric '${taker.of}': built in are ${built}; the scenario has ${own}`);
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

/** What formulas may use without asking for it: what every summary tells. */
export function builtInOf(name: string, run: Pick<MeasuredRun, 'summary'>): number | undefined {
  const metric = BUILT_IN_METRICS.find((each) => each.name === name && each.needs === 'summary');
  return metric?.of(run as MeasuredRun, {});
}
