/** The records of a run as a table, for pandas, R and others: in Node and in a page. */
export { columnsToParquet } from './columns-to-parquet.js';
export { RowStream } from './row-stream.js';
