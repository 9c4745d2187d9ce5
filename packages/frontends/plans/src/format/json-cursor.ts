/** JSON in bytes, value by value: files of a hundred megabytes are not turned into a tree. */
import { expected, shown } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';
import { COLON, COMMA, QUOTE, type TextReader } from './text-reader.js';

const [LIST, LIST_END, OBJECT, OBJECT_END, BACKSLASH] = [91, 93, 123, 125, 92];
const MAX_DEPTH = 32;

export class JsonCursor {
  constructor(readonly reader: TextReader) {}

  /** The object that is the whole file. */
  document(visit: (key: string) => boolean): void {
    this.object(visit);
    this.start();
    const { reader } = this;
    if (!reader.isAtEnd) reader.stop(expected('the end of the file', reader.restOfLine()));
  }

  /** Visits the members of an object; `visit` reads each value, or skips it by returning false. */
  object(visit: (key: string) => boolean): void {
    const { reader } = this;
    this.open(OBJECT, 'an object');
    const seen = new Set<string>();
    if (this.closes(OBJECT_END)) return;
    do {
      const at = this.start();
      const key = this.text('a key in quotes');
      if (seen.has(key)) reader.stop(`duplicate key ${shown(key)}`, at);
      seen.add(key);
      this.start();
      if (reader.byte !== COLON) reader.stop(expected('":"', reader.restOfLine()));
      reader.at++;
      if (!visit(key)) this.skip();
    } while (this.continues(OBJECT_END, '"," or "}"'));
  }

  /** Visits the items of a list; `visit` reads each. */
  list(visit: (index: number) => void, what = 'a list'): void {
    this.open(LIST, what);
    if (this.closes(LIST_END)) return;
    let index = 0;
    do visit(index++);
    while (this.continues(LIST_END, '"," or "]"'));
  }

  integer(what = 'an integer'): number {
    this.start();
    return this.reader.required(what, this.reader.integer);
  }

  /** A short string. */
  text(what = 'a string'): string {
    const [from, to] = this.span(what);
    try {
      return JSON.parse(`"${textOf(this.reader.bytes.subarray(from, to))}"`) as string;
    } catch {
      return this.reader.stop('expected a string without line breaks and unknown escapes', from);
    }
  }

  /** The bytes between the quotes of a string. */
  span(what = 'a string'): readonly [number, number] {
    const { reader } = this;
    const { bytes } = reader;
    this.start();
    if (reader.byte !== QUOTE) reader.stop(expected(what, reader.restOfLine()));
    const from = reader.at + 1;
    let end = bytes.indexOf(QUOTE, from);
    while (end > 0 && isEscaped(bytes, from, end)) end = bytes.indexOf(QUOTE, end + 1);
    if (end < 0) reader.stop('expected " at the end of the string', from - 1);
    reader.at = end + 1;
    return [from, end];
  }

  /** Skips a value of any kind. */
  skip(depth = 0): void {
    const { reader } = this;
    this.start();
    if (depth > MAX_DEPTH) reader.stop(`expected at most ${MAX_DEPTH} levels of nesting`);
    if (reader.byte === QUOTE) this.span();
    else if (reader.byte === LIST) this.list(() => this.skip(depth + 1));
    else if (reader.byte === OBJECT) {
      this.object(() => {
        this.skip(depth + 1);
        return true;
      });
    } else if (!this.word() && Number.isNaN(reader.decimal())) reader.stop(expected('a value', reader.restOfLine()));
  }

  /** Goes to the next value or mark; returns its position. */
  start(): number {
    this.reader.skipSpace();
    return this.reader.at;
  }

  private word(): boolean {
    const { reader } = this;
    const found = ['true', 'false', 'null'].find(
      (each) => reader.textFrom(reader.at, reader.at + each.length) === each,
    );
    reader.at += found?.length ?? 0;
    return found !== undefined;
  }

  private open(mark: number, what: string): void {
    this.start();
    if (this.reader.byte !== mark) this.reader.stop(expected(what, this.reader.restOfLine()));
    this.reader.at++;
  }

  private closes(mark: number): boolean {
    this.start();
    if (this.reader.byte !== mark) return false;
    this.reader.at++;
    return true;
  }

  private continues(end: number, what: string): boolean {
    this.start();
    const { byte } = this.reader;
    if (byte !== COMMA && byte !== end) this.reader.stop(expected(what, this.reader.restOfLine()));
    this.reader.at++;
    return byte === COMMA;
  }
}

function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let first = at;
  while (first > from && bytes[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
