/**
 * An independent referee of plans by fractions of integers: every pair, every span between two knots, without filters and
 * doubles. Slow, and written to be read.
 */

/** A fraction with a positive denominator. */
export class Ratio {
  constructor(
    readonly over: bigint,
    readonly under: bigint,
  ) {}

  /** The exact value of a double. */
  static of(value: number): Ratio {
    let under = 1n;
    let rest = value;
    while (!Number.isInteger(rest)) {
      rest *= 2;
      under *= 2n;
    }
    return new Ratio(BigInt(rest), under);
  }

  plus(other: Ratio): Ratio {
    return new Ratio(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  minus(other: Ratio): Ratio {
    return this.plus(new Ratio(-other.over, other.under));
  }

  times(other: Ratio): Ratio {
    return new Ratio(this.over * other.over, this.under * other.under);
  }

  by(other: Ratio): Ratio {
    const sign = other.over < 0n ? -1n : 1n;
    return new Ratio(sign * this.over * other.under, sign * this.under * other.over);
  }

  get sign(): number {
    return this.over > 0n ? 1 : this.over < 0n ? -1 : 0;
  }

  less(other: Ratio): boolean {
    return this.minus(other).sign < 0;
  }

  equals(other: Ratio): boolean {
    return this.minus(other).sign === 0;
  }

  /** The square root, to 200 binary places. */
  root(): Ratio {
    const square = (this.over << 400n) / this.under;
    if (square === 0n) return new Ratio(0n, 1n);
    let root = 1n << BigInt(square.toString(2).length);
    for (let next = root; ; root = next) {
      next = (root + square / root) >> 1n;
      if (next >= root) return new Ratio(root, 1n << 200n);
    }
  }

  /** Within an ulp, for values from 2^-100 to 2^60. */
  toNumber(): number {
    return Number((this.over << 160n) / this.under) / Number(1n << 160n);
  }

  /** In lowest terms, as `1/2` or `3`. */
  toString(): string {
    let [a, b] = [this.over, this.under];
    while (b > 0n) [a, b] = [b, a % b];
    const common = a < 0n ? -a : a;
    return this.under === common ? String(this.over / common) : `${this.over / common}/${this.under / common}`;
  }
}

type Point = readonly [Ratio, Ratio];

/** A knot: time, x and y. */
export type Knot = readonly [t: number, x: number, y: number];

export interface OracleContact {
  readonly pair: readonly [number, number];
  /** Entry, exit, least distance and its time. */
  readonly times: () => Readonly<Record<'entry' | 'exit' | 'distance' | 'time', number>>;
}

export interface OracleFindings {
  /** By pair, then by time. */
  readonly contacts: readonly OracleContact[];
  readonly pairs: number;
  readonly grazes: number;
  /** Pairs that overlap at a knot of one of them. */
  readonly pairsAtKnots: number;
  /** Square of the least distance. */
  readonly least: Ratio;
  readonly leastPairs: number;
}

/** @param agents Agents rest before their first knots and after their last ones. */
export function oracleOf(agents: readonly (readonly Knot[])[], radii: readonly number[]): OracleFindings {
  const times = agents.flat().map(([t]) => t);
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  const pairs = agents.flatMap((_, i) => agents.slice(i + 1).map((_, k) => [i, i + 1 + k] as const));
  const found = pairs.map(([i, j]) =>
    pairFindings([i, j], [agents[i]!, agents[j]!], [radii[i]!, radii[j]!], begin, end),
  );
  const least = found.map(({ nearest }) => nearest).reduce((low, each) => (each.less(low) ? each : low));
  return {
    contacts: found.flatMap(({ contacts }) => contacts),
    pairs: found.filter(({ contacts }) => contacts.length > 0).length,
    grazes: found.filter(({ grazes }) => grazes).length,
    pairsAtKnots: found.filter(({ isAtKnot }) => isAtKnot).length,
    least,
    leastPairs: found.filter(({ nearest }) => nearest.equals(least)).length,
  };
}

interface OpenSpan {
  readonly entry: () => Ratio;
  exit: () => Ratio;
  low: Ratio;
  at: Ratio;
}

function pairFindings(
  pair: readonly [number, number],
  [first, second]: readonly [readonly Knot[], readonly Knot[]],
  radii: readonly [number, number],
  begin: number,
  end: number,
) {
  const own = [...first, ...second].map(([t]) => t);
  const knots = [...new Set([...own, begin, end])].sort((a, b) => a - b);
  const reach = Ratio.of(radii[0]).plus(Ratio.of(radii[1]));
  const limit = reach.times(reach);
  const spans: OpenSpan[] = [];
  let nearest: Ratio | undefined;
  let open: OpenSpan | undefined;
  let isAtKnot = false;
  for (let k = 0; k < Math.max(knots.length - 1, 1); k++) {
    const [a, b] = [knots[k]!, knots[Math.min(k + 1, knots.length - 1)]!];
    const p = difference(placeOf(second, a), placeOf(first, a));
    const e = difference(placeOf(second, b), placeOf(first, b));
    const q = difference(e, p);
    const [speed, slope, start] = [dot(q, q), dot(p, q), dot(p, p)];
    // The square of the distance, speed s² + 2 slope s + start, is least at an end or at -slope / speed.
    const isBetween = slope.sign < 0 && speed.plus(slope).sign > 0;
    const share = isBetween ? ZERO.minus(slope).by(speed) : slope.sign >= 0 ? ZERO : ONE;
    const low = isBetween ? start.minus(slope.times(slope).by(speed)) : slope.sign >= 0 ? start : dot(e, e);
    const timeOf = (part: Ratio): Ratio => Ratio.of(a).plus(Ratio.of(b).minus(Ratio.of(a)).times(part));
    if (nearest === undefined || low.less(nearest)) nearest = low;
    const [startsInside, endsInside] = [start.less(limit), dot(e, e).less(limit)];
    isAtKnot ||= (startsInside && own.includes(a)) || (endsInside && own.includes(b));
    if (!startsInside) open = undefined;
    if (!low.less(limit)) continue;
    // The roots of speed s² + 2 slope s + start - limit; computed on demand, since roots are slow.
    const root = (): Ratio =>
      slope
        .times(slope)
        .minus(speed.times(start.minus(limit)))
        .root();
    const entry = (): Ratio => (startsInside ? timeOf(ZERO) : timeOf(ZERO.minus(slope).minus(root()).by(speed)));
    if (open === undefined) spans.push((open = { entry, exit: entry, low, at: timeOf(share) }));
    if (low.less(open.low)) [open.low, open.at] = [low, timeOf(share)];
    open.exit = () => (endsInside ? timeOf(ONE) : timeOf(root().minus(slope).by(speed)));
  }
  const contacts = spans.map(({ entry, exit, low, at }): OracleContact => ({
    pair,
    times: () => ({
      entry: entry().toNumber(),
      exit: exit().toNumber(),
      distance: low.root().toNumber(),
      time: at.toNumber(),
    }),
  }));
  return { contacts, nearest: nearest!, grazes: nearest!.equals(limit), isAtKnot };
}

const [ZERO, ONE] = [new Ratio(0n, 1n), new Ratio(1n, 1n)];

function placeOf(knots: readonly Knot[], time: number): Point {
  const at = ([, x, y]: Knot): Point => [Ratio.of(x), Ratio.of(y)];
  const k = knots.findLastIndex(([t]) => t <= time);
  if (k < 0) return at(knots[0]!);
  if (k === knots.length - 1) return at(knots[k]!);
  const [[from], [to]] = [knots[k]!, knots[k + 1]!];
  const share = Ratio.of(time)
    .minus(Ratio.of(from))
    .by(Ratio.of(to).minus(Ratio.of(from)));
  const [start, end] = [at(knots[k]!), at(knots[k + 1]!)];
  const on = (axis: 0 | 1): Ratio => start[axis].plus(end[axis].minus(start[axis]).times(share));
  return [on(0), on(1)];
}

const dot = (a: Point, b: Point): Ratio => a[0].times(b[0]).plus(a[1].times(b[1]));
const difference = (a: Point, b: Point): Point => [a[0].minus(b[0]), a[1].minus(b[1])];

/** Contacts of one disc with a square of side 1: maximal spans in which its centre is nearer than the radius. */
export function squareContacts(knots: readonly Knot[], centre: readonly [number, number], radius: number): number {
  const limit = Ratio.of(radius).times(Ratio.of(radius));
  const half = new Ratio(1n, 2n);
  /** The distance from an interval around a coordinate. */
  const beyond = (value: Ratio, middle: number): Ratio => {
    const offset = value.minus(Ratio.of(middle));
    const size = offset.sign < 0 ? ZERO.minus(offset) : offset;
    return size.less(half) ? ZERO : size.minus(half);
  };
  const squareAt = ([x, y]: Point): Ratio => {
    const away: Point = [beyond(x, centre[0]), beyond(y, centre[1])];
    return dot(away, away);
  };
  let [count, isOpen] = [0, false];
  for (let k = 0; k < Math.max(knots.length - 1, 1); k++) {
    const [from, to] = [knots[k]!, knots[Math.min(k + 1, knots.length - 1)]!].map(([, x, y]): Point => [
      Ratio.of(x),
      Ratio.of(y),
    ]) as [Point, Point];
    const step = difference(to, from);
    const on = (share: Ratio): Point => [from[0].plus(step[0].times(share)), from[1].plus(step[1].times(share))];
    // The square of the distance is convex: it is least at an end, on a side, or nearest to a corner.
    const shares = [ZERO, ONE];
    for (const axis of [0, 1] as const) {
      for (const side of [-1n, 1n]) {
        const edge = Ratio.of(centre[axis]).plus(new Ratio(side, 2n));
        if (step[axis].sign !== 0) shares.push(edge.minus(from[axis]).by(step[axis]));
      }
    }
    for (const [right, up] of [
      [-1n, -1n],
      [-1n, 1n],
      [1n, -1n],
      [1n, 1n],
    ] as const) {
      const corner: Point = [
        Ratio.of(centre[0]).plus(new Ratio(right, 2n)),
        Ratio.of(centre[1]).plus(new Ratio(up, 2n)),
      ];
      if (dot(step, step).sign > 0) shares.push(dot(difference(corner, from), step).by(dot(step, step)));
    }
    const near = shares
      .filter((share) => share.sign >= 0 && !ONE.less(share))
      .some((share) => squareAt(on(share)).less(limit));
    if (near && !(isOpen && squareAt(from).less(limit))) count++;
    isOpen = near && squareAt(to).less(limit);
  }
  return count;
}

type Cell = readonly [column: number, row: number];

/** Conflicts in the terms of multi-agent path finding. Agents stay in their last cells. */
export function oracleConflicts(agents: readonly (readonly Cell[])[]) {
  const steps = Math.max(...agents.map(({ length }) => length - 1));
  const at = (agent: number, step: number): Cell => agents[agent]![Math.min(step, agents[agent]!.length - 1)]!;
  const isSame = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
  let [vertex, edge, straight, corner, cycles] = [0, 0, 0, 0, 0];
  for (let step = 0; step <= steps; step++) {
    /** The agents that each agent follows. */
    const leaders = agents.map((): number[] => []);
    for (const [i] of agents.entries()) {
      for (const [j] of agents.entries()) {
        const [a, b, c, d] = [at(i, step), at(i, step + 1), at(j, step), at(j, step + 1)];
        if (i < j && isSame(a, c)) vertex++;
        if (i === j || isSame(a, b) || isSame(c, d)) continue;
        const isSwap = isSame(a, d) && isSame(b, c);
        if (isSwap && i < j) edge++;
        if (isSwap || !isSame(d, a)) continue;
        leaders[j]!.push(i);
        if (b[0] - a[0] === d[0] - c[0] && b[1] - a[1] === d[1] - c[1]) straight++;
        else corner++;
      }
    }
    for (const [start] of agents.entries()) {
      // A ring is counted at its lowest agent.
      const ring = [start];
      for (let next = leaders[start]![0]; next !== undefined && !ring.includes(next); next = leaders[next]![0]) {
        ring.push(next);
      }
      if (leaders[ring.at(-1)!]![0] === start && Math.min(...ring) === start) cycles++;
    }
  }
  return { vertex, edge, straight, corner, cycles };
}
