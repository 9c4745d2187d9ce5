/** Reads the file of an experiment: YAML or JSON. */
import { InputError, type Problem, unknownName } from '@kineko/formats/problem';
import {
  described,
  integerFrom,
  nonBlank,
  numberWhere,
  type Path,
  problemAt,
  readShape,
  type Source,
} from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { readYamlSource } from '@kineko/formats/yaml';
import { scenarioName } from '@kineko/run';
import { type Expression, ExpressionError, readExpression } from '../expression.js';
import { BUILT_IN_METRICS } from '../metrics/built-in.js';
import { type Scalar, scalar } from '../scalar.js';
import type { Experiment, MetricSpec, Parameter, PlotSpec, StopSpec } from './experiment.js';
import { countPoints, MAX_CELLS } from './points.js';
import { rangeFields, valuesInRange } from './range.js';

const formula = z.union([nonBlank('a formula'), numberWhere('a formula', Number.isFinite)], described('a formula'));
const aboveZero = numberWhere('a number of seconds above 0', (n) => n > 0);
const parameterName = nonBlank('the name of a parameter');
const metricName = nonBlank('the name of a metric');

const values = z.union(
  [
    // Lists and maps within a list become text, as in a configuration.
    z
      .array(z.union([scalar, z.array(z.unknown()), z.looseObject({})], described('a value')))
      .check(z.minLength(1, described('at least one value'))),
    z.strictObject({ ...rangeFields, expression: z.optional(formula) }),
    scalar,
  ],
  described('a value, a list of values, a range or an expression'),
);
const parameters = z.optional(z.record(z.string(), values, described('names and their values')));

const metric = z.union(
  [
    metricName,
    z.looseObject({
      name: z.optional(nonBlank('a name')),
      expression: z.optional(formula),
      file: z.optional(nonBlank('a file and the name of a function in it, as in ./metrics.ts#order')),
      metric: z.optional(metricName),
    }),
  ],
  described('the name of a metric, or an object with metric, expression or file'),
);
const METRICS = `a list of metrics: ${BUILT_IN_METRICS.map(({ name }) => name).join(', ')}`;

const shape = z.strictObject(
  {
    scenario: nonBlank('the path of a scenario, relative to the folder of this file'),
    set: z.nullish(z.record(z.string(), z.unknown())),
    parameters,
    variables: parameters,
    zip: z.optional(z.union([z.array(z.string()), z.array(z.array(z.string()))], described('lists of parameters'))),
    repetitions: z._default(integerFrom(1), 1),
    seed: z._default(numberWhere('an integer', Number.isSafeInteger), 1),
    metrics: z.array(metric, described(METRICS)).check(z.minLength(1, described(METRICS))),
    stop: z._default(
      z.strictObject({
        time: z.optional(aboveZero),
        events: z.optional(integerFrom(1)),
        when: z.optional(formula),
        every: z._default(aboveZero, 1),
      }),
      { every: 1 },
    ),
    confidence: z._default(
      numberWhere('a share such as 0.95', (n) => n > 0 && n < 1),
      0.95,
    ),
    plots: z.optional(
      z.array(
        z.strictObject({
          x: parameterName,
          y: z.union([metricName, z.array(metricName).check(z.minLength(1, described('at least one metric')))]),
          by: z.optional(parameterName),
          title: z.optional(nonBlank('a title')),
          scale: z._default(z.enum(['linear', 'log']), 'linear'),
        }),
      ),
    ),
  },
  described('an experiment, an object with scenario and metrics'),
);
type Given = z.infer<typeof shape>;

/** Throws an `InputError` with all problems: those of the shape, else those of its meaning. */
export async function readExperiment(file: string, text: string): Promise<Experiment> {
  const source = await readYamlSource(text, file);
  const reader = new ExperimentReader(readShape(shape, source), source);
  const experiment = await reader.read(file);
  if (reader.problems.length > 0) throw new InputError(reader.problems);
  return experiment;
}

class ExperimentReader {
  readonly problems: Problem[] = [];
  /** Names in the expressions of metrics. */
  private readonly usedNames = new Map<MetricSpec, readonly string[]>();

  constructor(
    private readonly given: Given,
    private readonly source: Source,
  ) {}

