import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { CellOrder } from '../../orders.js';
import { hashOfFiles } from '../scenario-files.js';
import { orderIn, packed, parcelOf, unpack, unpackedFolder } from './parcel.js';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Files as they come over the queue, and their hash. */
function sent(...files: readonly (readonly [path: string, text: string])[]): [hash: string, text: string] {
  const contents = files.map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const hash = hashOfFiles(contents);
  return [hash, packed({ root: '/', files: contents, hash })];
}

/** No other run of these tests has left the same files behind. */
const fresh = (): string => `# ${randomUUID()}`;

test('the files of an order come into a folder of their own, once', () => {
  const config = fresh();
  const [hash, text] = sent(['deep/a.config', config]);
  const folder = unpack(hash, text);
  folders.push(folder);
  expect(readFileSync(join(folder, 'deep/a.config'), 'utf8')).toBe(config);
  expect(unpackedFolder(hash)).toBe(folder);
  expect(unpack(hash, 'not looked at')).toBe(folder);
});

test('an order finds its scenario, its experiment and its plugins in the folder of another machine', () => {
  const order = (root: string): CellOrder => ({
    id: 'a',
    seed: 1,
    scenario: { path: `${root}/x.xml`, settings: [], environment: {}, plugins: [`${root}/lib/own.ts`] },
    experiment: `${root}/x.yaml`,
    metrics: [],
    stop: {},
    parameters: {},
  });
  const parcel = parcelOf(order('/here'), { root: '/here', files: [], hash: 'b' });
  expect(parcel.order.scenario.plugins).toEqual(['lib/own.ts']);
  expect(orderIn('/there', parcel)).toEqual(order('/there'));
});

test.each(['../evil.ts', '/tmp/kineko-evil.ts', 'deep/../../evil.ts', '.', ''])(
  'a file of an order that would lie outside its folder, %j, is refused, and nothing is written',
  (path) => {
    const [hash, text] = sent(['right.ts', fresh()], [path, '2']);
    expect(() => unpack(hash, text)).toThrow('would lie outside its folder');
    expect(unpackedFolder(hash)).toBeUndefined();
    expect(namesBeside(hash)).toEqual([]);
    expect(existsSync('/tmp/kineko-evil.ts')).toBe(false);
  },
);

test.each(['../../etc', 'ABC', ''])('files of the name %j are refused', (hash) => {
  expect(() => unpack(hash, '[]')).toThrow('is no name of files');
});

test.each([
  ['another content', (text: string) => text.replace(/"([^"]{4})/g, '"AAAA')],
  ['another name', (text: string) => text.replace('a.ts', 'b.ts')],
  ['one file more', (text: string) => text.replace(/\]$/, ',["c.ts","AAAA"]]')],
  ['no file', () => '[]'],
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['no files at all', () => '{"a.ts":"AAAA"}'],
])('files that are not those of the hash are refused, and nothing is written: %s', (_, change) => {
  const [hash, text] = sent(['a.ts', fresh()]);
  expect(() => unpack(hash, change(text))).toThrow(/not those of the hash|not a list of files/);
  expect(namesBeside(hash)).toEqual([]);
  folders.push(unpack(hash, text));
});

/** Names of folders that were begun for the files of a hash. */
function namesBeside(hash: string): string[] {
  const kept = unpack(...sent(['a', fresh()]));
  folders.push(kept);
  return readdirSync(dirname(kept)).filter((name) => name.startsWith(hash));
}
