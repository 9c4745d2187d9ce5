/** Executions of plans by the Action Dependency Graph, over networks that lose messages, with delays, turns and crashes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { auditOf, DATA, gridPlanOf, LOSSY, outcomeOf, planOf, planOfText, settingsOf } from './kit.js';
import { actionGraph } from '../src/run/adg/action-graph.js';
import { gridActions } from '../src/run/adg/plan-actions.js';
import { AdgRun } from '../src/run/adg/adg-run.js';
import { claimOf } from '../src/run/adg/safety.js';
import { auditPlan } from '../src/run/audit-plan.js';
import { PlaneOfPlan } from '../src/run/placed-plan.js';
import type { PlanScenario } from '../src/run/scenario.js';
import { PlanSettings } from '../src/run/settings.js';

const tiny = (name: string, settings: Readonly<Record<string, string>> = {}): Promise<PlanScenario> => {
  const file = `tiny/${name}.paths.txt`;
  return planOf(file, { ...settingsOf(file), ...settings });
};

const SMART = 'smart/example_paths_xy.txt';
/** The first agents of a legal plan are a legal plan. */
const FIRST = readFileSync(`${DATA}${SMART}`, 'utf8').split('\n').slice(0, 12).join('\n');
const first = (settings: Readonly<Record<string, string>>): Promise<PlanScenario> =>
  planOfText(FIRST, 'first.txt', { 'plan.order': 'xy', ...settings });

/** The parts from which a run is made. */
async function partsOf(file: string) {
  const plan = await gridPlanOf(file);
  const files = { plan, problems: [] };
  const audit = auditPlan(plan, files, { cell: 1, step: 1, radius: 0.1, slack: 0, within: undefined, vanish: false });
  return { plan, audit, plane: new PlaneOfPlan(files, { cell: 1, step: 1 }), settings: new PlanSettings() };
}

describe('without delays, and with instant messages', () => {
  test('the makespan is the longest path of the graph', async () => {
    const { metrics, summary, details } = await outcomeOf(
      await planOf(SMART, { ...settingsOf(SMART), 'plan.radius': '0.5' }),
    );
    expect(summary).toMatchObject({
      stoppedBy: 'finished',
      robots: 50,
      processes: 50,
      hasGoal: true,
      motionRequests: 1148,
    });
    expect(metrics).toMatchObject({
      'plan.makespan': 48,
      'run.makespan': 51,
      'run.makespanRatio': 51 / 48,
      'run.sumOfCosts': 1352,
      'run.contacts': 0,
      'run.leastDistance': 1,
      'run.finished': 50,
      'run.waitedForMessages': 0,
    });
    expect(details.graph).toEqual({
      actions: 1148,
      turns: 0,
      type1Edges: 1098,
      type2Edges: 1276,
      robotPairs: expect.any(Number),
      runnable: 1148,
      longestPath: 51,
    });
    expect(Math.max(...details.robotResults.map(({ completedAt }) => completedAt!))).toBe(51);
  });

  test('cells, steps and speeds have their lengths', async () => {
    const settings = { 'plan.cell': '0.5', 'plan.step': '2' };
    expect((await outcomeOf(await tiny('follow-corner', settings))).metrics).toMatchObject({
      'run.makespan': 6,
      'run.leastDistance': 0.5,
    });
    const fast = await outcomeOf(await tiny('follow-corner', { ...settings, 'plan.speed': '1' }));
    expect(fast.metrics['run.makespan']).toBe(1.5);
  });

  test('robots turn before they move, as long as the plan does or as given', async () => {
    const turns = await outcomeOf(await planOf('tiny/turns.output.json'));
    expect(turns.details.robotResults.map(({ completedAt }) => completedAt)).toEqual([4, 1]);
    // They look to the right at first, and robot 1 starts upwards.
    const { details } = await outcomeOf(await tiny('follow-corner', { 'plan.turnRate': '180' }));
    expect(details.robotResults.map(({ completedAt }) => completedAt)).toEqual([2, 3.5]);
  });
});

describe.each(['adg', 'adg-half'])('%s with delays, loss and messages out of order', (execution) => {
  const claim = execution === 'adg' ? 1 : 0.5;

  test.each(Array.from({ length: 100 }, (_, seed) => seed))(
    'keeps its distance and finishes (seed %i)',
    async (seed) => {
      const settings = { ...LOSSY, 'plan.execution': execution, 'plan.radius': String(claim / 2) };
      const { metrics, summary } = await outcomeOf(await first(settings), seed);
      expect(summary.stoppedBy).toBe('finished');
      expect(metrics).toMatchObject({ 'run.finished': 12, 'run.contacts': 0 });
      expect(metrics['run.leastDistance']).toBeGreaterThanOrEqual(claim);
      expect(summary.messages.dropped).toBeGreaterThan(0);
    },
  );
});

