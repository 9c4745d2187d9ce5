/**
 * Ends the rattling of an elastic body in a tiny gap, which would cause an unlimited number of contacts in almost no time.
 *
 * A contact counts as rattling if the body has travelled less than a small share of its radius since its last contact,
 * and its partner is at least as heavy: a heavy body among light ones is hit often and moves little, but does not rattle.
 * After a long series the contact is plastic: momentum is kept, and nearly all of the separation speed is removed. If
 * that does not end the series, the two move on together; bodies that are jammed, so that one contact undoes the other,
 * come to rest.
 */
import type { Bodies } from './bodies.js';
import { Body, State, Status } from './body-layout.js';

/** Share of the radius: contacts after less travel than this follow each other too fast. */
const TRAVEL = 1 / 1024;
/** Consecutive contacts after which the body no longer bounces, and after which it moves together with its partner. */
const IS_PLASTIC = 32;
const STAYS = 2 * IS_PLASTIC;
const RESTS = 8 * IS_PLASTIC;
/** 1 - 2^-40: share of the separation speed that is removed; the rest outweighs rounding. */
const DAMPING = 0.9999999999990905;
/** Share of the highest speed of the series: a body that is slower rests. */
const SLOW = 1 / 4096;

// Layout of what is counted of a body.
const LAST_CONTACT = 0;
const SERIES = 1;
/** Square of the highest speed of the series. */
const FASTEST = 2;
const COUNT = 3;

export class Rattling {
  /** Not up to date for bodies with the status BOUNCED: mostly there is no series, and these numbers are far from a body's record in memory. */
  private readonly counts: Float64Array;
  /** Times of the last contacts before the present one; as arguments they would be boxed. */
  private readonly last = new Float64Array(2);

  constructor(private readonly bodies: Bodies) {
    const { count } = bodies;
    this.counts = new Float64Array(count * COUNT);
    for (let slot = 0; slot < count; slot++) this.counts[slot * COUNT + LAST_CONTACT] = -Infinity;
  }

  /** Called before a body bounces off another body, or off a fixture. */
  beforeBounce(a: number, b = a): void {
    this.last[0] = this.lastContactOf(a);
    this.last[1] = this.lastContactOf(b);
  }

  /** Called before a body begins another leg without a contact. */
  beforeLeg(slot: number): void {
    if (this.hasBounced(slot)) this.write(slot, this.lastContactOf(slot), 0, 0);
  }

  /** Called when two bodies have bounced off each other. */
  dampBodies(a: number, b: number, now: number): void {
    const { records } = this.bodies;
    const radiusA = records[a * Body.SIZE + Body.RADIUS]!;
    const radiusB = records[b * Body.SIZE + Body.RADIUS]!;
    const countsForA = radiusA <= radiusB;
    const countsForB = radiusB <= radiusA;
    const seriesA = this.count(a, countsForA, this.last[0]!, now);
    const seriesB = this.count(b, countsForB, this.last[1]!, now);
    const series = seriesA > seriesB ? seriesA : seriesB;
    if (series >= IS_PLASTIC) {
      plasticImpact(records, a * Body.SIZE, b * Body.SIZE, series >= STAYS);
      this.restIfSlow(a, countsForA, series);
      this.restIfSlow(b, countsForB, series);
    }
  }

  /** Called when a body has bounced off a fixture in the direction (dx, dy). */
  dampAtFixture(slot: number, dx: number, dy: number, now: number): void {
    const { records } = this.bodies;
    const series = this.count(slot, true, this.last[0]!, now);
    if (series < IS_PLASTIC) return;
    const at = slot * Body.SIZE;
    const stays = series >= STAYS;
    const share = (DAMPING * (records[at + Body.VX]! * dx + records[at + Body.VY]! * dy)) / (dx * dx + dy * dy);
    records[at + Body.VX] = stays ? 0 : records[at + Body.VX]! - share * dx;
    records[at + Body.VY] = stays ? 0 : records[at + Body.VY]! - share * dy;
    this.restIfSlow(slot, true, series);
  }

