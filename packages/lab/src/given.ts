/** A YAML or JSON text whose parts know where they stand, so that what is wrong can be said with its place, all at once. */
import { InputError, nearestName, type Place, type Problem } from '@kineko/formats/problem';
import { readYamlText, type YamlText } from '@kineko/formats/yaml';
import type { Node as YamlNode } from 'yaml';

export type Scalar = number | string | boolean;

interface Text extends YamlText {
  readonly problems: Problem[];
}

/** One part of it. */
export class Given {
  private constructor(
    private readonly text: Text,
    private readonly node: YamlNode | null,
    /** What it is called where something is wrong with it. */
    readonly name: string,
    private readonly fallback: Place,
  ) {}

  /** The whole of a text that has to be a map; throws an `InputError` if it cannot be read at all. */
  static async read(file: string, text: string): Promise<Given> {
    const { document, placeAt, yaml } = await readYamlText(text, file);
    return new Given({ document, placeAt, problems: [], yaml }, document.contents, 'the file', { file });
  }

  get problems(): readonly Problem[] {
    return this.text.problems;
  }

  get place(): Place {
    const offset = this.node?.range?.[0];
    return offset === undefined ? this.fallback : this.text.placeAt(offset);
  }

  get isMap(): boolean {
    return this.text.yaml.isMap(this.resolved);
  }

  get isList(): boolean {
    return this.text.yaml.isSeq(this.resolved);
  }

  /** As plain data. What aliases may come to was limited when the text was read. */
  get data(): unknown {
    return this.node === null ? null : (this.node.toJS(this.text.document, { maxAliasCount: -1 }) as unknown);
  }

  fail(text: string): undefined {
    const name = this.name === 'the file' ? '' : `${this.name}: `;
    this.text.problems.push({ severity: 'error', place: this.place, text: `${name}${text}` });
    return undefined;
  }

  /** Throws all that was found wrong so far. */
  requireSound(): void {
    if (this.problems.length > 0) throw new InputError(this.problems);
  }

  entries(): readonly (readonly [string, Given])[] {
    const map = this.resolved;
    if (!this.text.yaml.isMap(map)) return [];
    return map.items.map(({ key, value }) => {
      const name = String((key as { readonly value?: Scalar } | null)?.value ?? '');
      return [name, this.part(value as YamlNode | null, this.name === 'the file' ? name : `${this.name}.${name}`)];
    });
  }

  items(): readonly Given[] {
    const list = this.resolved;
    if (!this.text.yaml.isSeq(list)) return [];
    return list.items.map((item, index) => this.part(item as YamlNode, `${this.name}[${index}]`));
  }

  entry(key: string): Given | undefined {
    return this.entries().find(([name]) => name === key)?.[1];
  }

  /** Says of keys that mean nothing here what may have been meant. */
  only(...keys: readonly string[]): void {
    if (!this.isMap) {
      this.fail(`it is ${shown(this.data)}: a map with ${keys.join(', ')} is right`);
      return;
    }
    for (const [name, given] of this.entries()) {
      if (keys.includes(name)) continue;
      const meant = nearestName(name, [...keys]);
      given.fail(meant === undefined ? `there is no such key; there are ${keys.join(', ')}` : `did you mean ${meant}?`);
    }
  }

  scalar(): Scalar | undefined {
    const { data } = this;
    if (typeof data === 'number' || typeof data === 'string' || typeof data === 'boolean') return data;
    return this.fail(`it is ${shown(data)}: a number, a word or true or false is right`);
  }

  string(what: string): string | undefined {
    const { data } = this;
    if (typeof data === 'string' && data.trim() !== '') return data;
    return this.fail(`it is ${shown(data)}: ${what} is right`);
  }

  number(what: string, isRight: (value: number) => boolean): number | undefined {
    const { data } = this;
    if (typeof data === 'number' && isRight(data)) return data;
    return this.fail(`it is ${shown(data)}: ${what} is right`);
  }

  private get resolved(): YamlNode | null | undefined {
    const { yaml, document } = this.text;
    return yaml.isAlias(this.node) ? this.node.resolve(document) : this.node;
  }

  private part(node: YamlNode | null, name: string): Given {
    return new Given(this.text, node, name, this.place);
  }
}

export function shown(data: unknown): string {
  const text = JSON.stringify(data) ?? String(data);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
