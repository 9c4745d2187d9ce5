/** The audit against an independent one by fractions, and against itself on changed plans. */
import { describe, expect, test } from '@jest/globals';
import { oracleOf } from '@kineko/tools/kits/plan-oracle';
import fc from 'fast-check';
import { criticalRadius } from '../src/audit/critical-radius.js';
import { integerRoot, nearestDouble, nearestRoot } from '../src/audit/fraction.js';
import { auditGrid } from '../src/audit/grid-audit.js';
import { type GridSteps, pathsOfSteps } from '../src/audit/grid-paths.js';
import type { KnotPaths } from '../src/audit/knot-paths.js';
import { auditPaths } from '../src/audit/path-audit.js';
import { nearestSegments } from '../src/audit/segment-pairs.js';
import { auditWalls } from '../src/audit/wall-contacts.js';

const BELOW = 0.35355339059327373;
const ABOVE = 0.3535533905932738;

function pathsOf(
  agents: readonly (readonly (readonly [number, number, number])[])[],
  radii: readonly number[],
): KnotPaths {
  const starts = new Int32Array(agents.length + 1);
  for (const [i, knots] of agents.entries()) starts[i + 1] = starts[i]! + knots.length;
  const column = (k: number): Float64Array => Float64Array.from(agents.flat(), (knot) => knot[k]!);
  return { starts, t: column(0), x: column(1), y: column(2), radii: Float64Array.from(radii) };
}

function stepsOf(agents: readonly (readonly (readonly [number, number])[])[]): GridSteps {
  const starts = new Int32Array(agents.length + 1);
  for (const [i, cells] of agents.entries()) starts[i + 1] = starts[i]! + cells.length;
  const column = (k: number): Int32Array => Int32Array.from(agents.flat(), (cell) => cell[k]!);
  return { starts, columns: column(0), rows: column(1) };
}

const summary = ({ contacts, pairs, grazes, least }: ReturnType<typeof auditPaths>) => ({
  contacts: contacts.length,
  pairs,
  grazes,
  least: nearestDouble(least!.squared),
  leastPairs: least!.pairs,
});

/** Coordinates on a coarse lattice, so that ties, grazes and common lines are frequent, or any doubles. */
const coordinate = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.integer({ min: -8, max: 8 }).map((n) => n / 4),
  fc.double({ min: -3, max: 3, noNaN: true }),
);
const radius = fc.constantFrom(0.25, 0.5, BELOW, ABOVE, 1, 0.1);
const knots = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 5, noNaN: true })), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((times) =>
    fc.array(fc.tuple(coordinate, coordinate), { minLength: times.length, maxLength: times.length }).map((places) =>
      times
        .map((t) => t + 0)
        .sort((a, b) => a - b)
        .map((t, k) => [t, ...places[k]!] as const),
    ),
  );

