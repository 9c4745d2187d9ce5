/** Tests the phrases of the prose rule, and checks that no page contains one. The linter applies the rule to the sources. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';
import { unplain } from './plain-english.js';
import { unplainMarkdown } from './plain-markdown.js';

test.each([
  'What is wrong is said.',
  'Who is told may schedule.',
  'Of the key.',
  'Nobody waits for it.',
  'The robot who moves first.',
  'The file is read as it is.',
  'p1 waited in vain for a message',
  'at the most 64 levels',
  'the run goes on',
  'there is no such key: robot.size may be meant',
  'ended: its time was up',
  'a lent buffer',
  '30 frames a second',
])('finds %j', (text) => {
  expect(unplain(text)).not.toEqual([]);
});

test.each([
  'Observers may schedule events.',
  'Students who write an algorithm read this first.',
  'Who is it for?',
  'A violation is printed as soon as it is found.',
  'unknown key "robot.siz"; did you mean "robot.size"?',
  'Name of the key',
  '30 frames per second',
])('accepts %j', (text) => {
  expect(unplain(text)).toEqual([]);
});

test('reads the prose of a page: paragraphs, items and cells, without code, comments and headings', () => {
  const page = `# What it covers

<!-- Nobody reads this. -->
A paragraph that goes
on. See \`nobody\`.

- an item for ever

| a cell | anew |

\`\`\`ts
// whoever
\`\`\`
`;
  expect(unplainMarkdown(page).map(({ line, phrase }) => [line, phrase])).toEqual([
    [4, 'goes on'],
    [7, 'for ever'],
    [9, 'anew'],
  ]);
});

test('no page has a phrase that is hard to read', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
  expect(pages.length).toBeGreaterThan(50);
  const found = pages.flatMap((page) =>
    unplainMarkdown(readFileSync(join(REPOSITORY, page), 'utf8')).map(
      ({ line, phrase, advice }) => `${page}:${line}: "${phrase}": ${advice}`,
    ),
  );
  expect(found).toEqual([]);
});
