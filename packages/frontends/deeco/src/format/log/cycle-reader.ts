/** Makes a cycle of a line. */
import { shown } from '@kineko/formats/problem';
import { Misfit } from '@kineko/formats/trace';
import { COMPONENT_END, FIELD_END, type Kind, NUMBERS, PART_END, readJavaNumber, readText } from './grammar.js';
import type { DeecoCycle, DeecoLogHeader, DeecoObject, DeecoRobot } from './log.js';

export class CycleReader {
  private readonly robots: number;
  private readonly objects: number;
  private line = '';
  private at = 0;
  /** Of the robot or object that was read last. */
  private readonly numbers = [0, 0, 0] as [number, number, number];

  constructor({ robots, objects }: DeecoLogHeader) {
    this.robots = robots.length;
    this.objects = objects.length;
  }

  /** Throws a Misfit, with the place in the line, if it does not fit. */
  read(line: string, cycle: number): DeecoCycle {
    this.line = line;
    this.at = 0;
    const status = this.status();
    const robots: DeecoRobot[] = [];
    while (robots.length < this.robots) robots.push(this.robot(robots.length));
    this.end('robot', this.robots);
    const objects: DeecoObject[] = [];
    while (objects.length < this.objects) objects.push(this.object(objects.length));
    this.end('object', this.objects);
    return { cycle, status, robots, objects };
  }

  private status(): string {
    const read = readText(this.line, 0, PART_END);
    if (read === undefined) {
      throw new Misfit(`has no ${PART_END}; right would be a status, then ${PART_END}, then the robots`, this.at);
    }
    this.at = read.end + PART_END.length;
    return read.text;
  }

  private robot(index: number): DeecoRobot {
    const tag = this.component('robot', index);
    const [x, y, angle] = this.numbers;
    return { x, y, angle, tag };
  }

  private object(index: number): DeecoObject {
    const tag = this.component('object', index);
    const [x, y, size] = this.numbers;
    return { x, y, size, tag };
  }

  /** The numbers go where they are found; the tag is returned. */
  private component(kind: Kind, index: number): string {
    if (this.isAtEnd(kind)) this.tooFew(kind, index);
    const names = NUMBERS[kind];
    for (let i = 0; i < names.length; i++) this.numbers[i] = this.number(kind, index, names[i]!);
    const read = readText(this.line, this.at, COMPONENT_END, (at) => {
      const marks = this.line.slice(at, at + 2);
      throw new Misfit(`has ${marks} in the tag of ${kind} ${index}, where only ${COMPONENT_END} may follow`, at);
    });
    if (read === undefined) {
      throw new Misfit(`has no ${COMPONENT_END} after the tag of ${kind} ${index}`, this.line.length);
    }
    this.at = read.end + COMPONENT_END.length;
    return read.text;
  }

  private number(kind: Kind, index: number, name: string): number {
    const end = this.line.indexOf(FIELD_END, this.at);
    const text = this.line.slice(this.at, end < 0 ? this.line.length : end);
    const number = readJavaNumber(text);
    if (number === undefined || end < 0) {
      throw new Misfit(
        `has ${shown(text)} for the ${name} of ${kind} ${index}; right would be a number, then ${FIELD_END}`,
        this.at,
      );
    }
    this.at = end + FIELD_END.length;
    return number;
  }

  /** Robots end in a mark, objects with the line. */
  private isAtEnd(kind: Kind): boolean {
    return kind === 'robot' ? this.line.startsWith(PART_END, this.at) : this.at === this.line.length;
  }

  private end(kind: Kind, count: number): void {
    if (!this.isAtEnd(kind)) {
      const what = kind === 'robot' ? PART_END : 'the end of the line';
      const text = shown(this.line.slice(this.at));
      throw new Misfit(`has ${text} after its ${counted(count, kind)}; right would be ${what}`, this.at);
    }
    if (kind === 'robot') this.at += PART_END.length;
  }

  private tooFew(kind: Kind, found: number): never {
    const due = kind === 'robot' ? this.robots : this.objects;
    throw new Misfit(`has ${counted(found, kind)}, but ${due} by the header`, this.at);
  }
}

function counted(count: number, kind: Kind): string {
  return `${count} ${kind}${count === 1 ? '' : 's'}`;
}
