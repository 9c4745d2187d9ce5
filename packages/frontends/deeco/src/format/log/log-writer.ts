/** Writes a simulation log, byte for byte like the DEECo playground. */
import { javaDouble, TextSink } from '@kineko/formats/neko-log';
import { expected } from '@kineko/formats/problem';
import { COMPONENT_END, escaped, FIELD_END, NO_BITMAP, PART_END, RULE, SIZE_MARK } from './grammar.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';

/** Writes the header at once, then one line per cycle. */
export class DeecoLogWriter {
  private readonly sink = new TextSink();
  private readonly robots: number;
  private readonly objects: number;

  /** Throws a RangeError for a header that could not be read back. */
  constructor(header: DeecoLogHeader) {
    this.robots = header.robots.length;
    this.objects = header.objects.length;
    for (const line of headerLines(header)) this.sink.raw(`${line}\n`);
  }

  /** Number of bytes that `take` would return. */
  get length(): number {
    return this.sink.length;
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** Throws a RangeError if the numbers of robots and objects differ from the header. The cycle's number is not written. */
  append({ status, robots, objects }: DeecoCycle): void {
    requireCount('robots', robots.length, this.robots);
    requireCount('objects', objects.length, this.objects);
    const sink = this.sink;
    sink.raw(escaped(status) + PART_END);
    for (const { x, y, angle, tag } of robots) sink.raw(componentText(x, y, angle, tag));
    sink.raw(PART_END);
    for (const { x, y, size, tag } of objects) sink.raw(componentText(x, y, size, tag));
    sink.raw('\n');
  }
}

function* headerLines(header: DeecoLogHeader): Generator<string, void> {
  const { width, height, bitmap, robots, objects } = header;
  if (bitmap === undefined) yield NO_BITMAP;
  yield side('width', width);
  yield side('height', height);
  if (bitmap !== undefined) yield pixels(header, bitmap.dark);
  yield RULE;
  for (const { className, size } of robots) yield `${classText(className, SIZE_MARK)}${SIZE_MARK}${javaDouble(size)}`;
  yield RULE;
  for (const { className } of objects) yield classText(className);
  yield RULE;
}

function side(what: string, length: number): string {
  if (Number.isSafeInteger(length) && length >= 1) return String(length);
  throw new RangeError(`${what} of the field: ${expected('an integer from 1 on', length)}`);
}

/** A bitmap goes row by row, the log column by column. */
function pixels({ width, height }: DeecoLogHeader, dark: Uint8Array): string {
  if (dark.length !== width * height) {
    throw new RangeError(`bitmap: ${expected(`${width} × ${height} pixels, like the field`, dark.length)}`);
  }
  const columns: string[] = [];
  for (let x = 0; x < width; x++) {
    let column = '';
    for (let y = 0; y < height; y++) column += dark[y * width + x] === 1 ? '1' : '0';
    columns.push(column);
  }
  return columns.join('');
}

function classText(name: string, mark = '\n'): string {
  if (name !== '' && name !== RULE && !/[\r\n\p{Surrogate}]/u.test(name) && !name.includes(mark)) return name;
  throw new RangeError(expected('the name of a Java class', name));
}

function requireCount(what: string, count: number, due: number): void {
  if (count !== due) throw new RangeError(`cycle: ${expected(`${due} ${what}, as in the header`, count)}`);
}

/** `third` is the angle of a robot, or the size of an object. */
function componentText(x: number, y: number, third: number, tag: string): string {
  const numbers = javaDouble(x) + FIELD_END + javaDouble(y) + FIELD_END + javaDouble(third) + FIELD_END;
  return numbers + escaped(tag) + COMPONENT_END;
}
