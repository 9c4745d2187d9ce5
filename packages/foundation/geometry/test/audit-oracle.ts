/** An independent audit by fractions: every pair, every span between two knots, without filters and doubles. */
import type { KnotPaths } from '../src/audit/knot-paths.js';

class Ratio {
  constructor(
    readonly over: bigint,
    readonly under: bigint,
  ) {}

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

  toNumber(): number {
    return Number((this.over << 80n) / this.under) / 1208925819614629174706176;
  }
}

type Point = readonly [Ratio, Ratio];

function placeOf({ starts, t, x, y }: KnotPaths, agent: number, time: number): Point {
  const [first, last] = [starts[agent]!, starts[agent + 1]! - 1];
  const at = (k: number): Point => [Ratio.of(x[k]!), Ratio.of(y[k]!)];
  if (time <= t[first]!) return at(first);
  if (time >= t[last]!) return at(last);
  let k = first;
  while (t[k + 1]! <= time) k++;
  const share = Ratio.of(time)
    .minus(Ratio.of(t[k]!))
    .by(Ratio.of(t[k + 1]!).minus(Ratio.of(t[k]!)));
  const [from, to] = [at(k), at(k + 1)];
  return [0, 1].map((axis) => from[axis]!.plus(to[axis]!.minus(from[axis]!).times(share))) as unknown as Point;
}

const square = (a: Point, b: Point): Ratio => a[0].times(b[0]).plus(a[1].times(b[1]));
const difference = (a: Point, b: Point): Point => [a[0].minus(b[0]), a[1].minus(b[1])];

export interface OracleFindings {
  readonly contacts: number;
  readonly pairs: number;
  readonly grazes: number;
  /** Square of the least distance. */
  readonly least: number;
  readonly leastPairs: number;
}

export function oracleOf(paths: KnotPaths): OracleFindings {
  const { starts, t, radii } = paths;
  const agents = radii.length;
  let [contacts, pairs, grazes, leastPairs] = [0, 0, 0, 0];
  let least: Ratio | undefined;
  const times = [...t];
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  for (let i = 0; i < agents; i++) {
    for (let j = i + 1; j < agents; j++) {
      const own = [...t.slice(starts[i], starts[i + 1]), ...t.slice(starts[j], starts[j + 1]), begin, end];
      const knots = [...new Set(own)].sort((a, b) => a - b);
      const reach = Ratio.of(radii[i]!).plus(Ratio.of(radii[j]!));
      const limit = reach.times(reach);
      let nearest: Ratio | undefined;
      let found = 0;
      let isOpen = false;
      for (let k = 0; k < Math.max(knots.length - 1, 1); k++) {
        const [a, b] = [knots[k]!, knots[Math.min(k + 1, knots.length - 1)]!];
        const p = difference(placeOf(paths, j, a), placeOf(paths, i, a));
        const e = difference(placeOf(paths, j, b), placeOf(paths, i, b));
        const q = difference(e, p);
        const [speed, closing] = [square(q, q), square(p, q)];
        let low = square(p, p);
        if (square(e, e).less(low)) low = square(e, e);
        const isBetween = closing.sign < 0 && closing.plus(speed).sign > 0;
        if (isBetween) low = square(p, p).minus(closing.times(closing).by(speed));
        if (nearest === undefined || low.less(nearest)) nearest = low;
        const isInside = low.less(limit);
        if (isInside && !(isOpen && square(p, p).less(limit))) found++;
        isOpen = isInside && square(e, e).less(limit);
      }
      contacts += found;
      if (found > 0) pairs++;
      if (nearest!.minus(limit).sign === 0) grazes++;
      if (least === undefined || nearest!.less(least)) [least, leastPairs] = [nearest, 0];
      if (nearest!.minus(least!).sign === 0) leastPairs++;
    }
  }
  return { contacts, pairs, grazes, least: least!.toNumber(), leastPairs };
}