test('adg-half has contacts beyond a quarter of a cell, and records them', async () => {
  const settings = { ...settingsOf(SMART), 'plan.execution': 'adg-half', 'plan.radius': '0.3' };
  const { metrics, records, summary } = await outcomeOf(await planOf(SMART, settings), 1, true);
  expect(metrics['run.leastDistance']).toBe(0.5);
  expect(metrics['run.contacts']).toBeGreaterThan(0);
  expect(records.filter(({ type }) => type === 'touch')).toHaveLength(metrics['run.contacts']!);
  expect(summary.remarks).toContainEqual(expect.stringMatching(/^\d+ contacts of \d+ pairs: /));
});

test('waiting times are divided by cause', async () => {
  // Robot 0 is late by 5 s; robot 1 follows it, and messages take 0.25 s.
  const settings = { 'plan.delay': '[[[0, 5]]]', 'network.lambda': '0.25', 'plan.retry': '10' };
  const { details, metrics, summary } = await outcomeOf(await tiny('follow-straight', settings));
  expect(details.robotResults).toEqual([
    { completedAt: 7, delayed: 5, waitedForOthers: 0, waitedForMessages: 0, waitedFor: {} },
    { completedAt: 8.25, delayed: 0, waitedForOthers: 6, waitedForMessages: 0.25, waitedFor: { 0: 6.25 } },
  ]);
  expect(metrics).toMatchObject({ 'run.delayed': 5, 'run.waitedForOthers': 6, 'run.waitedForMessages': 0.25 });
  expect(summary.remarks).toContain('waited 6 s for other robots, 0.25 s for messages; late by 5 s');
});

test('two runs of a seed are equal, and of two seeds are not', async () => {
  const of = async (seed: number) => (await outcomeOf(await first(LOSSY), seed, true)).records;
  expect(await of(3)).toEqual(await of(3));
  expect(await of(3)).not.toEqual(await of(4));
});

test('robots that come nearer than the method allows are a failure of the run', async () => {
  const { plane, audit, plan, settings } = await partsOf('tiny/follow-straight.paths.txt');
  const graph = actionGraph(gridActions(plan.steps, { halves: false }));
  const options = {
    seed: 5,
    timeLimit: Infinity,
    execution: 'adg',
    speed: 1,
    turnRate: 0,
    delay: { kind: 'given', spans: [[[0, 5]]] },
    faults: [],
    settings,
    claim: claimOf('adg', audit),
    contacts: [],
  } as const;
  await expect(new AdgRun(graph, plane, audit, options).advance()).resolves.toBe('finished');
  // Without its dependencies, robot 1 runs into robot 0.
  const careless = { ...graph, sources: graph.sources.map(() => -1) };
  await expect(new AdgRun(careless, plane, audit, options).advance()).rejects.toThrow(
    /^robots 0 and 1 were 0 m apart at t = 1 s: expected at least 1 m with plan.execution = adg, seed 5; this is a bug/,
  );
  const unclaimed = { ...options, claim: undefined };
  await expect(new AdgRun(careless, plane, audit, unclaimed).advance()).resolves.toBe('finished');
});

describe('a plan that cannot be ordered', () => {
  test('is refused before the start, and its shortest ring is named', async () => {
    await expect((await tiny('rotation')).open({ seed: 1 })).rejects.toThrow(
      'in step 0, 4 robots wait for each other in a ring: robot 0 from (0, 0) to (1, 0), robot 1 from (1, 0) to (1, 1), ' +
        'robot 2 from (1, 1) to (0, 1), robot 3 from (0, 1) to (0, 0); use plan.execution = adg-half',
    );
    const warren = 'own/warren-24.paths.txt';
    await expect((await planOf(warren, settingsOf(warren))).open({ seed: 1 })).rejects.toThrow('in step 12, 4 robots');
  });

  test('finishes with adg-half', async () => {
    const { metrics } = await outcomeOf(
      await tiny('rotation', { 'plan.execution': 'adg-half', 'plan.radius': '0.25' }),
    );
    expect(metrics).toMatchObject({ 'run.finished': 4, 'run.contacts': 0 });
  });

  test('stops for good if it is forced, and its remarks name the ring', async () => {
    const { summary } = await outcomeOf(await tiny('rotation', { 'plan.force': 'true' }));
    expect(summary).toMatchObject({ stoppedBy: 'empty', simulatedSeconds: 0 });
    expect(summary.remarks).toContain('robot 0 at (0, 0) waits for robot 1 to leave (1, 0)');
  });

  test('has a hint in the report of its audit', async () => {
    const { text } = await auditOf(await tiny('rotation'));
    expect(text).toContain(
      'shortest ring in step 0: agents 0 at (0, 0), 1 at (1, 0), 2 at (1, 1), 3 at (0, 1); run it with plan.execution = adg-half',
    );
  });
});

