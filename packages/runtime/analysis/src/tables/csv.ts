/** Comma-separated values according to RFC 4180: a line for each row, ended by CRLF; quotes where they are needed. */

export type Cell = string | number | boolean | null | undefined;

/** A missing value is an empty cell; numbers have the shortest form that is read back as the same double. */
export function csvLine(cells: readonly Cell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) line += (i === 0 ? '' : ',') + csvCell(cells[i]);
  return `${line}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
