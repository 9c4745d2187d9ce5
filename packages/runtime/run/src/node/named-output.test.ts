import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { requireOther } from './named-output.js';

test('a link to a missing file is another file than the scenario, also if that was a link and has been removed', () => {
  const folder = temporaryFolder();
  const [path, target] = [join(folder, 'x.config'), join(folder, 'x.log')];
  symlinkSync('removed.config', path);
  symlinkSync('new.log', target);
  const from = { path, bytes: new Uint8Array() };
  expect(() => requireOther({ path: 'x.log', from, target })).not.toThrow();
  expect(() => requireOther({ path: 'x.log', from: { ...from, path: folder }, target: folder })).toThrow(
    `${folder}: names the file "x.log" for output: it is the scenario itself; name another file`,
  );
});

test('a path that cannot exist is another file than the scenario, and left to its writer', () => {
  const path = join(temporaryFolder({ 'x.config': '' }), 'x.config');
  for (const target of [join(path, 'neko.log'), join(path, '..', 'x'.repeat(300))]) {
    expect(() => requireOther({ path: 'x.log', from: { path, bytes: new Uint8Array() }, target })).not.toThrow();
  }
});
