import { beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { loadApart, type Loaded } from '../../test/load-apart.js';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';

/** One process for many files: its start takes longer than all of them. */
function loading(folder: string, paths: readonly string[]): { of(path: string): Loaded; readonly stderr: string } {
  const loaded = new Map<string, Loaded>();
  let complaints = '';
  beforeAll(async () => {
    const { results, stderr } = await loadApart(folder, ...paths);
    results.forEach((result, i) => loaded.set(paths[i]!, result));
    complaints = stderr;
  });
  return {
    of: (path) => loaded.get(path)!,
    get stderr() {
      return complaints;
    },
  };
}

describe('an author file', () => {
  const folder = temporaryFolder({
    'plain.js': "import { sin } from '@kineko/geometry';\nexport const value = sin(0);\n",
    'plain.mjs': 'export const value = 1;\n',
    'typed.ts': `
      import { type Vector, sin } from '@kineko/geometry';
      import * as kineko from 'kineko';
      import { readTrace } from '@kineko/formats/trace';
      const unused: Vector | undefined = undefined;
      export const value: unknown[] = [sin(0), typeof kineko, typeof readTrace, unused ?? 'none'];
    `,
    'typed.mts': 'export const value: number = 2;\n',
    'features.ts': `
      enum Color { Red = 3, Green }
      namespace Inner { export const depth = 7; }
      abstract class Base { constructor(protected readonly width: number, readonly height = 2) {} }
      class Box extends Base { depth; /** @returns {@link Base} */ area(): number { return this.width * this.height; } }
      const box = new Box(3);
      export const value = [Color.Green, Color[3], Inner.depth, box.area(), 'depth' in box] as const satisfies unknown[];
    `,
    'unnamed.ts': 'export default class {}',
    'unnamed-child.ts': "import Unnamed from './unnamed';\nexport default class extends Unnamed {}",
    'named.ts': 'export default class Named {}',
    'names.ts': `
      import Unnamed from './unnamed';
      import UnnamedChild from './unnamed-child';
      import Named from './named';
      export const value = [Unnamed.name, UnnamedChild.name, Named.name];
    `,
    'newer-features.ts': `
      const names: string[] = [];
      function noted(method: () => number, context: ClassMethodDecoratorContext) {
        names.push(String(context.name));
        return method;
      }
      class Box { accessor width = 3; @noted area(): number { return this.width * 2; } }
      { using end = { [Symbol.dispose ?? Symbol.for('Symbol.dispose')]: () => names.push('end') }; }
      export const value = [new Box().area(), names];
    `,
    'imports.ts': `
      import { bare } from './lib/bare';
      import { asJs } from './lib/as-js.js';
      import { asMjs } from './lib/as-mjs.mjs';
      import { asTs } from './lib/as-ts.ts';
      import { folder } from './lib';
      import { real } from './lib/real.js';
      import data from './data.json' with { type: 'json' };
      const { late } = await import('./lib/late.js');
      export const value = [bare, asJs, asMjs, asTs, folder, real, data, late];
    `,
    'lib/bare.ts': 'export const bare = 1;',
    'lib/as-js.ts': 'export const asJs = 2;',
    'lib/as-mjs.mts': 'export const asMjs = 3;',
    'lib/as-ts.ts': 'export const asTs = 4;',
    'lib/index.ts': 'export const folder = 5;',
    'lib/real.js': 'export const real = 6;',
    'lib/real.ts': 'export const real = "wrong";',
    'lib/late.ts': "import { bare } from './bare.js';\nexport const late = bare + 7;",
    'data.json': '{ "a": [1, 2] }',
    'throws.ts': `
      interface Padding { readonly left: number; }

      export function run(): void {
        const padding: Padding = { left: 1 };
        type Gone = string;
        inner(padding as unknown as Gone);
      }

      function inner(value: string): void {
        [value].forEach(() => {
          throw new RangeError('planned');
        });
      }
    `,
    'wraps.ts': `
      export function run(): void {
        try {
          null!.nothing;
        } catch (cause) {
          throw new Error('outer', { cause });
        }
      }
    `,
  });
  const paths = [
    'plain.js',
    'plain.mjs',
    './typed.ts',
    'typed.mts',
    'features.ts',
    'newer-features.ts',
    'names.ts',
    'imports.ts',
    'throws.ts',
    'wraps.ts',
  ];
  const loaded = loading(folder, paths);

  test.each([
    ['plain.js', 0],
    ['plain.mjs', 1],
    ['./typed.ts', [0, 'object', 'function', 'none']],
    ['typed.mts', 2],
    ['features.ts', [4, 'Red', 7, 6, true]],
    ['newer-features.ts', [6, ['area', 'end']]],
    ['names.ts', ['unnamed_default', 'unnamed_child_default', 'Named']],
    ['imports.ts', [1, 2, 3, 4, 5, 6, { a: [1, 2] }, 8]],
  ])('%s runs directly', (path, value) => {
    expect(loaded.of(path)).toEqual({ exports: { value } });
  });

  test("that fails reports the author's line", () => {
    expect(loaded.of('throws.ts')).toMatchObject({
      threw: 'RangeError: planned',
      frame: { file: join(folder, 'throws.ts'), line: 12, column: 17 },
    });
  });

  test('that fails in a nested cause reports the line of the cause', () => {
    expect(loaded.of('wraps.ts').frame).toMatchObject({ file: join(folder, 'wraps.ts'), line: 4 });
  });

  test('is loaded without warnings', () => {
    expect(loaded.stderr).toBe('');
  });
});

describe('an invalid author file', () => {
  const folder = temporaryFolder({
    'syntax.ts': 'export class A {\n\tturn(größe: number) { const x = ; }\n}\n',
    'syntax.js': 'export const a = 1;\nexport const b = (1;\n',
    'nested.ts':
      "import { a } from './syntax.js';\nimport { gathering } from './gathring.js';\nexport { a, gathering };\n",
    'gathering.ts': 'export const gathering = 1;\n',
    'package.ts': "import isOdd from 'is-very-odd/deep';\nexport const a = isOdd(1);\n",
    'names.ts': "import { gatering } from './gathering.js';\nexport const a = gatering;\n",
    'kineko.ts': "// One comment\n\nimport {\n  sinn,\n} from '@kineko/geometry';\nexport const a = sinn(1);\n",
    'kineko.js': "import { sinn } from '@kineko/geometry';\nexport const a = sinn(1);\n",
    'throws.ts': "interface A { a: 1 }\n\nthrow new Error('not today');\n",
    'rejects.ts': "export const a = JSON.parse('{ not json');\n",
    'ending.ts': "import text from './table.csv';\nexport { text };\n",
    'notes.txt': 'notes',
    'table.csv': 'a,b',
    'unused-import.ts': "import { AbstractAlgoritm } from 'kineko';\nexport class Own extends AbstractAlgorithm {}",
    'misspelt.ts': "import { AbstractAlgorithm } from 'kineko';\nexport class Own extends AbstractAlgoritm {}",
    'unknown.ts': 'export const x = nothingOfTheKind;',
  });
  const paths = [
    'syntax.ts',
    'syntax.js',
    'nested.ts',
    'package.ts',
    'names.ts',
    'kineko.ts',
    'kineko.js',
    'throws.ts',
    'rejects.ts',
    'ending.ts',
    'notes.txt',
    'unused-import.ts',
    'misspelt.ts',
    'unknown.ts',
  ];
  const loaded = loading(folder, paths);

  test.each([
    [
      'syntax.ts',
      'syntax.ts:2:34: Unexpected ";"\n  \tturn(größe: number) { const x = ; }\n  \t                                ^',
    ],
    ['syntax.js', 'syntax.js:2:20: Expected ")" but found ";"\n  export const b = (1;\n                     ^'],
    [
      'nested.ts',
      'nested.ts:2:27: there is no file "./gathring.js"; did you mean "./gathering.ts"?\n' +
        "  import { gathering } from './gathring.js';\n                            ^\n" +
        'syntax.js:2:20: Expected ")" but found ";"\n  export const b = (1;\n                     ^',
    ],
    [
      'package.ts',
      'package.ts:1:19: the package "is-very-odd" is not installed: `npm install is-very-odd` in its folder, if the name is right\n' +
        "  import isOdd from 'is-very-odd/deep';\n                    ^",
    ],
    [
      'names.ts',
      'names.ts:1:10: No matching export in "gathering.ts" for import "gatering"\n' +
        "  import { gatering } from './gathering.js';\n           ^",
    ],
    ['kineko.ts', 'kineko.ts:4: "@kineko/geometry" has no export "sinn"; did you mean "sin"?'],
    ['kineko.js', 'kineko.js:1: "@kineko/geometry" has no export "sinn"; did you mean "sin"?'],
    ['throws.ts', 'throws.ts:3:7: it cannot be loaded: not today'],
    [
      'unused-import.ts',
      'unused-import.ts:2:26: it cannot be loaded: AbstractAlgorithm is not defined; import it from "kineko"',
    ],
    [
      'misspelt.ts',
      'misspelt.ts:2:26: it cannot be loaded: AbstractAlgoritm is not defined; did you mean "AbstractAlgorithm" of "kineko"?',
    ],
    ['unknown.ts', 'unknown.ts:1:18: it cannot be loaded: nothingOfTheKind is not defined'],
    ['ending.ts', expect.stringMatching(/^ending\.ts:1:18: No loader is configured for "\.csv" files: table\.csv\n/)],
    [
      'notes.txt',
      expect.stringMatching(
        /scenario\.config: names the file "notes\.txt": expected a program \(\.ts, \.mts, \.js, \.mjs\)$/,
      ),
    ],
  ])('%s: reports the place and the reason', (path, message) => {
    expect(loaded.of(path)).toMatchObject({ name: 'InputError', message });
  });

  test('with a failure in a file that it reads is not reported as a syntax error', () => {
    expect(loaded.of('rejects.ts').message).toMatch(/^rejects\.ts:1:23: it cannot be loaded: .*JSON/);
  });
});
