/** Runs of plans by the clock, and previews of problems. */
import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { legOfRecord, poseAt } from '@kineko/geometry';
import { planOf, planOfText } from './kit.js';
import type { PlanScenario } from '../src/run/scenario.js';

async function recordsOf(
  scenario: PlanScenario,
  preview = false,
): Promise<{ records: TraceRecord[]; summary: object; metrics: object }> {
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push(structuredClone(record));
  const run = await (preview ? scenario.preview({ seed: 1, emit }) : scenario.open({ seed: 1, emit }));
  await run.advance();
  return { records, summary: run.summary(), metrics: Object.fromEntries(run.metrics()) };
}

/** The place of a robot at an instant, by the records of its legs. */
function placeAt(records: readonly TraceRecord[], robot: number, time: number): readonly [number, number, number] {
  const legs = records.flatMap((record) =>
    record.type === 'leg' && record.robot === robot && record.leg.start <= time ? [record.leg] : [],
  );
  const { x, y, heading } = poseAt(legOfRecord(legs.at(-1)!), time);
  return [x, y, heading];
}

describe('by the clock', () => {
  test('robots are where their knots are, with y up', async () => {
    const { records, summary } = await recordsOf(
      await planOf('tiny/turns.output.json', { 'plan.map': 'tiny/grid-5x5.map', 'plan.execution': 'clock' }),
    );
    expect(placeAt(records, 0, 1.5)).toEqual([1.5, 4, 0]);
    const [x, y, heading] = placeAt(records, 0, 4);
    expect([x, y]).toEqual([2, 3]);
    // Clockwise in the picture.
    expect(Math.sin(heading)).toBeCloseTo(-1, 12);
    expect(summary).toMatchObject({ robots: 2, simulatedSeconds: 4, stoppedBy: 'empty' });
  });

  test('contacts are records, and metrics', async () => {
    const { records, metrics, summary } = await recordsOf(await planOf('tiny/crawl.csv', { 'plan.radius': '0.6' }));
    const contacts = records.filter(({ type }) => type === 'touch' || type === 'release');
    expect(contacts).toMatchObject([
      { type: 'touch', robot: 0, other: { kind: 'robot', id: 1 } },
      { type: 'release', time: 3 },
    ]);
    expect(contacts[0]!.time).toBeCloseTo(1.899999999975, 12);
    expect(metrics).toMatchObject({ 'plan.contacts': 1, 'plan.pairs': 1, 'plan.makespan': 3, 'plan.sumOfCosts': 4 });
    // The crawl is slower than the dynamics allows.
    expect(summary).toMatchObject({
      remarks: [expect.stringContaining('1 contact'), expect.stringContaining('1 leg slower')],
    });
    expect(placeAt(records, 0, 2)[0]).toBeCloseTo(1, 12);
  });

  test('a robot that starts late rests at its first knot', async () => {
    const { records } = await recordsOf(await planOfText('t,agent,x,y\n0,a,0,0\n5,a,5,0\n3,b,0,3\n4,b,1,3\n', 'a.csv'));
    expect(records).toContainEqual(expect.objectContaining({ type: 'robot', robot: 1, x: 0, y: 3 }));
    expect(records.find((record) => record.type === 'leg' && record.robot === 1)).toMatchObject({ time: 3 });
    expect(placeAt(records, 1, 3.5)).toEqual([0.5, 3, 0]);
  });

  test('cells and steps have lengths and durations', async () => {
    const text = 'Agent 0:(0,0)->(1,0)->\n';
    const settings = { 'plan.order': 'xy', 'plan.cell': '0.5', 'plan.step': '2' };
    const { records } = await recordsOf(await planOfText(text, 'a.txt', settings));
    expect(placeAt(records, 0, 1)).toEqual([0.25, 0, 0]);
  });

  test('two runs have the same records', async () => {
    const of = async () => (await recordsOf(await planOf('ccbs/sparse-5-12_log.xml'))).records;
    expect(await of()).toEqual(await of());
  });
});

test.each([
  ['own/warren-24.map', {}, 0, 102],
  ['own/warren-24.scen', {}, 56, 102],
  ['lorr/random_32_32_20_100.json', {}, 100, 205],
  ['ccbs/sparse-1-12.xml', { 'plan.map': 'ccbs/sparse-roadmap.xml' }, 12, 0],
  ['ccbs/sparse-roadmap.xml', {}, 0, 0],
] as const)('a preview of %s shows its robots and blocked squares', async (file, settings, robots, squares) => {
  const { records, summary } = await recordsOf(await planOf(file, settings), true);
  expect(summary).toMatchObject({ robots, simulatedSeconds: 0 });
  const boxes = records.flatMap((record) => (record.type === 'obstacle' ? [record.shape as { width: number }] : []));
  expect(boxes.reduce((sum, { width }) => sum + width, 0)).toBe(squares);
});
