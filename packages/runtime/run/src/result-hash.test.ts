import { expect, test } from '@jest/globals';
import { ResultHash } from './result-hash.js';

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 251);

test('the hashes of no bytes and of a known text are those of XXH3-128', async () => {
  const hash = await ResultHash.create();
  expect(hash.digest()).toBe('99aa06d3014798d86001c324468d497f');
  hash.write(Uint8Array.from('abc', (letter) => letter.charCodeAt(0)));
  expect(hash.digest()).toBe('06b05ab6733a618578af5f94892f3950');
});

test('the hash does not depend on the chunks', async () => {
  const whole = await ResultHash.create();
  whole.write(bytes);
  for (const step of [1, 7, 240, 1024, 4999]) {
    const pieces = await ResultHash.create();
    for (let at = 0; at < bytes.length; at += step) pieces.write(bytes.subarray(at, at + step));
    expect(pieces.digest()).toBe(whole.digest());
  }
});

test('a digest may be computed in between, and two hashes are independent', async () => {
  const whole = await ResultHash.create();
  const half = await ResultHash.create();
  half.write(bytes.subarray(0, 2500));
  whole.write(bytes);
  const first = half.digest();
  expect(half.digest()).toBe(first);
  expect(first).not.toBe(whole.digest());
  half.write(bytes.subarray(2500));
  expect(half.digest()).toBe(whole.digest());
  await half.close();
});
