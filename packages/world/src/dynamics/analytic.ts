import {
  type Box,
  checkCoordinate,
  checkHeading,
  checkRadius,
  checkSpeed,
  headingAt,
  NEVER,
  type Pose,
  touchTimeBefore,
  type UniformLeg,
  WALL_LENGTH,
  wallTime,
  writeDisc,
} from '@kineko/geometry';
import { BucketQueue, type Engine, EventClass, type SlotQueue } from '@kineko/kernel';
import { CONTACT, CROSSING, RADIUS, RECORD, START, VX, VY, X, Y } from './body-records.js';
import { bounceOffBody, bounceOffWall } from './bounce.js';
import { checkLegs } from './checked-legs.js';
import { Grid, NOBODY } from './grid.js';

// What a body may expect instead of a contact with another one; walls are numbered downwards from WALL.
const NO_PARTNER = -1;
/** The partner has turned to someone else: at the old time of contact the body looks again. */
const LOST_PARTNER = -2;
const WALL = -3;

/** What happens when two bodies, or a body and a wall, touch and close. */
export type Response =
  /** Whoever moves, stops, exactly there. */
  | 'stop'
  /** Elastic; masses as the areas. */
  | 'bounce'
  /** Nothing: bodies pass through each other and through walls. */
  | 'none';

/** A disc as it is placed: the ids decide ties, whatever the order of listing. */
export interface BodySpec {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly radius: number;
}

/** How a motion ended. */
export type MotionEnd =
  | { readonly status: 'finished' }
  | { readonly status: 'collided'; readonly body: number }
  | { readonly status: 'collided'; readonly wall: number };

/** Whom the dynamics tells what happens. Both may give bodies new motions at once. */
export interface DynamicsListener {
  /** Two bodies came to touch while closing; ids, the lower one first. */
  bodiesTouch?(low: number, high: number, now: number): void;
  /** A body came to touch a wall while closing; id and number of the wall. */
  wallTouched?(body: number, wall: number, now: number): void;
  /** A body's motion is over; it rests. */
  done?(body: number, end: MotionEnd, now: number): void;
}

export interface AnalyticOptions {
  readonly response?: Response;
  /** As the solvers read them: `WALL_LENGTH` numbers each. */
  readonly walls?: Float64Array;
  /** Where the bodies will be, if that is known: it fits the grid to their density. */
  readonly area?: Box;
  readonly queue?: SlotQueue;
  /** Width of a cell, in mean distances between bodies (but never too small for the largest body). */
  readonly cellsPerSpacing?: number;
}

const FINISHED: MotionEnd = { status: 'finished' };

/**
 * Bodies in uniform motion from leg to leg, whose contacts are solved.
 *
 * Each body has one pending event: the earliest of its next contact, the end of its leg and the crossing into the next
 * cell. Contacts are mutual: when i expects j, then j expects i, at the same time. A body whose partner turns to
 * someone else keeps the old time, and looks again then. Nothing that was written of a leg is changed before it ends:
 * the time of a contact depends on the two legs alone, so a run does not depend on the grid, the queue, or on who
 * looked when.
 */
export class AnalyticDynamics implements Engine {
  readonly queue: SlotQueue;
  private readonly count: number;
  /** By slot; slots are in the order of ids. */
  private readonly ids: Float64Array;
  private readonly slotOfId: ReadonlyMap<number, number>;
  private readonly bodies: Float64Array;
  private readonly legEnds: Float64Array;
  /** The body that the next contact is with, or WALL - w for the wall w, or that there is none. */
  private readonly partners: Int32Array;
  /** Of bodies that rest. */
  private readonly headings: Float64Array;
  /** What is left to do, by slot: legs, and which of them is under way. */
  private readonly programs: (readonly UniformLeg[] | undefined)[];
  private readonly legNumbers: Uint32Array;
  /** Bodies whose motion or partner changed and that have not looked for a contact since. */
  private readonly unsettled: Uint8Array;
  private readonly walls: Float64Array;
  private readonly grid: Grid;
  private readonly response: Response;
  // In arrays, since a number in a field of an object would be allocated anew at each change.
  private readonly clock = new Float64Array(1);
  private readonly best = new Float64Array(1);
  private readonly limit = new Float64Array(1);
  private bestPartner = NO_PARTNER;

