/** The results of a sweep as a self-contained page. */
import { escaped } from '@kineko/analysis';
import type { Sweep } from '../sweep.js';
import { drawPlot, shown } from './plot.js';
import type { Estimate, PointSummary } from './summary.js';
import { titleOf } from './vega.js';

export interface ReportFacts {
  readonly version: string;
  /** Hash of the results. */
  readonly hash: string;
  readonly done: number;
}

const STYLE = `
:root{--paper:#fff;--ink:#1d1f23;--faint:#5b6069;--line:#d9dce1;--c0:#0072b2;--c1:#c26a00;--c2:#00805c;--c3:#a8467c;--c4:#3a86b5;--c5:#b34700;--c6:#7d5ba6;--c7:#7a6a35}
@media (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e6e7ea;--faint:#a0a5ae;--line:#3a3e46;--c0:#5fb0ea;--c1:#eda268;--c2:#5cc9a2;--c3:#e190bd;--c4:#8fcdf0;--c5:#f08d5c;--c6:#b79be0;--c7:#c4b376}}
body{background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right}
th[scope=row],thead th:first-child,td.text{text-align:left}.scroll{overflow-x:auto}figure{margin:1.5rem 0}.faint{color:var(--faint)}
.chart{max-width:100%;height:auto;--plot-background:var(--paper)}
@media print{body{max-width:none;margin:0}figure{break-inside:avoid}}
`;

export async function reportPage(
  sweep: Sweep,
  summaries: readonly PointSummary[],
  { version, hash, done }: ReportFacts,
): Promise<string> {
  const { experiment, cells, points } = sweep;
  const figures: string[] = [];
  for (const plot of experiment.plots) {
    const drawn = await drawPlot(plot, summaries);
    if (drawn === undefined) continue;
    const { svg, isCensored, size } = drawn;
    const caption =
      `${plot.title ?? titleOf(plot)}; mean and ${percent(experiment.confidence)} confidence interval` +
      `${size === undefined ? '' : `; ${size} at every point`}` +
      `${isCensored ? '; hollow: some runs hit the limit before the goal, and count with their values at the limit' : ''}`;
    figures.push(`<figure>${svg}<figcaption class="faint">${escaped(caption)}</figcaption></figure>`);
  }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(experiment.name)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(experiment.name)}</h1>
<p>${escaped(experiment.scenario)}: ${points.length} points, ${experiment.repetitions} repetitions, ${done} of ${cells.length} runs.</p>
<p class="faint">Kineko ${escaped(version)}, results ${escaped(hash)}</p>
${figures.join('\n')}
<h2>Summary</h2>
${experiment.metrics.map(({ name }) => metricTable(sweep, name, summaries)).join('\n')}
<p class="faint">n: runs with a value. Intervals: Wilson’s for shares, Student’s for means, or of resampled means (bootstrap) where
Student’s would contain impossible values. Missing: runs without a value. Censored: runs that hit a limit before the goal.</p>
</body></html>
`;
}

/** One table per metric, so that it fits the page. Columns without anything to say are left out. */
function metricTable({ experiment }: Sweep, metric: string, summaries: readonly PointSummary[]): string {
  const parameters = experiment.parameters.map(({ name }) => name);
  const rows = summaries.map(({ point, estimates }) => ({ point, of: estimates.get(metric)! }));
  const optional = (['missing', 'censored'] as const).filter((name) => rows.some(({ of }) => of[name] > 0));
  const columns = [
    ...parameters,
    'n',
    ...optional,
    'mean',
    `${percent(experiment.confidence)} interval`,
    'median',
    'min',
    'max',
  ];
  const head = columns.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  const body = rows.map(({ point, of }) => {
    const cells = [
      of.count,
      ...optional.map((name) => of[name]),
      // A mean with censored values is a bound at best.
      of.mean === null ? '–' : `${shown(of.mean)}${of.censored > 0 ? ' *' : ''}`,
      intervalText(of),
      ...[of.median, of.min, of.max].map((value) => (value === null ? '–' : shown(value))),
    ];
    const chosen = parameters.map((name) => `<th scope="row">${escaped(String(point.values.get(name)))}</th>`);
    return `<tr>${chosen.join('')}${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`;
  });
  const note = rows.some(({ of }) => of.censored > 0) ? '<p class="faint">* with values of censored runs</p>' : '';
  return `<h3>${escaped(metric)}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="${escaped(metric)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${note}`;
}

function intervalText({ interval }: Estimate): string {
  if (interval === null) return '–';
  const { low, high, method } = interval;
  return `${shown(low)} to ${shown(high)}${method === 'bootstrap' ? ' (bootstrap)' : ''}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))} %`;
}
