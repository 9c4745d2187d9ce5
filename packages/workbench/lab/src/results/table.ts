/** The results of a sweep in long form: a row for each metric of each run, ready for pandas and R. */
import { columnsToParquet } from '@kineko/analysis/tables';
import type { CellResult } from '../cell.js';
import type { Scalar } from '../scalar.js';
import type { Sweep } from '../sweep.js';

export interface Table {
  /** run, repetition, seed, each parameter, metric, value. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Scalar | null)[])[];
}

/** By cell id. */
export type Results = ReadonlyMap<string, CellResult>;

/** In the order of the cells, whatever order they were run in; those without a result are left out. */
export function resultsTable({ experiment, cells }: Sweep, results: Results): Table {
  const parameters = experiment.parameters.map(({ name }) => name);
  const metrics = experiment.metrics.map(({ name }) => name);
  const rows = cells.flatMap(({ index, id, repetition, seed, point }) => {
    const result = results.get(id);
    if (result === undefined) return [];
    const chosen = parameters.map((name) => point.values.get(name)!);
    return metrics.map((metric) => [index, repetition, seed, ...chosen, metric, result.values[metric] ?? null]);
  });
  return { columns: ['run', 'repetition', 'seed', ...parameters, 'metric', 'value'], rows };
}

/** As RFC 4180 says: quotes where they are needed, nothing for what is missing. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Scalar | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same as a Parquet file: parameters that are numbers throughout are doubles, others texts. */
export function parquetOf({ columns, rows }: Table): Promise<Uint8Array> {
  return columnsToParquet(
    columns.map((name, i) => {
      const data = rows.map((row) => row[i]!);
      if (WHOLE.includes(name)) return { name, type: 'int', data: data.map(Number) };
      if (name === 'value') return { name, type: 'double', data: rows.map((row) => row[i] as number | null) };
      if (data.every((value) => typeof value === 'number')) return { name, type: 'double', data };
      return { name, type: 'text', data: data.map(String) };
    }),
  );
}

const WHOLE: readonly string[] = ['run', 'repetition', 'seed'];
