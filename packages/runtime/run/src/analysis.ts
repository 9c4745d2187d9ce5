/**
 * What can be said of a run from its records, after it or while it goes on: in Node and in a page. Records come from an exact
 * trace or from a Neko log.
 */
export { analyse, Analyzer, type AnalyzerOptions } from './analysis/analyzer.js';
export { csvTables } from './analysis/present/csv-tables.js';
export { htmlReport, type HtmlReportOptions } from './analysis/present/html-report.js';
export { spaceTimeSvg, type SpaceTimeSvgOptions } from './analysis/present/space-time-svg.js';
export { textReport, type TextReportOptions } from './analysis/present/text-report.js';
export type * from './analysis/report.js';
export { SpaceTimeDiagram, type SpaceTimeOptions } from './analysis/space-time.js';
