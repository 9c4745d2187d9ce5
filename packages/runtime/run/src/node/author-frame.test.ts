import { expect, test } from '@jest/globals';
import { folderOf } from '@kineko/tools/shared/workspaces';
import { authorFrame } from './author-frame.js';

const OURS = `${folderOf('@kineko/kernel')}/dist/simulator.js`;

function errorWith(...frames: string[]): Error {
  return Object.assign(new Error('x'), { stack: ['Error: x at noon (a.ts:1:2)', ...frames].join('\n') });
}

test.each([
  ['    at Gathering.doMotion (file:///home/ann/gathering.ts:5:11)', '/home/ann/gathering.ts'],
  ['    at async Gathering.doMotion (/home/ann/gathering.ts:5:11)', '/home/ann/gathering.ts'],
  ['    at /home/ann/gathering.ts:5:11', '/home/ann/gathering.ts'],
  ['    at async file:///home/ann/my%20robots/gathering.ts:5:11', '/home/ann/my robots/gathering.ts'],
  ['    at new Gathering (/home/ann/robots (old)/gathering.ts:5:11)', '/home/ann/robots (old)/gathering.ts'],
  ['    at Object.<anonymous> [as go] (/home/ann/a:b/gathering.ts:5:11)', '/home/ann/a:b/gathering.ts'],
])("%s is a place in an author's file", (line, file) => {
  expect(authorFrame(errorWith(line))).toEqual({ file, line: 5, column: 11 });
});

test('skips our frames, and those of packages and of Node', () => {
  const error = errorWith(
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    '    at Array.forEach (<anonymous>)',
    '    at Thing.act (/home/ann/node_modules/thing/index.js:1:1)',
    `    at Simulator.run (${OURS}:10:3)`,
    '    at Gathering.doMotion (/home/ann/gathering.ts:5:11)',
    '    at Gathering.start (/home/ann/gathering.ts:1:1)',
  );
  expect(authorFrame(error)).toEqual({ file: '/home/ann/gathering.ts', line: 5, column: 11 });
});

test("the innermost cause with an author's frame counts", () => {
  const inner = errorWith('    at a (/home/ann/a.ts:1:2)');
  const middle = Object.assign(errorWith('    at b (/home/ann/b.ts:3:4)'), { cause: inner });
  const outer = Object.assign(errorWith(`    at c (${OURS}:5:6)`), { cause: middle });
  expect(authorFrame(outer)?.file).toBe('/home/ann/a.ts');
  inner.stack = 'no frames';
  expect(authorFrame(outer)?.file).toBe('/home/ann/b.ts');
});

test.each([undefined, null, 'text', {}, errorWith(), errorWith('    at native')])(
  "%j has no author's frame",
  (error) => {
    expect(authorFrame(error)).toBeUndefined();
  },
);