const walk = fc
  .tuple(
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 4 }),
    fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 }),
  )
  .map(([column, row, moves]) => {
    const cells: [number, number][] = [[column, row]];
    const ways = [
      [0, 0],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const;
    for (const move of moves) {
      const [x, y] = cells.at(-1)!;
      cells.push([x + ways[move]![0], y + ways[move]![1]]);
    }
    return cells;
  });

describe('paths', () => {
  test('agree with the independent audit', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(knots, radius), { minLength: 2, maxLength: 5 }), (agents) => {
        const paths = pathsOf(
          agents.map(([each]) => each),
          agents.map(([, each]) => each),
        );
        const { contacts, pairs, grazes, least, leastPairs } = oracleOf(
          agents.map(([each]) => each),
          agents.map(([, each]) => each),
        );
        const found = summary(auditPaths(paths));
        expect(found).toMatchObject({ contacts: contacts.length, pairs, grazes, leastPairs });
        expect(Math.abs(found.least - least.toNumber())).toBeLessThan(1e-12);
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  test('do not depend on the order of agents', () => {
    fc.assert(
      fc.property(fc.array(knots, { minLength: 2, maxLength: 6 }), radius, (agents, each) => {
        const of = (list: typeof agents) =>
          auditPaths(
            pathsOf(
              list,
              list.map(() => each),
            ),
          );
        const [found, turned] = [of(agents), of(agents.toReversed())];
        expect(summary(turned)).toEqual(summary(found));
        const entries = (list: typeof found.contacts): number[] =>
          Array.from({ length: list.length }, (_, k) => list.at(k).entry).sort((a, b) => a - b);
        expect(entries(turned.contacts)).toEqual(entries(found.contacts));
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  test('find the nearest pair, however far it is', () => {
    const far = pathsOf(
      [
        [[0, 0, 0]],
        [
          [0, 3e8, 0],
          [9, 3e8, 1],
        ],
        [[0, -5e8, 1]],
      ],
      [0.5, 0.5, 0.5],
    );
    expect(auditPaths(far).least).toMatchObject({ distance: 3e8, pair: [0, 1], time: 0, pairs: 1 });
  });

  test('end contacts of agents that vanish', () => {
    const paths = pathsOf(
      [
        [
          [0, 0, 0],
          [1, 1, 0],
        ],
        [
          [0, 5, 0],
          [5, 0, 0],
        ],
      ],
      [0.5, 0.5],
    );
    const staying = auditPaths(paths);
    expect([staying.contacts.length, staying.contacts.at(0)]).toMatchObject([1, { entry: 3, exit: 5 }]);
    expect(auditPaths(paths, { vanish: true }).contacts.length).toBe(0);
  });

  test('report agents that overlap without moving', () => {
    const { contacts, pairs } = auditPaths(pathsOf([[[2, 0, 0]], [[2, 0.5, 0]]], [0.5, 0.5]));
    expect(pairs).toBe(1);
    expect(contacts.at(0)).toMatchObject({ entry: 2, exit: 2, distance: 0.5 });
  });
});

describe('grids', () => {
  test('agree with their paths, at all radii', () => {
    fc.assert(
      fc.property(fc.array(walk, { minLength: 2, maxLength: 6 }), radius, (agents, each) => {
        const steps = stepsOf(agents);
        const grid = auditGrid(steps, { cell: 1, radius: each, within: 2 * each });
        const paths = auditPaths(pathsOfSteps(steps, each), { within: 2 * each });
        expect(summary({ ...grid, pairsAtKnots: 0 })).toEqual(summary(paths));
        expect(grid.near).toEqual(paths.near);
        for (let k = 0; k < paths.contacts.length; k++) {
          const [a, b] = [grid.contacts.at(k), paths.contacts.at(k)];
          expect(a.pair).toEqual(b.pair);
          for (const key of ['entry', 'exit', 'distance', 'time'] as const)
            expect(Math.abs(a[key] - b[key])).toBeLessThan(1e-12);
        }
      }),
      { numRuns: 250, seed: 3 },
    );
  });

  test('are the same when permuted, transposed and mirrored', () => {
    fc.assert(
      fc.property(fc.array(walk, { minLength: 2, maxLength: 6 }), radius, (agents, each) => {
        const counts = (list: readonly (readonly (readonly [number, number])[])[]) => {
          const { conflicts, ...found } = auditGrid(stepsOf(list), { cell: 1, radius: each, within: 1.5 });
          const { vertex, edge, straightFollows, cornerFollows, cycles } = conflicts;
          return [summary({ ...found, pairsAtKnots: 0 }), vertex, edge, straightFollows, cornerFollows, cycles];
        };
        const expected = counts(agents);
        expect(counts(agents.toReversed())).toEqual(expected);
        expect(counts(agents.map((cells) => cells.map(([x, y]) => [y, x] as const)))).toEqual(expected);
        expect(counts(agents.map((cells) => cells.map(([x, y]) => [-x, y] as const)))).toEqual(expected);
        expect(counts(agents.map((cells) => cells.map(([x, y]) => [x * 1 + 9e8, y - 9e8] as const)))).toEqual(expected);
      }),
      { numRuns: 80, seed: 4 },
    );
  });

  test('flip their verdict at a corner follow between two neighbouring doubles', () => {
    const corner = stepsOf([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 1],
        [0, 0],
      ],
    ]);
    const at = (each: number) => auditGrid(corner, { cell: 1, radius: each, within: 4 * each });
    expect(at(BELOW).contacts.length).toBe(0);
    expect(at(ABOVE).contacts.at(0).entry).toBeCloseTo(0.49999999415371543, 15);
    expect(criticalRadius(at(BELOW).least!.squared)).toEqual({
      distance: 0.7071067811865476,
      radius: ABOVE,
      largestSafe: BELOW,
    });
    // The same in cells of another length.
    const half = auditGrid(corner, { cell: 0.5, radius: ABOVE / 2, within: 1 });
    expect(half.contacts.length).toBe(1);
  });

  test('count a ring of follows once, and name its agents', () => {
    const ring = stepsOf([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [0, 1],
      ],
      [
        [0, 1],
        [0, 0],
      ],
      [[5, 5]],
    ]);
    const { conflicts } = auditGrid(ring, { cell: 1, radius: 0.3, within: 1 });
    expect(conflicts).toMatchObject({ cornerFollows: 4, cycles: 1, cycleList: [{ step: 0, agents: [0, 1, 2, 3] }] });
  });

  test('let agents vanish at their last cells', () => {
    const steps = stepsOf([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [3, 0],
        [2, 0],
        [1, 0],
        [0, 0],
      ],
    ]);
    const at = (vanish: boolean) => auditGrid(steps, { cell: 1, radius: 0.4, within: 1, vanish });
    expect(at(false)).toMatchObject({ pairs: 1, conflicts: { vertex: 1 } });
    expect(at(true)).toMatchObject({ pairs: 0, conflicts: { vertex: 0 } });
  });
});

describe('walls', () => {
  const square = (x: number, y: number) => [
    { ax: x - 0.5, ay: y - 0.5, bx: x + 0.5, by: y - 0.5 },
    { ax: x + 0.5, ay: y - 0.5, bx: x + 0.5, by: y + 0.5 },
    { ax: x + 0.5, ay: y + 0.5, bx: x - 0.5, by: y + 0.5 },
    { ax: x - 0.5, ay: y + 0.5, bx: x - 0.5, by: y - 0.5 },
  ];
  const found = (path: readonly (readonly [number, number, number])[], each: number) =>
    auditWalls(pathsOf([path], [each]), { near: () => [0], sidesOf: () => square(0, 0) });

  test('are overlapped by an agent that rests there until the end of the plan, or until it vanishes', () => {
    const late = [
      [2, 0, 1],
      [3, 0, 0],
    ] as const;
    const other = [
      [0, 9, 9],
      [7, 9, 8],
    ] as const;
    const spans = (path: readonly (readonly [number, number, number])[], vanish: boolean) =>
      auditWalls(
        pathsOf([path, other], [0.25, 0.25]),
        { near: (minX) => (minX < 5 ? [0] : []), sidesOf: () => square(0, 0) },
        { vanish },
      ).map(({ entry, exit }) => [entry, exit]);
    expect(spans(late, false)).toEqual([[2.25, 7]]);
    expect(spans(late, true)).toEqual([[2.25, 3]]);
    expect(spans([[2, 0, 0]], false)).toEqual([[0, 7]]);
    expect(spans([[2, 0, 0]], true)).toEqual([[0, 2]]);
  });

  test('are touched only by discs that come nearer than their radius', () => {
    expect(
      found(
        [
          [0, -2, 1],
          [4, 2, 1],
        ],
        0.5,
      ),
    ).toEqual([]);
    expect(
      found(
        [
          [0, -2, 1],
          [4, 2, 1],
        ],
        0.6,
      ),
    ).toMatchObject([{ agent: 0, shape: 0 }]);
    // The diagonal past a corner, at distance 0.
    const [contact] = found(
      [
        [0, -1, 0],
        [1, 0, -1],
      ],
      0.25,
    );
    expect(contact).toMatchObject({ entry: 0.25, exit: 0.75 });
  });

  test('are one contact across knots, and contain discs that start inside', () => {
    expect(
      found(
        [
          [0, -2, 0],
          [1, 0, 0],
          [2, 0, 0.1],
          [3, 0, 3],
        ],
        0.25,
      ),
    ).toHaveLength(1);
    expect(found([[1, 0, 0]], 0.25)).toEqual([{ agent: 0, shape: 0, entry: 1, exit: 1 }]);
    expect(
      found(
        [
          [0, 0, 0],
          [2, 2, 0],
        ],
        0.25,
      ),
    ).toMatchObject([{ entry: 0, exit: 0.75 }]);
  });
});

test('fractions and roots are rounded to the nearest double', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 200n }), (n) => {
      const root = integerRoot(n);
      expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.integer({ min: 1 }), (a, b) => {
      expect(nearestDouble({ over: BigInt(a), under: BigInt(b) })).toBe(a / b);
      expect(nearestRoot({ over: BigInt(a), under: 1n })).toBe(Math.sqrt(a));
    }),
  );
});

