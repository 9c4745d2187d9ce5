/** The Action Dependency Graph, against the counts of an independent program and of SMART's own code. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import type { GridSteps } from '../src/audit/grid-paths.js';
import { type ActionGraph, actionGraph, countBefore, departuresOf, NONE } from '../src/run/adg/action-graph.js';
import { gridActions } from '../src/run/adg/plan-actions.js';
import { countsOf, orderOf, shortestRing } from '../src/run/adg/graph-order.js';
import { DATA, gridPlanOf } from './kit.js';

interface ExpectedGraphs {
  readonly adgFullMoves: {
    readonly actions: number;
    readonly type1Edges: number;
    readonly type2EdgesAll: number;
    readonly acyclic: boolean;
    readonly actionsThatCanRun: number;
    readonly unitTimeMakespan: number | null;
    readonly unitTimeSumOfEnds: number | null;
  };
  readonly adgHalfMovesAsSMART: {
    readonly nodes: number;
    readonly turns: number;
    readonly type1: number;
    readonly type2: number;
    readonly agentPairs: number;
    readonly nodesThatCanRun: number;
  };
}

const expectedOf = JSON.parse(readFileSync(`${DATA}expected-graphs.json`, 'utf8')) as Readonly<
  Record<string, ExpectedGraphs>
>;
const cases = Object.entries(expectedOf);

async function stepsOf(name: string): Promise<GridSteps> {
  const [file] = name.split(' ') as [string];
  return (await gridPlanOf(file)).steps;
}

describe.each(cases)('the graph of %s', (file, { adgFullMoves: full, adgHalfMovesAsSMART: half }) => {
  test('has the expected full moves', async () => {
    const graph = actionGraph(gridActions(await stepsOf(file), { halves: false }));
    const counts = countsOf(graph);
    const { runnable, ends } = orderOf(graph);
    const isAcyclic = runnable === counts.actions;
    const { starts } = graph;
    const lastEnds = Array.from(starts.slice(1), (end, robot) => (end > starts[robot]! ? ends[end - 1]! : 0));
    expect({
      actions: counts.actions,
      type1Edges: counts.type1Edges,
      type2EdgesAll: counts.type2Edges,
      acyclic: isAcyclic,
      actionsThatCanRun: runnable,
      unitTimeMakespan: isAcyclic ? Math.max(...lastEnds) : null,
      unitTimeSumOfEnds: isAcyclic ? lastEnds.reduce((sum, end) => sum + end, 0) : null,
    }).toEqual(full);
    expect(shortestRing(graph) === undefined).toBe(isAcyclic);
  });

  test('has the expected half moves and turns', async () => {
    const graph = actionGraph(gridActions(await stepsOf(file), { halves: true, turns: true }));
    const { actions, turns, type1Edges, type2Edges, robotPairs } = countsOf(graph);
    const { runnable } = orderOf(graph);
    expect({
      nodes: actions,
      turns,
      type1: type1Edges,
      type2: type2Edges,
      agentPairs: robotPairs,
      nodesThatCanRun: runnable,
    }).toEqual(half);
  });
});

test('the shortest ring is found, with its robots in the order in which they wait', async () => {
  const graph = actionGraph(gridActions(await stepsOf('tiny/rotation.paths.txt'), { halves: false }));
  const ring = shortestRing(graph)!;
  expect(ring.map((action) => graph.robots[action])).toEqual([0, 1, 2, 3]);
});

/** The spans of all actions, if each takes a random time and starts as soon as its predecessor and its source have ended. */
function randomSpans({ starts, robots, sources }: ActionGraph, seed: number): { start: number; end: number }[] {
  const stream = new Random(seed).stream('durations');
  const spans: { start: number; end: number }[] = [];
  const next = starts.slice(0, -1);
  for (let isStuck = false; !isStuck;) {
    isStuck = true;
    for (let robot = 0; robot < next.length; robot++) {
      const k = next[robot]!;
      if (k === starts[robot + 1] || (sources[k] !== NONE && spans[sources[k]!] === undefined)) continue;
      const ownEnd = k > 0 && robots[k - 1] === robot ? spans[k - 1]!.end : 0;
      const start = Math.max(ownEnd, sources[k] === NONE ? 0 : spans[sources[k]!]!.end);
      spans[k] = { start, end: start + stream.exponential(1) };
      next[robot] = k + 1;
      isStuck = false;
    }
  }
  return spans;
}

test.each([
  ['smart/example_paths_xy.txt', false],
  ['smart/example_paths_xy.txt', true],
  ['own/warren-24.paths.txt', true],
] as const)('one source per action implies all dependencies (%s, halves: %s)', async (file, halves) => {
  const graph = actionGraph(gridActions(await stepsOf(file), { halves }));
  const departures = departuresOf(graph);
  for (let seed = 0; seed < 5; seed++) {
    const spans = randomSpans(graph, seed);
    let violations = 0;
    for (const [k, { start }] of spans.entries()) {
      const list = departures.get(graph.to[k]!) ?? [];
      for (const source of list.slice(0, countBefore(list, graph.departs, graph.arrives[k]!))) {
        if (graph.robots[source] !== graph.robots[k] && spans[source]!.end > start) violations++;
      }
    }
    expect([spans.length, violations]).toEqual([graph.robots.length, 0]);
  }
});
