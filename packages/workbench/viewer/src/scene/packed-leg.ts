/** A leg as a row of numbers, for storage and for transfer from the reader. */
import type { TraceLeg } from '@kineko/formats/trace';
import { curveOf, type Leg } from '@kineko/geometry';
import { Rows } from './rows.js';

const KINDS = ['rest', 'turn', 'line', 'arc', 'curve'] as const;
export const [REST, TURN, LINE] = [0, 1, 2] as const;

/** Time from which it holds; never before that of the previous leg. */
export const FROM = 0;
export const START = 1;
export const END = 2;
export const KIND = 3;
export const X = 4;
export const Y = 5;
export const HEADING = 6;
/** vx of a line, the rate of a turn, the speed of an arc, the index of a curve's knots. */
export const FIRST = 7;
/** vy of a line, the rate of an arc. */
export const SECOND = 8;
export const LEG_WIDTH = 9;

export type Knots = readonly number[];

/** Writes everything except a curve's knots, which it returns because their number varies. */
export function packLeg(leg: TraceLeg, from: number, numbers: Float64Array): Knots | undefined {
  numbers[FROM] = from;
  numbers[START] = leg.start;
  numbers[END] = leg.end;
  numbers[KIND] = KINDS.indexOf(leg.kind);
  numbers[X] = leg.x;
  numbers[Y] = leg.y;
  numbers[HEADING] = leg.heading;
  numbers[FIRST] =
    leg.kind === 'line' ? leg.vx : leg.kind === 'turn' ? leg.turnRate : leg.kind === 'arc' ? leg.speed : 0;
  numbers[SECOND] = leg.kind === 'line' ? leg.vy : leg.kind === 'arc' ? leg.turnRate : 0;
  return leg.kind === 'curve' ? leg.knots : undefined;
}

export function unpackLeg(numbers: Float64Array, at: number, knots: readonly Knots[]): Leg {
  const stretch = {
    x: numbers[at + X]!,
    y: numbers[at + Y]!,
    heading: numbers[at + HEADING]!,
    start: numbers[at + START]!,
    end: numbers[at + END]!,
  };
  const [first, second] = [numbers[at + FIRST]!, numbers[at + SECOND]!];
  switch (KINDS[numbers[at + KIND]!]) {
    case 'turn':
      return { kind: 'turn', ...stretch, turnRate: first };
    case 'line':
      return { kind: 'line', ...stretch, vx: first, vy: second };
    case 'arc':
      return { kind: 'arc', ...stretch, speed: first, turnRate: second };
    case 'curve':
      return curveOf(stretch, knots[first]!);
    default:
      return { kind: 'rest', ...stretch };
  }
}

/** The legs of all robots in order of time, so that those of one instant lie close together. */
export class LegTable {
  readonly rows = new Rows(LEG_WIDTH);
  readonly knots: Knots[] = [];

  get bytes(): number {
    return this.rows.bytes + this.knots.reduce((sum, { length }) => sum + 8 * length, 0);
  }

  /** Adds a packed leg and returns its row. */
  add(numbers: Float64Array, at: number, from: number, knots: Knots | undefined): number {
    const row = this.rows.add();
    this.write(row, numbers, at, from, knots);
    return row;
  }

  /** Replaces the leg of a row. */
  write(row: number, numbers: Float64Array, at: number, from: number, knots: Knots | undefined): void {
    this.rows.write(row, numbers, at);
    this.rows.set(row, FROM, from);
    if (knots !== undefined) this.rows.set(row, FIRST, this.knots.push(knots) - 1);
  }
}
