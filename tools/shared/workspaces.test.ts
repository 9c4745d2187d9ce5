import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { folderOf, packagesIn, REPOSITORY } from './workspaces.js';

const root = mkdtempSync(join(tmpdir(), 'kineko-workspaces-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('finds packages one and two folders deep, and leaves out folders without a package.json', () => {
  plant('.', { workspaces: ['packages/*', 'packages/*/*', 'docs'] });
  plant('packages/flat', { name: '@kineko/flat' });
  plant('packages/layer/deep', { name: '@kineko/deep' });
  plant('packages/layer/deep/src', { name: 'a fixture' });
  plant('docs', { name: '@kineko/docs' });
  mkdirSync(join(root, 'packages/layer/empty'));
  expect(packagesIn(root).map(({ path, manifest }) => [path, manifest.name])).toEqual([
    ['packages/flat', '@kineko/flat'],
    ['packages/layer/deep', '@kineko/deep'],
  ]);
});

test('knows the real tree', () => {
  expect(existsSync(join(REPOSITORY, 'package-lock.json'))).toBe(true);
  expect(existsSync(join(folderOf('@kineko/kernel'), 'src/index.ts'))).toBe(true);
  expect(() => folderOf('@kineko/attic')).toThrow('no workspace is called @kineko/attic');
});

function plant(path: string, manifest: object): void {
  mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest));
}
