import { describe, expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { withDefaultName } from './default-name.js';

/** The name that the command line gives to what a file exports by default. */
async function nameThere(code: string, file: string): Promise<string | undefined> {
  const { code: made } = await transform(code, { loader: 'ts', format: 'esm', sourcefile: `/folder/${file}` });
  return /(\w+) as default/.exec(made)?.[1];
}

const CODES = [
  'export default class { go() {} }',
  'export default class extends Array { go() {} }',
  'export default function () {}',
  'export default function* () {}',
  'export default async function () {}',
  'export default () => 1;',
  'export default async (x) => x;',
];

describe('what is exported without a name', () => {
  test.each(CODES)('gets the one that it has at a terminal: %s', async (code) => {
    for (const file of ['own.ts', 'my-own.algorithm.ts', '2nd try.ts', 'deep/index.ts', 'Ünwise.mts', '42.ts']) {
      const name = (await nameThere(code, file))!;
      expect(withDefaultName(code, file)).toContain(` ${name}`);
      expect(await nameThere(withDefaultName(code, file), 'other.ts')).toBe(name);
    }
  });

  test('stays on its line', () => {
    expect(withDefaultName('// one\n\nexport default class\n  extends A {}\n', 'a.ts')).toBe(
      '// one\n\nexport default class a_default\n  extends A {}\n',
    );
  });
});

test.each([
  'export default class Own extends Array {}',
  'export default function own() {}',
  'export default 5;',
  'export default new Own();',
  'export const a = 1; // export default class {}',
  'class A {}\nexport { A as default };',
])('what has a name keeps it, and what can have none gets none: %s', (code) => {
  expect(withDefaultName(code, 'own.ts')).toBe(code);
});
