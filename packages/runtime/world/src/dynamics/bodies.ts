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
import type { SlotQueue } from '@kineko/kernel';
import { Body, Clock, Known, State, Status } from './body-layout.js';
import { checkBodies } from './checks.js';
import type { BodySpec, ExactPose } from './dynamics.js';
import { withRoom } from './grid.js';
import { Partner } from './partners.js';

// Layout of what a search does not need of a leg. A single straight leg that follows, as after a turn, is stored as
// numbers: as objects, those of a crowd that turns would take four times the memory.
const END = 0;
/** Heading at the start of the leg (rad). */
const HEADING = 1;
/**
 * The heading at the start of the leg in degrees in [0, 360), if it was requested in degrees; HEADING is its rounded
 * image. Otherwise NaN.
 */
const DEGREES = 2;
/** The heading in degrees at which a turn ends; NaN under the same condition. */
const END_DEGREES = 3;
const TURN_RATE = 4;
const LINE_X = 5;
const LINE_Y = 6;
const LINE_HEADING = 7;
const LINE_START = 8;
const LINE_END = 9;
const LINE_VX = 10;
const LINE_VY = 11;
const LEG = 12;

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
  declare readonly ids: Float64Array | Int32Array;
  /** Layout: see `body-layout.ts`. */
  declare records: Float64Array;
  /** Layout: see `body-layout.ts`. */
  declare states: Int32Array;
  /** Number of bodies on arcs or curves. */
  curvedCount = 0;
  /** Layout: see `body-layout.ts`. In an array, since V8 would allocate a double field again at each change. */
  readonly clock = new Float64Array(Clock.SIZE);
  /** Slots of ids that differ from their slot number; in most worlds there are none. */
  private readonly slotOfId = new Map<number, number>();
  /** Layout: see above. The headings are always valid, other values only if the bits of the status are set. */
  declare private readonly legs: Float64Array;
  // Made for the first arc or curve: most worlds have none.
  private curves: (CurvedLeg | undefined)[] = [];
  /** Layout: see `body-layout.ts`. */
  private known = new Float64Array(0);
  /** Legs after the present one, the next one last. Rare, so not by slot. */
  private readonly programs = new Map<number, Leg[]>();
  /** Reused objects; copy one if you keep it. */
  private readonly reused = reusedLegs();
  /** The robot of each halo. */
  private readonly robotsOfHalos: number[] = [];

  /**
   * @param fixedDiscs Records of x, y, radius.
   * @param queue Has the states in its memory.
   * @param mayBePoints Whether a radius may be 0.
   */
  constructor(
    specs: readonly BodySpec[],
    fixedDiscs: Float64Array,
    private readonly queue: SlotQueue,
    mayBePoints = false,
  ) {
    const inOrder = [...specs].sort((a, b) => a.id - b.id);
    checkBodies(inOrder, mayBePoints);
    this.count = inOrder.length;
    this.firstHalo = this.count + fixedDiscs.length / 3;
    this.ids = idsOf(inOrder);
    for (const [slot, { id }] of inOrder.entries()) if (id !== slot) this.slotOfId.set(id, slot);
    this.records = new Float64Array(this.firstHalo * Body.SIZE);
    this.reserveStates(this.firstHalo);
    this.legs = new Float64Array(this.count * LEG);
    for (const [slot, { heading, degrees }] of inOrder.entries()) {
      this.legs[slot * LEG + HEADING] = degrees === undefined ? heading : radiansOf(degrees);
      this.legs[slot * LEG + DEGREES] = degrees ?? NaN;
    }
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
    return (
      this.curvedCount > 0 && (this.states[this.robotOf(slot) * State.SIZE + State.STATUS]! & Status.IS_CURVED) !== 0
    );
  }

  /** Whether the body follows commanded legs that have not ended. */
  isUnderWay(slot: number): boolean {
    return (this.states[slot * State.SIZE + State.STATUS]! & Status.COMMANDED) !== 0;
  }

  /** When the present leg ends, or Infinity. */
  endOf(slot: number): number {
    const robot = this.robotOf(slot);
    return (this.states[robot * State.SIZE + State.STATUS]! & Status.ENDS) === 0
      ? Infinity
      : this.legs[robot * LEG + END]!;
  }

  goes(slot: number): boolean {
    const at = slot * Body.SIZE;
    return this.records[at + Body.VX] !== 0 || this.records[at + Body.VY] !== 0 || this.isCurved(slot);
  }

  /** Whether the body stands, and the leg would keep it at the same position from the same instant. */
  standsAs(slot: number, { kind, x, y, start }: Leg): boolean {
    const at = slot * Body.SIZE;
    const { records } = this;
    return (
      (kind === 'turn' || kind === 'rest') &&
      records[at + Body.START] === start &&
      records[at + Body.X] === x &&
      records[at + Body.Y] === y &&
      !this.goes(slot)
    );
  }

  maxSpeedOf(slot: number): number {
    if (this.isCurved(slot)) return this.known[this.robotOf(slot) * Known.SIZE + Known.MAX_SPEED]!;
    const vx = this.records[slot * Body.SIZE + Body.VX]!;
    const vy = this.records[slot * Body.SIZE + Body.VY]!;
    return Math.sqrt(vx * vx + vy * vy);
  }

  maxAccelerationOf(slot: number): number {
    return this.isCurved(slot) ? this.known[this.robotOf(slot) * Known.SIZE + Known.MAX_ACCELERATION]! : 0;
  }

  /** The present leg of a body. */
  legOf(slot: number): Leg {
    return this.curveOf(slot) ?? { ...this.straightLegOf(this.robotOf(slot)) };
  }

  /** The present leg in a reused object; copy it if you keep it. */
  reusedLegOf(slot: number): Leg {
    return this.curveOf(slot) ?? this.straightLegOf(this.robotOf(slot));
  }

  private curveOf(slot: number): CurvedLeg | undefined {
    return this.curvedCount > 0 ? this.curves[this.robotOf(slot)] : undefined;
  }

  private turns(slot: number): boolean {
    return (this.states[slot * State.SIZE + State.STATUS]! & Status.TURNS) !== 0;
  }

  private straightLegOf(robot: number): Leg {
    const { records, reused } = this;
    const at = robot * Body.SIZE;
    const vx = records[at + Body.VX]!;
    const vy = records[at + Body.VY]!;
    if (vx !== 0 || vy !== 0) {
      this.setStretch(reused.line, robot);
      reused.line.vx = vx;
      reused.line.vy = vy;
      return reused.line;
    }
    if (this.turns(robot)) {
      this.setStretch(reused.turn, robot);
      reused.turn.turnRate = this.legs[robot * LEG + TURN_RATE]!;
      reused.turn.endDegrees = this.legs[robot * LEG + END_DEGREES]!;
      return reused.turn;
    }
    this.setStretch(reused.rest, robot);
    return reused.rest;
  }

  private setStretch(leg: Mutable<LineLeg | TurnLeg | RestLeg>, robot: number): void {
    const { records } = this;
    const at = robot * Body.SIZE;
    leg.x = records[at + Body.X]!;
    leg.y = records[at + Body.Y]!;
    leg.heading = this.legs[robot * LEG + HEADING] ?? 0;
    leg.start = records[at + Body.START]!;
    leg.end = this.endOf(robot);
  }

  xAt(slot: number, t: number): number {
    if (this.isCurved(slot)) return this.known[this.placeAt(slot, t) + Known.X]!;
    const at = slot * Body.SIZE;
    return this.records[at + Body.X]! + this.records[at + Body.VX]! * this.secondsUnderWay(slot, t);
  }

  yAt(slot: number, t: number): number {
    if (this.isCurved(slot)) return this.known[this.placeAt(slot, t) + Known.Y]!;
    const at = slot * Body.SIZE;
    return this.records[at + Body.Y]! + this.records[at + Body.VY]! * this.secondsUnderWay(slot, t);
  }

  squaredDistanceAt(slot: number, x: number, y: number, t: number): number {
    let dx = -x;
    let dy = -y;
    if (this.isCurved(slot)) {
      const at = this.placeAt(slot, t);
      dx += this.known[at + Known.X]!;
      dy += this.known[at + Known.Y]!;
    } else {
      const at = slot * Body.SIZE;
      const { records } = this;
      const seconds = this.secondsUnderWay(slot, t);
      dx += records[at + Body.X]! + records[at + Body.VX]! * seconds;
      dy += records[at + Body.Y]! + records[at + Body.VY]! * seconds;
    }
    return dx * dx + dy * dy;
  }

  /** As `xAt`, for the present instant: no leg has ended before it, so its end, which is stored elsewhere, is not read. */
  xNow(slot: number, now: number): number {
    const at = slot * Body.SIZE;
    const { records } = this;
    if (this.curvedCount > 0) return this.xAt(slot, now);
    return records[at + Body.X]! + records[at + Body.VX]! * (now - records[at + Body.START]!);
  }

  yNow(slot: number, now: number): number {
    const at = slot * Body.SIZE;
    const { records } = this;
    if (this.curvedCount > 0) return this.yAt(slot, now);
    return records[at + Body.Y]! + records[at + Body.VY]! * (now - records[at + Body.START]!);
  }

  poseAt(slot: number, t: number): Pose {
    const heading = this.headingAt(slot, t);
    if (this.isCurved(slot)) return { x: this.xAt(slot, t), y: this.yAt(slot, t), heading };
    const at = slot * Body.SIZE;
    const { records } = this;
    const seconds = this.secondsUnderWay(slot, t);
    return {
      x: records[at + Body.X]! + records[at + Body.VX]! * seconds,
      y: records[at + Body.Y]! + records[at + Body.VY]! * seconds,
      heading,
    };
  }

  exactPoseAt(slot: number, t: number): ExactPose {
    const heading = this.headingAt(slot, t);
    return { x: this.xAt(slot, t), y: this.yAt(slot, t), heading, degrees: this.degreesAt(slot, t, heading) };
  }

  /** In degrees in [0, 360). */
  degreesAt(slot: number, t: number, heading = this.headingAt(slot, t)): number {
    const exact = this.exactDegreesAt(slot, t);
    return Number.isNaN(exact) ? reducedDegrees(degreesOf(heading)) : exact;
  }

  /** The heading in degrees where it was requested in degrees; otherwise NaN. */
  private exactDegreesAt(slot: number, t: number): number {
    if (this.turns(slot)) return t >= this.endOf(slot) ? this.legs[slot * LEG + END_DEGREES]! : NaN;
    return this.isCurved(slot) ? NaN : this.legs[slot * LEG + DEGREES]!;
  }

  vxAt(slot: number, t: number): number {
    return this.isCurved(slot)
      ? this.known[this.motionAt(slot, t) + Known.VX]!
      : this.records[slot * Body.SIZE + Body.VX]!;
  }

  vyAt(slot: number, t: number): number {
    return this.isCurved(slot)
      ? this.known[this.motionAt(slot, t) + Known.VY]!
      : this.records[slot * Body.SIZE + Body.VY]!;
  }

  // A crowd is searched robot by robot at one instant, and each of its arcs is needed by all neighbours.

  private knownAt(robot: number, t: number): number {
    return robot * Known.SIZE + (t === this.clock[Clock.NOW] ? Known.NOW : Known.ONCE);
  }

  /** Where the position of a body on an arc or a curve at an instant is stored. */
  private placeAt(slot: number, t: number): number {
    const robot = this.robotOf(slot);
    const { known } = this;
    const at = this.knownAt(robot, t);
    if (known[at + Known.PLACE_TIME] !== t) {
      const { x, y } = positionAt(this.curves[robot]!, t);
      known[at + Known.PLACE_TIME] = t;
      known[at + Known.X] = x;
      known[at + Known.Y] = y;
    }
    return at;
  }

  /** Where the velocity of a body on an arc or a curve at an instant is stored. */
  private motionAt(slot: number, t: number): number {
    const robot = this.robotOf(slot);
    const { known } = this;
    const at = this.knownAt(robot, t);
    if (known[at + Known.MOTION_TIME] !== t) {
      const { x, y } = velocityAt(this.curves[robot]!, t);
      known[at + Known.MOTION_TIME] = t;
      known[at + Known.VX] = x;
      known[at + Known.VY] = y;
    }
    return at;
  }

  /** Begins the first of the commanded legs and stores the others. */
  follow(slot: number, legs: readonly Leg[]): void {
    this.forgetProgram(slot);
    this.states[slot * State.SIZE + State.STATUS]! |= Status.COMMANDED;
    if (legs.length === 2 && legs[1]!.kind === 'line') this.keepLastLine(slot, legs[1]!);
    else if (legs.length > 1) this.keepProgram(slot, legs.slice(1).reverse());
    this.begin(slot, legs[0]!);
  }

  /** Begins the next leg; returns false if there is none. */
  beginNextLeg(slot: number): boolean {
    const status = this.states[slot * State.SIZE + State.STATUS]!;
    if ((status & Status.HAS_LAST_LINE) !== 0) {
      this.beginLastLine(slot);
      return true;
    }
    const next = (status & Status.HAS_PROGRAM) === 0 ? undefined : this.programs.get(slot)!.pop();
    if (next === undefined) return false;
    this.begin(slot, next);
    return true;
  }

  /** Drops the legs of a body and stops it where it is. */
  rest(slot: number, now: number): void {
    this.drift(slot, now);
    this.records[slot * Body.SIZE + Body.VX] = 0;
    this.records[slot * Body.SIZE + Body.VY] = 0;
  }

  /** Drops the legs of a body, which keeps its present velocity without an end. */
  drift(slot: number, now: number): void {
    const at = slot * Body.SIZE;
    const { records } = this;
    const status = this.states[slot * State.SIZE + State.STATUS]!;
    if ((status & Status.IS_CURVED) === 0) {
      const seconds = now - records[at + Body.START]!;
      if ((status & Status.TURNS) !== 0) this.keepHeading(slot, now);
      records[at + Body.X]! += records[at + Body.VX]! * seconds;
      records[at + Body.Y]! += records[at + Body.VY]! * seconds;
    } else {
      this.keepHeading(slot, now);
      records[at + Body.X] = this.xAt(slot, now);
      records[at + Body.Y] = this.yAt(slot, now);
      records[at + Body.VX] = this.vxAt(slot, now);
      records[at + Body.VY] = this.vyAt(slot, now);
      this.forgetCurve(slot);
    }
    records[at + Body.START] = now;
    this.widen(at);
    if ((status & Status.LEGS) === 0) return;
    this.forgetProgram(slot);
    this.states[slot * State.SIZE + State.STATUS]! &= ~Status.LEGS;
  }

  /** Turns no further than now. */
  private keepHeading(slot: number, now: number): void {
    const degrees = this.degreesAt(slot, now);
    this.legs[slot * LEG + DEGREES] = degrees;
    this.legs[slot * LEG + HEADING] = radiansOf(degrees);
  }

  /** Stores a halo around a robot in a slot after those of the bodies. */
  addHalo(halo: number, robot: number, range: number): void {
    if (halo * Body.SIZE >= this.records.length) {
      this.records = withRoom(this.records, new Float64Array(2 * (halo + 1) * Body.SIZE));
    }
    this.reserveStates(halo + 1);
    this.robotsOfHalos[halo - this.firstHalo] = robot;
    this.put(halo, 0, 0, range);
    this.copyToHalo(halo);
  }

  /** Copies the present motion of the robot to its halo. */
  copyToHalo(halo: number): void {
    const from = this.robotOf(halo) * Body.SIZE;
    this.records.copyWithin(halo * Body.SIZE, from, from + Body.RADIUS);
  }

  private forgetProgram(slot: number): void {
    const at = slot * State.SIZE + State.STATUS;
    if ((this.states[at]! & Status.HAS_PROGRAM) !== 0) this.programs.delete(slot);
    this.states[at]! &= ~(Status.HAS_PROGRAM | Status.HAS_LAST_LINE);
  }

  private keepProgram(slot: number, legs: Leg[]): void {
    this.programs.set(slot, legs);
    this.states[slot * State.SIZE + State.STATUS]! |= Status.HAS_PROGRAM;
  }

  private keepLastLine(slot: number, { x, y, heading, start, end, vx, vy }: LineLeg): void {
    const { legs } = this;
    const at = slot * LEG;
    this.states[slot * State.SIZE + State.STATUS]! |= Status.HAS_LAST_LINE;
    legs[at + LINE_X] = x;
    legs[at + LINE_Y] = y;
    legs[at + LINE_HEADING] = heading;
    legs[at + LINE_START] = start;
    legs[at + LINE_END] = end;
    legs[at + LINE_VX] = vx;
    legs[at + LINE_VY] = vy;
  }

  private beginLastLine(slot: number): void {
    const { legs, records } = this;
    const from = slot * LEG;
    const at = slot * Body.SIZE;
    this.face(slot, legs[from + LINE_HEADING]!, legs[from + LINE_START]!);
    if (this.isCurved(slot)) this.forgetCurve(slot);
    records[at + Body.X] = legs[from + LINE_X]!;
    records[at + Body.Y] = legs[from + LINE_Y]!;
    records[at + Body.VX] = legs[from + LINE_VX]!;
    records[at + Body.VY] = legs[from + LINE_VY]!;
    records[at + Body.START] = legs[from + LINE_START]!;
    legs[from + END] = legs[from + LINE_END]!;
    this.states[slot * State.SIZE + State.STATUS]! &= ~(Status.TURNS | Status.HAS_LAST_LINE);
    this.widen(at);
  }

  private begin(slot: number, leg: Leg): void {
    const at = slot * Body.SIZE;
    const { records, legs } = this;
    this.face(slot, leg.heading, leg.start);
    if (leg.kind === 'turn') legs[slot * LEG + END_DEGREES] = leg.endDegrees ?? NaN;
    if (this.isCurved(slot)) this.forgetCurve(slot);
    let status = (this.states[slot * State.SIZE + State.STATUS]! & ~Status.TURNS) | Status.ENDS;
    if (leg.kind === 'arc' || leg.kind === 'curve') {
      this.keepCurve(slot, leg);
      status |= Status.IS_CURVED;
    }
    writeDisc(records, at, leg, records[at + Body.RADIUS]!);
    if (leg.kind === 'turn' && leg.turnRate !== 0) {
      status |= Status.TURNS;
      legs[slot * LEG + TURN_RATE] = leg.turnRate;
    }
    this.states[slot * State.SIZE + State.STATUS] = status;
    legs[slot * LEG + END] = leg.end;
    this.widen(at);
  }

  /** Sets the heading at the start of a leg; keeps the exact degrees of the body if they give the same radians. */
  private face(slot: number, heading: number, start: number): void {
    const degrees = this.exactDegreesAt(slot, start);
    this.legs[slot * LEG + DEGREES] = radiansOf(degrees) === heading ? degrees : NaN;
    this.legs[slot * LEG + HEADING] = heading;
  }

  private put(slot: number, x: number, y: number, radius: number): void {
    const at = slot * Body.SIZE;
    writeDisc(this.records, at, { kind: 'rest', x, y, heading: 0, start: 0, end: Infinity }, radius);
    this.records[at + Body.CONTACT] = Infinity;
    this.records[at + Body.CROSSING] = Infinity;
    this.states[slot * State.SIZE + State.PARTNER] = Partner.NONE;
    this.widen(at);
  }

  private reserveStates(count: number): void {
    if (count > 0) this.queue.reserve(count - 1);
    this.states = this.queue.integers;
  }

  private widen(at: number): void {
    const { records, clock } = this;
    const x = Math.abs(records[at + Body.X]!);
    const y = Math.abs(records[at + Body.Y]!);
    if (x > clock[Clock.EXTENT]!) clock[Clock.EXTENT] = x;
    if (y > clock[Clock.EXTENT]!) clock[Clock.EXTENT] = y;
  }

  private keepCurve(slot: number, curve: CurvedLeg): void {
    if (this.known.length === 0) {
      this.known = new Float64Array(this.count * Known.SIZE);
      this.curves = new Array<undefined>(this.count).fill(undefined);
    }
    const { known } = this;
    const at = slot * Known.SIZE;
    this.curves[slot] = curve;
    this.curvedCount++;
    for (let i = 0; i < Known.MAX_SPEED; i++) known[at + i] = NaN;
    known[at + Known.MAX_SPEED] = maxSpeedOf(curve);
    known[at + Known.MAX_ACCELERATION] = maxAccelerationOf(curve);
  }

  private forgetCurve(slot: number): void {
    this.curves[slot] = undefined;
    this.states[slot * State.SIZE + State.STATUS]! &= ~Status.IS_CURVED;
    this.curvedCount--;
  }

  private headingAt(slot: number, t: number): number {
    const { legs } = this;
    const at = slot * LEG;
    const curve = this.curveOf(slot);
    if (curve !== undefined) return headingAt(curve, t);
    if (!this.turns(slot)) return legs[at + HEADING]!;
    if (t >= legs[at + END]! && !Number.isNaN(legs[at + END_DEGREES]!)) return radiansOf(legs[at + END_DEGREES]!);
    return legs[at + HEADING]! + legs[at + TURN_RATE]! * this.secondsUnderWay(slot, t);
  }

  private secondsUnderWay(slot: number, t: number): number {
    const end = this.endOf(slot);
    return (t < end ? t : end) - this.records[slot * Body.SIZE + Body.START]!;
  }
}

/** Doubles only where an id needs one: integers take half the memory. */
function idsOf(specs: readonly BodySpec[]): Float64Array | Int32Array {
  const idOf = ({ id }: BodySpec): number => id;
  return specs.every(({ id }) => (id | 0) === id) ? Int32Array.from(specs, idOf) : Float64Array.from(specs, idOf);
}
