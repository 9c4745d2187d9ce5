/** Plots of means with their confidence intervals. */
import { loadPlotting } from '@kineko/analysis';
import type { PlotSpec } from '../experiment/experiment.js';
import type { Scalar } from '../scalar.js';
import type { PointSummary } from './summary.js';
import { titleOf } from './vega.js';

const WIDTH = 760;
const HEIGHT = 380;
/** Pixels between the series at one value of x. */
const DODGE = 7;

interface Mark {
  readonly x: number;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly count: number;
  readonly censored: number;
  readonly series: string;
}

/** One series per metric and per value of `by`. */
function marksOf(plot: PlotSpec, summaries: readonly PointSummary[]): Mark[] {
  const isLog = plot.scale === 'log';
  const marks: Mark[] = [];
  for (const { point, estimates } of summaries) {
    const x = Number(point.values.get(plot.x));
    if (!Number.isFinite(x) || (isLog && x <= 0)) continue;
    for (const metric of plot.y) {
      const of = estimates.get(metric);
      if (of === undefined || of.mean === null || (isLog && of.mean <= 0)) continue;
      const series = nameOf(metric, plot, plot.by === undefined ? undefined : point.values.get(plot.by));
      const [low, high] = [of.interval?.low ?? null, of.interval?.high ?? null];
      // On a logarithmic axis an interval down to 0 would have no end.
      const shownLow = isLog && low !== null && low <= 0 ? of.mean : low;
      marks.push({ x, mean: of.mean, low: shownLow, high, count: of.count, censored: of.censored, series });
    }
  }
  return marks.sort((a, b) => a.x - b.x);
}

function nameOf(metric: string, { y, by }: PlotSpec, value: Scalar | undefined): string {
  const parts = [...(y.length > 1 ? [metric] : []), ...(by === undefined ? [] : [`${by} = ${value}`])];
  return parts.join(', ') || metric;
}

export interface DrawnPlot {
  readonly svg: string;
  readonly isCensored: boolean;
  /** `n = 8` if all points have the same number of values; otherwise the plot has them. */
  readonly size: string | undefined;
}

/** Undefined without data. */
export async function drawPlot(plot: PlotSpec, summaries: readonly PointSummary[]): Promise<DrawnPlot | undefined> {
  const marks = marksOf(plot, summaries);
  if (marks.length === 0) return undefined;
  const { draw, colorOf, ...Plot } = await loadPlotting();
  const series = [...new Set(marks.map((mark) => mark.series))];
  const about = (mark: Mark): string =>
    `${mark.series}: ${shown(mark.mean)} at ${mark.x}` +
    `${mark.low === null ? '' : ` (${shown(mark.low)} to ${shown(mark.high!)})`}, n = ${mark.count}` +
    `${mark.censored === 0 ? '' : `, ${mark.censored} of them censored`}`;
  const drawn = series.flatMap((name, i) => {
    const own = marks.filter((mark) => mark.series === name);
    const stroke = colorOf(i);
    // Beside each other, so that intervals of several series do not cover each other.
    const at = { x: 'x', dx: (i - (series.length - 1) / 2) * DODGE, stroke, strokeWidth: 1.5 } as const;
    return [
      Plot.ruleX(
        own.filter(({ low }) => low !== null),
        { ...at, y1: 'low', y2: 'high' },
      ),
      Plot.lineY(own, { ...at, y: 'mean' }),
      // Hollow if values are those at a limit.
      Plot.dot(own, {
        ...at,
        y: 'mean',
        r: 4,
        fill: (mark: Mark) => (mark.censored > 0 ? 'var(--paper)' : stroke),
        title: about,
      }),
    ];
  });
  const places = [...new Set(marks.map(({ x }) => x))];
  const sizes = places.map((x, k) => ({ x, text: `n = ${sizesAt(marks, x)}`, isHigh: k % 2 === 1 }));
  const isEverywhere = new Set(sizes.map(({ text }) => text)).size === 1;
  // In two rows, so that those of close points do not cover each other.
  const rows = [false, true].map((isHigh) =>
    Plot.text(
      sizes.filter((each) => each.isHigh === isHigh),
      { x: 'x', text: 'text', frameAnchor: 'top', dy: isHigh ? -20 : -8 },
    ),
  );
  const isLinear = plot.scale === 'linear';
  const svg = draw({
    label: plot.title ?? titleOf(plot),
    width: WIDTH,
    height: HEIGHT,
    series,
    options: {
      marginTop: 44,
      marginLeft: 60,
      marginBottom: 46,
      // Room for the numbers above the outermost points.
      insetLeft: 28,
      insetRight: 28,
      x: { label: plot.x, labelAnchor: 'center', type: plot.scale, nice: isLinear, ticks: 8, tickFormat: shown },
      y: {
        label: plot.y.join(', '),
        grid: true,
        type: plot.scale,
        nice: isLinear,
        tickFormat: shown,
        ...fromZero(plot, marks),
      },
      marks: [...drawn, ...(isEverywhere ? [] : rows)],
    },
  });
  return {
    svg,
    isCensored: marks.some(({ censored }) => censored > 0),
    size: isEverywhere ? sizes[0]!.text : undefined,
  };
}

/** `20`, or `18–20` if the series differ. */
function sizesAt(marks: readonly Mark[], x: number): string {
  const counts = marks.filter((mark) => mark.x === x).map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** The axis starts at 0 if the values are not far from it. */
function fromZero({ scale }: PlotSpec, marks: readonly Mark[]): { readonly zero?: boolean } {
  if (scale === 'log') return {};
  const all = marks.flatMap(({ mean, low, high }) => [low ?? mean, high ?? mean]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least >= 0 && least < most / 2 ? { zero: true } : {};
}

export function shown(value: number): string {
  return String(Number(value.toPrecision(5)));
}
