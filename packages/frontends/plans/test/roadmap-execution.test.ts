/** Executions of plans by the Action Dependency Graph off the grid, and of robots that vanish at their goals. */
import { describe, expect, test } from '@jest/globals';
import type { PlanScenario } from '../src/run/scenario.js';
import { LOSSY, type Outcome, outcomeOf, planOf, planOfText, settingsOf } from './kit.js';

describe('robots that vanish at their goals', () => {
  // Robot 0 is at its goal when robot 1 enters it.
  const VANISHING = 'Agent 0:(0,0)->(0,1)->\nAgent 1:(0,3)->(0,3)->(0,2)->(0,1)->(0,0)->\nAgent 2:(2,2)->\n';
  const vanishing = (settings: Readonly<Record<string, string>>): Promise<PlanScenario> =>
    planOfText(VANISHING, 'a.txt', { 'plan.order': 'rc', 'plan.atGoal': 'vanish', 'plan.radius': '0.25', ...settings });

  test.each(['adg', 'adg-half'])('free their goals when they have reached them (%s)', async (execution) => {
    const late = { 'plan.delay': '[[[0, 5]]]', 'network.lambda': '0.25', 'plan.execution': execution };
    const { metrics, details, summary } = await outcomeOf(await vanishing(late), 1, true);
    expect(summary.stoppedBy).toBe('finished');
    // Robot 1 may enter (0, 1) when robot 0 has vanished from it, at 6 s, and it knows that.
    const half = execution === 'adg-half';
    expect(details.robotResults.map(({ completedAt }) => completedAt)).toEqual([6, half ? 7.75 : 8.25, 0]);
    expect(metrics['run.leastDistance']).toBe(half ? 0.5 : 1);
    expect(details.graph['longestPath']).toBe(half ? 6 : 3);
  });

  test('are in the way of others until then', async () => {
    const faults = '[{kind: crash, at: 0.5, process: 0}]';
    const { summary, metrics } = await outcomeOf(await vanishing({ faults }));
    expect(summary.remarks).toContain('robot 1 at (2, 0) waits for robot 0 (crashed) to leave (1, 0)');
    expect(metrics['run.leastDistance']).toBe(1.5);
  });
});

