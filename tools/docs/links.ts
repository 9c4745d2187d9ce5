/** Links between pages: that what they lead to is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from './pages.js';

export interface Link {
  readonly line: number;
  readonly href: string;
}

/** Links and pictures of a page; what stands in code is none. */
export function linksOf(page: string): readonly Link[] {
  return proseLines(page).flatMap((text, index) =>
    [
      ...text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g),
    ].map(([, href]) => ({ line: index + 1, href: href! })),
  );
}

/** Problems of the links of pages, each with its place. */
export function linkProblems(pages: readonly Page[], repository: string): readonly string[] {
  return pages.flatMap(({ path, text }) =>
    linksOf(text).flatMap(({ line, href }) => {
      const why = problemOf(href, path, repository);
      return why === undefined ? [] : [`${path}:${line}: ${href}: ${why}`];
    }),
  );
}

function problemOf(href: string, from: string, repository: string): string | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [name, anchor] = href.split('#') as [string, string?];
  const path = name === '' ? from : posix.join(posix.dirname(from), decodeURI(name));
  // Made by `npm run docs`, from sources that the compiler checks.
  if (path.startsWith('docs/reference/api/')) return undefined;
  if (path.startsWith('..') || !existsSync(join(repository, path))) return `there is no ${path}`;
  if (anchor === undefined) return undefined;
  if (!path.endsWith('.md')) return 'only pages have headings';
  const headings = headingsOf(readFileSync(join(repository, path), 'utf8'));
  const isThere = headings.some((heading) => anchorsOf(heading).every((known) => known === anchor));
  return isThere ? undefined : `no heading of ${path} has this anchor, on the site and in the repository`;
}

export function headingsOf(page: string): readonly string[] {
  return proseLines(page).flatMap((line) => /^#{1,6}\s+(.*?)\s*$/.exec(line)?.[1] ?? []);
}

/** The anchor of a heading in the repository and on the site. A heading for which they differ must not be linked to. */
export function anchorsOf(heading: string): readonly [repository: string, site: string] {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  const inRepository = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const onSite = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return [inRepository, onSite];
}

/** The lines of a page, empty where a block stands. */
function proseLines(page: string): readonly string[] {
  let fence: string | undefined;
  return page.split('\n').map((line) => {
    const mark = /^\s*(`{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
      return '';
    }
    fence = mark;
    return mark === undefined ? line : '';
  });
}
