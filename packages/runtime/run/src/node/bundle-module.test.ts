import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { bundleModule } from './bundle-module.js';

const folder = mkdtempSync(join(tmpdir(), 'kineko bundle '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const options = {
  resolveOurs: () => new URL(`file://${join(folder, 'ours.js')}`).href,
  list: 'layers',
} as const;

test('a file becomes a script with its imports, ours and its own; classes keep their names', async () => {
  write('ours.js', 'export const project = (x) => 2 * x;');
  write('more.ts', 'export const more: number = 5;');
  const file = write(
    'a b.ts',
    "import { project } from '@kineko/viewer'; import { more } from './more.js'; export class Hull { at(): number { return project(more); } }",
  );
  const globals: { layers?: { file: string; exports: { Hull: new () => { at(): number } } }[] } = {};
  runInNewContext(await bundleModule(file, options), { globalThis: globals });
  const [{ file: name, exports } = undefined!] = globals.layers!;
  expect([name, exports.Hull.name, new exports.Hull().at()]).toEqual(['a b.ts', 'Hull', 10]);
});

test('reports its problems with their places', async () => {
  const file = write('bad.ts', 'export class {');
  const failure = await bundleModule(file, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect((failure as InputError).problems[0]).toMatchObject({ place: { file, line: 1, column: 14 } });
});

test('its strings cannot end the script element of a page', async () => {
  const script = await bundleModule(write('text.ts', "export const text = '</script>';"), options);
  expect(script).not.toContain('</script');
});