  constructor(
    bodies: readonly BodySpec[],
    options: AnalyticOptions = {},
    private readonly listener: DynamicsListener = {},
  ) {
    const inOrder = [...bodies].sort((a, b) => a.id - b.id);
    this.count = inOrder.length;
    this.ids = Float64Array.from(inOrder, ({ id }) => id);
    this.slotOfId = new Map(inOrder.map(({ id }, slot) => [id, slot]));
    checkBodies(inOrder);
    this.response = options.response ?? 'stop';
    this.walls = options.walls ?? new Float64Array(0);
    this.queue = options.queue ?? new BucketQueue(Math.max(this.count, 16));
    this.bodies = new Float64Array(this.count * RECORD);
    this.legEnds = new Float64Array(this.count).fill(NEVER);
    this.partners = new Int32Array(this.count).fill(NO_PARTNER);
    this.headings = Float64Array.from(inOrder, ({ heading }) => heading);
    this.programs = Array<undefined>(this.count).fill(undefined);
    this.legNumbers = new Uint32Array(this.count);
    this.unsettled = new Uint8Array(this.count);
    this.grid = fittingGrid(inOrder, this.walls, options);
    for (const [slot, { x, y, heading, radius }] of inOrder.entries()) {
      writeDisc(this.bodies, slot * RECORD, { kind: 'rest', x, y, heading, start: 0, end: Infinity }, radius);
      this.bodies[slot * RECORD + CONTACT] = NEVER;
      this.bodies[slot * RECORD + CROSSING] = NEVER;
      this.grid.enter(slot, x, y);
    }
  }

  /**
   * Gives a body new legs from now on, one after the other, in place of whatever it does; the first begins now, where
   * the body is.
   */
  command(id: number, legs: readonly UniformLeg[], now: number): void {
    checkLegs(id, legs, this.poseOf(id, now), now);
    this.clock[0] = now;
    const slot = this.slotOf(id);
    this.programs[slot] = legs;
    this.legNumbers[slot] = 0;
    this.beginLeg(slot, legs[0]!);
    this.settle(slot);
  }

  /** Ends a body's motion where it is. */
  halt(id: number, now: number): void {
    this.clock[0] = now;
    const slot = this.slotOf(id);
    this.rest(slot);
    this.settle(slot);
  }

  /** Where a body is at an instant of its present leg. */
  poseOf(id: number, t: number): Pose {
    const slot = this.slotOf(id);
    const at = slot * RECORD;
    const seconds = Math.min(t, this.legEnds[slot]!) - this.bodies[at + START]!;
    return {
      x: this.bodies[at + X]! + this.bodies[at + VX]! * seconds,
      y: this.bodies[at + Y]! + this.bodies[at + VY]! * seconds,
      heading: this.headingOf(slot, t),
    };
  }

  /** Gives a body a velocity for ever: a billiard ball. */
  launch(id: number, vx: number, vy: number, now: number): void {
    checkSpeed(`the speed of body ${id}`, Math.sqrt(vx * vx + vy * vy));
    this.clock[0] = now;
    const slot = this.slotOf(id);
    this.rest(slot);
    this.bodies[slot * RECORD + VX] = vx;
    this.bodies[slot * RECORD + VY] = vy;
    this.settle(slot);
  }

  velocityOf(id: number): { readonly vx: number; readonly vy: number } {
    const at = this.slotOf(id) * RECORD;
    return { vx: this.bodies[at + VX]!, vy: this.bodies[at + VY]! };
  }

