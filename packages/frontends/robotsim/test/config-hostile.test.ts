import { describe, expect, jest, test } from '@jest/globals';
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import { NekoConfig } from '../src/format/index.js';
import { problemsOf } from './config-files.js';

/** All that one can ask of a configuration; none of it may throw, whatever was read. */
async function useUp(text: string, path: string): Promise<string[]> {
  const config = await NekoConfig.read({ path, text, read: () => Promise.resolve(text) });
  for (const key of ['obstacles', 'objects', 'faults'] as const) config.structured(key);
  for (const { key } of config.entries()) {
    expect(config.originOf(key).kind).toBeDefined();
    config.fileOf(key);
  }
  config.parameters();
  config.parameters('constructor');
  config.of(0, 'robot.size');
  return problemsOf(config);
}

const PATHS = ['x.config', 'x.yaml', 'x.json'];
const MOST = 1_048_576;

function filled(piece: string, start = '', end = ''): string {
  return start + piece.repeat(Math.floor((MOST - start.length - end.length) / piece.length)) + end;
}

describe('any file', () => {
  test('random characters never throw', async () => {
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
      fc
        .array(fc.constantFrom(...Array.from('abc.=:,-#{}[]"\'&*!|>%@`\\ \n\t0123456789')), { maxLength: 300 })
        .map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...PATHS), async (given, path) => {
        expect(Array.isArray(await useUp(given, path))).toBe(true);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('a valid file with invalid pieces never throws', async () => {
    const keys = [
      'process.num',
      'bornpoint1',
      'obstacle1',
      'obstacles',
      'faults',
      'network.topology',
      'include',
      'robot.0.size',
      '__proto__',
    ];
    const values = [
      '3',
      '1, 2',
      '[{kind: box}]',
      '[[[[',
      '{',
      '*a',
      '&a [*a]',
      'x.yaml',
      '\\',
      '1e999',
      '[{"kind": "disc", "constructor": 1}]',
      '- -',
      '!!map {}',
    ];
    const line = fc
      .tuple(fc.constantFrom(...keys), fc.constantFrom(' = ', ': ', '='), fc.constantFrom(...values))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.constantFrom(...PATHS), async (lines, path) => {
        expect(Array.isArray(await useUp(lines.join('\n'), path))).toBe(true);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  test.each([
    ['open lists', filled('[')],
    ['open maps', filled('{a: ')],
    ['dashes', filled('- ')],
    ['questions', filled('? ')],
    ['colons', filled('a: ')],
    ['anchors', filled('&a ')],
    ['aliases', filled('*a, ', '[&a b, ', '*a]')],
    ['commas', filled(',', '[', ']')],
    ['empty lists', filled('[],', '[', '[]]')],
    ['documents', filled('---\n')],
    ['empty lines', filled('\n', 'a: 1')],
    ['comments', filled('# no\n', 'a: 1\n')],
    ['tags', filled('!a ')],
    ['a quotation without end', filled('x\n', 'a: "')],
    ['zeros', filled('\0')],
    ['one character too many', `${filled('a')}aa`],
    ['deep maps', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['more obstacles than may be', filled('  - { kind: disc, x: 1, y: 2, radius: 3 }\n', 'obstacles:\n')],
    ['an alias of itself', 'a: &a [*a]'],
    [
      'aliases of aliases',
      [
        'a: &a [x, x, x, x, x, x, x, x, x, x]',
        ...['b', 'c', 'd', 'e', 'f', 'g'].map((name, i) => `${name}: &${name} [${`*${'abcdef'[i]}, `.repeat(9)}x]`),
      ].join('\n'),
    ],
  ])('%s: refused in YAML', async (_what, text) => {
    expect((await useUp(text, 'x.yaml')).length).toBeGreaterThan(0);
  });

  test.each([
    ['words', filled('word '), 1],
    ['lines without a sign', filled('a\n'), 101],
    ['commas', filled(',', 'network = '), 0],
    ['backslashes', filled('\\', 'seed = '), 1],
    ['continued lines', filled('1, \\\n', 'process.crash.start = '), 1],
    ['one key, again and again', filled('slave = a\n'), 0],
    ['a long key', filled('a.', '', ' = 1'), 1],
  ])('%s: read quickly as properties', async (_what, text, count) => {
    expect(await useUp(text, 'x.config')).toHaveLength(count);
  });

  test('names that are refused change no prototype', async () => {
    const text =
      '{"__proto__": {"polluted": 1}, "robot": {"__proto__": {"size": 3}}, "obstacles": [{"kind": "box", "__proto__": {"x": 1}}], "constructor.prototype.polluted": 1}';
    const problems = await useUp(text, 'x.json');
    expect(problems.filter((problem) => problem.includes('is refused'))).toHaveLength(4);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test('the YAML parser is loaded only when it is needed', async () => {
  let isLoaded = false;
  jest.resetModules();
  jest.unstable_mockModule('yaml', () => {
    isLoaded = true;
    return {};
  });
  const { NekoConfig: Fresh } = await import('../src/format/index.js');
  const config = await Fresh.read({ path: 'x.config', text: 'process.num = 3\nobjects = [{"x": 1, "y": 2}]' });
  expect([config.get('process.num'), config.structured('objects').length, isLoaded]).toEqual([3, 1, false]);
  await Fresh.read({ path: 'x.yaml', text: 'process.num: 3' });
  expect(isLoaded).toBe(true);
});
