import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { compile } from '../programs/compile.js';
import { AuthorModules, type Loader, type Namespace } from './author-modules.js';
import { authorPlace } from './author-place.js';

/** Keeps what it is given; loading runs `load` on the number of the code. */
function loaderOf(load: (number: number) => Namespace): Loader & { readonly codes: string[] } {
  const codes: string[] = [];
  return {
    codes,
    addressOf: (code) => `blob:${codes.push(code) - 1}`,
    load: async (address) => load(Number(address.slice('blob:'.length))),
    lineOfError: async () => 7,
  };
}

const packages = new Map<string, Namespace>([['kineko', { centroid: 1, Sensor: 2 }]]);

function modulesOf(files: Readonly<Record<string, string>>, loader: Loader): AuthorModules {
  return new AuthorModules(
    Object.entries(files).map(([name, content]) => compile({ name, content })),
    packages,
    loader,
  );
}

const none = (): Namespace => ({});

async function problemsOf(modules: AuthorModules, name: string): Promise<string> {
  const failure = await modules.load(name).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(InputError);
  return (failure as InputError).message;
}

describe('authors’ files', () => {
  test('are loaded behind what they import, once, with addresses in place of names', async () => {
    const files = {
      'a.ts':
        "import { b } from './b.js';\nimport { centroid } from 'kineko';\nexport const a = [b, c, centroid];\nimport { c } from './deep/c';",
      'b.ts': "import { c } from './deep/c.ts';\nexport const b = c;",
      'deep/c.ts': "import { centroid } from 'kineko';\nexport const c = centroid;",
      'unused.ts': 'const broken = ;',
    };
    const loader = loaderOf((number) => ({ number }));
    const modules = modulesOf(files, loader);
    expect(await modules.load('a.ts')).toEqual({ number: 3 });
    expect(loader.codes).toEqual([
      expect.stringMatching(/^const package_ = .*\nexport const centroid = package_\.centroid;\nexport const Sensor/),
      'import { centroid } from "blob:0";\nexport const c = centroid;',
      'import { c } from "blob:1";\nexport const b = c;',
      'import { b } from "blob:2";\nimport { centroid } from "blob:0";\nexport const a = [b, c, centroid];\nimport { c } from "blob:1";',
    ]);
    await modules.load('b.ts');
    expect(loader.codes).toHaveLength(4);
  });

  test('are rejected with all problems of them and their imports', async () => {
    const files = {
      'a.ts': "import './helpr.js';\nimport 'lodash';\nimport './b';\nimport '../outside.js';",
      'b.ts': "import './c.js';\nconst x = ;",
      'helper.ts': '',
    };
    expect(await problemsOf(modulesOf(files, loaderOf(none)), 'a.ts')).toBe(
      [
        'a.ts:1: no such file "./helpr.js"; did you mean "./helper.ts"?',
        'a.ts:2: "lodash" cannot be imported; available: kineko, and your own files',
        'b.ts:2:11: Unexpected token',
        'a.ts:4: no such file "../outside.js"',
      ].join('\n'),
    );
  });

  test('cannot import each other', async () => {
    const files = { 'a.ts': "import './b.js';", 'b.ts': "\nimport './a.js';" };
    expect(await problemsOf(modulesOf(files, loaderOf(none)), 'a.ts')).toMatch(
      /^b\.ts:2: a\.ts and b\.ts import each other/,
    );
  });

  test('that import a missing name are rejected with the nearest one', async () => {
    const failing = loaderOf((number) => {
      if (number === 1) throw new SyntaxError('does not provide an export');
      return {};
    });
    const modules = modulesOf({ 'a.ts': "\nimport { centriod } from 'kineko';\ncentriod();" }, failing);
    expect(await problemsOf(modules, 'a.ts')).toBe(
      'a.ts:2: "kineko" has no export "centriod"; did you mean "centroid"?',
    );
  });

  test('with errors that only the browser finds are rejected with its line', async () => {
    const failing = loaderOf(() => {
      throw new SyntaxError("Identifier 'a' has already been declared");
    });
    const modules = modulesOf({ 'a.ts': 'let a;\nlet a;' }, failing);
    expect(await problemsOf(modules, 'a.ts')).toBe("a.ts:7: Identifier 'a' has already been declared");
  });

  test('that throw are rejected with the place of the error', async () => {
    const failing = loaderOf(() => {
      throw Object.assign(new Error('no luck'), { stack: 'Error: no luck\n    at go (blob:0:12:5)' });
    });
    expect(await problemsOf(modulesOf({ 'a.ts': 'go();' }, failing), 'a.ts')).toBe(
      'a.ts:12: cannot be loaded: no luck',
    );
  });
});

describe('the place of an error', () => {
  const files = new Map([['blob:null/12-34', 'own.ts']]);
  const withStack = (stack: string, cause?: unknown): Error =>
    Object.assign(new Error('no luck', { cause }), { stack });

  test.each([
    ['Chromium', 'Error: x\n    at inner (blob:null/56:1:2)\n    at async Own.doMotion (blob:null/12-34:8:15)'],
    ['Firefox', 'inner@blob:null/56:1:2\ndoMotion@blob:null/12-34:8:15'],
  ])('is the first author line, in the format of %s', (_browser, stack) => {
    expect(authorPlace(withStack(stack), files)).toEqual({ file: 'own.ts', line: 8 });
  });

  test('is that of the innermost cause', () => {
    const cause = withStack('    at blob:null/12-34:3:1');
    expect(authorPlace(withStack('    at blob:null/12-34:9:1', cause), files)).toEqual({ file: 'own.ts', line: 3 });
  });

  test('is undefined without author code on the stack', () => {
    expect(authorPlace(withStack('    at blob:null/56:1:2'), files)).toBeUndefined();
    expect(authorPlace('a text', files)).toBeUndefined();
  });
});
