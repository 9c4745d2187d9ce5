import { expected } from '@kineko/formats/problem';
import { checkCoordinate, checkSpeed, type Leg, type Pose } from '@kineko/geometry';
import { BucketQueue, EventClass, type SlotQueue } from '@kineko/kernel';
import { Bodies } from './bodies.js';
import { Body } from './body-layout.js';
import { bodiesBounce, bounceOffBody, bounceOffFixture, fixtureBounces } from './bounce.js';
import { checkLegs } from './checks.js';
import type {
  BodySpec,
  Dynamics,
  DynamicsListener,
  ExpectedContact,
  MotionEnd,
  Response,
  ExactPose,
  Watch,
} from './dynamics.js';
import { Halos } from './halos.js';
import { type LevelOptions, Levels } from './levels.js';
import { bodiesWithin } from './nearby.js';
import { OtherContacts } from './other-contacts.js';
import { Partner } from './partners.js';
import { predict, type Prediction } from './prediction.js';
import { Rattling } from './rattling.js';
import { readAheadOf } from './read-ahead.js';
import { Touching } from './touching.js';

const { Contact, GridUpkeep, Motion, Sensor } = EventClass;

/**
 * Width of a grid cell in mean distances between bodies. Wider cells mean more candidates per search, narrower ones more
 * crossings: robots that stop on contact gather in dense groups and move little, elastic bodies stay spread out. The more
 * elastic bodies there are, the longer a crossing takes, since it reads a cell that is in no cache. Measured.
 */
function cellsPerSpacing(response: Response, count: number): number {
  if (response === 'stop') return 0.5;
  if (response === 'none' || count < 5000) return 0.7;
  return count < 50_000 ? 0.85 : 1;
}

/** From this number of elastic bodies on, reading ahead is worth its cost. */
const MIN_READ_AHEAD = 300_000;

export interface AnalyticOptions extends Partial<LevelOptions> {
  readonly response?: Response;
  /** Records of `WALL_LENGTH` numbers, as the solvers read them. */
  readonly walls?: Float64Array;
  /** Fixed discs: x, y and radius of each. As fixtures they are numbered after the walls. */
  readonly discs?: Float64Array;
  readonly queue?: SlotQueue;
}

const NOTHING: readonly number[] = [];
const FINISHED: MotionEnd = { status: 'finished' };

/**
 * Bodies on legs whose contacts are solved. A leg is never rewritten before it ends, the world is never advanced as a
 * whole, and an event touches only the bodies that take part in it, however many others there are.
 */
export class AnalyticDynamics implements Dynamics {
  readonly queue: SlotQueue;
  declare private readonly bodies: Bodies;
  declare private readonly levels: Levels;
  declare private readonly prediction: Prediction;
  declare private readonly halos: Halos;
  declare private readonly touching: Touching;
  declare private readonly otherContacts: OtherContacts;
  /** Defined for elastic bodies only. */
  declare private readonly rattling: Rattling | undefined;
  declare private readonly walls: Float64Array;
  declare private readonly response: Response;
  declare private readonly clock: Float64Array;

  constructor(
    bodies: readonly BodySpec[],
    options: AnalyticOptions = {},
    private readonly listener: DynamicsListener = {},
  ) {
    const { walls = new Float64Array(0), discs = new Float64Array(0), response = 'stop' } = options;
    this.response = response;
    this.walls = walls;
    this.queue = options.queue ?? new BucketQueue(Math.max(bodies.length + discs.length / 3, 16));
    this.bodies = new Bodies(bodies, discs, this.queue, response === 'none');
    const { count } = this.bodies;
    this.levels = new Levels(this.bodies, walls, discs, {
      cellsPerSpacing: cellsPerSpacing(response, count),
      ...options,
    });
    if (response === 'bounce' && count >= MIN_READ_AHEAD && this.levels.grids.length === 1) {
      this.queue.readAhead = readAheadOf(this.bodies, this.levels.grids[0]!);
    }
    const isSlide = (slot: number, other: number, now: number): boolean => this.isSlide(slot, other, now);
    const contactsCount = response !== 'none';
    const slides = response === 'bounce' ? isSlide : undefined;
    this.prediction = predict(this.bodies, this.levels, walls, this.queue, contactsCount, slides);
    this.halos = new Halos(this.bodies, this.levels, this.prediction, this.queue);
    this.touching = new Touching(this.bodies, walls);
    this.otherContacts = new OtherContacts(this.bodies, this.levels, this.prediction, this.touching);
    this.rattling = response === 'bounce' ? new Rattling(this.bodies) : undefined;
    this.clock = this.bodies.clock;
  }

