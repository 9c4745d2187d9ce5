/** The points of an experiment: all combinations of its parameters, with expressions evaluated. */
import { ExpressionError, type Expression } from '../expression.js';
import type { Scalar } from '../scalar.js';
import type { Experiment, Parameter, Point } from './experiment.js';

/** More runs are probably a mistake. */
export const MAX_CELLS = 10_000_000;

/** Numbers of the scenario, for expressions. */
export type ScenarioNumbers = (key: string) => number | undefined;

/** The last parameter changes fastest. Throws an `ExpressionError` for an expression without a finite value. */
export function pointsOf(experiment: Experiment, numbers: ScenarioNumbers): Point[] {
  let chosen: ReadonlyMap<string, Scalar>[] = [new Map()];
  for (const axis of axesOf(experiment)) {
    chosen = chosen.flatMap((before) => axis.map((values) => new Map([...before, ...values])));
  }
  return chosen.map((values, index) => ({ index, values: completed(experiment, values, numbers) }));
}

/** The number of points, without creating them. */
export function countPoints(experiment: Pick<Experiment, 'parameters' | 'zipped'>): number {
  return axesOf(experiment).reduce((product, { length }) => product * length, 1);
}

/** The axes that vary independently: for each, its values by name. */
function axesOf({
  parameters,
  zipped,
}: Pick<Experiment, 'parameters' | 'zipped'>): (readonly (readonly [string, Scalar])[])[][] {
  const lists = new Map(
    parameters.flatMap(({ name, values }) => (Array.isArray(values) ? [[name, values as readonly Scalar[]]] : [])),
  );
  const axes: (readonly (readonly [string, Scalar])[])[][] = [];
  const taken = new Set<string>();
  for (const { name } of parameters) {
    if (!lists.has(name) || taken.has(name)) continue;
    const group = zipped.find((names) => names.includes(name)) ?? [name];
    for (const each of group) taken.add(each);
    const { length } = lists.get(name)!;
    axes.push(Array.from({ length }, (_, i) => group.map((each) => [each, lists.get(each)![i]!] as const)));
  }
  return axes;
}

/** Adds the values of expressions, which may depend on each other; in the order of the parameters. */
function completed(
  { parameters, set }: Experiment,
  chosen: ReadonlyMap<string, Scalar>,
  numbers: ScenarioNumbers,
): ReadonlyMap<string, Scalar> {
  const values = new Map(chosen);
  const formulas = new Map(parameters.flatMap(({ name, values: of }) => (isFormula(of) ? [[name, of] as const] : [])));
  const pending = new Set<string>();
  const valueOf = (name: string): number | undefined => {
    const formula = values.has(name) ? undefined : formulas.get(name);
    if (formula !== undefined) {
      if (pending.has(name)) throw new ExpressionError(formula.text, `${name} depends on itself`);
      pending.add(name);
      const value = formula.evaluate(valueOf);
      if (!Number.isFinite(value))
        throw new ExpressionError(formula.text, `expected a finite value, got ${value} for ${described(values)}`);
      values.set(name, value);
    }
    const value = values.get(name) ?? set.get(name);
    if (value === undefined) return numbers(name);
    const number = Number(value);
    return Number.isNaN(number) ? undefined : number;
  };
  for (const name of formulas.keys()) valueOf(name);
  return new Map(parameters.map(({ name }) => [name, values.get(name)!]));
}

function isFormula(values: Parameter['values']): values is Expression {
  return !Array.isArray(values);
}

function described(values: ReadonlyMap<string, Scalar>): string {
  return [...values].map(([name, value]) => `${name} = ${value}`).join(', ') || 'the only point';
}
