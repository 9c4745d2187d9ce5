import { expected } from '@kineko/formats/problem';
import type { NekoProcess } from '@kineko/neko';
import { type KeyTable, readValue, type RowValue } from '@kineko/run/settings';

/** A parameter has an invalid value. */
export class ParameterError extends RangeError {
  override readonly name = 'ParameterError';

  /** @param key The key in the configuration: `Gathering.speed`. */
  constructor(
    readonly key: string,
    text: string,
  ) {
    super(`${key}: ${text}`);
  }
}

/** The parameters of a class in the configuration. */
export class Parameters {
  /** The texts of the configuration, by name. */
  readonly values: ReadonlyMap<string, string>;

  constructor(
    owner: Pick<NekoProcess, 'parameters'>,
    /** Name of the class, for messages. */
    readonly className: string,
  ) {
    this.values = owner.parameters(className);
  }

  /** Whether the configuration sets the parameter. */
  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The text of a parameter, or the default. */
  text(name: string, defaultValue: string): string {
    return this.values.get(name) ?? defaultValue;
  }

  /** The number of a parameter, or the default; throws a `ParameterError` if it is not a number. */
  number(name: string, defaultValue: number): number {
    const text = this.values.get(name);
    if (text === undefined) return defaultValue;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw this.error(name, text, 'a number');
    return value;
  }

  /** The value of a parameter, or the default; throws a `ParameterError` if it is not true or false. */
  boolean(name: string, defaultValue: boolean): boolean {
    const text = this.values.get(name);
    if (text === undefined) return defaultValue;
    if (text !== 'true' && text !== 'false') throw this.error(name, text, 'true or false');
    return text === 'true';
  }

  private error(name: string, text: string, what: string): ParameterError {
    return new ParameterError(`${this.className}.${name}`, expected(what, text));
  }
}

/** Parameters of a built-in class, by name: type, range, default and meaning. */
export type ParameterTable = KeyTable;

type ValueIn<Row> = RowValue<Omit<Row, 'derived'>>;

type OptionsIn<T extends ParameterTable> = { readonly [N in keyof T & string]: ValueIn<T[N]> };

/** The options of each table, by the texts of a configuration: all robots with these parameters share one object. */
const options = new WeakMap<ReadonlyMap<string, string>, Map<ParameterTable, unknown>>();

/** The parameters of a built-in class, as the options of its constructor. Throws a `ParameterError` if one is invalid. */
export function optionsIn<T extends ParameterTable>(parameters: Parameters, table: T): OptionsIn<T> {
  const { values } = parameters;
  let ofTable = options.get(values);
  if (ofTable === undefined) options.set(values, (ofTable = new Map<ParameterTable, unknown>()));
  let known = ofTable.get(table);
  if (known === undefined) {
    const names = Object.keys(table) as (keyof T & string)[];
    known = Object.freeze(Object.fromEntries(names.map((name) => [name, parameterIn(parameters, table, name)])));
    ofTable.set(table, known);
  }
  return known as OptionsIn<T>;
}

/** The values of defaults, since every robot reads them. */
const defaults = new WeakMap<object, unknown>();

/** A parameter of a built-in class; undefined if it has no value. Throws a `ParameterError` if its value is invalid. */
export function parameterIn<T extends ParameterTable, N extends keyof T & string>(
  parameters: Parameters,
  table: T,
  name: N,
): ValueIn<T[N]> {
  const row: KeyTable[string] = table[name]!;
  const isGiven = parameters.has(name);
  if (!isGiven && defaults.has(row)) return defaults.get(row) as ValueIn<T[N]>;
  const text = isGiven ? parameters.text(name, '') : row.default;
  const refuse = (problem: string): never => {
    throw new ParameterError(`${parameters.className}.${name}`, problem);
  };
  const value = text === undefined ? undefined : readValue(row, text, refuse);
  if (!isGiven) defaults.set(row, value);
  return value as ValueIn<T[N]>;
}
