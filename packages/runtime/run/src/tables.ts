/** The records of a run as a table, for pandas, R and others: in Node and in a page. */
export { columnsToParquet, type ParquetColumn } from './tables/columns-to-parquet.js';
export { EVENT_COLUMNS, type ColumnType, type EventRow } from './tables/event-row.js';
export { eventRow, eventsTable } from './tables/events-table.js';
export { toCsv } from './tables/to-csv.js';
export { type ParquetOptions, toParquet } from './tables/to-parquet.js';