  command(id: number, legs: readonly Leg[], now: number, areChecked = false): void {
    const { bodies } = this;
    const slot = bodies.slotOf(id);
    if (!areChecked) checkLegs(id, legs, bodies.xAt(slot, now), bodies.yAt(slot, now), now);
    this.clock[0] = now;
    // A body that just stopped and now turns in place has not moved, so its touches and predictions stay valid.
    const hasNotMoved = bodies.standsAs(slot, legs[0]!);
    this.rattling?.beforeLeg(slot);
    bodies.follow(slot, legs);
    if (hasNotMoved) this.notifyLeg(slot);
    else this.began(slot);
    if (this.prediction.isUnsettled(slot)) this.prediction.settle(slot);
    else this.prediction.enqueue(slot);
  }

  halt(id: number, now: number): void {
    this.clock[0] = now;
    const slot = this.bodies.slotOf(id);
    this.rattling?.beforeLeg(slot);
    this.rest(slot);
    this.prediction.settle(slot);
  }

  /** Gives a body a constant velocity without an end, like a billiard ball. */
  launch(id: number, vx: number, vy: number, now: number): void {
    checkSpeed(`the speed of body ${id}`, Math.sqrt(vx * vx + vy * vy));
    this.clock[0] = now;
    const slot = this.bodies.slotOf(id);
    this.rattling?.beforeLeg(slot);
    this.bodies.drift(slot, now);
    this.bodies.records[slot * Body.SIZE + Body.VX] = vx;
    this.bodies.records[slot * Body.SIZE + Body.VY] = vy;
    this.began(slot);
    this.prediction.settle(slot);
  }

  legOf(id: number): Leg {
    return this.bodies.legOf(this.bodies.slotOf(id));
  }

  reusedLegOf(id: number): Leg {
    return this.bodies.reusedLegOf(this.bodies.slotOf(id));
  }

  poseOf(id: number, t: number): Pose {
    return this.bodies.poseAt(this.bodies.slotOf(id), t);
  }

  readPositions(places: Float64Array, t: number, ids?: readonly number[]): void {
    const { bodies } = this;
    const count = ids === undefined ? bodies.count : ids.length;
    for (let i = 0; i < count; i++) {
      const slot = ids === undefined ? i : bodies.slotOf(ids[i]!);
      places[2 * i] = bodies.xAt(slot, t);
      places[2 * i + 1] = bodies.yAt(slot, t);
    }
  }

  headingOf(id: number, t: number): number {
    return this.bodies.degreesAt(this.bodies.slotOf(id), t);
  }

  exactPoseOf(id: number, t: number): ExactPose {
    return this.bodies.exactPoseAt(this.bodies.slotOf(id), t);
  }

  velocityOf(id: number, t: number): { readonly x: number; readonly y: number } {
    const slot = this.bodies.slotOf(id);
    return { x: this.bodies.vxAt(slot, t), y: this.bodies.vyAt(slot, t) };
  }

  bodiesWithin(x: number, y: number, metres: number, now: number): number[] {
    const found = bodiesWithin(this.bodies, this.levels, x, y, metres, now);
    for (let i = 0; i < found.length; i++) found[i] = this.bodies.ids[found[i]!]!;
    return found;
  }