test.each([
  ['vertex', 'robots 0 and 1 have a vertex conflict at (2, 0) in step 2'],
  ['swap', 'robots 0 and 1 have an edge conflict at (1, 2) in step 1'],
])('a plan with a conflict (%s) is refused, unless it is forced', async (name, text) => {
  for (const execution of ['adg', 'adg-half']) {
    const scenario = await tiny(name, { 'plan.execution': execution });
    await expect(scenario.open({ seed: 1 })).rejects.toThrow(text);
  }
  const { metrics, summary } = await outcomeOf(await tiny(name, { 'plan.force': 'true' }));
  expect(summary.remarks.some((remark) => remark.includes('adg keeps'))).toBe(false);
  expect(metrics['run.contacts']).toBe(name === 'vertex' ? 1 : 0);
  expect((await outcomeOf(await tiny(name, { 'plan.execution': 'clock' }))).metrics['run.contacts']).toBe(1);
});

describe('crashes', () => {
  const crash = { kind: 'crash', at: 0.5, process: 0 };

  test('stop those that wait, and remarks name them', async () => {
    const { summary, metrics } = await outcomeOf(await tiny('follow-straight', { faults: JSON.stringify([crash]) }));
    expect(summary.stoppedBy).toBe('empty');
    expect(summary.remarks).toEqual([
      'least distance 1 m; adg keeps 1 m',
      'waited 0 s for other robots, 0 s for messages; late by 0 s',
      'robot 0 at (1, 0) is crashed',
      'robot 1 at (0, 0) waits for robot 0 (crashed) to leave (1, 0)',
    ]);
    expect(metrics['run.finished']).toBe(0);
  });

  test('end the run if reports are repeated without effect', async () => {
    const faults = JSON.stringify([{ ...crash, process: 1 }]);
    const { summary } = await outcomeOf(await tiny('follow-straight', { faults }));
    expect(summary.stoppedBy).toBe('time');
    expect(summary.remarks[0]).toBe('no robot has moved since t = 2 s, in 1000 attempts to report');
  });

  test('delay the others until the recovery', async () => {
    const faults = JSON.stringify([crash, { kind: 'recover', at: 4, process: 0 }]);
    const { summary, details, metrics } = await outcomeOf(await tiny('follow-straight', { faults }));
    expect(summary.stoppedBy).toBe('finished');
    expect(details.robotResults.map(({ completedAt }) => completedAt)).toEqual([5.5, 6.5]);
    expect(metrics['run.leastDistance']).toBe(1);
  });

  test('during turns, delays and waits leave nothing out', async () => {
    const faults = [0, 1].flatMap((process) =>
      [0, 1, 2, 3, 4].flatMap((k) => [
        { kind: 'crash', at: 0.7 * k + 0.3 * process, process },
        { kind: 'recover', at: 0.7 * k + 0.3 * process + 0.35, process },
      ]),
    );
    const settings = { faults: JSON.stringify(faults), 'plan.turnRate': '180', 'plan.delay': '0.5 0.4', ...NO_LOSS };
    for (const name of ['follow-corner', 'follow-straight']) {
      for (let seed = 0; seed < 10; seed++) {
        const { summary, metrics } = await outcomeOf(await tiny(name, settings), seed);
        expect(summary.stoppedBy).toBe('finished');
        expect(metrics['run.leastDistance']).toBeGreaterThanOrEqual(1);
      }
    }
  });
});

const NO_LOSS = { 'network.lambda': '0.1' };

