import type { TraceLeg } from '@kineko/formats/trace';
import { type Leg, type Pose, poseAt } from '@kineko/geometry';
import {
  END,
  FIRST,
  FROM,
  HEADING,
  KIND,
  type Knots,
  LEG_WIDTH,
  LegTable,
  LINE,
  packLeg,
  REST,
  SECOND,
  START,
  TURN,
  unpackLeg,
  X,
  Y,
} from './packed-leg.js';
import { RowList } from './rows.js';

import { countWhile } from './search.js';

/** What a robot does at an instant, to be filled in again and again. */
export interface Sample {
  x: number;
  y: number;
  heading: number;
  activity: 'idle' | 'turning' | 'moving';
}

const scratch = new Float64Array(LEG_WIDTH);

/** The way of one robot: its legs in order, from which its pose at any instant follows exactly. */
export class Track {
  /** Its rows in the table that it shares with others. */
  private readonly own = new RowList();
  /** Which of them was asked for last: nearly always the next one to be asked for, or the one before that. */
  private index = 0;
  /** The leg that was made last, and of which row. */
  private made: Leg | undefined;
  private madeOf = -1;

  constructor(private readonly table = new LegTable()) {}

  /**
   * How it moves from a time on; later legs take the place of earlier ones from there. One that holds from before the
   * last one holds from when that does, so that time goes on.
   */
  add(leg: TraceLeg, from = leg.start): void {
    const knots = packLeg(leg, from, scratch);
    this.addPacked(scratch, 0, knots);
  }

  addPacked(numbers: Float64Array, at: number, knots: Knots | undefined): void {
    const { own, table } = this;
    const last = this.lastFrom;
    const from = Math.max(numbers[at + FROM]!, last);
    // What held for no time at all is never seen, and need not be kept; but before its first leg a robot stands there.
    if (from === last && own.length > 1) this.replaceLast(numbers, at, from, knots);
    else own.push(table.add(numbers, at, from, knots));
  }

  /** Tells better how the last leg went, which is over by now; it holds from when it did. */
  amend(leg: TraceLeg): void {
    const knots = packLeg(leg, leg.start, scratch);
    this.amendPacked(scratch, 0, knots);
  }

  amendPacked(numbers: Float64Array, at: number, knots: Knots | undefined): void {
    if (this.own.length > 0) this.replaceLast(numbers, at, this.lastFrom, knots);
  }

  get length(): number {
    return this.own.length;
  }

  get bytes(): number {
    return this.own.bytes;
  }

  /** When its last leg began to hold; before all time if there is none. */
  get lastFrom(): number {
    return this.own.length === 0 ? -Infinity : this.startOf(this.own.length - 1);
  }

  /** When its k-th leg begins to hold. */
  startOf(k: number): number {
    return this.table.rows.get(this.own.at(k), FROM);
  }

  /** The leg that came last; undefined if there is none at all. */
  get lastLeg(): Leg | undefined {
    return this.own.length === 0 ? undefined : this.leg(this.own.length - 1);
  }

  /** The leg that is under way at a time; before the first one, the first; undefined if there is none at all. */
  legAt(t: number): Leg | undefined {
    return this.own.length === 0 ? undefined : this.leg(this.indexAt(t));
  }

  /** Between its first and the end of time; before it stands where it begins. */
  poseAt(t: number): Pose | undefined {
    const leg = this.legAt(t);
    return leg && poseAt(leg, t);
  }

  /** What `poseAt` and `legAt` would tell, for crowds: nothing is made anew. False if there is no leg. */
  sampleAt(t: number, sample: Sample): boolean {
    if (this.own.length === 0) return false;
    const index = this.indexAt(t);
    const row = this.own.at(index);
    const legs = this.table.rows.chunkOf(row);
    const at = this.table.rows.placeOf(row);
    const kind = legs[at + KIND]!;
    const end = legs[at + END]!;
    const isOver = kind === REST || t >= end;
    if (kind > LINE) {
      const { x, y, heading } = poseAt(this.leg(index), t);
      sample.x = x;
      sample.y = y;
      sample.heading = heading;
      sample.activity = isOver ? 'idle' : 'moving';
      return true;
    }
    // As geometry's `poseAt` has it, bit for bit; a test holds the two against each other.
    const start = legs[at + START]!;
    const seconds = t < start ? 0 : (t > end ? end : t) - start;
    const first = legs[at + FIRST]!;
    sample.x = legs[at + X]!;
    sample.y = legs[at + Y]!;
    sample.heading = legs[at + HEADING]!;
    if (kind === TURN) sample.heading += first * seconds;
    else if (kind === LINE) {
      sample.x += first * seconds;
      sample.y += legs[at + SECOND]! * seconds;
    }
    sample.activity = isOver ? 'idle' : kind === TURN ? 'turning' : 'moving';
    return true;
  }

  /** Its legs from the one under way at a time on, in order, with the times at which the next ones cut them. */
  *legsBetween(from: number, to: number): Generator<{ readonly leg: Leg; readonly until: number }, void> {
    const { length } = this.own;
    if (length === 0) return;
    for (let index = this.indexAt(from); index < length; index++) {
      if (this.startOf(index) > to) return;
      yield { leg: this.leg(index), until: index + 1 < length ? this.startOf(index + 1) : Infinity };
    }
  }

  private indexAt(t: number): number {
    const { index } = this;
    const { length } = this.own;
    if (this.startOf(index) <= t) {
      if (index + 1 >= length || t < this.startOf(index + 1)) return index;
      if (index + 2 >= length || t < this.startOf(index + 2)) return (this.index = index + 1);
    }
    return (this.index = Math.max(0, countWhile(length, (k) => this.startOf(k) <= t) - 1));
  }

  private leg(index: number): Leg {
    const row = this.own.at(index);
    if (this.madeOf !== row || this.made === undefined) {
      const { rows, knots } = this.table;
      this.made = unpackLeg(rows.chunkOf(row), rows.placeOf(row), knots);
      this.madeOf = row;
    }
    return this.made;
  }

  private replaceLast(numbers: Float64Array, at: number, from: number, knots: Knots | undefined): void {
    const row = this.own.at(this.own.length - 1);
    this.table.write(row, numbers, at, from, knots);
    if (this.madeOf === row) this.made = undefined;
  }
}
