/** The output folder of a sweep: results.csv, results.parquet, summary.csv, report.html, plots for notebooks, a manifest. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputError } from '@kineko/formats/problem';
import { makeFolder, replaceFile, writing, writingNow } from '@kineko/run/node';
import { hashOf } from '../canonical.js';
import { reportPage } from '../results/report.js';
import { summarise, summaryTable } from '../results/summary.js';
import { csvOf, parquetOf, type Results, resultsTable } from '../results/table.js';
import { vegaLiteOf } from '../results/vega.js';
import type { Sweep } from '../sweep.js';

const MANIFEST = 'sweep.json';

/** The folder of the results of single cells. */
export function cellsFolder(folder: string): string {
  return join(folder, 'cells');
}

/** Throws an `InputError` if the folder holds other files, or a sweep that is not resumed. */
export async function claimFolder(folder: string, { resume }: { readonly resume: boolean }): Promise<void> {
  writingNow(folder, () => makeFolder(folder));
  const names = await readdir(folder);
  const isSweep = names.includes(MANIFEST) || names.includes('cells');
  // A sweep that is resumed, or a shard, may share it with scripts and outputs of a batch system.
  if (resume) return;
  if (isSweep) throw inputError('it holds a sweep already: continue it with --resume, or choose another --out', folder);
  if (names.length > 0) throw inputError('not empty: expected an empty or a new folder', folder);
}

export interface SweepState {
  readonly version: string;
  readonly state: 'running' | 'complete' | 'partial';
  readonly done: number;
  readonly hash?: string | undefined;
}

export async function writeManifest(
  folder: string,
  { experiment, cells, points }: Sweep,
  state: SweepState,
): Promise<void> {
  const text = JSON.stringify(
    {
      kind: 'kineko-sweep',
      experiment: experiment.name,
      scenario: experiment.scenario,
      points: points.length,
      repetitions: experiment.repetitions,
      cells: cells.length,
      ...state,
    },
    null,
    2,
  );
  const path = join(folder, MANIFEST);
  await writing(path, () => replaceFile(path, (file) => file.writeFile(`${text}\n`)));
}

/** Writes all tables and plots; returns the hash of the results. */
export async function writeResults(folder: string, sweep: Sweep, results: Results, version: string): Promise<string> {
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const file = join(folder, name);
    await writing(file, () => writeFile(file, content));
  };
  const table = resultsTable(sweep, results);
  const csv = csvOf(table);
  const hash = await hashOf(csv);
  const summaries = summarise(sweep, results);
  const done = sweep.cells.filter(({ id }) => results.has(id)).length;
  await write('results.csv', csv);
  if (table.rows.length > 0) await write('results.parquet', await parquetOf(table));
  await write('summary.csv', csvOf(summaryTable(sweep, summaries)));
  await write('report.html', await reportPage(sweep, summaries, { version, hash, done }));
  writingNow(folder, () => makeFolder(join(folder, 'plots')));
  for (const [i, plot] of sweep.experiment.plots.entries()) {
    const name = `${i + 1}-${`${plot.y.join('-')}-by-${plot.x}`.replaceAll(/[^\w-]+/g, '_')}.vl.json`;
    await write(join('plots', name), `${JSON.stringify(vegaLiteOf(sweep.experiment, plot), null, 2)}\n`);
  }
  return hash;
}
