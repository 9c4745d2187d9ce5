/** Writes a simulation log, to the byte as the DEECo playground does. */
import { javaDouble, TextSink } from '@kineko/formats/neko-log';
import { shown } from '@kineko/formats/problem';
import { COMPONENT_END, escaped, FIELD_END, NO_BITMAP, NUMBERS, PART_END, RULE, SIZE_MARK } from './grammar.js';
import type { DeecoCycle, DeecoLogHeader, DeecoObject, DeecoRobot } from './log.js';

/** The header is there at once; then one line a cycle, in the order in which they come. */
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

  /** How many bytes `take` would give. */
  get length(): number {
    return this.sink.length;
  }

  /** What was written since the last call. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** Throws a RangeError if it has not the robots and objects of the header. Its number is not written: lines count. */
  append({ status, robots, objects }: DeecoCycle): void {
    requireCount('robots', robots.length, this.robots);
    requireCount('objects', objects.length, this.objects);
    const sink = this.sink;
    sink.raw(escaped(status) + PART_END);
    for (const robot of robots) sink.raw(robotText(robot));
    sink.raw(PART_END);
    for (const object of objects) sink.raw(objectText(object));
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
  throw new RangeError(`the ${what} of the field is ${length}; right would be a whole number from 1 on`);
}

/** Row by row in a bitmap, column by column in the log. */
function pixels({ width, height }: DeecoLogHeader, dark: Uint8Array): string {
  if (dark.length !== width * height) {
    throw new RangeError(`the bitmap has ${dark.length} pixels; right would be ${width} × ${height}, as the field`);
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
  throw new RangeError(`a class is named ${shown(name)}; right would be the name of a Java class`);
}

function requireCount(what: string, count: number, due: number): void {
  if (count !== due) throw new RangeError(`a cycle has ${count} ${what}; right would be ${due}, as in the header`);
}

function robotText(robot: DeecoRobot): string {
  let text = '';
  for (const name of NUMBERS.robot) text += javaDouble(robot[name]) + FIELD_END;
  return text + escaped(robot.tag) + COMPONENT_END;
}

function objectText(object: DeecoObject): string {
  let text = '';
  for (const name of NUMBERS.object) text += javaDouble(object[name]) + FIELD_END;
  return text + escaped(object.tag) + COMPONENT_END;
}