  // For the simulator.

  low(slot: number): number {
    return this.ids[slot]!;
  }

  high(slot: number): number {
    const partner = this.partners[slot]!;
    const isContact = this.queue.classOf(slot) === EventClass.Contact && partner >= 0;
    return this.ids[isContact ? partner : slot]!;
  }

  describe(slot: number): string {
    const kind = this.queue.classOf(slot);
    if (kind === EventClass.GridUpkeep) return `upkeep of body ${this.ids[slot]}`;
    if (kind === EventClass.Motion) return `end of a leg of body ${this.ids[slot]}`;
    const partner = this.partners[slot]!;
    return partner >= 0
      ? `contact of bodies ${this.ids[slot]} and ${this.ids[partner]}`
      : `contact of body ${this.ids[slot]} with wall ${WALL - partner}`;
  }

  run(slot: number, now: number): void {
    this.clock[0] = now;
    const eventClass = this.queue.classOf(slot);
    if (eventClass === EventClass.Motion) this.endLeg(slot);
    else if (eventClass === EventClass.Contact) this.meet(slot);
    else if (this.bodies[slot * RECORD + CROSSING]! <= now) this.cross(slot);
    else this.settle(slot);
  }

  // Legs.

  private beginLeg(slot: number, leg: UniformLeg): void {
    const at = slot * RECORD;
    writeDisc(this.bodies, at, leg, this.bodies[at + RADIUS]!);
    this.legEnds[slot] = leg.end;
    this.leavePartner(slot);
  }

  private endLeg(slot: number): void {
    const next = this.programs[slot]![this.legNumbers[slot]! + 1];
    if (next !== undefined) {
      this.legNumbers[slot]!++;
      this.beginLeg(slot, next);
      this.settle(slot);
    } else {
      this.rest(slot);
      this.finish(slot, FINISHED);
      if (this.unsettled[slot] === 1) this.settle(slot);
    }
  }

  /** Stands still from now on, where it is; has to be settled. */
  private rest(slot: number): void {
    this.drift(slot);
    this.bodies[slot * RECORD + VX] = 0;
    this.bodies[slot * RECORD + VY] = 0;
    this.leavePartner(slot);
  }

  /** Gives up what is left of its legs, and goes on from here as it goes. */
  private drift(slot: number): void {
    const at = slot * RECORD;
    this.headings[slot] = this.headingOf(slot, this.clock[0]!);
    this.programs[slot] = undefined;
    this.legEnds[slot] = NEVER;
    const seconds = this.clock[0]! - this.bodies[at + START]!;
    this.bodies[at + X]! += this.bodies[at + VX]! * seconds;
    this.bodies[at + Y]! += this.bodies[at + VY]! * seconds;
    this.bodies[at + START] = this.clock[0]!;
  }

  private headingOf(slot: number, t: number): number {
    const leg = this.programs[slot]?.[this.legNumbers[slot]!];
    return leg === undefined ? this.headings[slot]! : headingAt(leg, t);
  }

  private goes(slot: number): boolean {
    return this.bodies[slot * RECORD + VX] !== 0 || this.bodies[slot * RECORD + VY] !== 0;
  }

  private finish(slot: number, end: MotionEnd): void {
    this.listener.done?.(this.ids[slot]!, end, this.clock[0]!);
  }

  // Contacts.

  private meet(slot: number): void {
    const partner = this.partners[slot]!;
    if (partner >= 0) this.meetBody(Math.min(slot, partner), Math.max(slot, partner));
    else this.meetWall(slot, WALL - partner);
  }