describe('the nearest segments', () => {
  const segment = ([ax, ay, bx, by]: readonly number[], radius: number) => ({
    ax: ax!,
    ay: ay!,
    bx: bx!,
    by: by!,
    radius,
  });

  test('are those whose least squared distance is smallest, and nearer than two radii', () => {
    const coordinate = fc.integer({ min: 0, max: 12 });
    const list = fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 6 }), (ends, radius) => {
        const segments = ends.map((each) => segment(each, radius / 2));
        let least = radius * radius;
        let expected: readonly [number, number] | undefined;
        for (let a = 0; a < segments.length; a++) {
          for (let b = a + 1; b < segments.length; b++) {
            const square = squareBetween(ends[a]!, ends[b]!);
            if (square < least - 1e-9) [least, expected] = [square, [a, b]];
          }
        }
        const found = nearestSegments(segments, () => [radius / 2, radius / 2]);
        expect(found?.pair).toEqual(expected);
        expect(found === undefined ? radius * radius : nearestDouble(found.squared)).toBeCloseTo(least, 9);
      }),
      { numRuns: 200 },
    );
  });

  test('are decided exactly at the sum of two radii', () => {
    // The distance is √2/2.
    const near = (radius: number) =>
      nearestSegments([segment([0, 0, 1, 1], radius), segment([1, 0, 2, -9], radius)], () => [radius, radius]);
    expect(near(BELOW)).toBeUndefined();
    expect(near(ABOVE)).toMatchObject({ pair: [0, 1] });
  });

  test('leave out pairs that do not matter', () => {
    const segments = [segment([0, 0, 4, 0], 1), segment([2, -1, 2, 1], 1), segment([0, 1.5, 4, 1.5], 1)];
    expect(nearestSegments(segments, () => [1, 1])?.pair).toEqual([0, 1]);
    expect(nearestSegments(segments, (a, b) => (a === 0 && b === 1 ? undefined : [1, 1]))?.pair).toEqual([1, 2]);
    expect(nearestSegments(segments.slice(0, 1), () => [1, 1])).toBeUndefined();
  });
});