  async read(file: string): Promise<Experiment> {
    const { scenario, repetitions, seed, confidence } = this.given;
    const set = new Map(Object.entries(this.given.set ?? {}).map(([key, value]) => [key, textOf(value)]));
    const parameters = [...(await this.parameters('parameters', false)), ...(await this.parameters('variables', true))];
    this.checkNames(parameters, set);
    const zipped = this.zipped(parameters);
    // An invalid parameter may be missing where it is zipped.
    const cells = this.problems.length > 0 ? 0 : countPoints({ parameters, zipped }) * repetitions;
    if (cells > MAX_CELLS) this.fail([], `expected at most ${MAX_CELLS} cells, got ${cells}`);
    const metrics = await this.metrics([...parameters.map(({ name }) => name), ...set.keys()]);
    return {
      name: scenarioName(file),
      file,
      scenario,
      set,
      parameters,
      zipped,
      repetitions,
      seed,
      metrics,
      stop: await this.stop(),
      confidence,
      plots: this.plots(parameters, metrics),
      placeOf: (path) => this.source.placeOf!(path, false),
    };
  }

  private fail(path: Path, text: string): undefined {
    this.problems.push(problemAt(this.source, path, text));
  }

  private async parameters(section: 'parameters' | 'variables', isVariable: boolean): Promise<Parameter[]> {
    const found: Parameter[] = [];
    for (const [name, given] of Object.entries(this.given[section] ?? {})) {
      const path = [section, name];
      const read =
        Array.isArray(given) || typeof given !== 'object'
          ? [given].flat().map((value) => (typeof value === 'object' ? textOf(value) : value))
          : await this.computed(given, path);
      if (typeof read === 'string') this.fail(path, read);
      else if (read !== undefined) found.push({ name, isVariable, values: read });
    }
    return found;
  }

  private async computed(
    { expression, ...range }: Exclude<z.infer<typeof values>, Scalar | unknown[]>,
    path: Path,
  ): Promise<Expression | readonly number[] | string | undefined> {
    if (expression === undefined) return valuesInRange(range);
    const { from, to, step, count } = range;
    if ([from, to, step, count].some((each) => each !== undefined)) return 'expected either an expression or a range';
    return this.expression(expression, [...path, 'expression']);
  }

  private async expression(given: string | number, path: Path): Promise<Expression | undefined> {
    try {
      return await readExpression(String(given));
    } catch (error) {
      if (error instanceof ExpressionError) return this.fail(path, error.message);
      throw error;
    }
  }

  private checkNames(all: readonly Parameter[], set: ReadonlyMap<string, string>): void {
    const seen = new Set(set.keys());
    for (const { name, isVariable } of all) {
      const path = [isVariable ? 'variables' : 'parameters', name];
      if (seen.has(name)) this.fail(path, 'expected once in set, parameters and variables');
      if (RESERVED.includes(name)) this.fail(path, 'reserved for a column of the results; choose another name');
      seen.add(name);
    }
  }

  private zipped(all: readonly Parameter[]): string[][] {
    const zip = this.given.zip ?? [];
    const isNested = Array.isArray(zip[0]);
    const groups = (isNested ? zip : zip.length > 0 ? [zip] : []) as string[][];
    const taken = new Set<string>();
    for (const [index, names] of groups.entries()) {
      const path = isNested ? ['zip', index] : ['zip'];
      const lengths = new Set<number>();
      for (const name of names) {
        const found = all.find((each) => each.name === name)?.values;
        if (!Array.isArray(found)) this.fail(path, `expected parameters with a list of values, got ${name}`);
        else lengths.add(found.length);
        if (taken.has(name)) this.fail(path, `${name} is zipped twice`);
        taken.add(name);
      }
      if (names.length < 2) this.fail(path, 'expected the names of two parameters or more');
      if (lengths.size > 1)
        this.fail(
          path,
          `expected the same number of values, got ${[...lengths].join(' and ')} of ${names.join(' and ')}`,
        );
    }
    return groups;
  }

