/** Random small plans in every format, against an independent referee by fractions. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type Knot, oracleConflicts, oracleOf, Ratio, squareContacts } from '@kineko/tools/kits/plan-oracle';
import fc from 'fast-check';
import { type AuditJson, auditOf, planOfText } from './kit.js';

type Cell = readonly [column: number, row: number];

/** √2/4 rounded down and up, and radii at which straight follows, rests and diagonals graze. */
const radius = fc.constantFrom(0.35355339059327373, 0.3535533905932738, 0.25, 0.5, 0.3, 0.7071067811865476, 1, 1.5);

/** Compares everything that both report. */
function expectEqual(found: AuditJson, agents: readonly (readonly Knot[])[], radii: readonly number[]): void {
  const wanted = oracleOf(agents, radii);
  const { contacts, pairs, grazes } = found;
  const squared = wanted.least.toString();
  deepEqual([contacts, pairs, grazes], [wanted.contacts.length, wanted.pairs, wanted.grazes]);
  if (squared.length <= 80) equal(found['leastDistanceSquared'], squared);
  expectNear([found.leastDistance, 2 * found.criticalRadius], Array(2).fill(wanted.least.root().toNumber()));
  equal((found['leastDistanceAt'] as { pairs: number }).pairs, wanted.leastPairs);
  const order = found.list.map(({ entry, pair }) => [entry, ...pair] as const);
  deepEqual(
    order,
    order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]),
  );
  const byPair = found.list.toSorted((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1] || a.entry - b.entry);
  deepEqual(
    byPair.map(({ pair }) => pair),
    wanted.contacts.map(({ pair }) => pair),
  );
  for (const [k, contact] of wanted.contacts.entries()) {
    const { entry, exit, distance, time } = contact.times();
    const found = byPair[k]!;
    expectNear([found.entry, found.exit, found.leastDistance, found.leastTime], [entry, exit, distance, time]);
  }
  if (found['pairsSeenAtSamples'] === undefined) return;
  deepEqual(
    [found['pairsSeenAtSamples'], found['pairsOnlyBetweenSamples']],
    [wanted.pairsAtKnots, wanted.pairs - wanted.pairsAtKnots],
  );
}

/** Within 4 ulp of each value, or of 1 for small ones. */
function expectNear(found: readonly number[], wanted: readonly number[]): void {
  for (const [k, value] of wanted.entries()) {
    const error = Math.abs(found[k]! - value);
    ok(error <= 4 * Number.EPSILON * Math.max(Math.abs(value), 1), `expected ${value}, got ${found[k]}`);
  }
}

/** Moves and turns from a start, as the League writes them. */
const actions = fc.tuple(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 3 }),
  fc.array(fc.constantFrom('F', 'F', 'F', 'R', 'C', 'W', 'T'), { maxLength: 9 }),
);
type Actions = typeof actions extends fc.Arbitrary<infer T> ? T : never;
const agentsOnGrid = fc.array(actions, { minLength: 2, maxLength: 6 });

const AHEAD = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function cellsOf([column, row, heading, list]: Actions): Cell[] {
  const cells: Cell[] = [[column, row]];
  for (const action of list) {
    const [x, y] = cells.at(-1)!;
    const [right, down] = action === 'F' ? AHEAD[heading]! : [0, 0];
    if (action === 'R') heading = (heading + 1) % 4;
    if (action === 'C') heading = (heading + 3) % 4;
    cells.push([x + right, y + down]);
  }
  return cells;
}

const pathText = (agents: readonly (readonly Cell[])[], point: (cell: Cell, step: number) => string): string =>
  agents.map((cells, id) => `Agent ${id}:${cells.map(point).join('->')}->\n`).join('');

