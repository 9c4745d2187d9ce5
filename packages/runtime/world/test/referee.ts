/** Watches a run of the engine and objects to whatever must never happen, at the event at which it shows. */
import { type Leg, maxSpeedOf, positionAt, velocityAt, WALL_LENGTH } from '@kineko/geometry';
import type { DynamicsListener, MotionEnd } from '../src/dynamics/dynamics.js';
import { distanceToSegment, fixtureCountOf, gapToFixture, lengthOf, type World } from './random-world.js';

// Looked up once: in Jest's contexts a global costs more than what it does.
const { abs, ceil, max, min } = Math;

/** 2^-44 and 2^-40: the maximum overlap, and the maximum gap that counts as touching. */
const OVERLAP = 2 ** -44;
const APART = 2 ** -40;
/** Number of samples of a curved path, beside another such path. */
const SAMPLES = 6;
/** … and beside a wall in pieces shorter than a radius, so that no chord cuts through what the path goes round. */
const MAX_PIECES = 1000;

export type Objection = 'overlap' | 'wall' | 'end' | 'touch';

interface Seen {
  readonly radius: number;
  leg: Leg;
  /** The leg before, if it ended at the present instant. */
  last: Leg | undefined;
  isUnderWay: boolean;
  plannedEnd: number;
  /** The fastest that it ever went: how it came to where it now rests. */
  topSpeed: number;
}

export class Referee {
  /** The first few violations of each kind. */
  readonly objections: { readonly kind: Objection; readonly text: string }[] = [];
  starts = 0;
  ends = 0;
  touches = 0;
  /** The deepest overlap, as a share of what is allowed. */
  deepest = 0;
  private readonly seen = new Map<number, Seen>();
  private readonly touching = new Set<string>();

  constructor(private readonly world: World) {
    for (const { id, x, y, heading, radius } of world.bodies) {
      const leg: Leg = { kind: 'rest', x, y, heading, start: 0, end: Infinity };
      this.seen.set(id, { radius, leg, last: undefined, isUnderWay: false, plannedEnd: Infinity, topSpeed: 0 });
    }
  }

  readonly listener: DynamicsListener = {
    onLeg: (id, leg, now) => {
      const body = this.seen.get(id)!;
      this.checkPath(id, body, now);
      body.last = body.leg;
      body.leg = { ...leg };
      body.topSpeed = max(body.topSpeed, maxSpeedOf(leg));
      if (leg.start !== now) this.object('end', `${id} begins at ${now} a leg of ${leg.start}`);
      this.checkPlace(id, body, now);
    },
    onDone: (id, end, now) => this.ended(id, end, now),
    onTouch: (low, high, now) => {
      this.touches++;
      this.toggle(`${low} ${high}`, true, now);
      const gap = this.gapOf(low, high, now);
      if (!(abs(gap) <= this.slackOf(low, high, now))) this.object('touch', `${low} ${high} ${now}: gap ${gap}`);
      if (low >= high) this.object('touch', `${low} ${high}: the lower one first`);
    },
    onRelease: (low, high, now) => this.toggle(`${low} ${high}`, false, now),
    onFixtureTouch: (id, fixture, now) => {
      this.touches++;
      this.toggle(`${id} fixture ${fixture}`, true, now);
      const { x, y } = positionAt(this.seen.get(id)!.leg, now);
      const { radius } = this.seen.get(id)!;
      const gap = gapToFixture(this.world, fixture, x, y, radius);
      const slack = APART * (abs(x) + abs(y) + radius) + 4 * this.speedOf(id) * ulp(now);
      if (!(abs(gap) <= slack)) this.object('touch', `${id} fixture ${fixture} ${now}: gap ${gap}`);
    },
    onFixtureRelease: (id, fixture, now) => this.toggle(`${id} fixture ${fixture}`, false, now),
  };

  /** A robot is given a motion; call it before the engine's `command`. */
  commanded(id: number, legs: readonly Leg[]): void {
    const body = this.seen.get(id)!;
    if (body.isUnderWay) this.object('end', `${id} is given a motion while under way`);
    body.isUnderWay = true;
    body.plannedEnd = legs.at(-1)!.end;
    this.starts++;
  }

