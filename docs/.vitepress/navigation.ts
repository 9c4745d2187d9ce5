/** Navigation bar and sidebar. Missing pages are not listed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

const DOCS = new URL('../', import.meta.url);

const GUIDES = [
  'algorithms',
  'look-compute-move',
  'playground',
  'editor',
  'viewer',
  'gallery',
  'lab',
  'explore',
  'deeco',
  'crsim',
  'crsim-pages',
  'chirp',
  'plans',
  'plan-execution',
  'live',
  'python',
  'interoperability',
  'security',
];
const CONCEPTS = [
  'time-and-order',
  'exact-contact',
  'pushing',
  'determinism',
  'network-models',
  'protocols',
  'properties',
  'look-compute-move',
];
const REFERENCE = [
  'reference/index',
  'reference/command-line',
  'reference/names',
  'reference/properties',
  'reference/settings',
  'command-line',
  'config',
  'neko-log',
  'trace',
  'algorithm-protocol',
  'deeco-log',
  'reference/messages',
  'claims',
  'reference/api/index',
];
const HOUSE = ['architecture', 'decisions', 'performance', 'scaling'];

export function nav(): DefaultTheme.NavItem[] {
  return [
    ...(tutorials().length > 0 ? [{ text: 'Tutorials', items: tutorials() }] : []),
    { text: 'Guides', items: itemsOf(GUIDES) },
    { text: 'Concepts', items: itemsOf(concepts()) },
    { text: 'Reference', items: itemsOf(REFERENCE) },
    { text: 'Architecture', items: itemsOf(HOUSE) },
  ];
}

export function sidebar(): DefaultTheme.Sidebar {
  return [
    { text: 'Tutorials', items: tutorials() },
    { text: 'Guides', items: itemsOf(GUIDES) },
    { text: 'Concepts', items: itemsOf(concepts()) },
    { text: 'Reference', items: itemsOf(REFERENCE) },
    { text: 'Architecture', items: itemsOf(HOUSE) },
  ].filter(({ items }) => items.length > 0);
}

function concepts(): string[] {
  return CONCEPTS.map((name) => `concepts/${name}`);
}

function tutorials(): DefaultTheme.NavItemWithLink[] {
  const folder = new URL('tutorials/', DOCS);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'index.md');
  const first = listedIn('tutorials/index').filter((name) => names.includes(name));
  const ordered = new Set([...first, ...names.toSorted()]);
  return itemsOf(['tutorials/index', ...[...ordered].map((name) => `tutorials/${name.slice(0, -3)}`)]);
}

/** The pages beside it that a page links to, in its order. */
function listedIn(page: string): string[] {
  const text = existsSync(fileOf(page)) ? readFileSync(fileOf(page), 'utf8') : '';
  return [...text.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name!);
}

function itemsOf(pages: readonly string[]): DefaultTheme.NavItemWithLink[] {
  return pages
    .filter((page) => existsSync(fileOf(page)))
    .map((page) => ({ text: titleOf(page), link: `/${page.replace(/index$/, '')}` }));
}

/** A page is called what its first heading says, without what comes behind a colon. */
function titleOf(page: string): string {
  const heading = /^# (.*)$/m.exec(readFileSync(fileOf(page), 'utf8'))?.[1] ?? page;
  return heading.replaceAll('`', '').replace(/:.*/, '');
}

function fileOf(page: string): string {
  return fileURLToPath(new URL(`${page}.md`, DOCS));
}
