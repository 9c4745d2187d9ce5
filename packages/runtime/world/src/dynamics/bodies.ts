import {
  type ArcLeg,
  type CurveLeg,
  degreesOf,
  headingAt,
  type Leg,
  type LineLeg,
  maxAccelerationOf,
  maxSpeedOf,
  type Pose,
  positionAt,
  radiansOf,
  reducedDegrees,
  type RestLeg,
  type TurnLeg,
  velocityAt,
  writeDisc,
} from '@kineko/geometry';
import { bodyRecord } from './body-layout.js';
import { checkBodies } from './checks.js';
import type { BodySpec, ExactPose } from './dynamics.js';
import { withRoom } from './grid.js';

const { CONTACT, CROSSING, NEVER, RADIUS, RECORD, START, VX, VY, X, Y } = bodyRecord;

/** Number of values of a straight leg: x, y, heading, start, end and the velocity. */
const LINE = 7;

/** A leg object whose fields are overwritten. */
type Mutable<L extends Leg> = { -readonly [K in keyof L]: L[K] };

interface ReusedLegs {
  readonly rest: Mutable<RestLeg>;
  readonly turn: Mutable<TurnLeg>;
  readonly line: Mutable<LineLeg>;
}

/** Initial values of 0.5 make V8 store the fields as doubles. */
function reusedLegs(): ReusedLegs {
  return {
    rest: { kind: 'rest', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5 },
    turn: { kind: 'turn', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5, turnRate: 0.5, endDegrees: 0.5 },
    line: { kind: 'line', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5, vx: 0.5, vy: 0.5 },
  };
}

/** A leg that does not fit into a record. */
type CurvedLeg = ArcLeg | CurveLeg;

/**
 * The bodies and their present legs, in slots ordered by id. Straight legs and rests are stored as numbers; only arcs,
 * curves and the legs that follow the present one are objects.
 *
 * The slots of robots come first, then those of discs that never move, then those of halos: discs that follow a robot's
 * motion and touch nothing.
 */
export class Bodies {
  // Fields are declared, not defined, so that each is written once: V8 compiles such a field of a known object
  // (see `predict`) into the code as a constant.

  /** Number of robots. */
  declare readonly count: number;
  /** The first slot after the robots and the fixed discs. */
  declare readonly firstHalo: number;
  declare readonly ids: Float64Array;
  /** Layout: see `body-layout.ts`. */
  declare records: Float64Array;
  declare readonly legEnds: Float64Array;
  /** Number of bodies on arcs or curves. */
  curvedCount = 0;
  /** Largest coordinate at which a leg began: bounds the rounding error of positions. */
  readonly extent = new Float64Array(1);
  /** Slots of ids that differ from the number of their slot; mostly they are equal. */
  private readonly slotOfId = new Map<number, number>();
  /** Heading at the start of the leg (rad). */
  declare private readonly headings: Float64Array;
  /**
   * The heading at the start of the leg in degrees in [0, 360), if it was requested in degrees; `headings` is its rounded
   * image. Otherwise NaN.
   */
  declare private readonly degrees: Float64Array;
  /** The heading in degrees at which a turn ends; NaN under the same condition. */
  declare private readonly endDegrees: Float64Array;
  declare private readonly turnRates: Float64Array;
  declare private readonly curves: (CurvedLeg | undefined)[];
  /** Legs after the present one, the next one last. */
  declare private readonly programs: (Leg[] | undefined)[];
  /**
   * A single straight leg that follows, as after a turn, is stored as numbers: as objects, those of a crowd that turns would
   * take four times the memory.
   */
  declare private readonly lastLines: Float64Array;
  declare private readonly hasLastLine: Uint8Array;
  /** Whether a body follows commanded legs, rather than resting or drifting. */
  declare private readonly isCommanded: Uint8Array;
  /** Reused objects; copy one if you keep it. */
  private readonly reused = reusedLegs();
  /** The robot of each halo. */
  private readonly robotsOfHalos: number[] = [];

