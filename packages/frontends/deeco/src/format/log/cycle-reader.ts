/** Reads a line of a log as a cycle. */
import { expected } from '@kineko/formats/problem';
import { COMPONENT_END, FIELD_END, type ItemKind, NUMBERS, PART_END, readJavaNumber, readText } from './grammar.js';
import type { DeecoCycle, DeecoLogHeader, DeecoObject, DeecoRobot } from './log.js';

/** A line that is not a cycle. */
export class LineError extends Error {
  constructor(
    problem: string,
    /** Offset in the line. */
    readonly offset: number,
  ) {
    super(problem);
  }
}

export class CycleReader {
  private readonly counts: Readonly<Record<ItemKind, number>>;
  private line = '';
  private at = 0;
  /** The numbers of the robot or object that was read last; a reused buffer. */
  private readonly numbers = [0, 0, 0] as [number, number, number];

  constructor({ robots, objects }: DeecoLogHeader) {
    this.counts = { robot: robots.length, object: objects.length };
  }

  /** Throws a `LineError` with the offset in the line if the line is invalid. */
  read(line: string, cycle: number): DeecoCycle {
    this.line = line;
    this.at = 0;
    const status = this.status();
    const robots: DeecoRobot[] = [];
    while (robots.length < this.counts.robot) {
      const tag = this.component('robot', robots.length);
      const [x, y, angle] = this.numbers;
      robots.push({ x, y, angle, tag });
    }
    this.end('robot');
    const objects: DeecoObject[] = [];
    while (objects.length < this.counts.object) {
      const tag = this.component('object', objects.length);
      const [x, y, size] = this.numbers;
      objects.push({ x, y, size, tag });
    }
    this.end('object');
    return { cycle, status, robots, objects };
  }

  private status(): string {
    const read = readText(this.line, 0, PART_END);
    if (read === undefined) throw new LineError(`no ${PART_END} after the status`, this.at);
    this.at = read.end + PART_END.length;
    return read.text;
  }

  /** Puts the numbers into `numbers` and returns the tag. */
  private component(kind: ItemKind, index: number): string {
    if (this.isAtEnd(kind)) throw new LineError(expected(counted(this.counts[kind], kind), index), this.at);
    const names = NUMBERS[kind];
    for (let i = 0; i < names.length; i++) this.numbers[i] = this.number(kind, index, names[i]!);
    const read = readText(this.line, this.at, COMPONENT_END, (at) => {
      const marks = this.line.slice(at, at + 2);
      throw new LineError(`unescaped ${marks} in the tag of ${kind} ${index}`, at);
    });
    if (read === undefined) {
      throw new LineError(`no ${COMPONENT_END} after the tag of ${kind} ${index}`, this.line.length);
    }
    this.at = read.end + COMPONENT_END.length;
    return read.text;
  }

  private number(kind: ItemKind, index: number, name: string): number {
    const end = this.line.indexOf(FIELD_END, this.at);
    const text = this.line.slice(this.at, end < 0 ? this.line.length : end);
    const number = readJavaNumber(text);
    if (number === undefined || end < 0) {
      const what = expected(`a number followed by "${FIELD_END}"`, text);
      throw new LineError(`${name} of ${kind} ${index}: ${what}`, this.at);
    }
    this.at = end + FIELD_END.length;
    return number;
  }

  /** Robots end in a mark, objects with the line. */
  private isAtEnd(kind: ItemKind): boolean {
    return kind === 'robot' ? this.line.startsWith(PART_END, this.at) : this.at === this.line.length;
  }

  private end(kind: ItemKind): void {
    if (!this.isAtEnd(kind)) {
      const what = kind === 'robot' ? PART_END : 'the end of the line';
      const rest = this.line.slice(this.at);
      throw new LineError(expected(`${what} after ${counted(this.counts[kind], kind)}`, rest), this.at);
    }
    if (kind === 'robot') this.at += PART_END.length;
  }
}

function counted(count: number, kind: ItemKind): string {
  return `${count} ${kind}${count === 1 ? '' : 's'}`;
}