  private meetBody(a: number, b: number): void {
    const aGoes = this.goes(a);
    const bGoes = this.goes(b);
    const aHadLegs = aGoes && this.programs[a] !== undefined;
    const bHadLegs = bGoes && this.programs[b] !== undefined;
    this.forgetContact(a);
    this.forgetContact(b);
    if (this.response === 'bounce') {
      this.drift(a);
      this.drift(b);
      bounceOffBody(this.bodies, a * RECORD, b * RECORD);
    } else {
      if (aGoes) this.rest(a);
      if (bGoes) this.rest(b);
    }
    const low = this.ids[a]!;
    const high = this.ids[b]!;
    this.listener.bodiesTouch?.(low, high, this.clock[0]!);
    if (aHadLegs) this.finish(a, { status: 'collided', body: high });
    if (bHadLegs) this.finish(b, { status: 'collided', body: low });
    if (this.unsettled[a] === 1) this.settle(a);
    if (this.unsettled[b] === 1) this.settle(b);
  }

  private meetWall(slot: number, wall: number): void {
    const hadLegs = this.programs[slot] !== undefined;
    this.forgetContact(slot);
    if (this.response === 'bounce') {
      this.drift(slot);
      bounceOffWall(this.bodies, slot * RECORD, this.walls, wall);
    } else {
      this.rest(slot);
    }
    this.listener.wallTouched?.(this.ids[slot]!, wall, this.clock[0]!);
    if (hadLegs) this.finish(slot, { status: 'collided', wall });
    if (this.unsettled[slot] === 1) this.settle(slot);
  }

  // Who expects whom.

  /** Its contact is being dealt with: it expects nothing until it is settled. */
  private forgetContact(slot: number): void {
    this.bodies[slot * RECORD + CONTACT] = NEVER;
    this.partners[slot] = NO_PARTNER;
    this.unsettled[slot] = 1;
  }

  /** Its motion has changed: whoever expected it has to look again. */
  private leavePartner(slot: number): void {
    const partner = this.partners[slot]!;
    if (partner >= 0) this.desert(partner);
    this.forgetContact(slot);
  }

  /** The partner of a body is gone. */
  private desert(slot: number): void {
    this.partners[slot] = LOST_PARTNER;
    this.enqueue(slot);
  }

  /** Looks for the next contact of a body among all that is near, and queues its next event. */
  private settle(slot: number): void {
    this.unsettled[slot] = 0;
    this.setCrossing(slot);
    if (this.response !== 'none') {
      // Somebody may have come to expect it since it changed; a lost partner, or a wall, counts for nothing.
      const standing = Math.max(this.partners[slot]!, NO_PARTNER);
      this.best[0] = standing === NO_PARTNER ? NEVER : this.bodies[slot * RECORD + CONTACT]!;
      this.bestPartner = standing;
      const column = this.grid.columns[slot]!;
      const row = this.grid.rows[slot]!;
      for (let y = row - 1; y <= row + 1; y++) {
        this.search(slot, this.grid.cellAt(column - 1, y));
        this.search(slot, this.grid.cellAt(column, y));
        this.search(slot, this.grid.cellAt(column + 1, y));
      }
      this.adopt(slot, standing);
    }
    this.enqueue(slot);
  }

  /** Considers everything in a cell. */
  private search(slot: number, cell: number): void {
    const { bodies, partners, best, limit } = this;
    const { next } = this.grid;
    const now = this.clock[0]!;
    const at = slot * RECORD;
    for (let other = this.grid.heads[cell]!; other !== NOBODY; other = next[other]!) {
      if (other === slot) continue;
      const otherAt = other * RECORD;
      const otherContact = bodies[otherAt + CONTACT]!;
      limit[0] = best[0]! < otherContact ? best[0]! : otherContact;
      const isLower = slot < other;
      let time = touchTimeBefore(bodies, isLower ? at : otherAt, isLower ? otherAt : at, limit);
      if (time < now) time = now;
      if (time > limit[0] || time === NEVER) continue;
      if (time === best[0] && !this.precedes(slot, other, slot, this.bestPartner)) continue;
      if (time === otherContact && !this.precedes(slot, other, other, partners[other]!)) continue;
      best[0] = time;
      this.bestPartner = other;
    }
    const { wallStarts } = this.grid;
    if (wallStarts[cell] !== wallStarts[cell + 1] && this.goes(slot)) this.searchWalls(slot, cell);
  }

