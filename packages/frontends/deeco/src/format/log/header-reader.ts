/** Reads the lines of a log's header: the ground, the robots, the objects. */
import { type Bitmap, MAX_SIDE } from '@kineko/formats/bitmap';
import { InputError, type Problem, shown } from '@kineko/formats/problem';
import { NO_BITMAP, readJavaNumber, RULE, SIZE_MARK } from './grammar.js';
import type { Line } from './line-queue.js';
import type { DeecoLogHeader, DeecoObjectClass, DeecoRobotClass } from './log.js';

/** Of an empty field, which is nowhere in memory: what Java's whole numbers hold. */
const MAX_EMPTY_SIDE = 2_147_483_647;

/** Robots, and objects. */
const MAX_COMPONENTS = 1_000_000;

/** So many lines that do not fit, and the rest is not looked at. */
const MAX_PROBLEMS = 100;

/** What a line may be. */
interface Expectation {
  readonly what: string;
  readonly take: (text: string) => void;
}

export class HeaderReader {
  private readonly file: string;
  private readonly problems: Problem[] = [];
  private line = 0;
  private hasBitmap = false;
  private width = 0;
  private height = 0;
  private bitmap: Bitmap | undefined;
  private readonly robots: DeecoRobotClass[] = [];
  private readonly objects: DeecoObjectClass[] = [];
  private header: DeecoLogHeader | undefined;
  private expected: Expectation;

  /** `file` is what problems call it. */
  constructor(file: string) {
    this.file = file;
    this.expected = this.first;
  }

  /** The header, with its last line. Throws an InputError, of all lines that do not fit, if there are some. */
  take(line: Line): DeecoLogHeader | undefined {
    this.line = line.number;
    if (line.isTooLong) throw this.failure('is longer than any line of a simulation log');
    this.expected.take(line.text);
    if (this.header !== undefined && this.problems.length > 0) throw new InputError(this.problems);
    return this.header;
  }

  /** What is wrong with a file that ends before its header does. */
  endOfFile(): InputError {
    if (this.line === 0) return this.failure(`is empty; a simulation log starts with ${this.first.what}`);
    return this.failure(`is the last line, but the header goes on: next would be ${this.expected.what}`);
  }

  private readonly first: Expectation = {
    what: `the width of the map, or ${NO_BITMAP}`,
    take: (text) => {
      this.hasBitmap = text !== NO_BITMAP;
      if (this.hasBitmap) this.takeWidth(text, this.first.what);
      this.expected = this.hasBitmap ? this.heightLine : this.widthLine;
    },
  };

  private readonly widthLine: Expectation = {
    what: 'the width of the field',
    take: (text) => {
      this.takeWidth(text, this.widthLine.what);
      this.expected = this.heightLine;
    },
  };

  private readonly heightLine: Expectation = {
    what: 'the height of the field',
    take: (text) => {
      this.height = this.side(text, this.heightLine.what);
      this.expected = this.hasBitmap ? this.pixels : this.rule(this.robotLine);
    },
  };

  private readonly pixels: Expectation = {
    what: 'the map, a 0 or 1 for each pixel',
    take: (text) => {
      this.bitmap = this.readPixels(text);
      this.expected = this.rule(this.robotLine);
    },
  };

  private readonly robotLine: Expectation = {
    what: `the class and size of a robot, or ${RULE}`,
    take: (text) => {
      if (text === RULE) this.expected = this.objectLine;
      else this.add(this.robots, this.readRobot(text));
    },
  };

  private readonly objectLine: Expectation = {
    what: `the class of an object, or ${RULE}`,
    take: (text) => {
      if (text === RULE) this.finish();
      else if (text === '') this.report(`is empty; right would be ${this.objectLine.what}`);
      else this.add(this.objects, { className: text });
    },
  };

  private rule(next: Expectation): Expectation {
    return {
      what: RULE,
      take: (text) => {
        if (text !== RULE) throw this.failure(`reads ${shown(text)}; right would be ${RULE}`);
        this.expected = next;
      },
    };
  }

  private takeWidth(text: string, what: string): void {
    this.width = this.side(text, what);
  }

  private side(text: string, what: string): number {
    const most = this.hasBitmap ? MAX_SIDE : MAX_EMPTY_SIDE;
    const side = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (side >= 1 && side <= most) return side;
    throw this.failure(`reads ${shown(text)}; right would be ${what}, a whole number from 1 to ${most}`);
  }

  /** Column by column in the log, row by row in a bitmap. */
  private readPixels(text: string): Bitmap {
    const [width, height] = [this.width, this.height];
    const strange = text.search(/[^01]/);
    if (strange >= 0) {
      throw this.failure(`has ${shown(text[strange])} for a pixel; right would be 0 or 1`, strange + 1);
    }
    if (text.length !== width * height) {
      throw this.failure(`has ${text.length} pixels; right would be ${width} × ${height}, that is ${width * height}`);
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
    this.report(`reads ${shown(text)}; right would be a class, a comma and the size of the robot: demo.Robot,3.0`);
    return undefined;
  }

  private add<T>(list: T[], item: T | undefined): void {
    if (item === undefined) return;
    if (list.length >= MAX_COMPONENTS) throw this.failure(`is one more than the ${MAX_COMPONENTS} that are allowed`);
    list.push(item);
  }

  private finish(): void {
    this.header = {
      width: this.width,
      height: this.height,
      bitmap: this.bitmap,
      robots: this.robots,
      objects: this.objects,
    };
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
