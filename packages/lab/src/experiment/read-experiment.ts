/** Reads the file of an experiment: YAML or JSON; all that is wrong with it is said at once. */
import { type Expression, ExpressionError, readExpression } from '../expression.js';
import { Given, type Scalar, shown } from '../given.js';
import { BUILT_IN_METRICS } from '../metrics/built-in.js';
import type { MetricSpec } from '../metrics/metric-spec.js';
import type { Experiment, Parameter, PlotSpec, StopConditions } from './experiment.js';
import { countPoints, MOST_CELLS } from './points.js';
import { readRange } from './range.js';

const KEYS = [
  'scenario',
  'set',
  'parameters',
  'variables',
  'zip',
  'repetitions',
  'seed',
  'metrics',
  'stop',
  'confidence',
  'plots',
];

/** Throws an `InputError` with all problems. */
export async function readExperiment(file: string, text: string): Promise<Experiment> {
  const given = await Given.read(file, text);
  given.only(...KEYS);
  given.requireSound();
  const reader = new ExperimentReader(given);
  const experiment = await reader.read(file);
  given.requireSound();
  return experiment;
}

class ExperimentReader {
  constructor(private readonly given: Given) {}

  async read(file: string): Promise<Experiment> {
    const { given } = this;
    const scenario = this.needed('scenario')?.string('the name of a scenario, from the folder of this file') ?? '';
    const set = new Map((given.entry('set')?.entries() ?? []).map(([key, value]) => [key, textOf(value.data)]));
    const parameters = [...(await this.parameters('parameters', false)), ...(await this.parameters('variables', true))];
    this.checkNames(parameters, set);
    const zipped = this.zipped(parameters);
    const repetitions =
      given.entry('repetitions')?.number('a whole number of at least 1', (n) => Number.isInteger(n) && n >= 1) ?? 1;
    const seed = given.entry('seed')?.number('a whole number', Number.isSafeInteger) ?? 1;
    // Parameters that are wrong may be missing where they are zipped.
    const cells = given.problems.length > 0 ? 0 : countPoints({ parameters, zipped }) * repetitions;
    if (cells > MOST_CELLS) given.fail(`it has ${cells} cells; ${MOST_CELLS} are the most`);
    const metrics = await this.metrics([...parameters.map(({ name }) => name), ...set.keys()]);
    return {
      name: nameOf(file),
      file,
      scenario,
      set,
      parameters,
      zipped,
      repetitions,
      seed,
      metrics,
      stop: await this.stop(),
      confidence: given.entry('confidence')?.number('a share such as 0.95', (n) => n > 0 && n < 1) ?? 0.95,
      plots: this.plots(parameters, metrics),
    };
  }

  private needed(key: string): Given | undefined {
    const entry = this.given.entry(key);
    if (entry === undefined) this.given.fail(`it has no ${key}: it needs one`);
    return entry;
  }

  private async parameters(section: string, isVariable: boolean): Promise<Parameter[]> {
    const given = this.given.entry(section);
    if (given === undefined) return [];
    if (!given.isMap) given.fail(`it is ${shown(given.data)}: a map of names and their values is right`);
    const parameters: Parameter[] = [];
    for (const [name, value] of given.entries()) {
      const values = await this.valuesOf(value);
      if (values !== undefined) parameters.push({ name, isVariable, values });
    }
    return parameters;
  }

  private async valuesOf(given: Given): Promise<Parameter['values'] | undefined> {
    if (given.isList) {
      const values = given.items().map((item) => (item.isList || item.isMap ? textOf(item.data) : item.scalar()));
      if (values.length === 0) return given.fail('it has no values');
      return values.filter((value): value is Scalar => value !== undefined);
    }
    if (!given.isMap) {
      const value = given.scalar();
      return value === undefined ? undefined : [value];
    }
    const formula = given.entry('expression');
    if (formula === undefined) return readRange(given);
    given.only('expression');
    return this.expression(formula);
  }

  private async expression(given: Given): Promise<Expression | undefined> {
    const { data } = given;
    const text = typeof data === 'number' ? String(data) : given.string('a formula');
    if (text === undefined) return undefined;
    try {
      return await readExpression(text);
    } catch (error) {
      if (error instanceof ExpressionError) return given.fail(error.message);
      throw error;
    }
  }

  private checkNames(parameters: readonly Parameter[], set: ReadonlyMap<string, string>): void {
    const seen = new Set(set.keys());
    for (const { name } of parameters) {
      if (seen.has(name)) this.given.fail(`${name} is given twice: once in set, parameters or variables is right`);
      if (RESERVED.includes(name)) this.given.fail(`${name} is a column of the results: take another name`);
      seen.add(name);
    }
  }

  private zipped(parameters: readonly Parameter[]): string[][] {
    const given = this.given.entry('zip');
    if (given === undefined) return [];
    const rows = given.isList ? given.items() : [];
    const groups = rows.every((row) => row.isList) && rows.length > 0 ? rows : [given];
    const taken = new Set<string>();
    return groups.map((group) => {
      const names = group.items().map((item) => String(item.data));
      const lengths = new Set<number>();
      for (const name of names) {
        const values = parameters.find((each) => each.name === name)?.values;
        if (!Array.isArray(values)) group.fail(`${name} is no parameter with a list of values`);
        else lengths.add(values.length);
        if (taken.has(name)) group.fail(`${name} is zipped twice`);
        taken.add(name);
      }
      if (names.length < 2) group.fail('the names of two parameters or more are right');
      if (lengths.size > 1)
        group.fail(`${names.join(' and ')} have ${[...lengths].join(' and ')} values: as many are right`);
      return names;
    });
  }

