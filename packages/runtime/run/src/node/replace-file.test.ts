import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { replaceFile } from './replace-file.js';

test('a file has its earlier contents until the new ones are complete', async () => {
  const folder = temporaryFolder({ a: 'earlier' });
  const path = join(folder, 'a');
  const result = await replaceFile(path, async (file, partial) => {
    await file.writeFile('new');
    expect([readFileSync(path, 'utf8'), partial]).toEqual(['earlier', `${path}.partial`]);
    return 7;
  });
  expect([result, readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([7, 'new', ['a']]);
  const failing = replaceFile(path, async (file) => {
    await file.writeFile('half');
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['new', ['a']]);
});

test('links and pipes with the name of the partial file are removed, not written to', async () => {
  const folder = temporaryFolder({ notes: 'mine' });
  const [path, partial] = [join(folder, 'a'), join(folder, 'a.partial')];
  for (const leave of [
    () => symlinkSync('notes', partial),
    () => symlinkSync('missing', partial),
    () => execFileSync('mkfifo', [partial]),
  ]) {
    leave();
    await replaceFile(path, (file) => file.writeFile('new'));
    expect([lstatSync(path).isFile(), readFileSync(path, 'utf8')]).toEqual([true, 'new']);
    expect([readFileSync(join(folder, 'notes'), 'utf8'), readdirSync(folder)]).toEqual(['mine', ['a', 'notes']]);
  }
});

test('a folder with the name of the partial file is reported', async () => {
  const path = join(temporaryFolder(), 'a');
  mkdirSync(`${path}.partial`);
  await expect(replaceFile(path, (file) => file.writeFile('new'))).rejects.toThrow(
    `${path}.partial: cannot be written: expected a plain file, got a folder`,
  );
});

test('a link to a device that takes all bytes does not become the file', async () => {
  const folder = temporaryFolder({ a: 'earlier' });
  const path = join(folder, 'a');
  symlinkSync('/dev/null', `${path}.partial`);
  await expect(replaceFile(path, (file) => file.writeFile('new'))).rejects.toThrow(
    `${path}.partial: cannot be written: expected a plain file, got a device`,
  );
  expect([lstatSync(path).isFile(), readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([true, 'earlier', ['a']]);
});
