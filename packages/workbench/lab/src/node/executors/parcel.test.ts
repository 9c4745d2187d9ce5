import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { CellRequest } from '../../requests.js';
import { hashOfFiles } from '../scenario-files.js';
import { requestIn, packed, parcelOf, unpack, unpackedFolder } from './parcel.js';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The hash of files, and their text in the queue. */
function sent(...files: readonly (readonly [path: string, text: string])[]): [hash: string, text: string] {
  const contents = files.map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const hash = hashOfFiles(contents);
  return [hash, packed({ root: '/', files: contents, hash })];
}

/** Content that no earlier run of these tests has written. */
const fresh = (): string => `# ${randomUUID()}`;

test('writes the files of a request to their own folder, once', () => {
  const config = fresh();
  const [hash, text] = sent(['deep/a.config', config]);
  const folder = unpack(hash, text);
  folders.push(folder);
  expect(readFileSync(join(folder, 'deep/a.config'), 'utf8')).toBe(config);
  expect(unpackedFolder(hash)).toBe(folder);
  expect(unpack(hash, 'not looked at')).toBe(folder);
});

test('adapts the paths of scenario, experiment and plugins to the folder of another machine', () => {
  const request = (root: string): CellRequest => ({
    id: 'a',
    seed: 1,
    scenario: { path: `${root}/x.xml`, settings: [], environment: {}, plugins: [`${root}/lib/own.ts`] },
    experiment: `${root}/x.yaml`,
    metrics: [],
    stop: {},
    parameters: {},
  });
  const parcel = parcelOf(request('/here'), { root: '/here', files: [], hash: 'b' });
  expect(parcel.request.scenario.plugins).toEqual(['lib/own.ts']);
  expect(requestIn('/there', parcel)).toEqual(request('/there'));
});

test.each(['../evil.ts', '/tmp/kineko-evil.ts', 'deep/../../evil.ts', '.', ''])(
  'rejects a file outside the folder, %j, and writes nothing',
  (path) => {
    const [hash, text] = sent(['right.ts', fresh()], [path, '2']);
    expect(() => unpack(hash, text)).toThrow('is outside its folder');
    expect(unpackedFolder(hash)).toBeUndefined();
    expect(namesBeside(hash)).toEqual([]);
    expect(existsSync('/tmp/kineko-evil.ts')).toBe(false);
  },
);

test.each(['../../etc', 'ABC', ''])('rejects the hash %j', (hash) => {
  expect(() => unpack(hash, '[]')).toThrow('expected a hash');
});

test.each([
  ['another content', (text: string) => text.replace(/"([^"]{4})/g, '"AAAA')],
  ['another name', (text: string) => text.replace('a.ts', 'b.ts')],
  ['one file more', (text: string) => text.replace(/\]$/, ',["c.ts","AAAA"]]')],
  ['no file', () => '[]'],
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['no files at all', () => '{"a.ts":"AAAA"}'],
])('rejects files that do not match the hash, and writes nothing: %s', (_, change) => {
  const [hash, text] = sent(['a.ts', fresh()]);
  expect(() => unpack(hash, change(text))).toThrow(/do not match the hash|expected (?:JSON|a list)/);
  expect(namesBeside(hash)).toEqual([]);
  folders.push(unpack(hash, text));
});

/** Names of folders for the files of a hash. */
function namesBeside(hash: string): string[] {
  const kept = unpack(...sent(['a', fresh()]));
  folders.push(kept);
  return readdirSync(dirname(kept)).filter((name) => name.startsWith(hash));
}
