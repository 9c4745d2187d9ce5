/** The records of a run as a table, for pandas, R and others: in Node and in a page. */
export { columnsToParquet } from './columns-to-parquet.js';
export type { EventRow } from './event-row.js';
export { eventRow } from './events-table.js';
export { toCsv } from './to-csv.js';
export { toParquet } from './to-parquet.js';