  private searchWalls(slot: number, cell: number): void {
    const { wallStarts, walls } = this.grid;
    const end = wallStarts[cell + 1]!;
    for (let i = wallStarts[cell]!; i < end; i++) {
      const wall = walls[i]!;
      let time = wallTime(this.bodies, slot * RECORD, this.walls, wall * WALL_LENGTH);
      if (time < this.clock[0]!) time = this.clock[0]!;
      if (time > this.best[0]! || time === NEVER) continue;
      if (time === this.best[0] && !this.precedes(slot, WALL - wall, slot, this.bestPartner)) continue;
      this.best[0] = time;
      this.bestPartner = WALL - wall;
    }
  }

  /** Whether, at the same time, the contact of a with p comes before that of b with q: by the order of events. */
  private precedes(a: number, p: number, b: number, q: number): boolean {
    if (q === NO_PARTNER || q === LOST_PARTNER) return true;
    const low = p < 0 ? a : Math.min(a, p);
    const high = p < 0 ? a : Math.max(a, p);
    const otherLow = q < 0 ? b : Math.min(b, q);
    const otherHigh = q < 0 ? b : Math.max(b, q);
    // Of two walls, which stand behind one another in the numbering, the first.
    return low < otherLow || (low === otherLow && (high < otherHigh || (high === otherHigh && p >= q)));
  }

  /** Takes the best contact found as the body's own in place of the one it had, and tells those whom that concerns. */
  private adopt(slot: number, standing: number): void {
    const partner = this.bestPartner;
    const { partners, bodies } = this;
    if (standing >= 0 && standing !== partner) this.desert(standing);
    bodies[slot * RECORD + CONTACT] = this.best[0]!;
    partners[slot] = partner;
    if (partner < 0) return;
    const rival = partners[partner]!;
    if (rival >= 0 && rival !== slot) this.desert(rival);
    partners[partner] = slot;
    bodies[partner * RECORD + CONTACT] = this.best[0]!;
    this.enqueue(partner);
  }

  /** Queues the earliest of a body's events. */
  private enqueue(slot: number): void {
    const at = slot * RECORD;
    let time = this.bodies[at + CROSSING]!;
    let eventClass: EventClass = EventClass.GridUpkeep;
    const contact = this.bodies[at + CONTACT]!;
    const contactClass = this.partners[slot] === LOST_PARTNER ? EventClass.GridUpkeep : EventClass.Contact;
    if (contact < time) {
      time = contact;
      eventClass = contactClass;
    }
    if (this.legEnds[slot]! < time) {
      time = this.legEnds[slot]!;
      eventClass = EventClass.Motion;
    }
    if (time === NEVER) this.queue.clear(slot);
    else this.queue.set(slot, time, eventClass);
  }

  // The grid.

  /** When it leaves its cell: never before now, and never when it stands. */
  private setCrossing(slot: number): void {
    const at = slot * RECORD;
    const { cellSize } = this.grid;
    const vx = this.bodies[at + VX]!;
    const vy = this.bodies[at + VY]!;
    const inX = secondsToEdge(this.bodies[at + X]!, vx, this.grid.columns[slot]!, cellSize);
    const inY = secondsToEdge(this.bodies[at + Y]!, vy, this.grid.rows[slot]!, cellSize);
    const time = this.bodies[at + START]! + (inX < inY ? inX : inY);
    this.bodies[at + CROSSING] = time < this.clock[0]! ? this.clock[0]! : time;
  }

