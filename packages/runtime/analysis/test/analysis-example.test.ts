/** The notebook and the script of examples/analysis, as far as they can be held against the table without running them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { EVENT_COLUMNS } from '../src/tables/event-row.js';

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly metadata: object;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
}

const example = (name: string): string => readFileSync(`${REPOSITORY}examples/analysis/${name}`, 'utf8');

const notebook = JSON.parse(example('analysis.ipynb')) as {
  cells: Cell[];
  nbformat: number;
  nbformat_minor: number;
  metadata: object;
};
const code = notebook.cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''));
const script = example('analysis.R');

const columns = new Set<string>(EVENT_COLUMNS.map(([name]) => name));

/** Quoted texts of that page that are not columns: values, columns that the code makes, labels. */
const others = new Set(
  (
    'motionEvent motionEnd leg send deliver drop start collided robot ' +
    'low high latency time_delivered time_sent stable dropped seconds'
  ).split(' '),
);

function quotedWords(text: string): string[] {
  return [...text.matchAll(/"([A-Za-z][A-Za-z_]*)"/g)].map(([, word]) => word!);
}

test('the notebook is one of format 4, without outputs', () => {
  expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'python' } } });
  expect(new Set(notebook.cells.map(({ id }) => id)).size).toBe(notebook.cells.length);
  for (const { cell_type: type, source, metadata, outputs } of notebook.cells) {
    expect(['code', 'markdown']).toContain(type);
    expect(Array.isArray(source)).toBe(true);
    expect(metadata).toEqual({});
    expect(outputs ?? []).toEqual([]);
  }
});

test('its cells, one after the other, are Python', () => {
  const compile = 'import sys; compile(sys.stdin.read(), "the cells", "exec")';
  const { stderr, status } = spawnSync('python3', ['-c', compile], { input: code.join('\n'), encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('the columns that the notebook and the script name are there', () => {
  const words = [code.join('\n'), script].flatMap(quotedWords);
  expect(words.filter((word) => !columns.has(word) && !others.has(word))).toEqual([]);
  expect(words.filter((word) => columns.has(word)).length).toBeGreaterThan(30);
  const members = [...script.matchAll(/\b(?:events|ends|collided)\$(\w+)/g)].map(([, name]) => name!);
  expect(members.filter((name) => !columns.has(name))).toEqual([]);
});

test('the table of the README names all columns', () => {
  const rows = example('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(new Set(named)).toEqual(new Set(columns));
});
