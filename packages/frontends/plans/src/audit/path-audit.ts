/**
 * Audits paths of any kind: a grid in space finds pairs that are near in a bucket of time, doubles with an error bound decide
 * most of them, and integers the rest. The result is a function of the knots and the radii alone.
 */
import { Boxes } from './box-pairs.js';
import {
  byDistance,
  ContactList,
  type Findings,
  type LeastDistance,
  MAX_NEAR_PAIRS,
  type NearPair,
  onlyGrazing,
  pairKey,
  pairOf,
} from './findings.js';
import { compareFractions, type Fraction, nearestRoot } from './fraction.js';
import { coordinateOn, endOfLeg, knotAt, type KnotPaths, relativeSpan } from './knot-paths.js';
import { exactLeast, LeastSpan, type PairSpan } from './least-span.js';
import { PairTable } from './pair-table.js';
import { type Overlap, overlapOf } from './relative-span.js';

export interface PathAuditOptions {
  /** Pairs that come nearer than this are reported as near. Default: twice the sum of their radii. */
  readonly within?: number | undefined;
  /** Whether agents disappear at their last knots; otherwise they stay there. */
  readonly vanish?: boolean | undefined;
}

export interface PathFindings extends Findings {
  /** Number of pairs that overlap at an instant at which one of them has a knot. */
  readonly pairsAtKnots: number;
}

export function auditPaths(paths: KnotPaths, options: PathAuditOptions = {}): PathFindings {
  const audit = new PathAudit(paths, options);
  audit.scan(audit.reach);
  audit.searchLeast();
  return audit.findings();
}

/** The least distance of all pairs, however far apart they are. */
export function leastDistanceOf(paths: KnotPaths, { vanish }: PathAuditOptions): LeastDistance | undefined {
  const audit = new PathAudit(paths, { vanish, within: 0 });
  audit.searchLeast();
  return audit.leastDistance();
}

const MAX_BUCKETS = 1_000_000;

/** Bounds on the rounding of offsets and distances, as a share of the coordinates and of the radii. */
const COORDINATE_ERROR = 1 / 0x4000_0000_0000; // 2^-46
const RADIUS_ERROR = 1 / 0x2_0000_0000_0000; // 2^-49
/** Squares of offsets below this lose their digits. */
const TINY = 1e-75;

interface RunningContact {
  readonly key: number;
  readonly entry: number;
  readonly span: LeastSpan;
  exit: number;
  distance: number;
  time: number;
  /** In the list of contacts, from the end of the bucket on. */
  index: number;
}

class PathAudit {
  /** Distance up to which pairs matter for contacts and near pairs. */
  readonly reach: number;
  private readonly agents: number;
  private readonly start: number;
  private readonly horizon: number;
  private readonly contacts: ContactList;
  private readonly open = new Map<number, RunningContact>();
  private began: RunningContact[] = [];
  private readonly grazing = new PairTable();
  private readonly atKnots = new PairTable();
  private nearPairs: Map<number, LeastSpan> | undefined = new Map();
  private least: { squared: Fraction; distance: number; time: number; key: number } | undefined;
  private readonly leastPairs = new PairTable();
  private seeksLeastOnly = false;
  private readonly cursors: Int32Array;

  constructor(
    private readonly paths: KnotPaths,
    private readonly options: PathAuditOptions,
  ) {
    const { starts, t, radii } = paths;
    this.agents = radii.length;
    this.contacts = new ContactList(this.agents);
    this.cursors = new Int32Array(this.agents);
    let [start, horizon, largest] = [Infinity, -Infinity, 0];
    for (let i = 0; i < this.agents; i++) {
      start = Math.min(start, t[starts[i]!]!);
      horizon = Math.max(horizon, t[starts[i + 1]! - 1]!);
      largest = Math.max(largest, radii[i]!);
    }
    this.start = start;
    this.horizon = horizon;
    this.reach = Math.max(2 * largest, options.within ?? 4 * largest);
  }

  /** Visits all pairs that come nearer than a distance, in the order of time. */
  scan(reach: number): void {
    const { agents, start, horizon, cursors, paths } = this;
    if (agents === 0) return;
    const boxes = new Boxes(agents);
    const legs = paths.t.length - agents;
    const buckets = Math.min(Math.max(Math.ceil(legs / agents), 1), MAX_BUCKETS);
    const timeOf = (bucket: number): number =>
      bucket === buckets ? horizon : Math.min(start + (horizon - start) * (bucket / buckets), horizon);
    for (let i = 0; i < agents; i++) cursors[i] = paths.starts[i]!;
    for (let bucket = 0; bucket < buckets; bucket++) {
      const [from, to] = [timeOf(bucket), timeOf(bucket + 1)];
      if (from === to && bucket > 0) continue;
      for (let i = 0; i < agents; i++) this.placeBox(boxes, i, from, to);
      const range = this.seeksLeastOnly ? Math.min(reach, this.least?.distance ?? Infinity) : reach;
      boxes.visitNear(range, (a, b) => this.visit(a, b, from, to, reach));
      if (this.began.length > 0) this.addBegun();
    }
    for (const contact of this.open.values()) this.end(contact, horizon);
    this.open.clear();
  }