describe('by the clock', () => {
  test('a delayed robot is run into, which adg prevents', async () => {
    const late = { 'plan.delay': '[[[1, 2.5]]]', 'plan.radius': '0.35' };
    const clock = await outcomeOf(await tiny('follow-straight', { ...late, 'plan.execution': 'clock' }), 1, true);
    expect(clock.metrics).toMatchObject({
      'plan.contacts': 0,
      'run.contacts': 1,
      'run.makespan': 3.5,
      'run.makespanRatio': 1.75,
      'run.delayed': 1.5,
      'run.leastDistance': 0,
    });
    expect(clock.records.filter(({ type }) => type === 'touch')).toMatchObject([{ time: 1.3 }]);
    const adg = await outcomeOf(await tiny('follow-straight', late));
    expect(adg.metrics).toMatchObject({ 'run.contacts': 0, 'run.leastDistance': 1 });
  });

  test('delays are drawn by the seed, and lateness adds up', async () => {
    const settings = { 'plan.delay': '0.5 2', 'plan.execution': 'clock' };
    const runs = await Promise.all(
      [1, 1, 2].map(async (seed) => (await outcomeOf(await first(settings), seed)).metrics),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    const always = await outcomeOf(await first({ ...settings, 'plan.delay': '1' }));
    const { details } = await outcomeOf(await first({}));
    expect(always.metrics['run.delayed']).toBe(details.graph['actions']);
  });

  test('plans off the grid have delays too', async () => {
    const text = 't,agent,x,y\n0,a,0,0\n2,a,2,0\n0,b,0,5\n1,b,1,5\n';
    const { metrics, summary } = await outcomeOf(await planOfText(text, 'a.csv', { 'plan.delay': '[[[0, 3]]]' }));
    expect(metrics).toMatchObject({ 'run.makespan': 5, 'run.delayed': 3 });
    expect(summary.simulatedSeconds).toBe(5);
  });
});

test.each([
  [{ 'plan.delay': '1.5' }, 'plan.delay: expected a probability from 0 to 1'],
  [{ 'plan.delay': '-1' }, 'plan.delay: expected a probability from 0 to 1'],
  [{ 'plan.delay': '0.1 2 3' }, 'plan.delay: expected a probability from 0 to 1'],
  [{ 'plan.speed': '1e-9' }, 'plan.speed: expected a number from 0.000001 to 1000000 (m/s), got 1e-9'],
  [{ 'plan.cell': '1e6', 'plan.step': '1e-6' }, 'plan.speed: expected a number from 0.000001 to 1000000 (m/s)'],
  [{ 'plan.turnRate': '1e-9' }, 'plan.turnRate: expected a number from 0.000001 to 1000000 (°/s), got 1e-9'],
  [{ 'plan.delay': '0.5 x' }, 'plan.delay: expected a probability from 0 to 1'],
  [{ 'plan.delay': '[[[3, 1]]]' }, 'plan.delay[0][0]: expected two times in seconds, [from, until], got'],
  [{ 'plan.delay': '[1]' }, 'plan.delay[0]: expected a list of spans [from, until], got 1'],
  [{ 'plan.delay': '[[], [], []]' }, 'expected at most 2 lists, one for each robot, got 3'],
  [{ 'plan.delay': 'none.json' }, 'none.json'],
  [{ faults: '[{kind: crash, at: 1, process: 2}]' }, 'faults[0].process: expected'],
  [{ faults: '{kind: crash}' }, 'faults: expected a list'],
  [{ 'plan.speed': '0' }, 'plan.speed: expected a number above 0'],
  [{ 'network.loss': '2' }, 'network.loss: expected a number from 0 to 1'],
  [{ network: 'TCPNetwork' }, 'network: expected BasicNetwork'],
])('refuses %j', async (settings, text) => {
  await expect(
    tiny('follow-straight', settings as Record<string, string>).then((plan) => plan.open({ seed: 1 })),
  ).rejects.toThrow(text);
});

test('a time limit ends a run with its robots under way, and counts the contacts until then', async () => {
  const settings = { 'plan.execution': 'adg-half', 'plan.radius': '0.36' };
  const all = await outcomeOf(await tiny('follow-corner', settings));
  expect([all.metrics['run.contacts'], all.metrics['run.leastDistance']]).toEqual([1, Math.SQRT1_2]);
  const { summary, metrics } = await outcomeOf(await tiny('follow-corner', { ...settings, 'simulation.time': '0.25' }));
  expect(summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 0.25 });
  expect(summary.remarks).toContain('robot 0 at (2, 0) is under way');
  expect(metrics).toMatchObject({ 'run.contacts': 0, 'run.finished': 0, 'run.leastDistance': Math.sqrt(0.625) });
});

test('problems of delays and faults are reported without a run', async () => {
  const settings = { 'plan.delay': '2', faults: '[{kind: crash}]' };
  const problems = await (await tiny('follow-straight', settings)).problems();
  expect(problems.map(({ text }) => text)).toEqual([
    expect.stringContaining('plan.delay: expected a probability'),
    expect.stringContaining('faults[0].at: expected'),
    expect.stringContaining('faults[0].process: expected'),
  ]);
});

test('a run ends with the time domain', async () => {
  const settings = { 'plan.cell': '1000', 'plan.speed': '1e-6', 'plan.radius': '1' };
  const { summary } = await outcomeOf(await tiny('follow-straight', settings));
  expect(summary).toMatchObject({ stoppedBy: 'time', simulatedSeconds: 2e9 });
  expect(summary.remarks[0]).toBe('a motion would end after 2147483648 s');
});