  /** @param fixedDiscs Records of x, y, radius. */
  constructor(specs: readonly BodySpec[], fixedDiscs: Float64Array) {
    const inOrder = [...specs].sort((a, b) => a.id - b.id);
    checkBodies(inOrder);
    this.count = inOrder.length;
    this.firstHalo = this.count + fixedDiscs.length / 3;
    this.ids = Float64Array.from(inOrder, ({ id }) => id);
    for (const [slot, { id }] of inOrder.entries()) if (id !== slot) this.slotOfId.set(id, slot);
    this.records = new Float64Array(this.firstHalo * RECORD);
    this.legEnds = new Float64Array(this.count).fill(NEVER);
    this.headings = Float64Array.from(inOrder, ({ heading, degrees }) =>
      degrees === undefined ? heading : radiansOf(degrees),
    );
    this.degrees = Float64Array.from(inOrder, ({ degrees = NaN }) => degrees);
    this.endDegrees = new Float64Array(this.count).fill(NaN);
    this.turnRates = new Float64Array(this.count);
    this.curves = Array<undefined>(this.count).fill(undefined);
    this.programs = Array<undefined>(this.count).fill(undefined);
    this.lastLines = new Float64Array(this.count * LINE);
    this.hasLastLine = new Uint8Array(this.count);
    this.isCommanded = new Uint8Array(this.count);
    for (const [slot, { x, y, radius }] of inOrder.entries()) this.put(slot, x, y, radius);
    for (let disc = 0; disc < fixedDiscs.length; disc += 3) {
      this.put(this.count + disc / 3, fixedDiscs[disc]!, fixedDiscs[disc + 1]!, fixedDiscs[disc + 2]!);
    }
  }

  slotOf(id: number): number {
    // `| 0`: an id read from an array of doubles would turn every number derived from the slot into a double.
    const slot = this.ids[id] === id ? id | 0 : this.slotOfId.get(id);
    if (slot === undefined) throw new RangeError(`there is no body ${id}`);
    return slot;
  }

  /** The id of a body, or of the robot that a halo follows. */
  idOf(slot: number): number {
    return this.ids[this.robotOf(slot)]!;
  }

  /** The body itself, or the one that a halo follows. */
  robotOf(slot: number): number {
    return slot < this.firstHalo ? slot : this.robotsOfHalos[slot - this.firstHalo]!;
  }

  isHalo(slot: number): boolean {
    return slot >= this.firstHalo;
  }

  isCurved(slot: number): boolean {
    return this.curvedCount > 0 && this.curves[this.robotOf(slot)] !== undefined;
  }

  /** Whether it follows commanded legs that have not ended. */
  isUnderWay(slot: number): boolean {
    return this.isCommanded[slot] === 1;
  }

  goes(slot: number): boolean {
    const at = slot * RECORD;
    return this.records[at + VX] !== 0 || this.records[at + VY] !== 0 || this.isCurved(slot);
  }

  /** Whether the body stands, and the leg would keep it at the same position from the same instant. */
  standsAs(slot: number, { kind, x, y, start }: Leg): boolean {
    const at = slot * RECORD;
    const { records } = this;
    return (
      (kind === 'turn' || kind === 'rest') &&
      records[at + START] === start &&
      records[at + X] === x &&
      records[at + Y] === y &&
      !this.goes(slot)
    );
  }

  maxSpeedOf(slot: number): number {
    const curve = this.curves[this.robotOf(slot)];
    if (curve !== undefined) return maxSpeedOf(curve);
    const vx = this.records[slot * RECORD + VX]!;
    const vy = this.records[slot * RECORD + VY]!;
    return Math.sqrt(vx * vx + vy * vy);
  }

  maxAccelerationOf(slot: number): number {
    const curve = this.curves[this.robotOf(slot)];
    return curve === undefined ? 0 : maxAccelerationOf(curve);
  }

  /** The present leg of a body. */
  legOf(slot: number): Leg {
    const robot = this.robotOf(slot);
    const curve = this.curves[robot];
    if (curve !== undefined) return curve;
    return { ...this.straightLegOf(robot) };
  }

  /** The same as a reused object; copy it if you keep it. */
  reusedLegOf(slot: number): Leg {
    const robot = this.robotOf(slot);
    return this.curves[robot] ?? this.straightLegOf(robot);
  }

  private straightLegOf(robot: number): Leg {
    const { records, reused } = this;
    const at = robot * RECORD;
    const vx = records[at + VX]!;
    const vy = records[at + VY]!;
    if (vx !== 0 || vy !== 0) {
      this.setStretch(reused.line, robot);
      reused.line.vx = vx;
      reused.line.vy = vy;
      return reused.line;
    }
    const turnRate = this.turnRates[robot] ?? 0;
    if (turnRate !== 0) {
      this.setStretch(reused.turn, robot);
      reused.turn.turnRate = turnRate;
      reused.turn.endDegrees = this.endDegrees[robot]!;
      return reused.turn;
    }
    this.setStretch(reused.rest, robot);
    return reused.rest;
  }

  private setStretch(leg: Mutable<LineLeg | TurnLeg | RestLeg>, robot: number): void {
    const { records } = this;
    const at = robot * RECORD;
    leg.x = records[at + X]!;
    leg.y = records[at + Y]!;
    leg.heading = this.headings[robot] ?? 0;
    leg.start = records[at + START]!;
    leg.end = this.legEnds[robot] ?? NEVER;
  }

