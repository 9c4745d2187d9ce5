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
import { bodyRecord } from './body-records.js';
import { checkBodies } from './checked-bodies.js';
import type { BodySpec, ExactPose } from './dynamics.js';

const { CONTACT, CROSSING, NEVER, RADIUS, RECORD, START, VX, VY, X, Y } = bodyRecord;

/** Numbers that hold a straight leg: x, y, heading, start, end and the velocity. */
const LINE = 7;

/** An object that is used again and again. */
type Lent<L extends Leg> = { -readonly [K in keyof L]: L[K] };

interface LentLegs {
  readonly rest: Lent<RestLeg>;
  readonly turn: Lent<TurnLeg>;
  readonly line: Lent<LineLeg>;
}

/** Halves tell the engine to expect fractions. */
function lentLegs(): LentLegs {
  return {
    rest: { kind: 'rest', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5 },
    turn: { kind: 'turn', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5, turnRate: 0.5, endDegrees: 0.5 },
    line: { kind: 'line', x: 0.5, y: 0.5, heading: 0.5, start: 0.5, end: 0.5, vx: 0.5, vy: 0.5 },
  };
}

/** A motion that no record can hold. */
type CurvedLeg = ArcLeg | CurveLeg;

/**
 * The bodies and what they do: slots in the order of ids. What goes straight, or stands, is held by numbers alone; only
 * arcs and curves are kept as objects, and so are the legs that are still to come.
 *
 * Behind the robots stand discs that never move, and behind those the halos: discs that follow a robot's motion and
 * touch nothing.
 */
export class Bodies {
  // Fields are only declared, not defined, so that each is written once: such a field of an object that the compiler
  // knows (see `predict`) is compiled in as a constant.

  /** Of robots. */
  declare readonly count: number;
  /** The first slot behind the robots and the fixed discs. */
  declare readonly firstHalo: number;
  declare readonly ids: Float64Array;
  /** As `body-records.ts` says. */
  declare records: Float64Array;
  declare readonly legEnds: Float64Array;
  /** How many bodies are on arcs or curves. */
  curvedCount = 0;
  /** No leg began farther from the origin, along x or y: it bounds what rounding can do to a position. */
  readonly extent = new Float64Array(1);
  /** Of ids that are not the numbers of the slots themselves, as they mostly are. */
  private readonly slotOfId = new Map<number, number>();
  /** At the start of the leg, and how it changes. */
  declare private readonly headings: Float64Array;
  /**
   * The heading at the start of the leg in degrees in [0, 360), where it was requested in degrees: the exact one, of which
   * `headings` is the rounded image. Otherwise NaN.
   */
  declare private readonly degrees: Float64Array;
  /** Of a body that turns: the heading at which the turn ends, or NaN in the same way. */
  declare private readonly endDegrees: Float64Array;
  declare private readonly turnRates: Float64Array;
  declare private readonly curves: (CurvedLeg | undefined)[];
  /** What is left to do after the present leg, the next one last. */
  declare private readonly programs: (Leg[] | undefined)[];
  /**
   * A straight leg that is all that is left to do, as after a turn, is kept as numbers: a crowd of robots that turn
   * would be as many objects, of four times the size.
   */
  declare private readonly lastLines: Float64Array;
  declare private readonly hasLastLine: Uint8Array;
  /** Whether a body follows legs that it was given, rather than rest or drift. */
  declare private readonly isCommanded: Uint8Array;
  /** What a body does, for those who only look. */
  private readonly lent = lentLegs();
  /** Whose halo a slot behind the bodies is. */
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
    // `| 0`: an id that was read from the array of doubles would make a double of everything that is counted by slots.
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

  /** Whether it follows legs that it was given and that are not over. */
  isUnderWay(slot: number): boolean {
    return this.isCommanded[slot] === 1;
  }

  goes(slot: number): boolean {
    const at = slot * RECORD;
    return this.records[at + VX] !== 0 || this.records[at + VY] !== 0 || this.isCurved(slot);
  }

