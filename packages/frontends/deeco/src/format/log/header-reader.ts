/** Reads the header of a log: the field, the robots, the objects. */
import { type Bitmap, MAX_SIDE } from '@kineko/formats/bitmap';
import { expected, InputError, type Problem } from '@kineko/formats/problem';
import { NO_BITMAP, readJavaNumber, RULE, SIZE_MARK } from './grammar.js';
import type { LogLine } from './line-queue.js';
import type { DeecoLogHeader, DeecoObjectClass, DeecoRobotClass } from './log.js';

/** An empty field takes no memory, so only Java's `int` limits it. */
const MAX_EMPTY_SIDE = 2_147_483_647;

/** Limit for the robots, and for the objects. */
const MAX_COMPONENTS = 1_000_000;

const MAX_PROBLEMS = 100;

export class HeaderReader {
  private readonly problems: Problem[] = [];
  private readonly parser = this.parse();
  private line = 0;
  /** Description of the next line. */
  private next: string;

  /** `file` names the log in problems. */
  constructor(private readonly file: string) {
    this.next = this.parser.next().value as string;
  }

  /** Returns the header after its last line. Throws an InputError with all problems found so far if the header is invalid. */
  take(line: LogLine): DeecoLogHeader | undefined {
    this.line = line.number;
    if (line.isTooLong) throw this.failure('line too long for a simulation log');
    const { done, value } = this.parser.next(line.text);
    if (done !== true) {
      this.next = value;
      return undefined;
    }
    if (this.problems.length > 0) throw new InputError(this.problems);
    return value;
  }

  /** The error for a file that ends before its header does. */
  endOfFile(): InputError {
    const what = this.line === 0 ? 'empty file' : 'the file ends within the header';
    return this.failure(`${what}: expected ${this.next}`);
  }

  /** Yields a description of the next line and receives that line. */
  private *parse(): Generator<string, DeecoLogHeader, string> {
    const start = `the width of the map or ${NO_BITMAP}`;
    const first = yield start;
    const hasBitmap = first !== NO_BITMAP;
    const max = hasBitmap ? MAX_SIDE : MAX_EMPTY_SIDE;
    const side = (text: string, what: string): number => this.readSide(text, what, max);
    const width = hasBitmap ? side(first, start) : side(yield 'the width of the field', 'the width of the field');
    const height = side(yield 'the height of the field', 'the height of the field');
    const bitmap = hasBitmap ? this.readPixels(yield 'the map, a 0 or 1 for each pixel', width, height) : undefined;
    const rule = yield RULE;
    if (rule !== RULE) throw this.failure(expected(RULE, rule));
    const robots: DeecoRobotClass[] = [];
    for (;;) {
      const text = yield `the class and size of a robot, or ${RULE}`;
      if (text === RULE) break;
      this.add(robots, this.readRobot(text));
    }
    const objects: DeecoObjectClass[] = [];
    for (;;) {
      const what = `the class of an object, or ${RULE}`;
      const text = yield what;
      if (text === RULE) break;
      if (text === '') this.report(`empty line: expected ${what}`);
      else this.add(objects, { className: text });
    }
    return { width, height, bitmap, robots, objects };
  }

  private readSide(text: string, what: string, max: number): number {
    const side = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (side >= 1 && side <= max) return side;
    throw this.failure(expected(`${what} (an integer from 1 to ${max})`, text));
  }

  /** The log goes column by column, a bitmap row by row. */
  private readPixels(text: string, width: number, height: number): Bitmap {
    const strange = text.search(/[^01]/);
    if (strange >= 0) throw this.failure(expected('0 or 1 for a pixel', text[strange]), strange + 1);
    if (text.length !== width * height) {
      throw this.failure(expected(`${width * height} pixels (${width} × ${height})`, text.length));
    }
    const dark = new Uint8Array(width * height);
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) dark[y * width + x] = text.charCodeAt(x * height + y) & 1;
    }
    return { width, height, dark };
  }

  private readRobot(text: string): DeecoRobotClass | undefined {
    const mark = text.lastIndexOf(SIZE_MARK);
    const className = text.slice(0, Math.max(mark, 0));
    const size = readJavaNumber(text.slice(mark + 1).trimStart());
    if (className !== '' && size !== undefined && size >= 0 && size < Infinity) return { className, size };
    this.report(expected('a class, a comma and the size of the robot (demo.Robot,3.0)', text));
    return undefined;
  }

  private add<T>(list: T[], item: T | undefined): void {
    if (item === undefined) return;
    if (list.length >= MAX_COMPONENTS) throw this.failure(`too many entries: expected at most ${MAX_COMPONENTS}`);
    list.push(item);
  }

  private report(text: string): void {
    this.problems.push(this.problem(text, 1));
    if (this.problems.length >= MAX_PROBLEMS) throw new InputError(this.problems);
  }

  private failure(text: string, column = 1): InputError {
    return new InputError([...this.problems, this.problem(text, column)]);
  }

  private problem(text: string, column: number): Problem {
    const place = this.line === 0 ? { file: this.file } : { file: this.file, line: this.line, column };
    return { severity: 'error', place, text };
  }
}