  expectedContactOf(id: number): ExpectedContact | undefined {
    const slot = this.bodies.slotOf(id);
    const partner = this.prediction.partnerOf(slot);
    const time = this.bodies.records[slot * Body.SIZE + Body.CONTACT]!;
    if (partner >= 0) return { time, with: { body: this.bodies.ids[partner]! } };
    return partner <= Partner.FIXTURE ? { time, with: { fixture: Partner.FIXTURE - partner } } : undefined;
  }

  /** The bodies, in ascending order of ids, and the fixtures that a body touches. */
  touchingOf(id: number): { readonly bodies: number[]; readonly fixtures: number[] } {
    const others = this.touching.of(this.bodies.slotOf(id));
    const bodies: number[] = [];
    const fixtures: number[] = [];
    for (let i = 0; i < others.length; i++) {
      const other = others[i]!;
      if (other >= 0) bodies.push(this.bodies.ids[other]!);
      else fixtures.push(-1 - other);
    }
    return { bodies, fixtures };
  }

  watch(id: number, range: number, now: number, onEntry: (other: number, now: number) => void): Watch {
    checkCoordinate(`the range of the watch of body ${id}`, range);
    if (!(range > 0))
      throw new RangeError(`the range of the watch of body ${id}: ${expected('a positive number', range)}`);
    this.clock[0] = now;
    this.prediction.halos = this.halos;
    return this.halos.add(this.bodies.slotOf(id), range, onEntry);
  }

  // Called by the simulator.

  low(slot: number): number {
    return this.bodies.idOf(slot);
  }

  high(slot: number): number {
    const partner = this.prediction.partnerOf(slot);
    const eventClass = this.queue.classOf(slot);
    const isMeeting = (eventClass === Contact || eventClass === Sensor) && partner >= 0;
    return this.bodies.idOf(isMeeting ? partner : slot);
  }

  describe(slot: number): string {
    const id = this.bodies.idOf(slot);
    const kind = this.queue.classOf(slot);
    if (kind === GridUpkeep) return `upkeep of body ${id}`;
    if (kind === Motion) return `end of a leg of body ${id}`;
    const partner = this.prediction.partnerOf(slot);
    if (kind === Sensor) return `body ${this.bodies.idOf(partner)} comes near body ${id}`;
    return partner >= 0
      ? `contact of bodies ${id} and ${this.bodies.idOf(partner)}`
      : `contact of body ${id} with fixture ${Partner.FIXTURE - partner}`;
  }

  get upkeep(): Prediction['upkeep'] {
    return this.prediction.upkeep;
  }

  run(slot: number, now: number): void {
    this.clock[0] = now;
    const eventClass = this.queue.classOf(slot);
    if (eventClass === Motion) this.endLeg(slot);
    else if (eventClass === Contact) this.meet(slot);
    else if (eventClass === Sensor) this.halos.enter(slot, now);
    else this.prediction.doUpkeep(slot);
  }

  // Legs.

  private endLeg(slot: number): void {
    if (this.bodies.beginNextLeg(slot)) {
      this.listener.onNextLeg?.(this.bodies.ids[slot]!, this.clock[0]!);
      this.began(slot);
      this.prediction.settle(slot);
    } else {
      this.rest(slot);
      this.finish(slot, FINISHED);
      this.settleIfNeeded(slot);
    }
  }

  /** Stops a body where it is. The caller must settle it. */
  private rest(slot: number): void {
    this.bodies.rest(slot, this.clock[0]!);
    this.began(slot);
  }

  /** Drops the predictions for the old leg and notifies the listener of the new one. The caller must settle the body. */
  private began(slot: number): void {
    this.prediction.leavePartner(slot);
    if (this.halos.count > 0) this.halos.moved(slot);
    this.notifyLeg(slot);
    if (this.touching.count > 0) {
      for (const other of this.touching.leftBehind(slot, this.clock[0]!)) this.notifyRelease(slot, other);
    }
  }

