import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY as ROOT } from '../shared/workspaces.js';

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

interface Attempt {
  readonly what: string;
  /** `file`: title */
  readonly shownBy: readonly string[];
}

/** `- **attack**: reaction.`, followed by its tests. */
const attempts = page
  .split(/^(?=- )/m)
  .filter((item) => item.startsWith('- **'))
  .map((item): Attempt => {
    const tests = Array.from(item.matchAll(/^ {2}- (.*)$/gm), ([, reference]) => reference!);
    return { what: /\*\*(.*?)\*\*/.exec(item)![1]!, shownBy: tests };
  });
const described = attempts.slice(attempts.findIndex(({ shownBy }) => shownBy.length > 0));

test('whatever is tried, a test shows what comes of it', () => {
  expect(described.length).toBeGreaterThan(30);
  expect(described.filter(({ shownBy }) => shownBy.length === 0).map(({ what }) => what)).toEqual([]);
});

test.each(described.flatMap(({ what, shownBy }) => shownBy.map((reference) => [what, reference] as const)))(
  '%s: %s is there',
  (_what, reference) => {
    const [, file, title] = /^`([^`]+\.test\.ts)`: (.+)$/.exec(reference) ?? [];
    expect({ reference, isRead: title !== undefined }).toEqual({ reference, isRead: true });
    expect({ file, exists: existsSync(join(ROOT, file!)) }).toEqual({ file, exists: true });
    const titles = titlesIn(readFileSync(join(ROOT, file!), 'utf8'));
    expect({ file, title, isThere: titles.has(title!) }).toEqual({ file, title, isThere: true });
  },
);

/** Names of tests and groups, with and without a table. */
function titlesIn(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/(?:\b(?:test|describe)|\))\(\s*(['"`])(.*?)\1,/gs), ([, , title]) => title!),
  );
}
