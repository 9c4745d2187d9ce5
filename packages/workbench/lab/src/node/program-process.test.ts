import { expect, test } from '@jest/globals';
import { isOutOfMemory } from './program-process.js';

test.each([
  'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  'p0 Student failed at t = 0: Array buffer allocation failed',
  'p0 Student failed at t = 0: WebAssembly.Memory(): could not allocate memory',
  'p0 Student failed at t = 0: WebAssembly.Memory.grow(): Unable to grow instance memory',
])('recognizes refused memory: %s', (text) => expect(isOutOfMemory(text)).toBe(true));

test('takes no other failure for refused memory', () => {
  expect(isOutOfMemory('p0 Student failed at t = 0: Maximum call stack size exceeded')).toBe(false);
});