  /** @param known Names that have values: parameters, variables and settings. */
  private async metrics(known: readonly string[]): Promise<MetricSpec[]> {
    const metrics: MetricSpec[] = [];
    for (const [index, given] of this.given.metrics.entries()) {
      const path = ['metrics', index];
      const spec = await this.metric(given, path);
      if (spec === undefined) continue;
      if (metrics.some(({ name }) => name === spec.name))
        this.fail(path, `expected one metric named ${spec.name}, got two`);
      metrics.push(spec);
      const defined = [...known, ...metrics.map((above) => above.name)];
      for (const name of this.usedNames.get(spec) ?? []) {
        if (defined.includes(name) || isOfSummary(name)) continue;
        const isLater = BUILT_IN_METRICS.some((each) => each.name === name);
        const summary = BUILT_IN_METRICS.filter(({ needs }) => needs === 'summary').map((each) => each.name);
        const why = isLater
          ? `expected the metric ${name} earlier in the list`
          : unknownName('name', name, [...defined, ...summary]);
        this.fail([...path, 'expression'], why);
      }
    }
    return metrics;
  }

  private async metric(given: Given['metrics'][number], path: Path): Promise<MetricSpec | undefined> {
    if (typeof given === 'string') return { kind: 'named', name: given, of: given, options: {} };
    const { name, expression: text, file, metric: of = name } = given;
    if (text !== undefined) {
      this.refuseOthers(given, ['name', 'expression'], path);
      const expression = await this.expression(text, [...path, 'expression']);
      if (name === undefined) return this.fail(path, 'expected a name');
      const spec: MetricSpec = { kind: 'expression', name, text: String(text) };
      this.usedNames.set(spec, expression?.names ?? []);
      return spec;
    }
    if (file !== undefined) {
      this.refuseOthers(given, ['name', 'file'], path);
      return { kind: 'file', name: name ?? file.replace(/^.*#/, ''), file };
    }
    if (of === undefined) return this.fail(path, 'expected a metric, an expression or a file');
    const known = Object.keys(BUILT_IN_METRICS.find((each) => each.name === of)?.options ?? {});
    this.refuseOthers(given, ['name', 'metric', ...known], path);
    const options = Object.entries(given).filter(([key]) => known.includes(key));
    for (const [key, value] of options) {
      if (!Number.isFinite(value)) this.fail([...path, key], 'expected a number');
    }
    return { kind: 'named', name: name ?? of, of, options: Object.fromEntries(options as [string, number][]) };
  }

  /** Reports keys that this kind of metric does not have. */
  private refuseOthers(given: object, known: readonly string[], path: Path): void {
    for (const key of Object.keys(given)) {
      if (!known.includes(key)) this.fail([...path, key], unknownName('key', key, known));
    }
  }

  private async stop(): Promise<StopSpec> {
    const { time, events, when, every } = this.given.stop;
    if (when === undefined) return { time, events };
    await this.expression(when, ['stop', 'when']);
    return { time, events, when: [String(when), every] };
  }

  private plots(all: readonly Parameter[], metrics: readonly MetricSpec[]): PlotSpec[] {
    const names = all.map(({ name }) => name);
    const [first, second] = all.filter((each) => Array.isArray(each.values) && each.values.length > 1);
    if (this.given.plots === undefined) {
      if (first === undefined) return [];
      return metrics.map(({ name }) => ({ x: first.name, y: [name], by: second?.name, scale: 'linear' }));
    }
    return this.given.plots.map(({ x, y, by, title, scale }, index): PlotSpec => {
      const path = ['plots', index];
      for (const name of by === undefined ? [x] : [x, by]) {
        if (!names.includes(name)) this.fail(path, unknownName('parameter', name, names));
      }
      const shown = [y].flat();
      for (const name of shown) {
        if (!metrics.some((each) => each.name === name))
          this.fail(path, `expected a metric of this experiment, got ${name}`);
      }
      return { x, y: shown, by, title, scale };
    });
  }
}

const RESERVED = ['run', 'repetition', 'seed', 'metric', 'value'];

/** As in a configuration: lists with commas, other structures as JSON. */
function textOf(data: unknown): string {
  if (Array.isArray(data) && data.every((item) => typeof item !== 'object')) return data.map(String).join(', ');
  return typeof data === 'object' && data !== null ? JSON.stringify(data) : String((data as Scalar | null) ?? '');
}

/** Whether a built-in metric has a value even if the experiment does not list it. */
function isOfSummary(name: string): boolean {
  return BUILT_IN_METRICS.some((each) => each.name === name && each.needs === 'summary');
}
