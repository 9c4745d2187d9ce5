/** What a configuration can name without a file: by its name here, or by those it has in Java. */
import { nearestName } from '@kineko/formats/problem';

export interface CatalogEntry<T> {
  readonly name: string;
  /** Other names: those of the Java classes, with and without their package. */
  readonly aliases?: readonly string[];
  /** One line for people. */
  readonly doc: string;
  /** The parameters that it reads, as `<name>.<parameter>`; undefined if they are not checked. */
  readonly settings?: readonly string[];
  readonly item: T;
}

export class Catalog<T> {
  private readonly byName = new Map<string, CatalogEntry<T>>();

  constructor(
    /** What its entries are, for messages: `algorithm`. */
    readonly kind: string,
    readonly entries: readonly CatalogEntry<T>[],
  ) {
    for (const entry of entries) for (const name of namesOf(entry)) this.byName.set(name.toLowerCase(), entry);
  }

  /** Upper and lower case do not matter, nor does the package of a Java class that is known. */
  find(name: string): CatalogEntry<T> | undefined {
    return this.byName.get(name.toLowerCase());
  }

  /** For who has named something that there is not. */
  describe(): string {
    return `there are ${this.entries.map(({ name }) => name).join(', ')}`;
  }

  /** What somebody may have meant by a wrong name. */
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
