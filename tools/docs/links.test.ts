import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { anchorsOf, headingsOf, linkProblems, linksOf } from './links.js';
import { pageOf } from './pages.js';

test('links and pictures are found, what stands in code is not', () => {
  const page = 'see [a](a.md), ![b](b.png "B")\n`[c](c.md)`\n```text\n[d](d.md)\n```\n[e](e.md#f)\n';
  expect(linksOf(page)).toEqual([
    { line: 1, href: 'a.md' },
    { line: 1, href: 'b.png' },
    { line: 6, href: 'e.md#f' },
  ]);
});

test('headings are not looked for in code', () => {
  expect(headingsOf('# One\n```sh\n# no heading\n```\n## `two`: 2\n')).toEqual(['One', '`two`: 2']);
});

test('a heading has its name in the repository and its name on the site', () => {
  expect(anchorsOf('`kernel`: time and order')).toEqual(['kernel-time-and-order', 'kernel-time-and-order']);
  expect(anchorsOf('Défago & Souissi')).toEqual(['défago--souissi', 'defago-souissi']);
});

test('a link leads to a file or a folder, and to a heading in it', () => {
  const repository = mkdtempSync(join(tmpdir(), 'kineko-links-'));
  try {
    writeFileSync(join(repository, 'a.md'), '# A page\n## One & two\n');
    const text =
      '[1](a.md) [2](a.md#a-page) [3](b.md) [4](a.md#b) [5](a.md#one--two) [6](https://example.org) [7](../x)';
    expect(linkProblems([pageOf('c.md', text)], repository)).toEqual([
      'c.md:1: b.md: there is no b.md',
      expect.stringContaining('c.md:1: a.md#b: no heading of a.md'),
      expect.stringContaining('c.md:1: a.md#one--two: no heading of a.md'),
      'c.md:1: ../x: there is no ../x',
    ]);
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
});
