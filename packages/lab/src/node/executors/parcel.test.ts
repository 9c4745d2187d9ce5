import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { CellOrder } from '../../orders.js';
import { orderIn, parcelOf, unpack, unpackedFolder } from './parcel.js';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const newHash = (): string => randomBytes(32).toString('hex');

test('the files of an order come into a folder of their own, once', () => {
  const hash = newHash();
  const folder = unpack(hash, JSON.stringify([['deep/a.config', base64('seed = 1')]]));
  folders.push(folder);
  expect(readFileSync(join(folder, 'deep/a.config'), 'utf8')).toBe('seed = 1');
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
    const hash = newHash();
    const text = JSON.stringify([
      ['right.ts', base64('1')],
      [path, base64('2')],
    ]);
    expect(() => unpack(hash, text)).toThrow('would lie outside its folder');
    expect(unpackedFolder(hash)).toBeUndefined();
    const beside = dirname(unpack(newHashKept(), '[["a",""]]'));
    expect(readdirSync(beside).filter((name) => name.startsWith(hash))).toEqual([]);
    expect(existsSync('/tmp/kineko-evil.ts')).toBe(false);
  },
);

test.each(['../../etc', 'ABC', ''])('files of the name %j are refused', (hash) => {
  expect(() => unpack(hash, '[]')).toThrow('is no name of files');
});

function newHashKept(): string {
  const hash = newHash();
  folders.push(unpack(hash, '[["a",""]]'));
  return hash;
}
