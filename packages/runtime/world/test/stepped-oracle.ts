/**
 * The dynamics without solvers: time advances in small steps, all pairs are compared at each step, and where a gap has become
 * negative the step is halved until the instant is found. Slow, and correct within its resolution.
 */
import type { Pose } from '@kineko/geometry';
import type { Happening } from './engine-run.js';
import { type Motion, type Plan, poseAfter, topSpeedOf } from './motions.js';
import { fixtureCountOf, gapToFixture, lengthOf, type World } from './random-world.js';

// Looked up once: in Jest's contexts a global costs more than what it does.
const { max, min } = Math;
const NEVER = Infinity;

/** Seconds of a step, and of the pieces into which it is cut where a gap could close and open again within. */
export const STEP = 1 / 64;
const FINEST = STEP / 512;
/**
 * Metres: a gap that has become narrower by less than this still counts as touching. Several times the depth to which
 * bodies may slide in these worlds, and no more: each contact comes too late by this distance, and a robot that is squeezed
 * between others multiplies the delay by its speed over its closing speed, contact after contact.
 */
const SLACK = 1e-11;

/** A robot that comes into the range of another. */
export interface Entry {
  readonly time: number;
  readonly watch: number;
  readonly other: number;
}

interface WatchSpec {
  readonly body: number;
  readonly range: number;
}

interface Robot {
  readonly id: number;
  readonly radius: number;
  parts: readonly { readonly motion: Motion; readonly from: Pose; readonly start: number }[];
  end: number;
  topSpeed: number;
}

export class SteppedOracle {
  readonly triggers: Happening[] = [];
  readonly entries: Entry[] = [];
  now = 0;
  private readonly robots: Robot[];
  private readonly fixtureCount: number;
  /** Minimum allowed gap of each pair, and of each body and fixture: 0, or the gap when one of them began to move. */
  private readonly floors: Float64Array[];

  constructor(
    private readonly world: World,
    private readonly watches: readonly WatchSpec[] = [],
    private readonly ghosts = false,
  ) {
    this.fixtureCount = fixtureCountOf(world);
    this.robots = world.bodies.map(({ id, radius }) => ({ id, radius, parts: [], end: 0, topSpeed: 0 }));
    this.floors = this.robots.map(() => new Float64Array(this.robots.length + this.fixtureCount));
    for (const [i, { id, x, y, heading }] of world.bodies.entries()) this.follow(i, world.draw(id), { x, y, heading });
    for (let i = 0; i < this.robots.length; i++) this.setFloors(i);
    for (const [watch, { body, range }] of watches.entries()) {
      const own = this.robots.findIndex(({ id }) => id === body);
      for (const [i, { id }] of this.robots.entries()) {
        if (i !== own && this.reachGap(own, i, range, 0) < 0) this.entries.push({ time: 0, watch, other: id });
      }
    }
  }

  /** Runs until a number of motions have ended, or until an instant. */
  run(triggers: number, until: number): void {
    while (this.triggers.length < triggers && this.now < until) this.step(until);
  }

  private step(until: number): void {
    const { robots, now } = this;
    const next = robots.reduce((least, { end }) => min(least, end), min(now + STEP, until));
    let first = NEVER;
    let parties: readonly [number, number] | undefined;
    const consider = (i: number, other: number, gap: (t: number) => number, speed: number): void => {
      const floor = this.floors[i]![other]! - SLACK;
      const time = firstBelow(gap, floor, now, min(next, first), speed);
      if (time < first) [first, parties] = [time, [i, other]];
    };
    for (let i = 0; i < robots.length && !this.ghosts; i++) {
      for (let j = i + 1; j < robots.length; j++) {
        const speed = robots[i]!.topSpeed + robots[j]!.topSpeed;
        if (speed > 0) consider(i, j, (t) => this.gap(i, j, t), speed);
      }
      if (robots[i]!.topSpeed === 0) continue;
      for (let f = 0; f < this.fixtureCount; f++) {
        consider(i, robots.length + f, (t) => this.fixtureGap(i, f, t), robots[i]!.topSpeed);
      }
    }
    this.watchOver(now, min(next, first));
    if (parties !== undefined) this.stop(parties[0], parties[1], first);
    else {
      this.now = next;
      for (const [i, { id, end }] of robots.entries()) {
        if (end === next) this.renew(i, { time: next, body: id, what: 'finishes', other: -1 });
      }
    }
  }

  /** Robots that move stop, and do something else. */
  private stop(i: number, other: number, time: number): void {
    const { robots } = this;
    this.now = time;
    if (other >= robots.length) {
      this.renew(i, { time, body: robots[i]!.id, what: 'bumps', other: other - robots.length });
      return;
    }
    const whoGoes = [i, other].filter((k) => this.goes(k, time));
    for (const k of whoGoes) {
      this.renew(k, { time, body: robots[k]!.id, what: 'meets', other: robots[i + other - k]!.id });
    }
  }

