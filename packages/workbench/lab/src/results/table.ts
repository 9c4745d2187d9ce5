/** The results of a sweep in long form: one row per metric and run. */
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

/** In the order of the cells; cells without a result are omitted. */
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

/** RFC 4180: quotes where needed, empty for null. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Scalar | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parameters that are always numbers become doubles, others text. */
export function parquetOf({ columns, rows }: Table): Promise<Uint8Array> {
  return columnsToParquet(
    columns.map((name, i) => {
      const data = rows.map((row) => row[i]!);
      if (INTEGERS.includes(name)) return { name, type: 'int', data: data.map(Number) };
      if (name === 'value') return { name, type: 'double', data: rows.map((row) => row[i] as number | null) };
      if (data.every((value) => typeof value === 'number')) return { name, type: 'double', data };
      return { name, type: 'text', data: data.map(String) };
    }),
  );
}

const INTEGERS: readonly string[] = ['run', 'repetition', 'seed'];