  /** Widens the search until the nearest pair is found. */
  searchLeast(): void {
    if (this.agents < 2) return;
    const { x, y } = this.paths;
    let size = 0;
    for (let k = 0; k < x.length; k++) size = Math.max(size, Math.abs(x[k]!), Math.abs(y[k]!));
    this.seeksLeastOnly = true;
    let reach = this.reach;
    // No two places are farther apart than this.
    const most = 4 * size + 1;
    while (!((this.least?.distance ?? Infinity) <= reach) && reach < most) {
      reach = Math.max(4 * reach, size / this.agents, most / 0x4000_0000);
      this.scan(reach);
    }
  }

  findings(): PathFindings {
    const { contacts } = this;
    const near = (): NearPair[] | undefined => this.near();
    return {
      contacts,
      pairs: contacts.pairs.size,
      grazes: onlyGrazing(this.grazing, contacts),
      least: this.leastDistance(),
      get near() {
        return near();
      },
      pairsAtKnots: this.atKnots.size,
    };
  }

  leastDistance(): LeastDistance | undefined {
    if (this.least === undefined) return undefined;
    const { squared, distance, time, key } = this.least;
    return { squared, distance, time, pair: pairOf(key, this.agents), pairs: this.leastPairs.size };
  }

  /** The box of an agent's places in a bucket; empty if it has vanished. */
  private placeBox(boxes: Boxes, agent: number, from: number, to: number): void {
    const { paths, cursors } = this;
    const { starts, t, x, y } = paths;
    const last = starts[agent + 1]! - 1;
    boxes.reset(agent);
    if (this.options.vanish === true && t[last]! <= from && from < to) return;
    let knot = (cursors[agent] = knotAt(paths, agent, cursors[agent]!, from));
    for (;;) {
      const end = endOfLeg(paths, agent, knot, Math.max(from, t[knot]!));
      const isMoving = t[knot]! <= to;
      boxes.extend(agent, x[knot]!, y[knot]!);
      if (!isMoving || end === knot) return;
      if (t[knot]! < from) {
        // Only the part of the first leg within the bucket counts.
        boxes.reset(agent);
        boxes.extend(agent, coordinateOn(t, x, knot, end, from), coordinateOn(t, y, knot, end, from));
      }
      if (t[end]! >= to) {
        boxes.extend(agent, coordinateOn(t, x, knot, end, to), coordinateOn(t, y, knot, end, to));
        return;
      }
      knot = end;
    }
  }

  /** Goes through the spans of a pair in a bucket. */
  private visit(i: number, j: number, from: number, to: number, reach: number): void {
    const { paths } = this;
    const { starts, t } = paths;
    const key = pairKey(i, j, this.agents);
    const ends = Math.min(t[starts[i + 1]! - 1]!, t[starts[j + 1]! - 1]!);
    const vanishes = this.options.vanish === true && ends <= to;
    const limit = vanishes ? ends : to;
    if (limit < from) return;
    let [a, ki, kj] = [from, this.cursors[i]!, this.cursors[j]!];
    do {
      const [ei, ej] = [endOfLeg(paths, i, ki, a), endOfLeg(paths, j, kj, a)];
      const [ni, nj] = [nextKnotTime(paths, i, ki, a), nextKnotTime(paths, j, kj, a)];
      const b = Math.min(limit, ni, nj);
      this.span(i, j, key, { first: { from: ki, to: ei }, second: { from: kj, to: ej }, a, b }, reach);
      if (b === ni && ei !== ki) ki = ei;
      if (b === nj && ej !== kj) kj = ej;
      a = b;
    } while (a < limit);
    const contact = vanishes ? this.open.get(key) : undefined;
    if (contact !== undefined) this.close(contact, limit);
  }