  /** @param known The names to which parameters and variables give values. */
  private async metrics(known: readonly string[]): Promise<MetricSpec[]> {
    const given = this.needed('metrics');
    if (given === undefined) return [];
    if (!given.isList || given.items().length === 0) {
      given.fail(
        `it is ${shown(given.data)}: a list is right, of ${BUILT_IN_METRICS.map(({ name }) => name).join(', ')}`,
      );
    }
    const metrics: MetricSpec[] = [];
    for (const item of given.items()) {
      const metric = await this.metric(item);
      if (metric === undefined) continue;
      if (metrics.some(({ name }) => name === metric.name))
        item.fail(`there are two metrics of the name ${metric.name}`);
      metrics.push(metric);
      for (const name of lackingIn(metric, [...known, ...metrics.map((above) => above.name)])) {
        item.fail(`it needs the metric ${name}: put that above it`);
      }
    }
    return metrics;
  }

  private async metric(given: Given): Promise<MetricSpec | undefined> {
    if (!given.isMap) {
      const of = given.string('the name of a metric');
      return of === undefined ? undefined : { kind: 'named', name: of, of, options: new Map() };
    }
    const named = given.entry('name')?.string('a name');
    const [formula, file, of] = ['expression', 'file', 'metric'].map((key) => given.entry(key));
    if (formula !== undefined) {
      given.only('name', 'expression');
      const expression = await this.expression(formula);
      if (named === undefined) return given.fail('it has no name: it needs one');
      return expression && { kind: 'expression', name: named, expression };
    }
    if (file !== undefined) {
      given.only('name', 'file');
      const path = file.string('a file and the name of a function in it, ./metrics.ts#order');
      return path === undefined ? undefined : { kind: 'file', name: named ?? path.replace(/^.*#/, ''), file: path };
    }
    const metric = of?.string('the name of a metric') ?? named;
    if (metric === undefined) return given.fail('it has neither a metric, nor an expression, nor a file');
    const known = BUILT_IN_METRICS.find(({ name }) => name === metric)?.options ?? {};
    given.only('name', 'metric', ...Object.keys(known));
    const options = given
      .entries()
      .filter(([key]) => key !== 'name' && key !== 'metric')
      .flatMap(([key, value]): [string, number][] => {
        const number = value.number('a number', Number.isFinite);
        return number === undefined ? [] : [[key, number]];
      });
    return { kind: 'named', name: named ?? metric, of: metric, options: new Map(options) };
  }

  private async stop(): Promise<StopConditions> {
    const given = this.given.entry('stop');
    if (given === undefined) return {};
    given.only('time', 'events', 'when', 'every');
    const when = given.entry('when');
    const expression = when && (await this.expression(when));
    const positive = (n: number): boolean => n > 0 && Number.isFinite(n);
    const every = given.entry('every')?.number('a number of seconds above 0', positive) ?? 1;
    return {
      time: given.entry('time')?.number('a number of seconds above 0', positive),
      events: given.entry('events')?.number('a whole number of at least 1', (n) => Number.isInteger(n) && n >= 1),
      when: expression && { expression, every },
    };
  }

  private plots(parameters: readonly Parameter[], metrics: readonly MetricSpec[]): PlotSpec[] {
    const given = this.given.entry('plots');
    const names = parameters.map(({ name }) => name);
    const [first, second] = parameters.filter(({ values }) => Array.isArray(values) && values.length > 1);
    if (given === undefined) {
      if (first === undefined) return [];
      return metrics.map(({ name }) => ({ x: first.name, y: [name], by: second?.name, scale: 'linear' }));
    }
    return given.items().flatMap((item): PlotSpec[] => {
      item.only('x', 'y', 'by', 'title', 'scale');
      const x = item.entry('x')?.string('the name of a parameter');
      const y = item.entry('y');
      const ys = (y?.isList === true ? y.items() : y === undefined ? [] : [y]).map(
        (each) => each.string('the name of a metric') ?? '',
      );
      const by = item.entry('by')?.string('the name of a parameter');
      for (const name of [x, by]) {
        if (name !== undefined && !names.includes(name))
          item.fail(`${name} is no parameter; there are ${names.join(', ')}`);
      }
      for (const name of ys) {
        if (!metrics.some((metric) => metric.name === name)) item.fail(`${name} is no metric of this experiment`);
      }
      if (x === undefined || ys.length === 0) return item.fail('it needs an x and a y') ?? [];
      const scale = item.entry('scale')?.data === 'log' ? 'log' : 'linear';
      return [{ x, y: ys, by, title: item.entry('title')?.string('a title'), scale }];
    });
  }
}

const RESERVED = ['run', 'repetition', 'seed', 'metric', 'value'];

/** As a configuration writes it: lists with commas, whatever has more to it as JSON. */
function textOf(data: unknown): string {
  if (Array.isArray(data) && data.every((item) => typeof item !== 'object')) return data.map(String).join(', ');
  return typeof data === 'object' && data !== null ? JSON.stringify(data) : String((data as Scalar | null) ?? '');
}

/** Without folders and ending. */
function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, '');
}

/** What a formula needs and only a metric can tell it: all but what every summary has is measured only where it is asked for. */
function lackingIn(metric: MetricSpec, known: readonly string[]): readonly string[] {
  if (metric.kind !== 'expression') return [];
  const isMeasured = (name: string): boolean =>
    BUILT_IN_METRICS.some((each) => each.name === name && each.needs !== 'summary');
  return metric.expression.names.filter((name) => !known.includes(name) && isMeasured(name));
}