  /** Checks all pairs. */
  checkAll(now: number): void {
    for (const [id, body] of this.seen) this.checkPlace(id, body, now);
  }

  ofKind(kind: Objection): string[] {
    return this.objections.filter((each) => each.kind === kind).map(({ text }) => text);
  }

  private ended(id: number, end: MotionEnd, now: number): void {
    const body = this.seen.get(id)!;
    this.ends++;
    if (!body.isUnderWay) this.object('end', `${id} ends a motion at ${now} that it was not on`);
    body.isUnderWay = false;
    if (end.status === 'finished' ? now !== body.plannedEnd : now > body.plannedEnd) {
      this.object('end', `${id} ${end.status} at ${now}, planned until ${body.plannedEnd}`);
    }
    if (end.status === 'finished') return;
    const { x, y } = positionAt(body.leg, now);
    if ('fixture' in end) {
      const gap = gapToFixture(this.world, end.fixture, x, y, body.radius);
      const slack = APART * (abs(x) + abs(y) + body.radius) + 4 * this.speedOf(id) * ulp(now);
      if (!(abs(gap) <= slack)) this.object('end', `${id} hits fixture ${end.fixture} at ${now} from ${gap} m`);
    } else {
      const gap = this.gapOf(id, end.body, now);
      if (!(abs(gap) <= this.slackOf(id, end.body, now))) {
        this.object('end', `${id} hits ${end.body} at ${now} from ${gap} m`);
      }
    }
  }

  /** Nowhere on the leg that it has just left was it inside of anything. */
  private checkPath(id: number, body: Seen, now: number): void {
    const { leg, radius } = body;
    for (const [otherId, other] of this.seen) {
      if (otherId === id) continue;
      const from = max(leg.start, other.leg.start);
      const speed = maxSpeedOf(leg) + maxSpeedOf(other.leg);
      const sum = radius + other.radius;
      const [ax, ay] = between(leg, other.leg, from);
      if (lengthOf(ax, ay) > 1.001 * (sum + speed * (now - from))) continue;
      const bound = boundOf(body, other, sum, now);
      if (isStraight(leg) && isStraight(other.leg)) {
        const [bx, by] = between(leg, other.leg, now);
        this.judge('overlap', distanceToSegment(0, 0, ax, ay, bx, by) - sum, bound, id, otherId, now);
      } else {
        for (let k = 0; k <= SAMPLES; k++) {
          const [x, y] = between(leg, other.leg, from + ((now - from) * k) / SAMPLES);
          this.judge('overlap', lengthOf(x, y) - sum, bound, id, otherId, now);
        }
      }
    }
    this.checkWalls(id, body, now);
  }

  private checkWalls(id: number, body: Seen, now: number): void {
    const { leg, radius } = body;
    const { walls } = this.world;
    const speed = maxSpeedOf(leg);
    if (speed === 0) return;
    const way = speed * (now - leg.start);
    const pieces = isStraight(leg) ? 1 : min(ceil(way / radius) + 1, MAX_PIECES);
    const at = (k: number) => positionAt(leg, leg.start + ((now - leg.start) * k) / pieces);
    const places = Array.from({ length: pieces + 1 }, (_, k) => at(k));
    const bound = boundOf(body, undefined, radius, now);
    for (let fixture = 0; fixture < fixtureCountOf(this.world); fixture++) {
      if (gapToFixture(this.world, fixture, places[0]!.x, places[0]!.y, radius) > 1.001 * way) continue;
      const w = fixture * WALL_LENGTH;
      for (let k = 0; k < pieces; k++) {
        const [p, q] = [places[k]!, places[k + 1]!];
        const gaps = [p, q].map(({ x, y }) => gapToFixture(this.world, fixture, x, y, radius));
        this.judge('wall', min(...gaps), bound, id, fixture, now);
        if (w >= walls.length) continue;
        const [ax, ay, bx, by] = [walls[w]!, walls[w + 1]!, walls[w + 2]!, walls[w + 3]!];
        const isThrough =
          sideOf(p, q, ax, ay) * sideOf(p, q, bx, by) < 0 &&
          sideOf({ x: ax, y: ay }, { x: bx, y: by }, p.x, p.y) * sideOf({ x: ax, y: ay }, { x: bx, y: by }, q.x, q.y) <
            0;
        if (isThrough) this.object('wall', `${id} goes through wall ${fixture} before ${now}`);
        // Past a wall's end, too, it keeps clear.
        if (pieces > 1) continue;
        const gap = min(
          distanceToSegment(ax, ay, p.x, p.y, q.x, q.y) - radius,
          distanceToSegment(bx, by, p.x, p.y, q.x, q.y) - radius,
        );
        this.judge('wall', gap, bound, id, fixture, now);
      }
    }
  }

