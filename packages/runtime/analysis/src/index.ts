/**
 * Statistics of a run from its records, during the run or afterwards, in Node and in a page. Records come from an exact trace
 * or from a Neko log.
 */
export { analyse, Analyzer } from './analyzer.js';
export { csvTables } from './present/csv-tables.js';
export { htmlReport } from './present/html-report.js';
export { escaped } from './present/plain-text.js';
export { loadPlotting } from './present/plotting.js';
export { textReport } from './present/text-report.js';
export type { AnalysisReport } from './report.js';