  private notifyLeg(slot: number): void {
    const { bodies, listener } = this;
    if (listener.onLeg !== undefined) listener.onLeg(bodies.ids[slot]!, bodies.reusedLegOf(slot), this.clock[0]!);
  }

  private notifyRelease(slot: number, other: number): void {
    const { ids } = this.bodies;
    const now = this.clock[0]!;
    if (other < 0) this.listener.onFixtureRelease?.(ids[slot]!, -1 - other, now);
    else this.listener.onRelease?.(ids[Math.min(slot, other)]!, ids[Math.max(slot, other)]!, now);
  }

  private settleIfNeeded(slot: number): void {
    if (this.prediction.isUnsettled(slot)) this.prediction.settle(slot);
  }

  private finish(slot: number, end: MotionEnd): void {
    this.listener.onDone?.(this.bodies.ids[slot]!, end, this.clock[0]!);
  }

  // Contacts.

  private meet(slot: number): void {
    const partner = this.prediction.partnerOf(slot);
    if (partner >= 0) this.meetBody(Math.min(slot, partner), Math.max(slot, partner));
    else this.meetFixture(slot, Partner.FIXTURE - partner);
  }

  /**
   * Whether two bodies that touch would keep their velocities in a bounce, and so slide. Fixtures are numbered downwards
   * from -1.
   */
  private isSlide(slot: number, other: number, now: number): boolean {
    // On an arc or a curve the gap may close further, so sliding on could end in an overlap.
    if (this.bodies.isCurved(slot) || (other >= 0 && this.bodies.isCurved(other))) return false;
    return other >= 0
      ? !bodiesBounce(this.bodies, Math.min(slot, other), Math.max(slot, other), now)
      : !fixtureBounces(this.bodies, slot, this.walls, -1 - other, now);
  }

  /** Reports further contacts of a body that just stopped, and releases of those that move away. */
  private touchOthers(slot: number, others: readonly number[]): void {
    const { bodies, listener, touching } = this;
    const now = this.clock[0]!;
    let isAnyNew = false;
    for (const other of others) {
      if (!touching.add(slot, other)) continue;
      isAnyNew = true;
      if (other < 0) listener.onFixtureTouch?.(bodies.ids[slot]!, -1 - other, now);
      else listener.onTouch?.(bodies.ids[Math.min(slot, other)]!, bodies.ids[Math.max(slot, other)]!, now);
    }
    if (isAnyNew) for (const other of touching.leftBehind(slot, now)) this.notifyRelease(slot, other);
  }

  private meetBody(a: number, b: number): void {
    const { bodies, prediction, listener } = this;
    const now = this.clock[0]!;
    if (this.response === 'bounce') {
      if (this.isSlide(a, b, now)) return this.slideOn(a, b);
      if (!bodies.isUnderWay(a) && !bodies.isUnderWay(b)) return this.bounce(a, b);
    }
    const aGoes = bodies.goes(a);
    const bGoes = bodies.goes(b);
    const aWasUnderWay = aGoes && bodies.isUnderWay(a);
    const bWasUnderWay = bGoes && bodies.isUnderWay(b);
    const vxA = bodies.vxAt(a, now);
    const vyA = bodies.vyAt(a, now);
    const vxB = bodies.vxAt(b, now);
    const vyB = bodies.vyAt(b, now);
    const low = bodies.ids[a]!;
    const high = bodies.ids[b]!;
    prediction.forgetContact(a);
    prediction.forgetContact(b);
    if (this.response === 'bounce') {
      this.exchange(a, b);
    } else {
      const othersOfA = aGoes ? this.otherContacts.of(a, b) : NOTHING;
      const othersOfB = bGoes ? this.otherContacts.of(b, a) : NOTHING;
      const isNew = this.touching.add(a, b);
      // Stop both bodies before computing releases.
      if (aGoes) bodies.rest(a, now);
      if (bGoes) bodies.rest(b, now);
      if (aGoes) this.began(a);
      if (bGoes) this.began(b);
      if (isNew) listener.onTouch?.(low, high, now);
      if (othersOfA.length > 0) this.touchOthers(a, othersOfA);
      if (othersOfB.length > 0) this.touchOthers(b, othersOfB);
    }
    // The record of a body that stands or just began a leg holds its present position.
    const dx = bodies.records[b * Body.SIZE + Body.X]! - bodies.records[a * Body.SIZE + Body.X]!;
    const dy = bodies.records[b * Body.SIZE + Body.Y]! - bodies.records[a * Body.SIZE + Body.Y]!;
    if (aWasUnderWay) this.finish(a, { status: 'collided', body: high, isTowards: vxA * dx + vyA * dy > 0 });
    if (bWasUnderWay) this.finish(b, { status: 'collided', body: low, isTowards: vxB * dx + vyB * dy < 0 });
    this.settleIfNeeded(a);
    this.settleIfNeeded(b);
  }

