/** The pages docs/performance.md and docs/scaling.md: the results of one run of `npm run bench`. */
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import type { Comparison } from './comparison.js';
import type { Rate } from './measure.js';
import { comparisonTable, shortNumber } from './table.js';
import { type Result, targetsMarkdown } from './targets.js';
import { markdownTable } from '../shared/markdown-table.js';

export interface Measured {
  readonly comparison: Comparison;
  readonly rates: readonly Rate[];
  readonly results: readonly Result[];
}

/** @param omitted Comparisons that need an idle machine, and had none. */
export function performancePage(measured: readonly Measured[], omitted: readonly Comparison[]): string {
  const tables = measured.map(({ comparison, rates }) => comparisonTable(comparison, rates)).join('\n\n');
  return `# Performance

${origin()}

## Targets

Ratios (×) compare with the first alternative of the same comparison, below. "≥" is a speed, "≤" a cost or a size. A missed target is a known weakness.
How cost and memory grow with the number of robots is on the page [Scaling](scaling.md).

${targetsMarkdown(measured.flatMap(({ results }) => results))}
${omittedText(omitted)}
## All figures

\`\`\`text
${tables}
\`\`\`
`;
}

function omittedText(omitted: readonly Comparison[]): string {
  if (omitted.length === 0) return '';
  const names = omitted.map(({ name, n }) => `- ${name}, n = ${n.toLocaleString('en')}`);
  return `\nNot measured, because the machine was busy and these need an idle one (\`npm run bench\` without \`--busy\`):\n\n${names.join('\n')}\n`;
}

/** Cost per event, memory per robot and sizes of logs, by the number of robots. */
export function scalingPage(measured: readonly Measured[]): string {
  const sections = measured.filter(({ comparison }) => comparison.isScaling).map(scalingSection);
  return `# Scaling

${origin()}
The other figures are on the page [Performance](performance.md).

${sections.join('\n\n')}
`;
}

function scalingSection({ comparison: { name, unit }, rates }: Measured): string {
  const least = rates[0]!.perSecond;
  const heading = name.charAt(0).toUpperCase() + name.slice(1);
  const rows = rates.map(({ alternative, perSecond }) =>
    unit === undefined
      ? [alternative, `${shortNumber(1e6 / perSecond)} µs`, `${shortNumber(perSecond)}/s`, times(least / perSecond)]
      : [alternative, `${shortNumber(perSecond)} ${unit}`, times(perSecond / least)],
  );
  const headings = unit === undefined ? ['', 'CPU time', 'rate', 'relative cost'] : ['', 'figure', 'relative'];
  return `## ${heading}\n\n${markdownTable(headings, rows)}`;
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

function origin(): string {
  return `\`npm run bench -- --pages docs\` writes this page from one run. Compare figures within the page only: rates are
operations per second of CPU time on ${machine()}, and ratios compare alternatives that ran in turns.`;
}

/** The machine and how busy it was: a figure means little without them. */
function machine(): string {
  const [first] = cpus();
  const [, , quarter = 0] = loadavg();
  const model = first === undefined ? 'an unknown processor' : first.model.trim();
  return `${cpus().length} cores (${model}), Node ${process.versions.node}, at a mean load of ${quarter.toFixed(1)} in the last 15 minutes`;
}
