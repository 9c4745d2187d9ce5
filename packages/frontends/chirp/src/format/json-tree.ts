/**
 * JSON as a tree whose nodes have their positions, which `JSON.parse` does not keep: the report of a concave hull needs its
 * line.
 */
import { type Place, shown } from '@kineko/formats/problem';
import type { Path, Source } from '@kineko/formats/shape';
import { placesIn, REFUSED_KEYS } from '@kineko/formats/text';

interface Spot {
  readonly offset: number;
  readonly end: number;
}

export type JsonNode =
  | (Spot & { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonMember> })
  | (Spot & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (Spot & { readonly kind: 'text'; readonly value: string })
  | (Spot & { readonly kind: 'number'; readonly value: number })
  | (Spot & { readonly kind: 'boolean'; readonly value: boolean })
  | (Spot & { readonly kind: 'null' });

export type JsonObject = JsonNode & { readonly kind: 'object' };

interface JsonMember extends Spot {
  readonly value: JsonNode;
}

/** A text that is not JSON, with the offset of the problem. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  constructor(
    readonly offset: number,
    text: string,
  ) {
    super(text);
  }
}

/** Maximum depth of nested lists and objects; a world has seven levels. */
const MAX_LEVELS = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r\n]*/y;
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const WORD = /[A-Za-z_]+/y;

/** Throws a `JsonError` at the first syntax error. */
export function readJsonTree(text: string): JsonNode {
  return new TreeReader(text).read();
}

/** A text as the source of a shape; throws a `JsonError`. */
export function jsonSource(text: string, file: string): Required<Omit<Source, 'root'>> {
  const root = readJsonTree(text);
  const placeAt = placesIn(text, file);
  const placeOf = (path: Path, isKey: boolean): Place => {
    let spot: Spot = root;
    let node: JsonNode | undefined = root;
    for (const step of path) {
      const member: JsonMember | undefined = node.kind === 'object' ? node.members.get(step as string) : undefined;
      const next: JsonNode | undefined = node.kind === 'array' ? node.items[step as number] : member?.value;
      if (next === undefined) break;
      node = next;
      spot = isKey && member !== undefined ? member : next;
    }
    return placeAt(spot.offset);
  };
  return { data: dataOf(root), placeOf };
}

function dataOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries([...node.members].map(([name, { value }]) => [name, dataOf(value)]));
    case 'array':
      return node.items.map(dataOf);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

class TreeReader {
  private at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  read(): JsonNode {
    const node = this.value(0);
    this.skipBlanks();
    if (this.at < this.text.length) this.fail(`expected the end of the file, got ${this.shown()}`);
    return node;
  }

  private value(level: number): JsonNode {
    this.skipBlanks();
    if (level > MAX_LEVELS) this.fail(`expected at most ${MAX_LEVELS} levels of nesting`);
    const offset = this.at;
    switch (this.text[offset]) {
      case '{':
        return { kind: 'object', offset, members: this.members(level), end: this.at };
      case '[':
        return { kind: 'array', offset, items: this.items(level), end: this.at };
      case '"':
        return { kind: 'text', offset, value: this.string(), end: this.at };
      default:
        return this.numberOrWord(offset);
    }
  }

  private members(level: number): Map<string, JsonMember> {
    const members = new Map<string, JsonMember>();
    this.at++;
    if (this.ends('}')) return members;
    do {
      this.skipBlanks();
      const offset = this.at;
      if (this.text[offset] !== '"') this.fail(`expected a key in quotes, got ${this.shown()}`);
      const name = this.string();
      if (REFUSED_KEYS.includes(name)) this.fail(`the key ${name} is refused`, offset);
      if (members.has(name)) this.fail(`duplicate key ${shown(name)}`, offset);
      this.skipBlanks();
      if (this.text[this.at] !== ':') this.fail(`expected ":" after the key ${shown(name)}, got ${this.shown()}`);
      this.at++;
      const value = this.value(level + 1);
      members.set(name, { offset, value, end: value.end });
    } while (this.goesOn('}'));
    return members;
  }

  private items(level: number): JsonNode[] {
    const items: JsonNode[] = [];
    this.at++;
    if (this.ends(']')) return items;
    do items.push(this.value(level + 1));
    while (this.goesOn(']'));
    return items;
  }

  private string(): string {
    TEXT.lastIndex = this.at;
    const found = TEXT.exec(this.text)?.[0];
    if (found === undefined) this.fail('expected " at the end of the string');
    try {
      const value = JSON.parse(found) as string;
      this.at += found.length;
      return value;
    } catch {
      return this.fail('expected a string without line breaks and unknown escapes');
    }
  }

  private numberOrWord(offset: number): JsonNode {
    const number = this.match(NUMBER);
    if (number !== undefined) {
      const value = Number(number);
      if (!Number.isFinite(value)) this.fail(`expected a number that a double can hold, got ${number}`, offset);
      return { kind: 'number', offset, value, end: this.at };
    }
    const word = this.match(WORD);
    if (word === 'true' || word === 'false') return { kind: 'boolean', offset, value: word === 'true', end: this.at };
    if (word === 'null') return { kind: 'null', offset, end: this.at };
    this.at = offset;
    return this.fail(`expected a value, got ${word ?? this.shown()}`);
  }

  /** Whether a list or an object is empty. */
  private ends(bracket: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  /** Returns, after a member, whether another one follows. */
  private goesOn(bracket: string): boolean {
    this.skipBlanks();
    const mark = this.text[this.at];
    if (mark !== ',' && mark !== bracket) this.fail(`expected "," or "${bracket}", got ${this.shown()}`);
    this.at++;
    return mark === ',';
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private skipBlanks(): void {
    this.match(BLANKS);
  }

  private shown(): string {
    const mark = this.text[this.at];
    return mark === undefined ? 'the end of the file' : JSON.stringify(mark);
  }

  private fail(text: string, offset = this.at): never {
    throw new JsonError(offset, text);
  }
}