  private checkPlace(id: number, body: Seen, now: number): void {
    const { x, y } = positionAt(body.leg, now);
    for (const [otherId, other] of this.seen) {
      if (otherId === id) continue;
      const sum = body.radius + other.radius;
      const place = positionAt(other.leg, now);
      const gap = lengthOf(x - place.x, y - place.y) - sum;
      if (gap < 0) this.judge('overlap', gap, boundOf(body, other, sum, now), id, otherId, now);
    }
  }

  private judge(kind: Objection, gap: number, bound: number, id: number, other: number, now: number): void {
    if (gap >= 0) return;
    this.deepest = max(this.deepest, -gap / bound);
    if (gap < -bound) this.object(kind, `${id} is ${-gap} m inside ${other} at ${now}; expected at most ${bound}`);
  }

  private toggle(pair: string, touches: boolean, now: number): void {
    if (this.touching.has(pair) === touches)
      this.object('touch', `${pair} ${touches ? 'touch' : 'part'} again at ${now}`);
    if (touches) this.touching.add(pair);
    else this.touching.delete(pair);
  }

  private gapOf(id: number, otherId: number, now: number): number {
    const [a, b] = [this.seen.get(id)!, this.seen.get(otherId)!];
    const [x, y] = between(a.leg, b.leg, now);
    return lengthOf(x, y) - a.radius - b.radius;
  }

  private slackOf(id: number, otherId: number, now: number): number {
    const [a, b] = [this.seen.get(id)!, this.seen.get(otherId)!];
    const { x, y } = positionAt(a.leg, now);
    const size = abs(x) + abs(y) + a.radius + b.radius;
    return APART * size + 4 * (this.speedOf(id) + this.speedOf(otherId)) * ulp(now);
  }

  /** Value for the present leg, or the one that ends now. */
  private speedOf(id: number): number {
    const { leg, last } = this.seen.get(id)!;
    const { x, y } = velocityAt(leg, leg.start);
    return max(lengthOf(x, y), last === undefined ? 0 : maxSpeedOf(last));
  }

  private object(kind: Objection, text: string): void {
    if (this.ofKind(kind).length < 5) this.objections.push({ kind, text });
  }
}

/** The effect of rounding on positions and on the instant of the contact. */
function boundOf(a: Seen, b: Seen | undefined, sum: number, now: number): number {
  const places = [a, b ?? a].map(({ leg }) => positionAt(leg, now));
  const place = max(...places.flatMap(({ x, y }) => [abs(x), abs(y)]));
  return OVERLAP * (place + sum) + 4 * (a.topSpeed + (b?.topSpeed ?? 0)) * ulp(now);
}

function between(a: Leg, b: Leg, t: number): [number, number] {
  const p = positionAt(a, t);
  const q = positionAt(b, t);
  return [q.x - p.x, q.y - p.y];
}

function isStraight(leg: Leg): boolean {
  return leg.kind !== 'arc' && leg.kind !== 'curve';
}

function sideOf(p: { x: number; y: number }, q: { x: number; y: number }, x: number, y: number): number {
  return Math.sign((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x));
}

function ulp(t: number): number {
  return max(t, 2 ** -30) * 2 ** -52;
}