/** The square of the distance of two segments, by their ends and by the sides of each on which the other one's ends are. */
function squareBetween(s: readonly number[], t: readonly number[]): number {
  const [[ax, ay, bx, by], [cx, cy, dx, dy]] = [s as number[], t as number[]] as [number[], number[]];
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    Math.sign((qx - px) * (y - py) - (qy - py) * (x - px));
  const crosses =
    side(ax!, ay!, bx!, by!, cx!, cy!) * side(ax!, ay!, bx!, by!, dx!, dy!) < 0 &&
    side(cx!, cy!, dx!, dy!, ax!, ay!) * side(cx!, cy!, dx!, dy!, bx!, by!) < 0;
  if (crosses) return 0;
  const square = (x: number, y: number, px: number, py: number, qx: number, qy: number): number => {
    const length = (qx - px) ** 2 + (qy - py) ** 2;
    const share = length === 0 ? 0 : ((x - px) * (qx - px) + (y - py) * (qy - py)) / length;
    const foot = Math.min(Math.max(share, 0), 1);
    return (px + foot * (qx - px) - x) ** 2 + (py + foot * (qy - py) - y) ** 2;
  };
  return Math.min(
    square(ax!, ay!, cx!, cy!, dx!, dy!),
    square(bx!, by!, cx!, cy!, dx!, dy!),
    square(cx!, cy!, ax!, ay!, bx!, by!),
    square(dx!, dy!, ax!, ay!, bx!, by!),
  );
}
