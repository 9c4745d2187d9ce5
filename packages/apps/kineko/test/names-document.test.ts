/** `docs/reference/names.md`: the names that files can use, as `kineko list` prints them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { NameCatalog } from '@kineko/run';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { allCatalogs } from '../src/catalogs.js';
import { Workspace } from './command-line.js';

const FILE = `${REPOSITORY}docs/reference/names.md`;

/** Kinds whose names are in the tables of `docs/config.md`. */
const ELSEWHERE = ['keys', 'faults', 'obstacles'];

const INTRODUCTION = `# Names in files

All names that configurations, experiments and properties can use, with their parameters: what \`kineko list\` prints. Keys, faults and obstacles are in
[Configurations](../config.md). \`KINEKO_WRITE=1 npm run jest -- names-document\` rewrites this page.`;

function section({ kind, doc, groups }: NameCatalog): string {
  return [`## ${kind}`, `\`kineko list ${kind}\`: ${doc}.`, ...groups.flatMap(tables)].join('\n\n');
}

function tables({ title, items }: NameCatalog['groups'][number]): string[] {
  const rows = items.map(({ name, doc, use, events }) => [
    cellCode(name),
    [inCell(doc), use && cellCode(use), events && `looks for ${events.map(cellCode).join(', ')}`]
      .filter(Boolean)
      .join('; '),
  ]);
  const parameters = items.flatMap(({ name, parameters: own = [] }) =>
    own.map(({ name: parameter, expects, default: given, isNeeded, doc }) => [
      cellCode(parameter.startsWith(name) ? parameter : `${name}: ${parameter}`),
      inCell(expects),
      given === undefined ? (isNeeded === true ? 'required' : '') : inCell(given),
      inCell(doc),
    ]),
  );
  return [
    `### ${inCell(title)}`,
    markdownTable(['name', 'meaning'], rows),
    ...(parameters.length === 0 ? [] : [markdownTable(['parameter', 'value', 'default', 'meaning'], parameters)]),
  ];
}

/** Escapes Markdown, except in code. */
function inCell(prose: string): string {
  return prose
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[|<>*_{}]/g, (mark) => `\\${mark}`)))
    .join('');
}

test('docs/reference/names.md has every name; KINEKO_WRITE=1 npm run jest -- names-document rewrites it', async () => {
  const catalogs = (await allCatalogs()).filter(({ kind }) => !ELSEWHERE.includes(kind));
  const page = `${[INTRODUCTION, ...catalogs.map(section)].join('\n\n')}\n`;
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
});

test('kineko list without a kind gives an overview', async () => {
  const { code, stdout, stderr } = await new Workspace().kineko(['list']);
  expect([code, stderr]).toEqual([0, '']);
  for (const { kind } of await allCatalogs()) expect(stdout).toMatch(new RegExp(`^${kind} +\\d+  \\w`, 'm'));
});

test('kineko list prints every name and parameter of a kind', async () => {
  const workspace = new Workspace();
  for (const { kind, groups } of await allCatalogs()) {
    const { stdout } = await workspace.kineko(['list', kind]);
    const rows = await workspace.json1<{ name: string; parameters: { name: string }[] }[]>(['list', kind, '--json']);
    const items = groups.flatMap((group) => group.items);
    expect(rows.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
    for (const { name, parameters } of rows) {
      expect(stdout).toContain(`  ${name} `);
      for (const each of parameters) expect(stdout).toContain(each.name);
    }
  }
});

test('kineko list suggests the kind for a misspelt one', async () => {
  const { code, stderr } = await new Workspace().kineko(['list', 'algoritms']);
  expect([code, stderr]).toEqual([
    2,
    "kineko: unknown kind 'algoritms'; did you mean 'algorithms'?\n(see kineko list)\n",
  ]);
});