const GRID_FORMATS: Readonly<Record<string, (agents: readonly Actions[]) => ReturnType<typeof planOfText>>> = {
  'path text, x first': (agents) =>
    planOfText(
      pathText(agents.map(cellsOf), ([x, y]) => `(${x},${y})`),
      'a.txt',
      { 'plan.order': 'xy' },
    ),
  'path text, the row first, with steps and line breaks of Windows': (agents) => {
    const text = pathText(agents.map(cellsOf), ([x, y], step) => `(${y},${x},${step})`);
    return planOfText(text.replaceAll('\n', '\r\n'), 'a.txt', { 'plan.order': 'rc' });
  },
  'the League': (agents) =>
    planOfText(
      JSON.stringify({
        actionModel: 'MAPF_T',
        version: '2024 LoRR',
        start: agents.map(([column, row, heading]) => [row, column, 'ESWN'[heading]]),
        actualPaths: agents.map(([, , , list]) => list.join(',')),
      }),
      'a.json',
    ),
};

async function compareGrid(load: (typeof GRID_FORMATS)[string], seed: number, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(agentsOnGrid, radius, async (agents, each) => {
      const cells = agents.map(cellsOf);
      const scenario = await load(agents);
      scenario.set('plan.radius', String(each), { kind: 'set', place: { file: 'test' } });
      const found = await auditOf(scenario);
      const knots = cells.map((list) => list.map(([x, y], step): Knot => [step, x, y]));
      expectEqual(
        found,
        knots,
        cells.map(() => each),
      );
      const { vertex, edge, straight, corner, cycles } = oracleConflicts(cells);
      deepEqual(
        [found['vertexConflicts'], found['edgeConflicts'], found['follows']],
        [vertex, edge, { straight, corner }],
      );
      // Agents in one cell make it ambiguous which of them is followed.
      if (vertex === 0) equal(found['cycles'], cycles);
      equal(found.isClean, found.contacts + vertex + edge === 0);
    }),
    { numRuns, seed },
  );
}

async function compareSquares(seed: number, numRuns: number): Promise<void> {
  const rows = ['..@..', '.....', '@...@', '.....', '..@..'];
  const map = `type octile\nheight 5\nwidth 5\nmap\n${rows.join('\n')}\n`;
  const blocked = rows.flatMap((row, y) => row.split('').flatMap((mark, x): Cell[] => (mark === '@' ? [[x, y]] : [])));
  const count = (knots: readonly (readonly Knot[])[], each: number): number =>
    knots.flatMap((list) => blocked.map((cell) => squareContacts(list, cell, each))).reduce((a, b) => a + b, 0);
  const settings = { 'plan.map': 'a.map', 'plan.order': 'xy' };
  await fc.assert(
    fc.asyncProperty(agentsOnGrid, radius, async (agents, each) => {
      const cells = agents.map(cellsOf);
      const text = pathText(cells, ([x, y]) => `(${x},${y})`);
      const scenario = await planOfText(text, 'a.txt', { ...settings, 'plan.radius': String(each) }, { 'a.map': map });
      const found = await auditOf(scenario);
      const knots = cells.map((list) => list.map(([x, y], step): Knot => [step, x, y]));
      equal(found['obstacleContacts'], count(knots, each));
      const outside = ([x, y]: Cell): boolean => rows[y]?.[x] !== '.';
      equal(found['stepsOnObstacleOrOutside'], cells.flat().filter(outside).length);
    }),
    { numRuns, seed },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(knotsOf(coordinate), { minLength: 1, maxLength: 3 }), radius, async (agents, each) => {
      const found = await auditOf(
        await planOfText(
          csvOf(agents),
          'a.csv',
          { 'plan.map': 'a.map', 'plan.radius': String(each) },
          { 'a.map': map },
        ),
      );
      equal(found['obstacleContacts'], count(valuesOf(agents), each));
    }),
    { numRuns, seed },
  );
}

