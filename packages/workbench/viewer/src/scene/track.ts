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

/** The state of a robot at an instant; a reused buffer. */
export interface Sample {
  x: number;
  y: number;
  heading: number;
  activity: 'idle' | 'turning' | 'moving';
}

const scratch = new Float64Array(LEG_WIDTH);

/** The legs of one robot in order, from which its pose at any instant follows exactly. */
export class Track {
  /** Its rows in the shared table. */
  private readonly own = new RowList();
  /** Index of the last result; the next one is nearly always the same or the one after. */
  private index = 0;
  /** The leg unpacked last, and its row. */
  private made: Leg | undefined;
  private madeOf = -1;

  constructor(private readonly table = new LegTable()) {}

  /**
   * Adds a leg that replaces earlier ones from a time on. If that is before the last leg, it holds from the start of that, so
   * that times never decrease.
   */
  add(leg: TraceLeg, from = leg.start): void {
    const knots = packLeg(leg, from, scratch);
    this.addPacked(scratch, 0, knots);
  }

  addPacked(numbers: Float64Array, at: number, knots: Knots | undefined): void {
    const { own, table } = this;
    const last = this.lastFrom;
    const from = Math.max(numbers[at + FROM]!, last);
    // A leg with no duration is never visible, except the first one, at which the robot stands before.
    if (from === last && own.length > 1) this.replaceLast(numbers, at, from, knots);
    else own.push(table.add(numbers, at, from, knots));
  }

  /** Replaces the last leg, which is over by now; its start stays. */
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

  /** Time from which the last leg holds; -Infinity if there is none. */
  get lastFrom(): number {
    return this.own.length === 0 ? -Infinity : this.startOf(this.own.length - 1);
  }

  /** Time from which the k-th leg holds. */
  startOf(k: number): number {
    return this.table.rows.get(this.own.at(k), FROM);
  }

  /** The last leg; undefined if there is none. */
  get lastLeg(): Leg | undefined {
    return this.own.length === 0 ? undefined : this.leg(this.own.length - 1);
  }

  /** The leg at a time; before the first one, the first; undefined if there is none. */
  legAt(t: number): Leg | undefined {
    return this.own.length === 0 ? undefined : this.leg(this.indexAt(t));
  }

  /** Before its first leg the robot stands at the start of that. */
  poseAt(t: number): Pose | undefined {
    const leg = this.legAt(t);
    return leg && poseAt(leg, t);
  }

  /** Like `poseAt` and `legAt`, without allocation, for crowds. False if there is no leg. */
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
    // Bit for bit like `poseAt` of geometry; a test compares the two.
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

  /** The legs in [from, to], in order, with the times at which the next ones replace them. */
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
