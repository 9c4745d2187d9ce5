import { describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NEKO_TABLE } from '../src/format/keys/keys.js';
import { configSchema } from '../src/format/schema.js';
import { problemsOfText } from './config-files.js';
import { fits } from './json-schema.js';

const FILE = fileURLToPath(new URL('../schema/robotsim.schema.json', import.meta.url));
const schema = configSchema() as Readonly<Record<string, unknown>>;

test('the published schema is that of the table; KINEKO_WRITE=1 npm run jest -- config-schema, then npm run format, rewrites it', () => {
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, `${JSON.stringify(schema, undefined, 2)}\n`);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(schema);
});

describe('the schema', () => {
  test.each([
    {},
    { process: { num: 3, '0.initializer': 'X', 1: { crash: { start: [1, 2], stop: [1.5] } } } },
    {
      'process.num': 3,
      'process.2.crash.start': 5,
      bornpoint1: [1, 2],
      bornpoint2: { x: 1, y: 2 },
      bornpoint3: '1, 2',
    },
    { simulation: true },
    { simulation: { value: true, time: 10, speed: 1 } },
    { network: 'RandomNetwork', 'network.lambda': 3 },
    {
      network: { value: ['A', 'B'], lambda: 3, range: { reach: 10 }, 'bursts.toBad': 0.1, bandwidth: '10 messages/s' },
    },
    {
      'network.range': { lineOfSight: true },
      robot: { size: 3, 4: { size: 5 }, '5.turn.shorter': true, turn: { shorter: false } },
    },
    { obstacles: [{ kind: 'box', x: 0, y: 0, width: 1, height: 1 }], obstacle1: ['disc', 1, 2, 3] },
    { faults: [{ kind: 'crash', at: 1, process: 0 }], objects: 'lamps.yaml', object2: { x: 1, y: 2, solid: true } },
    { parameter: { anything: 5, 'at.all': true }, 'parameter.x': 'y', Lamport: { delta: 1 }, 'lse.neko.Own.x': 1 },
    {
      metrics: ['distance', './own.ts'],
      'finish.robots': 'all',
      'messages.level': 'FINER',
      include: ['a.yaml'],
      $schema: 'x',
    },
  ])('and the reader take %j', async (config) => {
    expect(fits(config, schema)).toBe(true);
    const problems = await problemsOfText(JSON.stringify(config), 'x.json');
    expect(problems.filter((problem) => /unknown|expected/.test(problem))).toEqual(
      problems.filter((problem) => problem.includes('Own') || problem.includes('Lamport')),
    );
  });

  test.each([
    { 'robot.sise': 5 },
    { robot: { sise: 5 } },
    { robot: { size: -1 } },
    { robot: { size: 'big' } },
    { process: { num: 1.5 } },
    { bornpoint0: [1, 2] },
    { bornpoint1: [1] },
    { 'world.response': 'explode' },
    { network: { loss: 2 } },
    { obstacles: [{ kind: 'box', x: 0 }] },
    { obstacles: [{ kind: 'ball' }] },
    { faults: [{ kind: 'crash', at: -1, process: 0 }] },
    { metrics: ['nonsense'] },
  ])('and the reader refuse %j', async (config) => {
    expect(fits(config, schema)).toBe(false);
    expect(await problemsOfText(JSON.stringify(config), 'x.json')).not.toEqual([]);
  });

  test('takes its own defaults and examples', () => {
    const definitions = schema['$defs'] as Readonly<Record<string, { default?: unknown; examples?: unknown[] }>>;
    for (const [name, each] of Object.entries(definitions)) {
      const values = [...('default' in each ? [each.default] : []), ...(each.examples ?? [])];
      for (const value of values) expect([name, value, fits(value, each, schema)]).toEqual([name, value, true]);
    }
  });

  test('knows every key, with dots and as maps', () => {
    for (const { name, row } of NEKO_TABLE.patterns) {
      if (row.aliasOf !== undefined) continue;
      const key = name.replaceAll('<i>', '3').replaceAll('<k>', '3').replaceAll('<name>', 'any');
      const definition = schema['$defs'] as Readonly<
        Record<string, { default?: unknown; examples?: readonly unknown[] }>
      >;
      const known = definition[`key.${name.replace('.<i>.', '.').replaceAll(/[<>$]/g, '')}`];
      const value =
        known?.examples?.[0] ??
        known?.default ??
        { boolean: true, integer: 1, number: 1, numbers: [1] }[row.type] ??
        'x';
      expect([key, fits({ [key]: value }, schema)]).toEqual([key, true]);
      if (/^(?:\.|any\.)/.test(key)) continue;
      const nested = key.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
      expect([nested, fits(nested, schema)]).toEqual([nested, true]);
    }
  });
});