  /** Whether it stands, and a leg would have it stand in the same place, since the same instant. */
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

  /** What a body does, as an object. */
  legOf(slot: number): Leg {
    const robot = this.robotOf(slot);
    const curve = this.curves[robot];
    if (curve !== undefined) return curve;
    return { ...this.straightLegOf(robot) };
  }

  /** The same, but only lent: the object is used again for the next one. */
  lentLegOf(slot: number): Leg {
    const robot = this.robotOf(slot);
    return this.curves[robot] ?? this.straightLegOf(robot);
  }

  private straightLegOf(robot: number): Leg {
    const { records, lent } = this;
    const at = robot * RECORD;
    const vx = records[at + VX]!;
    const vy = records[at + VY]!;
    if (vx !== 0 || vy !== 0) {
      this.setStretch(lent.line, robot);
      lent.line.vx = vx;
      lent.line.vy = vy;
      return lent.line;
    }
    const turnRate = this.turnRates[robot] ?? 0;
    if (turnRate !== 0) {
      this.setStretch(lent.turn, robot);
      lent.turn.turnRate = turnRate;
      lent.turn.endDegrees = this.endDegrees[robot]!;
      return lent.turn;
    }
    this.setStretch(lent.rest, robot);
    return lent.rest;
  }

  private setStretch(leg: Lent<LineLeg | TurnLeg | RestLeg>, robot: number): void {
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

  /** The parts of the velocity, without an object around them. */
  vxAt(slot: number, t: number): number {
    return this.curvedCount > 0 ? this.velocityAt(slot, t).x : this.records[slot * RECORD + VX]!;
  }

  vyAt(slot: number, t: number): number {
    return this.curvedCount > 0 ? this.velocityAt(slot, t).y : this.records[slot * RECORD + VY]!;
  }

  /** Gives a body legs to follow, and begins the first. */
  follow(slot: number, legs: readonly Leg[]): void {
    this.isCommanded[slot] = 1;
    this.forgetProgram(slot);
    if (legs.length === 2 && legs[1]!.kind === 'line') this.keepLastLine(slot, legs[1]!);
    else if (legs.length > 1) this.programs[slot] = legs.slice(1).reverse();
    this.begin(slot, legs[0]!);
  }

  /** Goes on to the next leg; false if there is none. */
  goOn(slot: number): boolean {
    if (this.hasLastLine[slot] === 1) {
      this.beginLastLine(slot);
      return true;
    }
    const next = this.programs[slot]?.pop();
    if (next === undefined) return false;
    this.begin(slot, next);
    return true;
  }

  /** Gives up its legs and stands still, where it is. */
  rest(slot: number, now: number): void {
    this.drift(slot, now);
    this.records[slot * RECORD + VX] = 0;
    this.records[slot * RECORD + VY] = 0;
  }

  /** Gives up its legs and goes on from here as it goes, straight and without end. */
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

  /** Puts a halo around a robot into a slot behind the bodies. */
  addHalo(halo: number, robot: number, range: number): void {
    if (halo * RECORD >= this.records.length) {
      const larger = new Float64Array(2 * (halo + 1) * RECORD);
      larger.set(this.records);
      this.records = larger;
    }
    this.robotsOfHalos[halo - this.firstHalo] = robot;
    this.put(halo, 0, 0, range);
    this.copyToHalo(halo);
  }

  /** The halo moves as its robot now does. */
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

  /** Takes over the heading with which a leg begins; in degrees it is the one that the body has, if that looks the same. */
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
    const end = slot < this.count ? this.legEnds[slot]! : this.legEndBehindRobots(slot);
    return (t < end ? t : end) - this.records[slot * RECORD + START]!;
  }

  /** Of a halo or a fixed disc. */
  private legEndBehindRobots(slot: number): number {
    return this.legEnds[this.robotOf(slot)] ?? NEVER;
  }
}
