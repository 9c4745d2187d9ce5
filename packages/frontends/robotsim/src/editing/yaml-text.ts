/** Edits YAML, and JSON as a subset: changed keys are rewritten, everything else stays. */
import type * as YamlLibrary from 'yaml';
import type { Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { Change, ItemChange, KeyedEntry, KeyedItem, KeyedText } from './keyed-text.js';
import { EditingError, indentAt, type ListEntry, printJson, relisted, type Span } from '@kineko/editor';

type Yaml = typeof YamlLibrary;

/** Keys whose maps are values, not branches. */
const VALUES = /^(?:(?:bornpoint|obstacle|object)\d+|obstacles|objects|faults)$/;

export async function openYaml(text: string, syntax: 'yaml' | 'json'): Promise<KeyedText> {
  return new YamlText(await import('yaml'), text, syntax);
}

class YamlText implements KeyedText {
  readonly entries = new Map<string, KeyedEntry>();
  private readonly root: YAMLMap | undefined;

  constructor(
    private readonly yaml: Yaml,
    private readonly text: string,
    readonly syntax: 'yaml' | 'json',
  ) {
    const { parseDocument, isMap } = yaml;
    const document = parseDocument(text, { keepSourceTokens: true, logLevel: 'silent', maxAliasCount: 0 } as object);
    const [error] = document.errors;
    if (error !== undefined) throw new EditingError(`invalid ${syntax.toUpperCase()}: ${error.message}`);
    if (isMap(document.contents)) {
      this.root = document.contents;
      this.collect(this.root, '');
    } else if (document.contents !== null) throw new EditingError('expected a map of keys');
  }

  write(changes: ReadonlyMap<string, Change>): string {
    if (changes.size === 0) return this.text;
    const added = [...changes].flatMap(([key, change]) => (this.entries.has(key) ? [] : this.added(key, change)));
    if (this.root === undefined) return `${this.text}${added.join('\n')}\n`;
    const { start, end } = this.spanOf(this.root);
    return this.text.slice(0, start) + (this.map(this.root, '', changes, added) ?? '{}') + this.text.slice(end);
  }

  private collect(map: YAMLMap, path: string): void {
    for (const pair of map.items) {
      const key = this.keyOf(pair, path);
      const { value } = pair;
      if (this.yaml.isMap(value) && !VALUES.test(key)) {
        this.collect(value, key);
        continue;
      }
      const span = { start: this.pairSpan(pair).start, end: this.pairSpan(pair).end };
      const plain = this.plain(value);
      this.entries.set(key, { ...span, value: plain, ...(this.yaml.isSeq(value) && { items: this.items(value) }) });
    }
  }

  private items(seq: YAMLSeq): KeyedItem[] {
    return seq.items.map((item, index) => ({ ...this.itemSpan(seq, index), value: this.plain(item) }));
  }

  private plain(node: unknown): unknown {
    const { isAlias, isCollection, isScalar } = this.yaml;
    // An alias shares its value with another key, so it cannot be changed here.
    if (isAlias(node)) return undefined;
    if (isScalar(node)) return node.value;
    return isCollection(node) ? (node.toJSON() as unknown) : null;
  }

  private keyOf({ key }: Pair, path: string): string {
    const name = this.yaml.isScalar(key) ? String(key.value) : '';
    if (path === '') return name;
    return name === 'value' ? path : `${path}.${name}`;
  }

  /** Undefined if nothing is left. */
  private map(
    map: YAMLMap,
    path: string,
    changes: ReadonlyMap<string, Change>,
    added: readonly string[],
  ): string | undefined {
    const entries = map.items.flatMap((pair, was): ListEntry[] => {
      const text = this.pair(pair, this.keyOf(pair, path), changes);
      return text === undefined ? [] : [{ was, text }];
    });
    const all = [...entries, ...added.map((text): ListEntry => ({ text }))];
    if (all.length === 0) return undefined;
    const items = map.items.map((pair) => this.whole(this.pairSpan(pair), map.flow === true));
    return this.relisted(map, items, all);
  }

  private pair(pair: Pair, key: string, changes: ReadonlyMap<string, Change>): string | undefined {
    const { start, end } = this.pairSpan(pair);
    const whole = this.whole({ start, end }, false);
    const rest = this.text.slice(end, whole.end);
    const { value } = pair;
    if (this.yaml.isMap(value) && !VALUES.test(key)) {
      const inside = this.spanOf(value);
      const text = this.map(value, key, changes, []);
      return text === undefined
        ? undefined
        : this.text.slice(start, inside.start) + text + this.text.slice(inside.end, whole.end);
    }
    const change = changes.get(key);
    if (change === undefined) return this.text.slice(start, whole.end);
    if ('remove' in change) return undefined;
    const name = this.text.slice(start, this.spanOf(pair.key).end);
    if ('set' in change) return `${name}: ${this.print(change.set.value, indentAt(this.text, start))}${rest}`;
    if (!this.yaml.isSeq(value)) return this.text.slice(start, whole.end);
    const inside = this.spanOf(value);
    const list = this.seq(value, change.items);
    return this.text.slice(start, inside.start) + list + this.text.slice(inside.end, whole.end);
  }

  private seq(seq: YAMLSeq, wanted: readonly ItemChange[]): string {
    const isFlow = seq.flow === true;
    const items = seq.items.map((_, index) => this.whole(this.itemSpan(seq, index), isFlow));
    const entries = wanted.map(({ was, set }): ListEntry => {
      const span = was === undefined ? undefined : items[was];
      if (set === undefined) return { was, text: this.text.slice(span!.start, span!.end) };
      const end = was === undefined ? undefined : this.itemSpan(seq, was).end;
      const rest = end === undefined ? '' : this.text.slice(end, span!.end);
      return {
        was,
        text: `${isFlow ? '' : '- '}${this.print(set.value, indentAt(this.text, this.spanOf(seq).start))}${rest}`,
      };
    });
    // A block list without items would be empty text.
    return entries.length === 0 && !isFlow ? '[]' : this.relisted(seq, items, entries);
  }

  private relisted(node: YAMLMap | YAMLSeq, items: readonly Span[], entries: readonly ListEntry[]): string {
    const { start, end } = this.spanOf(node);
    const [first] = items;
    if (node.flow !== true) {
      const indent = ' '.repeat(start - (this.text.lastIndexOf('\n', start - 1) + 1));
      const list = {
        text: this.text,
        inside: { start, end },
        items,
        separator: `\n${indent}`,
        lead: '',
        tail: '',
      };
      return relisted(list, entries);
    }
    const isBroken = first !== undefined && this.text.slice(start, first.start).includes('\n');
    const blank = first !== undefined && this.text[start + 1] === ' ' ? ' ' : '';
    const list = {
      text: this.text,
      inside: { start: start + 1, end: end - 1 },
      items,
      separator: isBroken ? `,\n${indentAt(this.text, first.start)}` : ', ',
      lead: blank,
      tail: blank,
    };
    return this.text[start] + relisted(list, entries) + this.text[end - 1];
  }

  private added(key: string, change: Change): string[] {
    const isYaml = this.syntax === 'yaml' && this.root?.flow !== true;
    const name = isYaml ? key : JSON.stringify(key);
    if ('set' in change) return [`${name}: ${this.print(change.set.value, '')}`];
    if (!('items' in change) || change.items.length === 0) return [];
    const values = change.items.map(({ set }) => set!.value);
    if (!isYaml) return [`${name}: ${this.print(values, '  ')}`];
    return [`${name}:\n${values.map((value) => `  - ${this.print(value, '  ')}`).join('\n')}`];
  }

  private print(value: unknown, indent: string): string {
    return printJson(value, indent, this.syntax === 'yaml');
  }

  /** With the comment after it on its line. */
  private whole({ start, end }: Span, isFlow: boolean): Span {
    if (isFlow || this.syntax === 'json') return { start, end };
    const comment = /[ \t]+#[^\n]*/y;
    comment.lastIndex = end;
    return { start, end: comment.test(this.text) ? comment.lastIndex : end };
  }

  private pairSpan(pair: Pair): Span {
    const { start, end } = this.spanOf(pair.key);
    return { start, end: Math.max(end, pair.value === null ? end : this.spanOf(pair.value).end) };
  }

  private itemSpan(seq: YAMLSeq, index: number): Span {
    const { start, end } = this.spanOf(seq.items[index]);
    if (seq.flow === true) return { start, end };
    const token = seq.srcToken as {
      readonly items?: readonly { readonly start: readonly { type: string; offset: number }[] }[];
    };
    const dash = token.items?.[index]?.start.find(({ type }) => type === 'seq-item-ind');
    return { start: dash?.offset ?? start, end };
  }

  /** The library includes blanks and comments after a block in it. */
  private spanOf(node: unknown): Span {
    const { isMap, isSeq } = this.yaml;
    const [start, end] = (node as { readonly range?: readonly [number, number, number] | null }).range ?? [0, 0, 0];
    if (isMap(node) && node.flow !== true && node.items.length > 0) {
      return {
        start: this.pairSpan(node.items[0]!).start,
        end: this.whole(this.pairSpan(node.items.at(-1)!), false).end,
      };
    }
    if (isSeq(node) && node.flow !== true && node.items.length > 0) {
      return {
        start: this.itemSpan(node, 0).start,
        end: this.whole(this.itemSpan(node, node.items.length - 1), false).end,
      };
    }
    return { start, end };
  }
}
