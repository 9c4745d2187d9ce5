import { describe, expect, test } from '@jest/globals';
import { environmentName, type KeyRow } from '@kineko/run/settings';
import { NekoConfig } from '../config.js';
import { NEKO_TABLE } from './keys.js';

const PATTERNS = NEKO_TABLE.patterns;
const findKey = (key: string) => NEKO_TABLE.find(key);
const nearestKey = (key: string) => NEKO_TABLE.nearest(key);

/** A key that fits a name of the table. */
function keyOf(name: string): string {
  return name.replaceAll('<i>', '0').replaceAll('<k>', '1').replaceAll('<name>', 'any');
}

/** Valid values of a row, besides its example and default. */
function rightOf({ type, words, range, of }: KeyRow): string {
  switch (type) {
    case 'boolean':
      return 'TRUE';
    case 'integer':
      return String(range?.min ?? 7);
    case 'number':
      return String(range?.min ?? (range?.above ?? 0) + 0.5);
    case 'numbers':
      return '1, 2.5, 1e3';
    case 'word':
      return words![0]!;
    case 'words':
      return `${words!.join(', ')}, ./own.ts, OwnMetric`;
    case 'point':
      return '-1.5, .5';
    case 'bandwidth':
      return '20 messages/s';
    case 'topology':
      return 'grid 2x3';
    case 'obstacle':
      return 'polygon, 0, 0, 1, 0, 0, 1';
    case 'object':
      return '1, 2, 0, , 3';
    case 'entries':
      return of === 'fault'
        ? '[{"kind": "crash", "at": 1, "process": 0}]'
        : of === 'obstacle'
          ? '[]'
          : '[{"x": 1, "y": 2}]';
    default:
      return 'anything.at/all';
  }
}

/** Invalid values; for texts, one with several lines. */
function wrongOf({ type, range }: KeyRow): string[] {
  const outside = [
    ...(range?.min === undefined ? [] : [String(range.min - 1)]),
    ...(range?.max === undefined ? [] : [String(range.max + 1)]),
    ...(range?.above === undefined ? [] : [String(range.above)]),
  ];
  switch (type) {
    case 'boolean':
      return ['yes', '1', 'true, false', 'ja'];
    case 'integer':
      return [...outside, '1.5', '1e300', 'one', '1, 2'];
    case 'number':
      return [...outside, 'NaN', 'Infinity', '0x10', '1e999', '1,5', '5 m'];
    case 'numbers':
      return [...outside, '1, two'];
    case 'word':
      return ['nonsense', 'a, b'];
    case 'words':
      return ['nonsense', 'distance, nonsense'];
    case 'point':
      return ['1', '1, 2, 3', 'x, y', '1, 1e300'];
    case 'class':
    case 'file':
      return ['a, b'];
    case 'bandwidth':
      return ['0', '-5 bytes', '5 apples', 'fast', '1, 2'];
    case 'topology':
      return ['star', 'grid 0x3', 'grid 3', 'random 2', 'random x', 'a.txt, b.txt'];
    case 'obstacle':
      return ['box, 0, 0, 0, 1', 'box, 0, 0, 1', 'disc, 0, 0, 1, 1', 'ball, 1', 'segment, 0, 0, 1', 'polygon, 1, x'];
    case 'object':
      return ['1', 'x, y', '1, 2, -1', '1, 2, 0, tag, hot', '1, 2, 0, tag, 0, 0, maybe', '1, 2, 0, t, 0, 0, true, 8'];
    case 'entries':
      return ['{"kind": "box"}', '[5]', '[{"kind": "nonsense"}]'];
    default:
      return ['two\nlines'];
  }
}

async function given(name: string, text: string): Promise<{ config: NekoConfig; own: string[] }> {
  const config = await NekoConfig.read({ path: 'x.config', text: '' });
  config.set(keyOf(name), text, { kind: 'set', place: { file: '--set' } });
  const own = config.problems().filter(({ text: problem }) => problem.startsWith(keyOf(name)) && !isOfOthers(problem));
  return { config, own: own.map(({ text: problem }) => problem) };
}

/** Whether a problem only arises because other keys are missing. */
function isOfOthers(problem: string): boolean {
  return / needs |not used|has no effect|is read as|expected a recovery|there is no process\.crash\.start/.test(
    problem,
  );
}