  /** Goes on into the next cell; only what has come near is looked at, the standing prediction stays. */
  private cross(slot: number): void {
    const at = slot * RECORD;
    const { grid } = this;
    const vx = this.bodies[at + VX]!;
    const vy = this.bodies[at + VY]!;
    const inX = secondsToEdge(this.bodies[at + X]!, vx, grid.columns[slot]!, grid.cellSize);
    const inY = secondsToEdge(this.bodies[at + Y]!, vy, grid.rows[slot]!, grid.cellSize);
    const stepX = inX < inY ? (vx > 0 ? 1 : -1) : 0;
    const stepY = inX < inY ? 0 : vy > 0 ? 1 : -1;
    grid.move(slot, stepX, stepY);
    this.setCrossing(slot);
    if (this.response !== 'none') {
      const standing = this.partners[slot]!;
      this.best[0] = this.bodies[at + CONTACT]!;
      this.bestPartner = standing;
      // The middle one of the three new neighbours, and those beside it.
      const column = grid.columns[slot]! + stepX;
      const row = grid.rows[slot]! + stepY;
      this.search(slot, grid.cellAt(column - stepY, row - stepX));
      this.search(slot, grid.cellAt(column, row));
      this.search(slot, grid.cellAt(column + stepY, row + stepX));
      if (this.bestPartner !== standing) this.adopt(slot, standing);
    }
    this.enqueue(slot);
  }

  private slotOf(id: number): number {
    const slot = this.slotOfId.get(id);
    if (slot === undefined) throw new RangeError(`there is no body ${id}`);
    return slot;
  }
}

/** @param bodies In the order of ids. */
function checkBodies(bodies: readonly BodySpec[]): void {
  for (const [slot, { id, x, y, heading, radius }] of bodies.entries()) {
    if (!Number.isFinite(id)) throw new RangeError(`a body has the id ${id}: an id must be a number`);
    if (id === bodies[slot - 1]?.id) throw new RangeError(`two bodies have the id ${id}: ids decide ties`);
    checkCoordinate(`the x of body ${id}`, x);
    checkCoordinate(`the y of body ${id}`, y);
    checkHeading(`the heading of body ${id}`, heading);
    checkRadius(`the radius of body ${id}`, radius);
  }
}

/** Seconds, from its start, until a body leaves its column or row in the direction of its velocity. */
function secondsToEdge(position: number, velocity: number, place: number, cellSize: number): number {
  if (velocity > 0) return ((place + 1) * cellSize - position) / velocity;
  if (velocity < 0) return (place * cellSize - position) / velocity;
  return NEVER;
}

/**
 * A cell is wider than the largest body, so that bodies that touch are in neighbouring cells, also when rounding has put
 * one a little beyond its own.
 */
const CELL_MARGIN = 1.001;

function fittingGrid(bodies: readonly BodySpec[], walls: Float64Array, options: AnalyticOptions): Grid {
  const area = options.area ?? boundsOf(bodies);
  const largest = bodies.reduce((most, { radius }) => Math.max(most, radius), 0);
  const width = area.maxX - area.minX;
  const height = area.maxY - area.minY;
  const spacing = Math.sqrt((width * height) / Math.max(bodies.length, 1)) * (options.cellsPerSpacing ?? 1);
  const cellSize = Math.max(2 * largest * CELL_MARGIN, spacing) || 1;
  return new Grid(
    cellSize,
    powerOfTwoFrom(Math.min(width / cellSize, 4096)),
    powerOfTwoFrom(Math.min(height / cellSize, 4096)),
    bodies.length,
    walls,
  );
}

function powerOfTwoFrom(count: number): number {
  let power = 4;
  while (power < count + 2) power *= 2;
  return power;
}

function boundsOf(bodies: readonly BodySpec[]): Box {
  let box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const { x, y } of bodies) {
    box = {
      minX: Math.min(box.minX, x),
      minY: Math.min(box.minY, y),
      maxX: Math.max(box.maxX, x),
      maxY: Math.max(box.maxY, y),
    };
  }
  return bodies.length === 0 ? { minX: 0, minY: 0, maxX: 0, maxY: 0 } : box;
}
