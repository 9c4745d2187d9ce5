/** The charts of a report. */
import { counted, duration, significant } from './numbers.js';
import { plain, shortened } from './plain-text.js';
import type { Plotting } from './plotting.js';

const WIDTH = 720;
const HEIGHT = 200;
const ROW = 18;
const LEFT = 72;

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** A bar to the right for each row. */
export function barChart(plotting: Plotting, label: string, unit: string, rows: readonly Named[]): string {
  const { barX, text, draw, colorOf } = plotting;
  const figure = ({ value }: Named): string => `${significant(value, 4)} ${unit}`;
  return draw({
    label,
    width: WIDTH,
    height: rows.length * ROW + 12,
    options: {
      ...rowsOf(rows),
      // Room for the figures beside the bars.
      x: { axis: null, domain: [0, 1.15 * Math.max(Number.MIN_VALUE, ...rows.map(({ value }) => value))] },
      marks: [
        barX(rows, {
          x: 'value',
          y: 'name',
          fill: colorOf(0),
          insetTop: 3,
          insetBottom: 3,
          title: (row: Named) => `${row.name}: ${figure(row)}`,
        }),
        text(rows, { x: 'value', y: 'name', text: figure, textAnchor: 'start', dx: 4, fill: 'var(--faint)' }),
      ],
    },
  });
}

function rowsOf(rows: readonly { readonly name: string }[]): Readonly<Record<string, unknown>> {
  return {
    marginLeft: LEFT,
    marginTop: 6,
    marginBottom: 6,
    y: {
      label: null,
      domain: rows.map(({ name }) => name),
      tickSize: 0,
      tickFormat: (name: string) => shortened(plain(name), 9),
    },
  };
}

export interface Shares {
  readonly name: string;
  /** Shares in the order of the parts; their sum is the whole. */
  readonly parts: readonly number[];
}

/** The parts of a whole for each row, and a legend. */
export function shareChart(
  plotting: Plotting,
  label: string,
  parts: readonly string[],
  rows: readonly Shares[],
): string {
  const { barX, draw, colorOf } = plotting;
  const bars = rows.flatMap(({ name, parts: shares }) => {
    const whole = shares.reduce((sum, share) => sum + share, 0);
    let to = 0;
    return shares.map((share, k) => {
      const from = to;
      to += whole > 0 ? share / whole : 0;
      return { name, from, to, color: colorOf(k), title: `${name}: ${parts[k]!} ${duration(share)}` };
    });
  });
  // Room for the legend beside few rows.
  const room = Math.max(0, 20 * parts.length + 20 - rows.length * ROW);
  return draw({
    label,
    width: WIDTH,
    height: rows.length * ROW + 12 + room,
    series: parts,
    options: {
      ...rowsOf(rows),
      marginBottom: 6 + room,
      x: { axis: null, domain: [0, 1] },
      marks: [
        barX(bars, { x1: 'from', x2: 'to', y: 'name', fill: 'color', insetTop: 3, insetBottom: 3, title: 'title' }),
      ],
    },
  });
}

/** Bins along an axis: their start, their width and what is in them. */
export interface Bins {
  readonly start: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** Formats a value on the axis. */
type Format = (value: number) => string;

/** A column for each bin. */
export function columnChart(plotting: Plotting, label: string, format: Format, { start, width, counts }: Bins): string {
  const { rectY, draw, colorOf } = plotting;
  const columns = counts.map((count, i) => ({ count, from: start + i * width, to: start + (i + 1) * width }));
  const title = ({ count, from, to }: (typeof columns)[number]) =>
    `${format(from)} to ${format(to)}: ${counted(count)}`;
  const marks = [
    rectY(
      columns.filter(({ count }) => count > 0),
      { x1: 'from', x2: 'to', y: 'count', fill: colorOf(0), title },
    ),
  ];
  return draw({
    label,
    width: WIDTH,
    height: HEIGHT,
    options: { ...axes(format, start, start + width * counts.length), marks },
  });
}

export interface Line {
  readonly name: string;
  readonly counts: readonly number[];
}

/** Lines over the same bins, with a legend. */
export function lineChart(
  plotting: Plotting,
  label: string,
  format: Format,
  { start, width }: Omit<Bins, 'counts'>,
  lines: readonly Line[],
): string {
  const { lineY, draw, colorOf } = plotting;
  const marks = lines.map(({ name, counts }, i) => {
    // Again at the end of the last bin, so that its step is drawn.
    const points = [...counts, ...counts.slice(-1)].map((count, k) => ({ at: start + k * width, count }));
    return lineY(points, {
      x: 'at',
      y: 'count',
      stroke: colorOf(i),
      strokeWidth: 1.5,
      curve: 'step-after',
      title: () => name,
    });
  });
  const end = start + width * Math.max(0, ...lines.map(({ counts }) => counts.length));
  const series = lines.map(({ name }) => name);
  return draw({ label, width: WIDTH, height: HEIGHT, series, options: { ...axes(format, start, end), marks } });
}

function axes(format: Format, from: number, to: number): Readonly<Record<string, unknown>> {
  return {
    marginLeft: LEFT,
    x: { label: null, domain: [from, to], ticks: 6, tickFormat: format },
    y: { label: null, grid: true, ticks: 4, tickFormat: counted, zero: true },
  };
}
