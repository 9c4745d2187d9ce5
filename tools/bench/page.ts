/** The page docs/performance.md: the targets and all other figures of one run of `npm run bench`. */
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import type { Comparison } from './comparison.js';
import type { Rate } from './measure.js';
import { comparisonTable } from './table.js';
import { type Result, targetsMarkdown } from './targets.js';

export interface Measured {
  readonly comparison: Comparison;
  readonly rates: readonly Rate[];
  readonly results: readonly Result[];
}

export function performancePage(measured: readonly Measured[]): string {
  const tables = measured.map(({ comparison, rates }) => comparisonTable(comparison, rates)).join('\n\n');
  return `# Performance

\`npm run bench -- --page docs/performance.md\` writes this page from one run. Compare figures within the page only: rates are
operations per second of CPU time on ${machine()}, and ratios compare alternatives that ran in turns.

## Targets

Ratios (×) compare with the first alternative of the same comparison, below. "≥" is a speed, "≤" a cost or a size. A missed target is a known weakness.

${targetsMarkdown(measured.flatMap(({ results }) => results))}

## All figures

\`\`\`text
${tables}
\`\`\`
`;
}

/** The machine and how busy it was: a figure means little without them. */
function machine(): string {
  const [first] = cpus();
  const [lastMinute = 0] = loadavg();
  const model = first === undefined ? 'an unknown processor' : first.model.trim();
  return `${cpus().length} cores (${model}), Node ${process.versions.node}, at a load of ${lastMinute.toFixed(1)} at the end`;
}