/** Numbers as texts: a coarse lattice, so that ties are frequent, or many digits. */
const coordinate = fc.oneof(
  fc.integer({ min: -2, max: 6 }).map(String),
  fc.integer({ min: -8, max: 24 }).map((n) => String(n / 4)),
  fc.double({ min: -2, max: 6, noNaN: true }).map(withoutTiny),
  fc.tuple(fc.integer({ min: 0, max: 5 }), fc.bigInt({ min: 0n, max: 10n ** 20n })).map(([a, b]) => `${a}.${b}`),
  fc.integer({ min: -20, max: 60 }).map((n) => `${n}e-1`),
);
const time = fc.oneof(
  fc.integer({ min: 0, max: 6 }).map(String),
  fc.double({ min: 0, max: 6, noNaN: true }).map(withoutTiny),
);

/** The fractions of tiny numbers have thousands of digits. */
function withoutTiny(value: number): string {
  return String(Math.abs(value) < 1e-6 ? 0 : value);
}

type TextKnot = readonly [t: string, x: string, y: string];

/** Knots in the order of time. */
function knotsOf(place: fc.Arbitrary<string>, times = time): fc.Arbitrary<TextKnot[]> {
  const knot = fc.tuple(times, place, place);
  return fc
    .uniqueArray(knot, { minLength: 1, maxLength: 5, selector: ([t]) => Number(t) })
    .map((list) => list.toSorted((a, b) => Number(a[0]) - Number(b[0])))
    .filter((list) => list.every(([t], k) => k === 0 || Number(t) - Number(list[k - 1]![0]) > 1e-6));
}

const valuesOf = (agents: readonly (readonly TextKnot[])[]): Knot[][] =>
  agents.map((list) => list.map(([t, x, y]): Knot => [Number(t), Number(x), Number(y)]));

function csvOf(agents: readonly (readonly TextKnot[])[]): string {
  const rows = agents.flatMap((list, id) => list.map(([t, x, y]) => ({ t, row: `${y},${t},r${id},${x}` })));
  // Interleaved; ids count from 0 in the order of the file.
  return ['y,t,agent,x', ...rows.map(({ row }) => row)].join('\n');
}

const agentsInPlane = fc.array(knotsOf(coordinate), { minLength: 2, maxLength: 5 });

async function compareTrajectories(seed: number, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(agentsInPlane, fc.array(radius, { minLength: 5, maxLength: 5 }), async (agents, radii) => {
      const rows = agents.flatMap((list, id) =>
        list.map(([t, x, y]) => ({ t: Number(t), id, text: `${radii[id]},${y},${t},r${id},${x}` })),
      );
      // The first row of each agent in the order of ids, then by time.
      const isFirst = ({ id, t }: (typeof rows)[number]): boolean => Number(agents[id]![0]![0]) === t;
      const rest = rows.filter((row) => !isFirst(row)).toSorted((a, b) => a.t - b.t);
      const lines = ['radius,y,t,agent,x', ...[...rows.filter(isFirst), ...rest].map(({ text }) => text)];
      const bytes = gzipSync(lines.join('\r\n'));
      const found = await auditOf(await planOfText(bytes, 'a.csv.gz'));
      expectEqual(found, valuesOf(agents), radii);
    }),
    { numRuns, seed },
  );
}

async function compareRvo2(seed: number, numRuns: number): Promise<void> {
  const samples = fc.array(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(samples, radius, async (places, each) => {
      const text = places.map((line, k) => `${k * 0.25} ${line.map(([x, y]) => `(${x},${y})`).join(' ')}`).join('\n');
      const found = await auditOf(await planOfText(text, 'a.txt', { 'plan.radius': String(each) }));
      const knots = [0, 1, 2].map((id) =>
        places.map((line, k): Knot => [k * 0.25, Number(line[id]![0]), Number(line[id]![1])]),
      );
      expectEqual(found, knots, [each, each, each]);
    }),
    { numRuns, seed },
  );
}

