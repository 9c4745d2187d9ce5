/** The results of a sweep as a self-contained page. */
import type { Sweep } from '../sweep.js';
import { escaped, plotSvg } from './plot-svg.js';
import { type PointSummary, summaryTable } from './summary.js';
import { titleOf } from './vega.js';

export interface ReportFacts {
  readonly version: string;
  /** Hash of the results. */
  readonly hash: string;
  readonly done: number;
}

const STYLE = `
:root{--paper:#fff;--ink:#1d1f23;--faint:#6b7079;--line:#d9dce1;--c0:#3b6fb6;--c1:#d1742c;--c2:#3d8f52;--c3:#b2403d;--c4:#7d5ba6;--c5:#7a6a35;--c6:#2f8f9d;--c7:#a8467c}
@media (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e6e7ea;--faint:#959aa3;--line:#3a3e46;--c0:#7aa7e8;--c1:#eda268;--c2:#7ecb92;--c3:#e88a86;--c4:#b79be0;--c5:#c4b376;--c6:#72c7d4;--c7:#e190bd}}
body{background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right}
.scroll{overflow-x:auto}figure{margin:1.5rem 0}.faint{color:var(--faint)}
.plot{max-width:100%;height:auto;font:12px system-ui,sans-serif}.plot text{fill:var(--ink)}.grid{stroke:var(--line)}
${Array.from({ length: 8 }, (_, i) => `.c${i} path,.c${i} line{stroke:var(--c${i});stroke-width:1.5}.c${i} circle{fill:var(--c${i})}`).join('')}
`;

export function reportPage(
  sweep: Sweep,
  summaries: readonly PointSummary[],
  { version, hash, done }: ReportFacts,
): string {
  const { experiment, cells, points } = sweep;
  const plots = experiment.plots.flatMap((plot) => {
    const svg = plotSvg(plot, summaries);
    if (svg === undefined) return [];
    return [
      `<figure>${svg}<figcaption class="faint">${escaped(plot.title ?? titleOf(plot))}; mean of ${experiment.repetitions} runs and its ${percent(experiment.confidence)} confidence interval</figcaption></figure>`,
    ];
  });
  const { columns, rows } = summaryTable(sweep, summaries);
  const head = columns.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(shownCell(cell))}</td>`).join('')}</tr>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(experiment.name)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(experiment.name)}</h1>
<p>${escaped(experiment.scenario)}: ${points.length} points, ${experiment.repetitions} repetitions, ${done} of ${cells.length} runs.</p>
<p class="faint">Kineko ${escaped(version)}, results ${escaped(hash)}</p>
${plots.join('\n')}
<h2>Summary</h2>
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>
</body></html>
`;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))} %`;
}

function shownCell(cell: string | number | boolean | null): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? String(Number(cell.toPrecision(6))) : String(cell);
}
