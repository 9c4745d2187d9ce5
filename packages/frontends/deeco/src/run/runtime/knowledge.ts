/** The knowledge of a component: values by name. */
import { deepClone } from './clone.js';
import type { Directions } from './process.js';

type Values = Record<string, unknown>;

export class Knowledge {
  private readonly values = new Map<string, unknown>();

  /**
   * Takes the fields of the component at deployment, inherited and undefined ones included, but no functions and no `#private`
   * members. `id` is used if the component has none.
   */
  constructor(component: object, id: string) {
    for (const [name, value] of Object.entries(component)) {
      if (typeof value !== 'function') this.values.set(name, value);
    }
    if (this.values.get('id') == null) this.values.set('id', id);
  }

  /** A copy of the present values of those names that exist. */
  snapshot(names: readonly string[]): Knowledge {
    return new Knowledge(this.read(names.filter((name) => this.values.has(name))), this.id);
  }

  get id(): string {
    return String(this.values.get('id'));
  }

  has(names: readonly string[]): boolean {
    // Called for every pair of components, every millisecond.
    for (const name of names) if (!this.values.has(name)) return false;
    return true;
  }

  /** Returns copies. */
  read(names: readonly string[]): Values {
    const values: Values = {};
    for (const name of names) values[name] = deepClone(this.values.get(name));
    return values;
  }

  /** Returns copies of the values to read, or undefined if one of them is missing. */
  take({ in: input = [], inout = [], out = [] }: Directions<Values>): Values | undefined {
    if (!this.has(input) || !this.has(inout)) return undefined;
    const values = this.read(input);
    Object.assign(values, this.read(inout));
    for (const name of out) values[name] ??= null;
    return values;
  }

  /** Names of the values to read that are missing. */
  missing({ in: input = [], inout = [] }: Directions<Values>): readonly string[] {
    return [...input, ...inout].filter((name) => !this.values.has(name));
  }

  /** Stores the values to write, without copying them. */
  store(values: Readonly<Values>, { inout = [], out = [] }: Directions<Values>): void {
    for (const name of inout) this.values.set(name, values[name]);
    for (const name of out) this.values.set(name, values[name]);
  }
}