async function compareCcbs(seed: number, numRuns: number): Promise<void> {
  const duration = fc.oneof(fc.constantFrom('1', '0.5', '1.4142135623730951', '0.1'), time);
  const section = fc.tuple(duration, coordinate, coordinate);
  const agent = fc.tuple(coordinate, coordinate, fc.array(section, { maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(fc.array(agent, { minLength: 2, maxLength: 4 }), radius, async (agents, each) => {
      const knots: Knot[][] = [];
      const logs = agents.map(([x, y, sections], id) => {
        const own: Knot[] = [[0, Number(x), Number(y)]];
        let [i, j, sum] = [x, y, Ratio.of(0)];
        const lines = sections.flatMap(([text, nextI, nextJ], k) => {
          // Short moves take no time below the limit of speeds.
          if (Number(text) < 1e-6) return [];
          sum = sum.plus(Ratio.of(Number(text)));
          const line = `<section number="${k}" start_i="${i}" start_j="${j}" goal_i="${nextI}" goal_j="${nextJ}" duration="${text}"/>`;
          [i, j] = [nextI, nextJ];
          own.push([nearest(sum), Number(i), Number(j)]);
          return [line];
        });
        knots.push(own);
        return `<agent number="${id}"><path duration="0">${lines.join('\n')}</path></agent>`;
      });
      const tasks = agents.map(([x, y]) => `<agent start_i="${x}" start_j="${y}" goal_i="0" goal_j="0"/>`);
      const text = `<?xml version="1.0"?>\n<root>${tasks.join('')}<log>\n${logs.join('\n')}</log></root>`;
      const found = await auditOf(await planOfText(text, 'a_log.xml', { 'plan.radius': String(each) }));
      expectEqual(
        found,
        knots,
        agents.map(() => each),
      );
    }),
    { numRuns, seed },
  );
}

/** The double nearest to a fraction from 0 to 2^52. */
function nearest(value: Ratio): number {
  const guess = value.toNumber();
  const size = guess * Number.EPSILON;
  const away = (candidate: number): Ratio => {
    const gap = Ratio.of(candidate).minus(value);
    return gap.sign < 0 ? Ratio.of(0).minus(gap) : gap;
  };
  return [guess - size, guess + size].reduce((best, each) => (away(each).less(away(best)) ? each : best), guess);
}

async function compareTimed(seed: number, numRuns: number): Promise<void> {
  const timed = fc.tuple(
    agentsOnGrid,
    fc.array(fc.constantFrom('0.5', '1', '1.25', '0.1'), { minLength: 60, maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(timed, radius, async ([agents, gaps], each) => {
      let k = 0;
      const knots = agents.map((list) => {
        let t = 0;
        return cellsOf(list).map(([x, y], step): Knot => {
          if (step > 0) t += Number(gaps[k++ % gaps.length]);
          return [t, x, y];
        });
      });
      // A first time that is not the step shows that all are times.
      knots[0]![0] = [0.25, knots[0]![0]![1], knots[0]![0]![2]];
      if (knots[0]!.length > 1 && knots[0]![1]![0] <= 0.25) return;
      const text = knots
        .map((list, id) => `Agent ${id}: ${list.map(([t, x, y]) => `(${x},${y},${t})`).join('->')}`)
        .join('\n');
      const settings = { 'plan.order': 'xy', 'plan.radius': String(each) };
      expectEqual(
        await auditOf(await planOfText(text, 'a.txt', settings)),
        knots,
        agents.map(() => each),
      );
    }),
    { numRuns, seed },
  );
}

/** Each compares a number of plans that depend on a seed; throws if a result differs. */
export const COMPARISONS: Readonly<Record<string, (seed: number, numRuns: number) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(GRID_FORMATS).map(([name, load]) => [
      name,
      (seed: number, numRuns: number) => compareGrid(load, seed, numRuns),
    ]),
  ),
  'contacts with blocked squares': compareSquares,
  'trajectories, rows in any order, compressed': compareTrajectories,
  'the print-out of RVO2': compareRvo2,
  'logs of CCBS': compareCcbs,
  'points with times of their own': compareTimed,
};
