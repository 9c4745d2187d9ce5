/**
 * What can be said of a run from its records, after it or while it goes on: in Node and in a page. Records come from an exact
 * trace or from a Neko log.
 */
export { analyse, Analyzer, type AnalyzerOptions } from './analyzer.js';
export { csvTables } from './present/csv-tables.js';
export { htmlReport, type HtmlReportOptions } from './present/html-report.js';
export { spaceTimeSvg, type SpaceTimeSvgOptions } from './present/space-time-svg.js';
export { textReport, type TextReportOptions } from './present/text-report.js';
export type * from './report.js';
export { SpaceTimeDiagram, type SpaceTimeOptions } from './space-time.js';