describe('off the grid', () => {
  const ROADMAP = `<graphml><graph>
${[0, 2, 4, 6].map((x, k) => `<node id="n${k}"><data key="key0">${x},0</data></node>`).join('')}
<node id="n4"><data key="key0">3,2</data></node>
</graph></graphml>`;
  const section = (number: number, [i, j]: number[], [toI, toJ]: number[], duration: number): string =>
    `<section number="${number}" start_i="${i}" start_j="${j}" goal_i="${toI}" goal_j="${toJ}" duration="${duration}"/>`;
  // Robot 1 waits beside the road for robot 0, which passes; robot 2 does not move.
  const SIDE = 2.23606797749979;
  const LOG = `<root><agent start_id="0" goal_id="3"/><agent start_id="4" goal_id="0"/><agent start_id="3" goal_id="3"/>
<log><summary/><agent number="0"><path>${section(0, [0, 0], [2, 0], 2)}${section(1, [2, 0], [4, 0], 2)}</path></agent>
<agent number="1"><path>${section(0, [3, 2], [3, 2], 3)}${section(1, [3, 2], [2, 0], SIDE)}${section(2, [2, 0], [0, 0], 2)}
</path></agent><agent number="2"><path></path></agent></log></root>`;
  const roadmap = (settings: Readonly<Record<string, string>> = {}, log = LOG): Promise<PlanScenario> => {
    const given = { 'plan.execution': 'adg', 'plan.map': 'map.xml', 'plan.radius': '0.5', ...settings };
    return planOfText(log, 'a_log.xml', given, { 'map.xml': ROADMAP });
  };
  const ENDS = ({ details }: Outcome) => details.robotResults.map(({ completedAt }) => completedAt);

  test('robots take the times of the plan, or their own speed', async () => {
    const planned = await outcomeOf(await roadmap());
    expect(ENDS(planned)).toEqual([4, 6 + SIDE, 0]);
    expect(planned.details.graph).toMatchObject({ actions: 4, type2Edges: 2, longestPath: 4 });
    expect(planned.summary.remarks).toContain(
      `least distance ${planned.metrics['run.leastDistance']} m; adg keeps 1 m`,
    );
    expect(ENDS(await outcomeOf(await roadmap({ 'plan.speed': '2' })))).toEqual([2, 3 + Math.sqrt(5) / 2, 0]);
    // Robot 1 turns to the lower left, then to the left.
    const turning = await outcomeOf(await roadmap({ 'plan.turnRate': '90' }));
    expect(ENDS(turning)[1]).toBeCloseTo(6 + SIDE + (Math.atan2(2, 1) * 2) / Math.PI, 12);
  });

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'adg keeps robots apart and finishes, with delays and loss (seed %i)',
    async (seed) => {
      const settings = { ...LOSSY, 'plan.delay': '0.5 3' };
      const { metrics, summary } = await outcomeOf(await roadmap(settings), seed);
      expect(summary.stoppedBy).toBe('finished');
      expect(metrics).toMatchObject({ 'run.contacts': 0, 'run.finished': 3 });
      const empty = 'ccbs/empty-1-10_log.xml';
      const grid = await outcomeOf(
        await planOf(empty, { ...settingsOf(empty), 'plan.execution': 'adg', ...settings }),
        seed,
      );
      expect(grid.metrics).toMatchObject({ 'run.contacts': 0, 'run.finished': 10 });
    },
  );

  test('the clock lets a late robot be run into', async () => {
    const late = { 'plan.delay': '[[[0, 3]]]' };
    expect((await outcomeOf(await roadmap({ ...late, 'plan.execution': 'clock' }))).metrics['run.contacts']).toBe(1);
    expect((await outcomeOf(await roadmap(late))).metrics['run.contacts']).toBe(0);
  });

  test('robots stop in the middle of an edge if they crash, and continue later', async () => {
    const faults = '[{kind: crash, at: 5, process: 1}, {kind: recover, at: 7, process: 1}]';
    const outcome = await outcomeOf(await roadmap({ faults }));
    expect(ENDS(outcome)[1]).toBeCloseTo(8 + SIDE, 12);
    expect(outcome.metrics['run.contacts']).toBe(0);
  });

  test('robots that vanish free their goals', async () => {
    // Robot 0 ends at (2, 0), which robot 1 enters later.
    const log = LOG.replace(section(1, [2, 0], [4, 0], 2), '');
    await expect((await roadmap({}, log)).open({ seed: 1 })).rejects.toThrow(
      `expected a plan without conflicts: robots 0 and 1 are in one place, (2, 0), at t = ${3 + SIDE} s`,
    );
    expect(ENDS(await outcomeOf(await roadmap({ 'plan.atGoal': 'vanish' }, log)))).toEqual([2, 4 + SIDE, 0]);
  });

  test('edges and vertices must be as far apart as two radii', async () => {
    await expect((await roadmap({ 'plan.radius': '0.8944271909999159' })).open({ seed: 1 })).resolves.toBeDefined();
    await expect((await roadmap({ 'plan.radius': '0.894427190999916' })).open({ seed: 1 })).rejects.toThrow('m apart');
    await expect((await roadmap({ 'plan.radius': '1' })).open({ seed: 1 })).rejects.toThrow(
      'a_log.xml: expected edges and vertices that are 2 m apart: vertex (4, 0) of robot 0 and edge (3, 2)–(2, 0) of robot 1 ' +
        'are 1.7888543819998317 m apart; use a radius up to 0.8944271909999159 or plan.execution = clock',
    );
    const forced = await outcomeOf(await roadmap({ 'plan.radius': '1', 'plan.force': 'true' }));
    expect(forced.summary.remarks.some((remark) => remark.includes('adg keeps'))).toBe(false);
    // A published log on a roadmap whose edges cross.
    const sparse = 'ccbs/sparse-1-12_log.xml';
    await expect(
      planOf(sparse, { ...settingsOf(sparse), 'plan.execution': 'adg' }).then((plan) => plan.open({ seed: 1 })),
    ).rejects.toThrow('edge (238.71, 65.7603)–(209.811, 83.0826) of robot 0 and edge');
  });

  test('a ring is named, also if robots in it wait for their own moves', async () => {
    // Robot 1 goes round while robot 0 is on its slow way, and is at its goal before it.
    const text =
      't,agent,x,y\n0,0,0,0\n100,0,20,0\n0,1,-9,0\n10,1,0,0\n20,1,0,20\n30,1,20,0\n40,1,40,0\n0,2,90,90\n9,2,99,99\n';
    const settings = { 'plan.execution': 'adg', 'plan.radius': '0.25' };
    await expect((await planOfText(text, 'a.csv', settings)).open({ seed: 1 })).rejects.toThrow(
      'a.csv: expected moves that can be ordered: after t = 0 s, 2 robots wait for each other in a ring: ' +
        'robot 0 from (0, 0) to (20, 0), robot 1 from (-9, 0) to (0, 0); plan.execution = clock follows it anyway',
    );
  });

  test('robots of different radii keep the sum of theirs', async () => {
    const text = 't,agent,x,y,radius\n0,a,0,0,0.5\n2,a,2,0,0.5\n0,b,-4,0,1\n9,b,0,0,1\n0,c,5,5,2\n';
    const { summary, metrics } = await outcomeOf(await planOfText(text, 'a.csv', { 'plan.execution': 'adg' }));
    expect(summary.remarks).toContain('least distance 2 m; adg keeps the sum of their radii');
    expect(metrics).toMatchObject({ 'run.finished': 3, 'run.makespan': 11 });
  });

  test('the shortest moves take time', async () => {
    const text = 't,agent,x,y\n0,a,0,0\n9,a,9,0\n9.00000000000001,a,9,1e-9\n0,b,-5,0\n';
    const outcome = await outcomeOf(await planOfText(text, 'a.csv', { 'plan.execution': 'adg' }));
    expect(ENDS(outcome)).toEqual([9 + 2 ** -20, 0]);
  });

  test('adg-half is refused', async () => {
    await expect((await roadmap({ 'plan.execution': 'adg-half' })).open({ seed: 1 })).rejects.toThrow(
      'plan.execution = adg-half: expected a plan on a grid: on other plans the middle of an edge',
    );
  });
});
