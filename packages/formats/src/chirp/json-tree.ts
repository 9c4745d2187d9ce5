/**
 * JSON as a tree whose nodes know where they stand: `JSON.parse` forgets that, and whoever is told that a hull is concave
 * wants to know which line to look at.
 */

interface Spot {
  /** Where it begins in the text. */
  readonly offset: number;
  /** Where it is over. */
  readonly end: number;
}

export type JsonNode =
  | (Spot & { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonMember> })
  | (Spot & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (Spot & { readonly kind: 'text'; readonly value: string })
  | (Spot & { readonly kind: 'number'; readonly value: number })
  | (Spot & { readonly kind: 'boolean'; readonly value: boolean })
  | (Spot & { readonly kind: 'null' });

export interface JsonMember extends Spot {
  readonly value: JsonNode;
}

/** What is no JSON, and where. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  constructor(
    readonly offset: number,
    text: string,
  ) {
    super(text);
  }
}

/** Levels of lists and objects inside each other: a world has seven. */
const MOST_LEVELS = 32;
/** Whoever copies such a member by assignment changes a prototype instead. */
const REFUSED = ['__proto__', 'constructor', 'prototype'];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r\n]*/y;
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const WORD = /[A-Za-z_]+/y;

/** Throws a `JsonError` at the first thing that is no JSON: what comes after it cannot be trusted. */
export function readJsonTree(text: string): JsonNode {
  return new TreeReader(text).read();
}

class TreeReader {
  private at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  read(): JsonNode {
    const node = this.value(0);
    this.skipBlanks();
    if (this.at < this.text.length) this.fail(`${this.shown()} stands behind the end of the world: nothing may`);
    return node;
  }

  private value(level: number): JsonNode {
    this.skipBlanks();
    if (level > MOST_LEVELS) this.fail(`this is nested deeper than the ${MOST_LEVELS} levels that are allowed`);
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
      if (this.text[offset] !== '"') this.fail(`${this.shown()} is no name of a member: "name": value is right`);
      const name = this.string();
      if (REFUSED.includes(name)) this.fail(`a member must not be called ${JSON.stringify(name)}`, offset);
      if (members.has(name)) this.fail(`${JSON.stringify(name)} is given twice: once is right`, offset);
      this.skipBlanks();
      if (this.text[this.at] !== ':')
        this.fail(`${this.shown()} follows the name ${JSON.stringify(name)}: ":" is right`);
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
    if (found === undefined) this.fail('a text begins here and has no end: " is missing');
    try {
      const value = JSON.parse(found) as string;
      this.at += found.length;
      return value;
    } catch {
      return this.fail(`${found.length > 40 ? 'this' : found} is no text: line breaks and odd escapes are not allowed`);
    }
  }

  private numberOrWord(offset: number): JsonNode {
    const number = this.match(NUMBER);
    if (number !== undefined) {
      const value = Number(number);
      if (!Number.isFinite(value)) this.fail(`${number} is too large`, offset);
      return { kind: 'number', offset, value, end: this.at };
    }
    const word = this.match(WORD);
    if (word === 'true' || word === 'false') return { kind: 'boolean', offset, value: word === 'true', end: this.at };
    if (word === 'null') return { kind: 'null', offset, end: this.at };
    this.at = offset;
    return this.fail(`${word ?? this.shown()} is no value: a number, a text, a list or an object is right`);
  }

  /** Whether a list or an object has no members at all. */
  private ends(bracket: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  /** After a member: whether there is another one. */
  private goesOn(bracket: string): boolean {
    this.skipBlanks();
    const mark = this.text[this.at];
    if (mark !== ',' && mark !== bracket) this.fail(`${this.shown()} stands here: "," or "${bracket}" is right`);
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
