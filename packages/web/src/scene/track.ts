import type { TraceLeg } from '@kineko/formats/trace';
import { type Leg, type Pose, poseAt } from '@kineko/geometry';
import { curveOf } from './curve.js';
import { Rows } from './rows.js';

const KINDS = ['rest', 'turn', 'line', 'arc', 'curve'] as const;
const [REST, TURN, LINE] = [0, 1, 2];

// Columns of a leg.
/** From when on it holds; never before the leg above it. */
const FROM = 0;
const START = 1;
const END = 2;
const KIND = 3;
const X = 4;
const Y = 5;
const HEADING = 6;
/** vx of a line, the rate of a turn, the speed of an arc, the place of a curve's knots. */
const FIRST = 7;
/** vy of a line, the rate of an arc. */
const SECOND = 8;
const WIDTH = 9;

/** What a robot does at an instant, to be filled in again and again. */
export interface Sample {
  x: number;
  y: number;
  heading: number;
  activity: 'idle' | 'turning' | 'moving';
}

/** The way of one robot: its legs in order, from which its pose at any instant follows exactly. */
export class Track {
  private readonly legs = new Rows(WIDTH, 2);
  private readonly knots: (readonly number[])[] = [];
  /** The row that was asked for last: nearly always the next one to be asked for, or the one before that. */
  private row = 0;
  /** The leg that was made last, and of which row. */
  private made: Leg | undefined;
  private madeOf = -1;

  /**
   * How it moves from a time on; later legs take the place of earlier ones from there. One that holds from before the
   * last one holds from when that does, so that time goes on.
   */
  add(leg: TraceLeg, from = leg.start): void {
    const { legs } = this;
    const row = legs.add();
    legs.set(row, FROM, row > 0 ? Math.max(from, legs.get(row - 1, FROM)) : from);
    this.write(row, leg);
  }

  /** Tells better how the last leg went, which is over by now; it holds from when it did. */
  amend(leg: TraceLeg): void {
    if (this.legs.length > 0) this.write(this.legs.length - 1, leg);
  }

  get length(): number {
    return this.legs.length;
  }

  /** When its k-th leg begins to hold. */
  startOf(k: number): number {
    return this.legs.get(k, FROM);
  }

  /** The leg that is under way at a time; before the first one, the first; undefined if there is none at all. */
  legAt(t: number): Leg | undefined {
    return this.legs.length === 0 ? undefined : this.leg(this.rowAt(t));
  }

  /** Between its first and the end of time; before it stands where it begins. */
  poseAt(t: number): Pose | undefined {
    const leg = this.legAt(t);
    return leg && poseAt(leg, t);
  }

  /** What `poseAt` and `legAt` would tell, for crowds: nothing is made anew. False if there is no leg. */
  sampleAt(t: number, sample: Sample): boolean {
    const { legs } = this;
    if (legs.length === 0) return false;
    const row = this.rowAt(t);
    const kind = legs.get(row, KIND);
    const end = legs.get(row, END);
    const isOver = kind === REST || t >= end;
    if (kind > LINE) {
      const leg = this.leg(row);
      const { x, y, heading } = poseAt(leg, t);
      sample.x = x;
      sample.y = y;
      sample.heading = heading;
      sample.activity = isOver ? 'idle' : 'moving';
      return true;
    }
    // As geometry's `poseAt` has it, bit for bit; a test holds the two against each other.
    const start = legs.get(row, START);
    const seconds = t < start ? 0 : (t > end ? end : t) - start;
    const first = legs.get(row, FIRST);
    sample.x = legs.get(row, X);
    sample.y = legs.get(row, Y);
    sample.heading = legs.get(row, HEADING);
    if (kind === TURN) sample.heading += first * seconds;
    else if (kind === LINE) {
      sample.x += first * seconds;
      sample.y += legs.get(row, SECOND) * seconds;
    }
    sample.activity = isOver ? 'idle' : kind === TURN ? 'turning' : 'moving';
    return true;
  }

  /** Its legs from the one under way at a time on, in order, with the times at which the next ones cut them. */
  *legsBetween(from: number, to: number): Generator<{ readonly leg: Leg; readonly until: number }, void> {
    const { legs } = this;
    if (legs.length === 0) return;
    for (let row = this.rowAt(from); row < legs.length; row++) {
      if (legs.get(row, FROM) > to) return;
      yield { leg: this.leg(row), until: row + 1 < legs.length ? legs.get(row + 1, FROM) : Infinity };
    }
  }

  private rowAt(t: number): number {
    const { legs, row } = this;
    if (legs.get(row, FROM) <= t) {
      if (row + 1 >= legs.length || t < legs.get(row + 1, FROM)) return row;
      if (row + 2 >= legs.length || t < legs.get(row + 2, FROM)) return (this.row = row + 1);
    }
    return (this.row = Math.max(0, legs.lastAtMost(FROM, t)));
  }

  private leg(row: number): Leg {
    if (this.madeOf !== row || this.made === undefined) {
      this.made = this.make(row);
      this.madeOf = row;
    }
    return this.made;
  }

  private make(row: number): Leg {
    const { legs } = this;
    const stretch = {
      x: legs.get(row, X),
      y: legs.get(row, Y),
      heading: legs.get(row, HEADING),
      start: legs.get(row, START),
      end: legs.get(row, END),
    };
    const [first, second] = [legs.get(row, FIRST), legs.get(row, SECOND)];
    switch (KINDS[legs.get(row, KIND)]) {
      case 'turn':
        return { kind: 'turn', ...stretch, turnRate: first };
      case 'line':
        return { kind: 'line', ...stretch, vx: first, vy: second };
      case 'arc':
        return { kind: 'arc', ...stretch, speed: first, turnRate: second };
      case 'curve':
        return curveOf(stretch, this.knots[first]!);
      default:
        return { kind: 'rest', ...stretch };
    }
  }

  private write(row: number, leg: TraceLeg): void {
    const { legs } = this;
    legs.set(row, START, leg.start);
    legs.set(row, END, leg.end);
    legs.set(row, KIND, KINDS.indexOf(leg.kind));
    legs.set(row, X, leg.x);
    legs.set(row, Y, leg.y);
    legs.set(row, HEADING, leg.heading);
    const [first, second] = this.numbersOf(leg);
    legs.set(row, FIRST, first);
    legs.set(row, SECOND, second);
    if (this.madeOf === row) this.made = undefined;
  }

  private numbersOf(leg: TraceLeg): readonly [number, number] {
    switch (leg.kind) {
      case 'turn':
        return [leg.turnRate, 0];
      case 'line':
        return [leg.vx, leg.vy];
      case 'arc':
        return [leg.speed, leg.turnRate];
      case 'curve':
        return [this.knots.push(leg.knots) - 1, 0];
      default:
        return [0, 0];
    }
  }
}
