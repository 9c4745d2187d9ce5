/** A plot of means with their confidence intervals, as SVG. */
import type { Scalar } from '../scalar.js';
import type { PlotSpec } from '../experiment/experiment.js';
import type { PointSummary } from './summary.js';
import { titleOf } from './vega.js';

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 70;
const RIGHT = 20;
const TOP = 16;
const BOTTOM = 46;

interface Mark {
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Series {
  readonly name: string;
  readonly marks: readonly Mark[];
}

/** One series per metric and per value of `by`. */
function seriesOf(plot: PlotSpec, summaries: readonly PointSummary[]): Series[] {
  const isLog = plot.scale === 'log';
  const series = new Map<string, Mark[]>();
  for (const { point, estimates } of summaries) {
    const x = Number(point.values.get(plot.x));
    if (!Number.isFinite(x) || (isLog && x <= 0)) continue;
    for (const metric of plot.y) {
      const { mean, margin } = estimates.get(metric) ?? { mean: null, margin: null };
      if (mean === null || (isLog && mean <= 0)) continue;
      const name = nameOf(metric, plot, plot.by === undefined ? undefined : point.values.get(plot.by));
      const mark = { x, mean, low: mean - (margin ?? 0), high: mean + (margin ?? 0) };
      series.set(name, [...(series.get(name) ?? []), mark]);
    }
  }
  return [...series].map(([name, marks]) => ({ name, marks: marks.sort((a, b) => a.x - b.x) }));
}

function nameOf(metric: string, { y, by }: PlotSpec, value: Scalar | undefined): string {
  const parts = [...(y.length > 1 ? [metric] : []), ...(by === undefined ? [] : [`${by} = ${value}`])];
  return parts.join(', ') || metric;
}

/** Undefined without data. */
export function plotSvg(plot: PlotSpec, summaries: readonly PointSummary[]): string | undefined {
  const series = seriesOf(plot, summaries);
  const marks = series.flatMap((each) => each.marks);
  const isLog = plot.scale === 'log';
  if (marks.length === 0) return undefined;
  const xs = axisOf(
    marks.map(({ x }) => x),
    isLog,
    LEFT,
    WIDTH - RIGHT,
  );
  const ys = axisOf(
    marks.flatMap(({ mean, low, high }) => (isLog ? [mean] : [mean, low, high])),
    isLog,
    HEIGHT - BOTTOM,
    TOP,
  );
  const lines = series.map((each, i) => drawSeries(each, i, xs, ys));
  const key = series.length < 2 ? [] : series.map(({ name }, i) => keyOf(name, i));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" class="plot">` +
    `<title>${escaped(plot.title ?? titleOf(plot))}</title>${axes(plot, xs, ys)}${lines.join('')}${key.join('')}</svg>`
  );
}

interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

function axisOf(values: readonly number[], isLog: boolean, begin: number, end: number): Axis {
  const of = (value: number): number => (isLog ? Math.log10(value) : value);
  const all = values.map(of);
  let [low, high] = [Math.min(...all), Math.max(...all)];
  // Start at 0 if the values are not far from it.
  if (!isLog && low > 0 && low < high / 2) low = 0;
  if (low === high) [low, high] = [low - 1, high + 1];
  const at = (value: number): number => begin + ((of(value) - low) / (high - low)) * (end - begin);
  if (isLog) {
    const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
    const ticks = powers.flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));
    return { at, ticks: ticks.filter((tick) => of(tick) >= low - 1e-9 && of(tick) <= high + 1e-9) };
  }
  const raw = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((digit) => digit * power >= raw) ?? 10) * power;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(10)),
  );
  return { at, ticks };
}

function axes(plot: PlotSpec, xs: Axis, ys: Axis): string {
  const vertical = xs.ticks.map((tick) => {
    const x = px(xs.at(tick));
    return `<line class="grid" x1="${x}" y1="${TOP}" x2="${x}" y2="${HEIGHT - BOTTOM}"/><text x="${x}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tick}</text>`;
  });
  const horizontal = ys.ticks.map((tick) => {
    const y = px(ys.at(tick));
    return `<line class="grid" x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}"/><text x="${LEFT - 6}" y="${y}" dy="4" text-anchor="end">${tick}</text>`;
  });
  const [middleX, middleY] = [(LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2];
  return (
    `${vertical.join('')}${horizontal.join('')}` +
    `<text x="${middleX}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(plot.x)}</text>` +
    `<text transform="translate(14 ${middleY}) rotate(-90)" text-anchor="middle">${escaped(plot.y.join(', '))}</text>`
  );
}

function drawSeries({ name, marks }: Series, i: number, xs: Axis, ys: Axis): string {
  const path = marks.map(({ x, mean }, k) => `${k === 0 ? 'M' : 'L'}${px(xs.at(x))} ${px(ys.at(mean))}`).join('');
  const points = marks.map(({ x, mean, low, high }) => {
    const [at, top, bottom] = [px(xs.at(x)), px(ys.at(high)), px(ys.at(low))];
    const bar = high > low && low > -Infinity ? `<line x1="${at}" y1="${top}" x2="${at}" y2="${bottom}"/>` : '';
    return `${bar}<circle cx="${at}" cy="${px(ys.at(mean))}" r="3"><title>${escaped(`${name}: ${x}, ${mean} (${low} to ${high})`)}</title></circle>`;
  });
  return `<g class="c${i % 8}"><path d="${path}" fill="none"/>${points.join('')}</g>`;
}

function keyOf(name: string, i: number): string {
  const y = TOP + 14 + i * 16;
  return `<g class="c${i % 8}"><circle cx="${LEFT + 14}" cy="${y - 4}" r="4"/></g><text x="${LEFT + 24}" y="${y}">${escaped(name)}</text>`;
}

function px(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '0';
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
