/** The work of the lab's threads, without threads. */
import { describe, expect, test } from '@jest/globals';
import { labWorker } from '@kineko/lab/node';
import { readSeeds } from '@kineko/lab/console';
import { labSite } from '../src/lab-site.js';
import { Workspace } from './command-line.js';

const place = new Workspace({
  'random.config': `
process.num = 6
robot.size = 5
robot.algorithm = RandomMovement
RandomMovement.side = 100
bornpoint.random = true
world.width = 100
world.height = 100
simulation.time = 100
metrics = distance, turning
`,
  'metrics.ts':
    'export const twice = ({ summary }) => 2 * summary.collisions;\nexport const other = () => 1;\nexport const nothing = () => NaN;\n',
  'wrong.ts': 'export const threshold = 3;\n',
});

const { measure, judge } = labWorker(labSite({}));

type CellRequest = Parameters<typeof measure>[0];

function cell(metrics: CellRequest['metrics'], stop: CellRequest['stop'] = {}) {
  return measure({
    id: 'x',
    seed: 3,
    scenario: { path: place.of('random.config'), settings: [['robot.size', '4']], environment: {} },
    experiment: place.of('x.yaml'),
    metrics,
    stop,
    parameters: { weight: 10 },
  });
}

const named = (...names: string[]): CellRequest['metrics'] =>
  names.map((of) => ({ kind: 'named', name: of, of, options: {} }));

describe('a cell', () => {
  test('ends with its scenario, or at a condition of the experiment', async () => {
    expect(await cell(named('time'))).toEqual({ id: 'x', values: { time: 100 }, stoppedBy: 'time' });
    expect(await cell(named('time'), { time: 7.5 })).toMatchObject({ values: { time: 7.5 }, stoppedBy: 'time' });
    expect(await cell(named('events'), { events: 12 })).toMatchObject({ values: { events: 12 }, stoppedBy: 'events' });
    const stopped = await cell(named('time', 'collisions'), { when: ['collisions >= 2', 0.5] });
    expect(stopped.stoppedBy).toBe('condition');
    expect(stopped.values['collisions']).toBeGreaterThanOrEqual(2);
    expect((stopped.values['time']! * 2) % 1).toBe(0);
  });

  test('has built-in metrics, metrics of the scenario, expressions and author functions', async () => {
    const { values } = await cell([
      ...named('collisions', 'distance', 'turning', 'latency', 'spread', 'separation'),
      { kind: 'named', name: 'price', of: 'energy', options: { perMetre: 2, perTurningSecond: 0 } },
      { kind: 'expression', name: 'sum', text: 'collisions * weight + robots' },
      { kind: 'file', name: 'twice', file: './metrics.ts#twice' },
      { kind: 'file', name: 'nothing', file: './metrics.ts#nothing' },
    ]);
    expect(values['price']).toBeCloseTo(2 * values['distance']!, 9);
    expect(values['sum']).toBe(values['collisions']! * 10 + 6);
    expect(values['twice']).toBe(2 * values['collisions']!);
    expect([values['nothing'], values['latency']]).toEqual([null, null]);
    expect(values['spread']).toBeGreaterThan(4);
    // Robots that stop where they touch come no closer.
    expect(Math.abs(values['separation']!)).toBeLessThan(1e-9);
  });

  test('reports problems of its metrics', async () => {
    await expect(cell(named('hats'))).rejects.toThrow("unknown metric 'hats'; built in: time,");
    await expect(cell([{ kind: 'file', name: 'a', file: './metrics.ts' }])).rejects.toThrow(
      'expected one exported function, or a name as in ./metrics.ts#name; got nothing, other, twice',
    );
    await expect(cell([{ kind: 'file', name: 'a', file: './metrics.ts#hats' }])).rejects.toThrow(
      "unknown function 'hats'",
    );
    await expect(cell([{ kind: 'file', name: 'a', file: './wrong.ts' }])).rejects.toThrow('got none');
    await expect(cell([{ kind: 'expression', name: 'a', text: 'unset * 2' }])).rejects.toThrow(
      'unset has no numeric value',
    );
  });
});

test('judges a run by all properties, up to a time', async () => {
  const judgement = await judge({
    scenario: { path: place.of('random.config'), settings: [], environment: { KINEKO_PROCESS_NUM: '3' } },
    seed: 1,
    properties: ['speed=14', 'in-area of=centres', 'connected=1000', 'sometimes collision'],
    from: place.of('random.config'),
    until: 30,
  });
  expect(judgement).toMatchObject({
    n: 3,
    end: 30,
    verdicts: [{ verdict: 'holds' }, { verdict: 'holds' }, { verdict: 'holds' }, {}],
  });
  expect(judgement.places).toHaveLength(3);
  expect(judgement.config['process.num']).toBe('3');
});

test('reads ranges of seeds', () => {
  const seeds = readSeeds('1,5,20..22');
  expect(Array.from({ length: seeds.length }, (_, i) => seeds.at(i))).toEqual([1, 5, 20, 21, 22]);
  expect(readSeeds('0..9999').at(9999)).toBe(9999);
  for (const wrong of ['', 'x', '3..1', '1..', '0..999999999']) expect(() => readSeeds(wrong)).toThrow('--seeds');
});
