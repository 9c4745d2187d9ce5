import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { MAX_BYTES, NodeHost, readSource } from './host.js';

const outside = temporaryFolder({ 'secret.txt': 'secret' });
const folder = temporaryFolder({
  'scenario.config': '',
  'walls.png': 'walls',
  'maps/hall.png': 'hall',
  'maps/big.png': '',
  'deep/down/leaf.txt': 'leaf',
});
symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
symlinkSync(outside, join(folder, 'linked'));
symlinkSync(join(folder, 'walls.png'), join(folder, 'inside.png'));
symlinkSync('loop.txt', join(folder, 'loop.txt'));
truncateSync(join(folder, 'maps/big.png'), MAX_BYTES + 1);

const host = new NodeHost();
const from = { path: join(folder, 'scenario.config'), bytes: new Uint8Array() };

async function read(path: string): Promise<string> {
  return new TextDecoder().decode(await host.readBytes(path, from));
}

describe('a file that a scenario names', () => {
  test.each([
    ['walls.png', 'walls'],
    ['./walls.png', 'walls'],
    ['maps/hall.png', 'hall'],
    ['maps/../walls.png', 'walls'],
    ['inside.png', 'walls'],
  ])('%s is read', async (path, text) => {
    expect(await read(path)).toBe(text);
  });

  test.each([
    ['', 'the name is empty'],
    ['walls\0.png', 'the name contains a NUL'],
    ['/etc/passwd', 'it is an absolute path'],
    ['C:\\walls.png', 'it is an absolute path'],
    ['C:walls.png', 'it is an absolute path'],
    ['\\walls.png', 'it is an absolute path'],
    ['file:///etc/passwd', 'it is a URL and not a path'],
    ['https://example.org/x.png', 'it is a URL and not a path'],
    ['../secret.txt', 'it leads out of the folder'],
    ['maps/../../secret.txt', 'it leads out of the folder'],
    ['maps\\..\\..\\secret.txt', 'it leads out of the folder'],
    ['..', 'it leads out of the folder'],
  ])('%j is refused: %s', async (path, why) => {
    await expect(read(path)).rejects.toThrow(
      `${from.path}: names the file ${JSON.stringify(path)}: ${why}; ` +
        `expected a path relative to, and beneath, the folder of ${from.path}`,
    );
  });

  test.each([
    ['link.txt', `it is a link to ${outside}/secret.txt; expected a file beneath ${folder}`],
    ['linked/secret.txt', `it is a link to ${outside}/secret.txt; expected a file beneath ${folder}`],
    ['loop.txt', 'is a link to itself'],
    ['maps', `it is a folder, ${folder}/maps; name a file in it`],
    ['maps/big.png', `expected at most ${MAX_BYTES} bytes (16 MiB), got ${MAX_BYTES + 1}`],
    ['.', 'expected a file beneath'],
  ])('%s is refused: %s', async (path, why) => {
    await expect(read(path)).rejects.toMatchObject({ name: 'InputError', message: expect.stringContaining(why) });
  });

  test.each([
    ['wals.png', 'there is no file .*/wals.png; did you mean "walls.png"\\?$'],
    ['walls', 'did you mean "walls.png"\\?$'],
    ['map/hall.png', 'did you mean "maps/hall.png"\\?$'],
    ['deep/downn/leaf.txt', 'did you mean "deep/down/leaf.txt"\\?$'],
    ['maps\\hall.png', 'there is no file .*; write / between the names of folders$'],
    ['walls.png/inside', 'there is no file .*/walls.png/inside$'],
    ['something-else.txt', 'there is no file .*/something-else.txt$'],
  ])('%s is missing, and the message has a suggestion', async (path, message) => {
    await expect(read(path)).rejects.toThrow(new RegExp(message));
  });

  test('is found beside a scenario in a folder behind a link', async () => {
    symlinkSync(folder, join(outside, 'by-link'));
    const there = { path: join(outside, 'by-link', 'scenario.config'), bytes: new Uint8Array() };
    expect(await host.readBytes('walls.png', there)).toHaveLength(5);
  });
});

describe('a scenario that the user names', () => {
  test('is read, and keeps its given path', async () => {
    const path = join(folder, 'maps', '..', 'walls.png');
    expect(await readSource(path)).toEqual({ path, bytes: new TextEncoder().encode('walls') });
  });

  test('is missing, and the message has a suggestion', async () => {
    await expect(readSource(join(folder, 'scenaro.config'))).rejects.toThrow(
      `${folder}/scenaro.config: no such file; did you mean "${folder}/scenario.config"?`,
    );
    await expect(readSource(join(folder, 'nowhere', 'x.config'))).rejects.toThrow(/x\.config: no such file$/);
    await expect(readSource(join(folder, 'walls.png', 'x'))).rejects.toThrow(/x: no such file$/);
  });

  test('is a named pipe, for which no writer may ever come', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(readSource(pipe)).rejects.toThrow(`${pipe}: expected a file, got a named pipe`);
  });

  test('is a device without an end', async () => {
    await expect(readSource('/dev/zero')).rejects.toThrow(
      `/dev/zero: expected at most ${MAX_BYTES} bytes (16 MiB), got more`,
    );
  });

  test('is a folder, or too large', async () => {
    await expect(readSource(folder)).rejects.toThrow(`${folder}: expected a file, got a folder`);
    await expect(readSource(join(folder, 'maps/big.png'))).rejects.toThrow('got 16777217');
  });
});
