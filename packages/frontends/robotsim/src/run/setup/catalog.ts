/** A catalog of classes that a configuration can name without a file, by their names in Kineko or in Java. */
import { nearestName } from '@kineko/formats/problem';
import type { ParameterTable } from '../parameters.js';

export interface CatalogEntry<T> {
  readonly name: string;
  /** Other names: those of the Java classes, with and without their package. */
  readonly aliases?: readonly string[];
  /** One human-readable line. */
  readonly doc: string;
  /** Its parameters, `<name>.<parameter>`; undefined if they are not checked. */
  readonly parameters?: ParameterTable;
  /** Use in the code of authors. */
  readonly use?: string;
  readonly item: T;
}

export class Catalog<T> {
  private readonly byName = new Map<string, CatalogEntry<T>>();

  constructor(
    /** Kind of its entries, for messages: `algorithm`. */
    readonly kind: string,
    readonly entries: readonly CatalogEntry<T>[],
  ) {
    for (const entry of entries) for (const name of namesOf(entry)) this.byName.set(name.toLowerCase(), entry);
  }

  /** Names are case-insensitive, and Java classes may be given with their package. */
  find(name: string): CatalogEntry<T> | undefined {
    return this.byName.get(name.toLowerCase());
  }

  /** Lists the names, for messages about unknown names. */
  describe(): string {
    return `there are ${this.entries.map(({ name }) => name).join(', ')}`;
  }

  /** The most similar name to an unknown one. */
  nearest(name: string): string | undefined {
    const own = name.replace(/^.*\./, '');
    return nearestName(
      own,
      this.entries.map((entry) => entry.name),
    );
  }
}

function namesOf({ name, aliases = [] }: CatalogEntry<unknown>): string[] {
  return [name, ...aliases];
}