  xAt(slot: number, t: number): number {
    if (this.isCurved(slot)) return positionAt(this.curves[this.robotOf(slot)]!, t).x;
    const at = slot * RECORD;
    return this.records[at + X]! + this.records[at + VX]! * this.secondsUnderWay(slot, t);
  }

  yAt(slot: number, t: number): number {
    if (this.isCurved(slot)) return positionAt(this.curves[this.robotOf(slot)]!, t).y;
    const at = slot * RECORD;
    return this.records[at + Y]! + this.records[at + VY]! * this.secondsUnderWay(slot, t);
  }

  poseAt(slot: number, t: number): Pose {
    return { x: this.xAt(slot, t), y: this.yAt(slot, t), heading: this.headingAt(slot, t) };
  }

  exactPoseAt(slot: number, t: number): ExactPose {
    const heading = this.headingAt(slot, t);
    return { x: this.xAt(slot, t), y: this.yAt(slot, t), heading, degrees: this.degreesAt(slot, t) };
  }

  /** In degrees in [0, 360). */
  degreesAt(slot: number, t: number): number {
    const exact = this.exactDegreesAt(slot, t);
    return Number.isNaN(exact) ? reducedDegrees(degreesOf(this.headingAt(slot, t))) : exact;
  }

  /** The heading in degrees where it was requested in degrees; otherwise NaN. */
  private exactDegreesAt(slot: number, t: number): number {
    if (this.turnRates[slot] !== 0) return t >= this.legEnds[slot]! ? this.endDegrees[slot]! : NaN;
    return this.curvedCount > 0 && this.curves[slot] !== undefined ? NaN : this.degrees[slot]!;
  }

  velocityAt(slot: number, t: number): { readonly x: number; readonly y: number } {
    const curve = this.curves[this.robotOf(slot)];
    const at = slot * RECORD;
    return curve === undefined ? { x: this.records[at + VX]!, y: this.records[at + VY]! } : velocityAt(curve, t);
  }

  /** One component of the velocity, without allocating. */
  vxAt(slot: number, t: number): number {
    return this.curvedCount > 0 ? this.velocityAt(slot, t).x : this.records[slot * RECORD + VX]!;
  }

  vyAt(slot: number, t: number): number {
    return this.curvedCount > 0 ? this.velocityAt(slot, t).y : this.records[slot * RECORD + VY]!;
  }

  /** Begins the first of the commanded legs and stores the others. */
  follow(slot: number, legs: readonly Leg[]): void {
    this.isCommanded[slot] = 1;
    this.forgetProgram(slot);
    if (legs.length === 2 && legs[1]!.kind === 'line') this.keepLastLine(slot, legs[1]!);
    else if (legs.length > 1) this.programs[slot] = legs.slice(1).reverse();
    this.begin(slot, legs[0]!);
  }

  /** Begins the next leg; returns false if there is none. */
  beginNextLeg(slot: number): boolean {
    if (this.hasLastLine[slot] === 1) {
      this.beginLastLine(slot);
      return true;
    }
    const next = this.programs[slot]?.pop();
    if (next === undefined) return false;
    this.begin(slot, next);
    return true;
  }

  /** Drops the legs of a body and stops it where it is. */
  rest(slot: number, now: number): void {
    this.drift(slot, now);
    this.records[slot * RECORD + VX] = 0;
    this.records[slot * RECORD + VY] = 0;
  }

  /** Drops the legs of a body, which keeps its present velocity without an end. */
  drift(slot: number, now: number): void {
    const at = slot * RECORD;
    const { records } = this;
    const curve = this.curvedCount > 0 ? this.curves[slot] : undefined;
    if (this.turnRates[slot] !== 0 || curve !== undefined) {
      this.degrees[slot] = this.degreesAt(slot, now);
      this.headings[slot] = radiansOf(this.degrees[slot]);
    }
    if (curve === undefined) {
      const seconds = now - records[at + START]!;
      records[at + X]! += records[at + VX]! * seconds;
      records[at + Y]! += records[at + VY]! * seconds;
    } else {
      const position = positionAt(curve, now);
      const velocity = velocityAt(curve, now);
      records[at + X] = position.x;
      records[at + Y] = position.y;
      records[at + VX] = velocity.x;
      records[at + VY] = velocity.y;
      this.forgetCurve(slot);
    }
    records[at + START] = now;
    this.widen(at);
    this.turnRates[slot] = 0;
    this.forgetProgram(slot);
    this.isCommanded[slot] = 0;
    this.legEnds[slot] = NEVER;
  }