  private span(i: number, j: number, key: number, span: PairSpan, reach: number): void {
    const { t, x, y, radii } = this.paths;
    const { first, second, a, b } = span;
    const px = coordinateOn(t, x, second.from, second.to, a) - coordinateOn(t, x, first.from, first.to, a);
    const py = coordinateOn(t, y, second.from, second.to, a) - coordinateOn(t, y, first.from, first.to, a);
    const ex = coordinateOn(t, x, second.from, second.to, b) - coordinateOn(t, x, first.from, first.to, b);
    const ey = coordinateOn(t, y, second.from, second.to, b) - coordinateOn(t, y, first.from, first.to, b);
    const distance = distanceFromOrigin(px, py, ex, ey);
    const sum = radii[i]! + radii[j]!;
    const size = sizeOfLeg(x, y, first.from, first.to) + sizeOfLeg(x, y, second.from, second.to);
    const error = COORDINATE_ERROR * size + RADIUS_ERROR * sum + TINY;
    if (distance - error > reach) return;
    if (distance - error <= (this.least?.distance ?? Infinity) * (1 + RADIUS_ERROR)) this.addLeast(key, span);
    if (this.seeksLeastOnly) return;
    if (distance - error < (this.options.within ?? 2 * sum)) this.addNear(key, span, distance, error);
    if (distance - error > sum) return;
    // Decided by doubles where they suffice; the rest costs microseconds.
    let exact: Overlap | undefined;
    const overlap = (): Overlap =>
      (exact ??= overlapOf(relativeSpan(this.paths, first, second, a, b, [radii[i]!, radii[j]!])));
    const isInside = (d: number, decided: (overlap: Overlap) => boolean): boolean =>
      Math.abs(d - sum) > error ? d < sum : decided(overlap());
    const sign = Math.abs(distance - sum) > error ? (distance < sum ? -1 : 1) : overlap().sign;
    if (sign === 0) this.grazing.add(key);
    if (sign >= 0) return;
    const startsInside = isInside(Math.sqrt(px * px + py * py), ({ isInsideAtStart }) => isInsideAtStart);
    const endsInside = isInside(Math.sqrt(ex * ex + ey * ey), ({ isInsideAtEnd }) => isInsideAtEnd);
    if ((startsInside && isKnot(t, first.from, second.from, a)) || (endsInside && isKnot(t, first.to, second.to, b))) {
      this.atKnots.add(key);
    }
    let contact = startsInside ? this.open.get(key) : undefined;
    if (contact === undefined) {
      const entry = startsInside ? a : a + overlap().entry * (b - a);
      contact = { key, entry, span: new LeastSpan(), exit: NaN, distance: NaN, time: NaN, index: -1 };
      this.began.push(contact);
      this.open.set(key, contact);
    }
    contact.span.add(this.paths, span, distance, error);
    if (!endsInside) this.close(contact, a + overlap().exit * (b - a));
  }

  private close(contact: RunningContact, exit: number): void {
    this.open.delete(contact.key);
    this.end(contact, exit);
  }

  private end(contact: RunningContact, exit: number): void {
    const { distance, time } = contact.span.least(this.paths);
    Object.assign(contact, { exit, distance, time });
    if (contact.index < 0) return;
    this.contacts.end(contact.index, exit);
    this.contacts.setLeast(contact.index, distance, time);
  }

  private addBegun(): void {
    const first = this.contacts.add(this.began);
    for (const [k, contact] of this.began.entries()) contact.index = first + k;
    this.began = [];
  }

  private addLeast(key: number, span: PairSpan): void {
    const { squared, time } = exactLeast(this.paths, span);
    const order = this.least === undefined ? -1 : compareFractions(squared, this.least.squared);
    if (order > 0) return;
    if (order < 0) this.leastPairs.clear();
    this.leastPairs.add(key);
    const isFirst = order < 0 || time < this.least!.time || (time === this.least!.time && key < this.least!.key);
    if (isFirst) this.least = { squared, distance: nearestRoot(squared), time, key };
  }

  private addNear(key: number, span: PairSpan, distance: number, error: number): void {
    const { nearPairs } = this;
    if (nearPairs === undefined) return;
    let known = nearPairs.get(key);
    if (known === undefined) nearPairs.set(key, (known = new LeastSpan()));
    known.add(this.paths, span, distance, error);
    if (nearPairs.size > MAX_NEAR_PAIRS) this.nearPairs = undefined;
  }

  private near(): NearPair[] | undefined {
    if (this.nearPairs === undefined) return undefined;
    const { radii } = this.paths;
    const near = [...this.nearPairs].flatMap(([key, span]): NearPair[] => {
      const pair = pairOf(key, this.agents);
      const { distance, time } = span.least(this.paths);
      return distance < (this.options.within ?? 2 * (radii[pair[0]]! + radii[pair[1]]!))
        ? [{ pair, distance, time }]
        : [];
    });
    return byDistance(near);
  }
}

/** The time at which the leg of an agent ends; Infinity for the last rest. */
function nextKnotTime({ t, starts }: KnotPaths, agent: number, knot: number, time: number): number {
  if (t[knot]! > time) return t[knot]!;
  return knot === starts[agent + 1]! - 1 ? Infinity : t[knot + 1]!;
}

function isKnot(t: Float64Array, first: number, second: number, time: number): boolean {
  return t[first] === time || t[second] === time;
}

/** The distance of a segment from the origin. */
function distanceFromOrigin(px: number, py: number, ex: number, ey: number): number {
  const [qx, qy] = [ex - px, ey - py];
  const speed = qx * qx + qy * qy;
  const closing = -(px * qx + py * qy);
  if (closing <= 0 || speed < TINY * TINY) return Math.sqrt(Math.min(px * px + py * py, ex * ex + ey * ey));
  if (closing >= speed) return Math.sqrt(ex * ex + ey * ey);
  return Math.abs(px * qy - py * qx) / Math.sqrt(speed);
}

/** The sum of the coordinates of a leg's ends, without signs. */
function sizeOfLeg(x: Float64Array, y: Float64Array, from: number, to: number): number {
  return Math.abs(x[from]!) + Math.abs(y[from]!) + Math.abs(x[to]!) + Math.abs(y[to]!);
}