  /**
   * Returns the number of contacts in a row that followed each other too fast.
   *
   * @param isCounted Whether the present contact counts.
   * @param last Time of the contact before it.
   */
  private count(slot: number, isCounted: boolean, last: number, now: number): number {
    if (!isCounted) {
      if (this.hasBounced(slot)) this.write(slot, last, 0, 0);
      return 0;
    }
    const square = squareOfSpeed(this.bodies.records, slot);
    const radius = this.bodies.records[slot * Body.SIZE + Body.RADIUS]!;
    const seconds = now - last;
    if (seconds * seconds * square >= TRAVEL * TRAVEL * radius * radius) {
      this.bodies.states[slot * State.SIZE + State.STATUS]! |= Status.BOUNCED;
      return 0;
    }
    const isFirst = this.hasBounced(slot);
    const at = slot * COUNT;
    const series = isFirst ? 0 : this.counts[at + SERIES]!;
    const fastest = isFirst ? 0 : this.counts[at + FASTEST]!;
    this.write(slot, now, series < RESTS ? series + 1 : series, square > fastest ? square : fastest);
    return series;
  }

  private hasBounced(slot: number): boolean {
    return (this.bodies.states[slot * State.SIZE + State.STATUS]! & Status.BOUNCED) !== 0;
  }

  private lastContactOf(slot: number): number {
    return this.hasBounced(slot)
      ? this.bodies.records[slot * Body.SIZE + Body.START]!
      : this.counts[slot * COUNT + LAST_CONTACT]!;
  }

  private write(slot: number, lastContact: number, series: number, fastest: number): void {
    const { counts } = this;
    const at = slot * COUNT;
    counts[at + LAST_CONTACT] = lastContact;
    counts[at + SERIES] = series;
    counts[at + FASTEST] = fastest;
    this.bodies.states[slot * State.SIZE + State.STATUS]! &= ~Status.BOUNCED;
  }

  /** @param isCounted Whether the present contact counts for the body; otherwise its numbers may be those of an earlier series. */
  private restIfSlow(slot: number, isCounted: boolean, series: number): void {
    const { records } = this.bodies;
    const fastest = !isCounted || this.hasBounced(slot) ? 0 : this.counts[slot * COUNT + FASTEST]!;
    if (series < RESTS && squareOfSpeed(records, slot) >= SLOW * SLOW * fastest) return;
    records[slot * Body.SIZE + Body.VX] = 0;
    records[slot * Body.SIZE + Body.VY] = 0;
  }
}

function squareOfSpeed(records: Float64Array, slot: number): number {
  const vx = records[slot * Body.SIZE + Body.VX]!;
  const vy = records[slot * Body.SIZE + Body.VY]!;
  return vx * vx + vy * vy;
}

/** Removes the relative velocity of two bodies: along the normal, or all of it. Masses are proportional to areas. */
function plasticImpact(records: Float64Array, a: number, b: number, isWhole: boolean): void {
  const dx = records[b + Body.X]! - records[a + Body.X]!;
  const dy = records[b + Body.Y]! - records[a + Body.Y]!;
  const massA = records[a + Body.RADIUS]! * records[a + Body.RADIUS]!;
  const massB = records[b + Body.RADIUS]! * records[b + Body.RADIUS]!;
  let wx = records[b + Body.VX]! - records[a + Body.VX]!;
  let wy = records[b + Body.VY]! - records[a + Body.VY]!;
  if (!isWhole) {
    const share = (DAMPING * (wx * dx + wy * dy)) / (dx * dx + dy * dy);
    wx = share * dx;
    wy = share * dy;
  }
  const [partA, partB] = [massB / (massA + massB), massA / (massA + massB)];
  records[a + Body.VX]! += wx * partA;
  records[a + Body.VY]! += wy * partA;
  records[b + Body.VX]! -= wx * partB;
  records[b + Body.VY]! -= wy * partB;
}
