import { expect, test } from '@jest/globals';
import { addressOf } from '@kineko/neko/real';
import { isLoopback, shownAddress } from '../src/networks/real/address.js';
import { newToken } from '../src/networks/real/token.js';
import { slaveMain } from './slave-main.js';

test.each(['127.0.0.1:8632', 'example.org:0', '[::1]:65535'])('%s is read and shown alike', (text) => {
  expect(shownAddress(addressOf(text))).toBe(text);
});

test.each(['', '8632', 'host:', ':1', 'host:65536', 'host:1x', '::1:7', 'a b:c:1'])(
  "'%s' is not an address",
  (text) => {
    expect(() => addressOf(text)).toThrow(`address: expected host:port with a port from 0 to 65535, got "${text}"`);
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['127.0.0.1.example.org', false],
])('only this machine reaches %s: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test('tokens are 128 bits, each of its own', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  [['99999'], {}, 'port: expected an integer from 0 to 65535, got "99999"'],
  [['0', '0.0.0.0'], {}, /^to listen on 0\.0\.0\.0, .* a token is needed/],
  [['0'], { KINEKO_TOKEN: 'short' }, /^the token has 5 characters/],
])('a slave that is started with %j and %j reports the problem', async (args, env, message) => {
  const complaints: string[] = [];
  const code = await slaveMain(new Map(), { args, env, print: () => {}, complain: (line) => complaints.push(line) });
  expect(code).toBe(2);
  expect(complaints).toEqual([expect.stringMatching(message)]);
});