const ROWS = PATTERNS.filter(({ name }) => name !== 'include').map((pattern): [string, (typeof PATTERNS)[number]] => [
  pattern.name,
  pattern,
]);

describe('every row of the table', () => {
  test.each(ROWS)('%s accepts valid values', async (name, { row }) => {
    const texts = [rightOf(row), row.example, row.default].filter((text) => text !== undefined && text !== '');
    for (const text of texts) {
      if (row.type === 'entries' && text === row.example) continue;
      const { config, own } = await given(name, text!);
      expect([text, own]).toEqual([text, []]);
      expect(config.has(row.aliasOf ?? keyOf(name))).toBe(true);
    }
  });

  test.each(ROWS)('%s reports invalid values', async (name, { row }) => {
    for (const text of wrongOf(row)) {
      const { own } = await given(name, text);
      expect([text, own.length > 0]).toEqual([text, true]);
    }
  });

  test.each(ROWS)('%s prints values that read back', async (name, { row }) => {
    if (row.type === 'entries') return;
    for (const text of [rightOf(row), row.example ?? rightOf(row)]) {
      const { config } = await given(name, text);
      const key = row.aliasOf ?? keyOf(name);
      const printed = config.entries().find((entry) => entry.key === key);
      if (name === '$schema') continue;
      const again = await given(name, printed!.value);
      expect(again.own).toEqual([]);
      expect(again.config.entries().find((entry) => entry.key === key)!.value).toBe(printed!.value);
    }
  });

  test('a default is valid for its row, and no row has two', () => {
    for (const { row } of PATTERNS) {
      expect(row.default === undefined || row.derived === undefined).toBe(true);
      expect(NEKO_TABLE.codecOf(row).expects(row) !== '').toBe(true);
    }
  });

  test('an alias refers to an existing row', () => {
    const names = PATTERNS.flatMap(({ row }) => row.aliasOf ?? []);
    expect(names.filter((name) => findKey(name) === undefined)).toEqual([]);
  });

  test('its environment variable leads back to it', async () => {
    for (const { name, row } of PATTERNS) {
      if (row.aliasOf !== undefined || ['include', '$schema'].includes(name) || name.includes('<name>')) continue;
      const config = await NekoConfig.read({ path: 'x.config', text: '' });
      const problems = config.useEnvironment({ [environmentName(keyOf(name))]: rightOf(row) });
      expect([name, problems, config.has(keyOf(name))]).toEqual([name, [], true]);
    }
  });
});

describe('finding keys', () => {
  test('finds keys with numbers of robots, processes and born points', () => {
    expect(findKey('robot.12.size')).toMatchObject({ general: 'robot.size', number: 12, pattern: 'robot.<i>.size' });
    expect(findKey('process.0.crash.start')).toMatchObject({ general: 'process.crash.start', number: 0 });
    expect(findKey('bornpoint3')).toMatchObject({ number: 3, pattern: 'bornpoint<k>' });
    expect(findKey('bornpoint0')).toBeUndefined();
    expect(findKey('bornpoint01')).toBeUndefined();
    expect(findKey('robot.-1.size')).toBeUndefined();
  });

  test('prefers a plain row to one with a placeholder', () => {
    expect(findKey('messages.level')!.pattern).toBe('messages.level');
    expect(findKey('lse.neko.x.level')!.pattern).toBe('<name>.level');
  });

  test.each([
    ['robot.sise', 'robot.size'],
    ['Robot.Size', 'robot.size'],
    ['robot_size', 'robot.size'],
    ['ghost.mode', 'ghost_mode'],
    ['ghostmode', 'ghost_mode'],
    ['proces.num', 'process.num'],
    ['process.number', 'process.num'],
    ['bronpoint7', 'bornpoint7'],
    ['born_point7', 'bornpoint7'],
    ['robot.3.agnle', 'robot.3.angle'],
    ['network.lamda', 'network.lambda'],
    ['network.range.lineofsight', 'network.range.lineOfSight'],
    ['simulation.tiem', 'simulation.time'],
  ])('suggests for %j: %s', (written, meant) => {
    expect(nearestKey(written)).toBe(meant);
  });

  test.each(['completely.different', 'x', '', 'y'.repeat(1000)])('suggests nothing for %j', (written) => {
    expect(nearestKey(written)).toBeUndefined();
  });
});
