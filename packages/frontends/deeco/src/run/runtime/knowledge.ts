/** What a component knows, by names. */
import { deepClone } from './clone.js';
import type { Directions } from './process.js';

type Values = Record<string, unknown>;

export class Knowledge {
  private readonly values = new Map<string, unknown>();

  /**
   * The fields of the component, those of its superclasses included, as they are when it is deployed; without a value too, but
   * no functions and nothing `#private`. `id` is what it is called if it does not know that itself.
   */
  constructor(component: object, id: string) {
    for (const [name, value] of Object.entries(component)) {
      if (typeof value !== 'function') this.values.set(name, value);
    }
    if (this.values.get('id') == null) this.values.set('id', id);
  }

  /** Of these names, those that there are, as they are now: what another one may be told. */
  snapshot(names: readonly string[]): Knowledge {
    return new Knowledge(this.read(names.filter((name) => this.values.has(name))), this.id);
  }

  get id(): string {
    return String(this.values.get('id'));
  }

  has(names: readonly string[]): boolean {
    // Asked for every pair of everybody, every millisecond.
    for (const name of names) if (!this.values.has(name)) return false;
    return true;
  }

  /** Copies. */
  read(names: readonly string[]): Values {
    const values: Values = {};
    for (const name of names) values[name] = deepClone(this.values.get(name));
    return values;
  }

  /** Copies of what is read; undefined, in place of any, if one of them is missing. */
  take({ in: input = [], inout = [], out = [] }: Directions<Values>): Values | undefined {
    if (!this.has(input) || !this.has(inout)) return undefined;
    const values = this.read(input);
    Object.assign(values, this.read(inout));
    for (const name of out) values[name] ??= null;
    return values;
  }

  /** What is missing of what is to be read. */
  missing({ in: input = [], inout = [] }: Directions<Values>): readonly string[] {
    return [...input, ...inout].filter((name) => !this.values.has(name));
  }

  /** Stores what is written, as it is. */
  store(values: Readonly<Values>, { inout = [], out = [] }: Directions<Values>): void {
    for (const name of inout) this.values.set(name, values[name]);
    for (const name of out) this.values.set(name, values[name]);
  }
}
