import type { TraceLeg } from '@kineko/formats/trace';
import { type Leg, type Pose, poseAt } from '@kineko/geometry';
import { curveOf } from './curve.js';
import { Rows } from './rows.js';

const KINDS = ['rest', 'turn', 'line', 'arc', 'curve'] as const;

// Columns of a leg.
const START = 0;
const END = 1;
const KIND = 2;
const X = 3;
const Y = 4;
const HEADING = 5;
/** vx of a line, the rate of a turn, the speed of an arc, the place of a curve's knots. */
const FIRST = 6;
/** vy of a line, the rate of an arc. */
const SECOND = 7;
const WIDTH = 8;

/** The way of one robot: its legs in order, from which its pose at any instant follows exactly. */
export class Track {
  private readonly legs = new Rows(WIDTH);
  private readonly knots: (readonly number[])[] = [];
  /** The leg that was asked for last: nearly always the next one to be asked for. */
  private cached: { readonly row: number; readonly leg: Leg } | undefined;

  /** How it moves from the start of a leg on; later ones take the place of earlier ones from there. */
  add(leg: TraceLeg): void {
    const { legs } = this;
    const row = legs.add();
    legs.set(row, START, leg.start);
    legs.set(row, END, leg.end);
    legs.set(row, KIND, KINDS.indexOf(leg.kind));
    legs.set(row, X, leg.x);
    legs.set(row, Y, leg.y);
    legs.set(row, HEADING, leg.heading);
    const [first, second] = this.numbersOf(leg);
    legs.set(row, FIRST, first);
    legs.set(row, SECOND, second);
  }

  get length(): number {
    return this.legs.length;
  }

  /** When its k-th leg starts. */
  startOf(k: number): number {
    return this.legs.get(k, START);
  }

  /** The leg that is under way at a time; before the first one, the first; undefined if there is none at all. */
  legAt(t: number): Leg | undefined {
    if (this.legs.length === 0) return undefined;
    return this.leg(Math.max(0, this.legs.lastAtMost(START, t)));
  }

  /** Between its first and the end of time; before it stands where it begins. */
  poseAt(t: number): Pose | undefined {
    const leg = this.legAt(t);
    return leg && poseAt(leg, t);
  }

  /** Its legs from the one under way at a time on, in order, with the times at which the next ones cut them. */
  *legsBetween(from: number, to: number): Generator<{ readonly leg: Leg; readonly until: number }, void> {
    const { legs } = this;
    for (let row = Math.max(0, legs.lastAtMost(START, from)); row < legs.length; row++) {
      if (legs.get(row, START) > to) return;
      yield { leg: this.leg(row), until: row + 1 < legs.length ? legs.get(row + 1, START) : Infinity };
    }
  }

  private leg(row: number): Leg {
    if (this.cached?.row !== row) this.cached = { row, leg: this.make(row) };
    return this.cached.leg;
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
