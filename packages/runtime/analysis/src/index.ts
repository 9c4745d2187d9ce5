/**
 * What can be said of a run from its records, after it or while it goes on: in Node and in a page. Records come from an exact
 * trace or from a Neko log.
 */
export { analyse, Analyzer } from './analyzer.js';
export { csvTables } from './present/csv-tables.js';
export { htmlReport } from './present/html-report.js';
export { textReport } from './present/text-report.js';
export type { AnalysisReport } from './report.js';
