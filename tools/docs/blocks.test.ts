import { expect, test } from '@jest/globals';
import { blocksOf } from './blocks.js';
import { countOf } from './count.js';
import { pageOf } from './pages.js';
import { completed } from './preambles.js';
import { roleOf } from './roles.js';

const FENCE = '```';

function blockOf(info: string): ReturnType<typeof blocksOf>[number] {
  return blocksOf(`${FENCE}${info}\nx\n${FENCE}\n`)[0]!;
}

test('finds blocks with their lines, language and options', () => {
  const page = ['# A page', '', `${FENCE}ts file=a.ts`, 'let a;', '', 'let b;', FENCE, `${FENCE}`, 'x', FENCE].join(
    '\n',
  );
  expect(blocksOf(page)).toEqual([
    { line: 3, language: 'ts', info: 'file=a.ts', text: 'let a;\n\nlet b;\n', preamble: undefined },
    { line: 8, language: '', info: '', text: 'x\n', preamble: undefined },
  ]);
});

test('a block in a list loses the indentation of its item, and no more', () => {
  const page = `- one\n\n  ${FENCE}sh\n  a\n    b\n\n  ${FENCE}\n`;
  expect(blocksOf(page)[0]!.text).toBe('a\n  b\n\n');
});

test('a fence of four holds fences of three', () => {
  expect(blocksOf(`${FENCE}\`text\n${FENCE}sh\na\n${FENCE}\n${FENCE}\`\n`)).toMatchObject([{ language: 'text' }]);
});

test('runs a block inside a comment, which readers do not see', () => {
  expect(blocksOf(`<!--\n${FENCE}sh\nkineko validate a.config\n${FENCE}\n-->\n`)).toMatchObject([{ language: 'sh' }]);
});

test('a preamble is named, or stands in the comment, and holds until the next', () => {
  const block = `${FENCE}ts\nx;\n${FENCE}\n`;
  const page = `${block}<!-- preamble: algorithm -->\n${block}\n<!-- preamble\nconst x = 1;\n-->\n${block}${block}`;
  expect(blocksOf(page).map(({ preamble }) => preamble)).toEqual([
    undefined,
    'algorithm',
    'const x = 1;\n',
    'const x = 1;\n',
  ]);
});

test('a fragment stands where its preamble says, or behind it', () => {
  expect(completed('x;\n')).toBe('x;\n');
  expect(completed('x;\n', 'const x = 1;\n')).toBe('const x = 1;\nx;\n');
  expect(completed('$&;\n', 'f(() => { … });')).toBe('f(() => { $&;\n });');
  expect(() => completed('x', 'algoritm')).toThrow("no preamble 'algoritm': there are none, algorithm, members");
});

test.each([
  ['text', { kind: 'prose' }],
  ['mermaid', { kind: 'prose' }],
  ['text output', { kind: 'output' }],
  ['sh', { kind: 'commands', manner: 'runs' }],
  ['sh serves', { kind: 'commands', manner: 'serves' }],
  ['sh stops', { kind: 'commands', manner: 'stops' }],
  ['py file=robots/robot.py', { kind: 'file', name: 'robots/robot.py' }],
  ['ts', { kind: 'fragment', of: 'code' }],
  ['yaml', { kind: 'fragment', of: 'configuration' }],
  ['sh not-run: a cluster', { kind: 'not-run', reason: 'a cluster' }],
])('a block %s has its role', (info, role) => {
  expect(roleOf(blockOf(info))).toEqual(role);
});

test.each([
  ['', 'no language'],
  ['py', 'nothing runs py'],
  ['sh not-run', 'needs its reason'],
  ['sh not-run:', 'needs its reason'],
  ['sh forever', "'forever' means nothing"],
  ['ts file=../a.ts', 'not inside'],
])('a block "%s" is a problem', (info, why) => {
  expect(roleOf(blockOf(info))).toEqual({ kind: 'problem', why: expect.stringContaining(why) });
});

test('blocks are counted: those that are run, those that are not, and those that say nothing', () => {
  const text = ['sh', 'text', 'text output', 'sh not-run: a cluster', 'py']
    .map((info) => `${FENCE}${info}\nx\n${FENCE}\n`)
    .join('');
  expect(countOf([pageOf('docs/a.md', text)])).toEqual({
    run: 2,
    notRun: ['docs/a.md:10: a cluster'],
    problems: [expect.stringContaining('docs/a.md:13: nothing runs py')],
  });
});