  /** Elastic bodies without commanded legs: no motion ends, so there is less to do. */
  private bounce(a: number, b: number): void {
    this.prediction.forgetContact(a);
    this.prediction.forgetContact(b);
    this.exchange(a, b);
    this.settleIfNeeded(a);
    this.settleIfNeeded(b);
  }

  /** Gives two elastic bodies that touch their new velocities. */
  private exchange(a: number, b: number): void {
    const { bodies, listener } = this;
    const now = this.clock[0]!;
    const rattling = this.rattling!;
    rattling.beforeBounce(a, b);
    bodies.drift(a, now);
    bodies.drift(b, now);
    bounceOffBody(bodies.records, a * Body.SIZE, b * Body.SIZE);
    rattling.dampBodies(a, b, now);
    if (listener.onTouch !== undefined) listener.onTouch(bodies.ids[a]!, bodies.ids[b]!, now);
    if (listener.onRelease !== undefined) listener.onRelease(bodies.ids[a]!, bodies.ids[b]!, now);
    this.began(a);
    this.began(b);
  }

  /** The contact would change no velocity: the bodies move on and look for their next contacts. */
  private slideOn(slot: number, other?: number): void {
    this.prediction.forgetContact(slot);
    if (other !== undefined) this.prediction.forgetContact(other);
    this.settleIfNeeded(slot);
    if (other !== undefined) this.settleIfNeeded(other);
  }

  private meetFixture(slot: number, fixture: number): void {
    const { bodies, prediction, listener } = this;
    if (this.response === 'bounce' && this.isSlide(slot, -1 - fixture, this.clock[0]!)) return this.slideOn(slot);
    const wasUnderWay = bodies.isUnderWay(slot);
    const id = bodies.ids[slot]!;
    prediction.forgetContact(slot);
    if (this.response === 'bounce') {
      this.rattling!.beforeBounce(slot);
      bodies.drift(slot, this.clock[0]!);
      const normal = bounceOffFixture(bodies, slot, this.walls, fixture);
      this.rattling!.dampAtFixture(slot, normal.x, normal.y, this.clock[0]!);
      listener.onFixtureTouch?.(id, fixture, this.clock[0]!);
      listener.onFixtureRelease?.(id, fixture, this.clock[0]!);
      this.began(slot);
    } else {
      const others = this.otherContacts.of(slot, -1 - fixture);
      const isNew = this.touching.add(slot, -1 - fixture);
      this.rest(slot);
      if (isNew) listener.onFixtureTouch?.(id, fixture, this.clock[0]!);
      if (others.length > 0) this.touchOthers(slot, others);
    }
    if (wasUnderWay) this.finish(slot, { status: 'collided', fixture, isTowards: true });
    this.settleIfNeeded(slot);
  }
}