  /** Stores a halo around a robot in a slot after those of the bodies. */
  addHalo(halo: number, robot: number, range: number): void {
    if (halo * RECORD >= this.records.length) {
      this.records = withRoom(this.records, new Float64Array(2 * (halo + 1) * RECORD));
    }
    this.robotsOfHalos[halo - this.firstHalo] = robot;
    this.put(halo, 0, 0, range);
    this.copyToHalo(halo);
  }

  /** Copies the present motion of the robot to its halo. */
  copyToHalo(halo: number): void {
    const from = this.robotOf(halo) * RECORD;
    this.records.copyWithin(halo * RECORD, from, from + RADIUS);
  }

  private forgetProgram(slot: number): void {
    this.programs[slot] = undefined;
    this.hasLastLine[slot] = 0;
  }

  private keepLastLine(slot: number, { x, y, heading, start, end, vx, vy }: LineLeg): void {
    const { lastLines } = this;
    const at = slot * LINE;
    this.hasLastLine[slot] = 1;
    lastLines[at] = x;
    lastLines[at + 1] = y;
    lastLines[at + 2] = heading;
    lastLines[at + 3] = start;
    lastLines[at + 4] = end;
    lastLines[at + 5] = vx;
    lastLines[at + 6] = vy;
  }

  private beginLastLine(slot: number): void {
    const { lastLines, records } = this;
    const from = slot * LINE;
    const at = slot * RECORD;
    this.hasLastLine[slot] = 0;
    this.face(slot, lastLines[from + 2]!, lastLines[from + 3]!);
    if (this.curves[slot] !== undefined) this.forgetCurve(slot);
    records[at + X] = lastLines[from]!;
    records[at + Y] = lastLines[from + 1]!;
    records[at + VX] = lastLines[from + 5]!;
    records[at + VY] = lastLines[from + 6]!;
    records[at + START] = lastLines[from + 3]!;
    this.turnRates[slot] = 0;
    this.legEnds[slot] = lastLines[from + 4]!;
    this.widen(at);
  }

  private begin(slot: number, leg: Leg): void {
    const at = slot * RECORD;
    const { records } = this;
    this.face(slot, leg.heading, leg.start);
    if (leg.kind === 'turn') this.endDegrees[slot] = leg.endDegrees ?? NaN;
    if (this.curves[slot] !== undefined) this.forgetCurve(slot);
    if (leg.kind === 'arc' || leg.kind === 'curve') {
      this.curves[slot] = leg;
      this.curvedCount++;
      writeDisc(records, at, { ...leg, kind: 'rest' }, records[at + RADIUS]!);
    } else {
      writeDisc(records, at, leg, records[at + RADIUS]!);
    }
    this.turnRates[slot] = leg.kind === 'turn' ? leg.turnRate : 0;
    this.legEnds[slot] = leg.end;
    this.widen(at);
  }

  /** Sets the heading at the start of a leg; keeps the exact degrees of the body if they give the same radians. */
  private face(slot: number, heading: number, start: number): void {
    const degrees = this.exactDegreesAt(slot, start);
    this.degrees[slot] = radiansOf(degrees) === heading ? degrees : NaN;
    this.headings[slot] = heading;
  }

  private put(slot: number, x: number, y: number, radius: number): void {
    const at = slot * RECORD;
    writeDisc(this.records, at, { kind: 'rest', x, y, heading: 0, start: 0, end: NEVER }, radius);
    this.records[at + CONTACT] = NEVER;
    this.records[at + CROSSING] = NEVER;
    this.widen(at);
  }

  private widen(at: number): void {
    const { records, extent } = this;
    const x = Math.abs(records[at + X]!);
    const y = Math.abs(records[at + Y]!);
    if (x > extent[0]!) extent[0] = x;
    if (y > extent[0]!) extent[0] = y;
  }

  private forgetCurve(slot: number): void {
    this.curves[slot] = undefined;
    this.curvedCount--;
  }

  private headingAt(slot: number, t: number): number {
    const curve = this.curves[slot];
    if (curve !== undefined) return headingAt(curve, t);
    if (this.turnRates[slot] === 0) return this.headings[slot]!;
    if (t >= this.legEnds[slot]! && !Number.isNaN(this.endDegrees[slot]!)) return radiansOf(this.endDegrees[slot]!);
    return this.headings[slot]! + this.turnRates[slot]! * this.secondsUnderWay(slot, t);
  }

  private secondsUnderWay(slot: number, t: number): number {
    // A fixed disc has no leg.
    const end = slot < this.count ? this.legEnds[slot]! : (this.legEnds[this.robotOf(slot)] ?? NEVER);
    return (t < end ? t : end) - this.records[slot * RECORD + START]!;
  }
}
