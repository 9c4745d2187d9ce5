import { describe, expect, test } from '@jest/globals';
import { compile } from './compile.js';

const SOURCE = `import { AbstractAlgorithm, centroid as middle, type World } from 'kineko';
import type { Point } from 'kineko';
import helper, { type Kind } from './helper.js';
import * as rest from "./rest";
import './side-effect.js';

enum Mode { Near, Far = 5 }
interface Seen { readonly at: Point }

export default class Own extends AbstractAlgorithm {
  private seen?: Seen;
  constructor(private readonly world: World, readonly mode = Mode.Near) {
    super();
  }
  protected async doMotion(): Promise<void> {
    const { late } = await import('./late.js');
    helper(middle(rest.all as Kind[])!, late);
  }
}
export const first = 1, second: number = 2;
export { third as fourth } from './third.js';
export * from './star.js';
`;

describe('a program', () => {
  const module = compile({ name: 'own.ts', content: SOURCE });

  test('loses its types, and every line stays where it was', () => {
    expect(module.problems).toEqual([]);
    const lines = module.code.split('\n');
    expect(lines).toHaveLength(SOURCE.split('\n').length);
    expect(lines[15]).toMatch(/^\s+const \{ late \} = await import\('\.\/late\.js'\);$/);
    expect(lines[19]).toBe('export const first = 1, second = 2;');
    expect(module.code).not.toMatch(/interface|private|World/);
  });

  test('lists imports with their lines and names, without types', () => {
    expect(module.imports.map(({ specifier, line, names }) => [specifier, line, names])).toEqual([
      ['kineko', 1, ['AbstractAlgorithm', 'centroid']],
      ['./helper.js', 3, ['default']],
      ['./rest', 4, []],
      ['./side-effect.js', 5, []],
      ['./late.js', 16, []],
      ['./third.js', 21, ['third']],
      ['./star.js', 22, []],
    ]);
    for (const { specifier, from, to } of module.imports) {
      expect(module.code.slice(from + 1, to - 1)).toBe(specifier);
    }
  });

  test('has a script without imports and exports, with the same lines', () => {
    const lines = module.script.split('\n');
    expect(lines.slice(1, 5).join('').trim()).toBe('');
    expect(lines[9]!.trim()).toMatch(/^void\s+class Own extends AbstractAlgorithm \{$/);
    expect(lines[19]!.trim()).toBe('const first = 1, second = 2;');
    expect(lines.slice(20).join('').trim()).toBe('}');
  });

  test('leaves JavaScript unchanged', () => {
    const content = "import { a } from './a.js';\nexport const b = a < 1 > (2);\n";
    expect(compile({ name: 'b.js', content }).code).toBe(content);
  });
});

test.each([
  ['const x = ;\n', 1, 'Unexpected token'],
  ['class A {\n  go( {\n}\n', 4, 'Unexpected token, expected ","'],
  ['\n\nconst y = `abc\n', 3, 'Unterminated template'],
])('reports a syntax error with its line: %j', (content, line, text) => {
  const [problem] = compile({ name: 'bad.ts', content }).problems;
  expect(problem).toMatchObject({ severity: 'error', text, place: { file: 'bad.ts', line } });
});
