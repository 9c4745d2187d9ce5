import type { AnalysisReport } from '../report.js';
import { sectionsOf } from './text-sections.js';

export interface TextReportOptions {
  /** Characters of a line. Default: 80. */
  readonly width?: number | undefined;
  /** Whether titles are highlighted by escape sequences. Default: false. */
  readonly color?: boolean | undefined;
}

const MARGIN = '  ';
const MIN_WIDTH = 40;

/** A report for a terminal: aligned tables and small charts. */
export function textReport(report: AnalysisReport, { width = 80, color = false }: TextReportOptions = {}): string {
  const title = (text: string): string => (color ? `\u001b[1;36m${text}\u001b[0m` : text);
  return sectionsOf(report, Math.max(width, MIN_WIDTH) - MARGIN.length)
    .map((section) => [title(section.title), ...section.lines.map((line) => MARGIN + line), ''].join('\n'))
    .join('\n');
}