  private renew(i: number, happening: Happening): void {
    this.triggers.push(happening);
    const pose = this.poseOf(i, happening.time);
    this.follow(i, this.world.draw(this.robots[i]!.id), pose);
    this.setFloors(i);
  }

  private follow(i: number, plan: Plan, pose: Pose): void {
    const robot = this.robots[i]!;
    let from = pose;
    let start = this.now;
    robot.parts = plan.map((motion) => {
      const part = { motion, from, start };
      from = poseAfter(motion, from, motion.seconds);
      start += motion.seconds;
      return part;
    });
    robot.end = start;
    robot.topSpeed = plan.reduce((most, motion) => max(most, topSpeedOf(motion)), 0);
  }

  private setFloors(i: number): void {
    const { robots, now } = this;
    for (let j = 0; j < robots.length; j++) {
      if (j !== i) this.floors[i]![j] = this.floors[j]![i] = min(0, this.gap(i, j, now));
    }
    for (let f = 0; f < this.fixtureCount; f++) {
      this.floors[i]![robots.length + f] = min(0, this.fixtureGap(i, f, now));
    }
  }

  private watchOver(from: number, until: number): void {
    for (const [watch, { body, range }] of this.watches.entries()) {
      const own = this.robots.findIndex(({ id }) => id === body);
      for (const [i, robot] of this.robots.entries()) {
        if (i === own) continue;
        const gap = (t: number): number => this.reachGap(own, i, range, t);
        const speed = robot.topSpeed + this.robots[own]!.topSpeed;
        for (const time of fallsBelowZero(gap, from, until, speed)) this.entries.push({ time, watch, other: robot.id });
      }
    }
  }

  // Positions at an instant.

  poseOf(i: number, t: number): Pose {
    const { parts } = this.robots[i]!;
    let k = parts.length - 1;
    while (k > 0 && parts[k]!.start > t) k--;
    const { motion, from, start } = parts[k]!;
    return poseAfter(motion, from, t - start);
  }

  private goes(i: number, t: number): boolean {
    const { parts } = this.robots[i]!;
    let k = parts.length - 1;
    while (k > 0 && parts[k]!.start > t) k--;
    return topSpeedOf(parts[k]!.motion) > 0;
  }

  gap(i: number, j: number, t: number): number {
    return this.reachGap(i, j, this.robots[i]!.radius, t);
  }

  private reachGap(i: number, j: number, range: number, t: number): number {
    const a = this.poseOf(i, t);
    const b = this.poseOf(j, t);
    return lengthOf(a.x - b.x, a.y - b.y) - range - this.robots[j]!.radius;
  }

  fixtureGap(i: number, fixture: number, t: number): number {
    const { x, y } = this.poseOf(i, t);
    return gapToFixture(this.world, fixture, x, y, this.robots[i]!.radius);
  }
}

type Gap = (t: number) => number;

/** The first instant of a span at which a gap is below a floor, as far as can be seen; it changes no faster than `speed`. */
function firstBelow(gap: Gap, floor: number, from: number, until: number, speed: number): number {
  const search = (t0: number, g0: number, t1: number, g1: number): number => {
    const span = t1 - t0;
    const isBelow = g1 < floor;
    // Even at the largest speed it could not go down and come back in between.
    if (!isBelow && (g0 + g1 - speed * span) / 2 > floor) return NEVER;
    if (span <= FINEST) return isBelow ? crossing(gap, floor, t0, t1) : NEVER;
    const middle = t0 + span / 2;
    const gm = gap(middle);
    const inFirstHalf = search(t0, g0, middle, gm);
    return inFirstHalf < NEVER ? inFirstHalf : search(middle, gm, t1, g1);
  };
  return search(from, gap(from), until, gap(until));
}

/** All instants of a span at which a gap falls below 0. */
function fallsBelowZero(gap: Gap, from: number, until: number, speed: number): number[] {
  const found: number[] = [];
  const search = (t0: number, g0: number, t1: number, g1: number): void => {
    const span = t1 - t0;
    const staysApart = g0 >= 0 && g1 >= 0 && g0 + g1 > speed * span;
    const staysIn = g0 < 0 && g1 < 0 && -g0 - g1 > speed * span;
    if (staysApart || staysIn) return;
    if (span <= FINEST) {
      if (g0 >= 0 && g1 < 0) found.push(crossing(gap, 0, t0, t1));
      return;
    }
    const middle = t0 + span / 2;
    const gm = gap(middle);
    search(t0, g0, middle, gm);
    search(middle, gm, t1, g1);
  };
  if (until > from) search(from, gap(from), until, gap(until));
  return found;
}

function crossing(gap: Gap, floor: number, from: number, until: number): number {
  let [before, after] = [from, until];
  for (;;) {
    const middle = before + (after - before) / 2;
    if (!(middle > before && middle < after)) return before;
    if (gap(middle) < floor) after = middle;
    else before = middle;
  }
}
