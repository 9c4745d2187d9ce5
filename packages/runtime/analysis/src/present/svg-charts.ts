/** Charts of a report, drawn by hand: few kinds, no library. */
import { counted, duration, significant, ticks } from './numbers.js';
import { shortened } from './plain-text.js';
import { element, picture, px, text, title } from './svg.js';

const WIDTH = 720;
const LEFT = 64;
const RIGHT = 16;
const INNER = WIDTH - LEFT - RIGHT;

export interface Named {
  readonly name: string;
  readonly value: number;
}

const ROW = 18;

/** A bar to the right for each row. */
export function barChart(label: string, unit: string, rows: readonly Named[]): string {
  const largest = Math.max(0, ...rows.map(({ value }) => value));
  const room = INNER - 72;
  const content = rows.map(({ name, value }, i) => {
    const y = i * ROW;
    const width = largest > 0 ? (value / largest) * room : 0;
    const figure = `${significant(value, 4)} ${unit}`;
    return element(
      'g',
      {},
      title(`${name}: ${figure}`),
      text(LEFT - 6, y + 13, shortened(name, 9), { 'text-anchor': 'end' }),
      element('rect', { class: 'f0', x: LEFT, y: y + 3, width, height: ROW - 6 }),
      text(LEFT + width + 4, y + 13, figure, { class: 'faint' }),
    );
  });
  return picture({ width: WIDTH, height: rows.length * ROW + 4, label, content });
}

export interface Shares {
  readonly name: string;
  /** Shares in the order of the parts; their sum is the whole. */
  readonly parts: readonly number[];
}

/** The parts of a whole for each row, and a legend. */
export function shareChart(label: string, parts: readonly string[], rows: readonly Shares[]): string {
  const content = rows.flatMap(({ name, parts: shares }, i) => {
    const y = i * ROW + 22;
    const whole = shares.reduce((sum, share) => sum + share, 0);
    let x = LEFT;
    const bars = shares.map((share, k) => {
      const width = whole > 0 ? (share / whole) * INNER : 0;
      const rect = element(
        'rect',
        { class: `f${k}`, x, y: y + 3, width, height: ROW - 6 },
        title(`${name}: ${parts[k]!} ${duration(share)}`),
      );
      x += width;
      return rect;
    });
    return [text(LEFT - 6, y + 13, shortened(name, 9), { 'text-anchor': 'end' }), ...bars];
  });
  return picture({ width: WIDTH, height: rows.length * ROW + 26, label, content: [key(parts), ...content] });
}

/** Names beside their colours. */
function key(names: readonly string[]): string {
  const items = names.map((name, i) => {
    const x = LEFT + i * 110;
    return element('rect', { class: `f${i}`, x, y: 4, width: 10, height: 10 }) + text(x + 15, 13, name);
  });
  return element('g', {}, ...items);
}

const HEIGHT = 200;
const TOP = 24;
const BASE = HEIGHT - 24;

/** Bins along an axis: their start, their width and what is in them. */
export interface Bins {
  readonly start: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** Formats a value on the axis. */
type Format = (value: number) => string;

/** A column for each bin. */
export function columnChart(label: string, format: Format, { start, width, counts }: Bins): string {
  const largest = Math.max(1, ...counts);
  const step = INNER / Math.max(1, counts.length);
  const columns = counts.map((count, i) => {
    if (count === 0) return '';
    const height = Math.max(1, (count / largest) * (BASE - TOP));
    const place = `${format(start + i * width)} to ${format(start + (i + 1) * width)}: ${counted(count)}`;
    const box = { x: LEFT + i * step + 0.5, y: BASE - height, width: Math.max(0.5, step - 1), height };
    return element('rect', { class: 'f0', ...box }, title(place));
  });
  const end = start + width * counts.length;
  return picture({ width: WIDTH, height: HEIGHT, label, content: [axes(largest, start, end, format), ...columns] });
}

export interface Line {
  readonly name: string;
  readonly counts: readonly number[];
}

/** Lines over the same bins, with a legend. */
export function lineChart(label: string, format: Format, bins: Omit<Bins, 'counts'>, lines: readonly Line[]): string {
  const length = Math.max(1, ...lines.map(({ counts }) => counts.length));
  const largest = Math.max(1, ...lines.flatMap(({ counts }) => counts));
  const step = INNER / length;
  const paths = lines.map(({ name, counts }, i) => {
    const points = counts.map((count, k) => {
      const y = px(BASE - (count / largest) * (BASE - TOP));
      return `${k === 0 ? 'M' : 'L'}${px(LEFT + k * step)} ${y}H${px(LEFT + (k + 1) * step)}`;
    });
    return element('path', { class: `c${i}`, d: points.join(''), 'stroke-width': 1.5 }, title(name));
  });
  const { start, width } = bins;
  return picture({
    width: WIDTH,
    height: HEIGHT,
    label,
    content: [key(lines.map(({ name }) => name)), axes(largest, start, start + width * length, format), ...paths],
  });
}

function axes(largest: number, from: number, to: number, format: Format): string {
  const vertical = ticks(0, largest, 4).map((value) => {
    const y = BASE - (value / largest) * (BASE - TOP);
    const line = element('path', { class: 'axis', d: `M${LEFT} ${px(y)}H${LEFT + INNER}` });
    return line + text(LEFT - 6, y + 4, counted(value), { 'text-anchor': 'end', class: 'faint' });
  });
  const horizontal = ticks(from, to, 6).map((value) => {
    const x = to > from ? LEFT + ((value - from) / (to - from)) * INNER : LEFT;
    return text(x, BASE + 16, format(value), { 'text-anchor': 'middle', class: 'faint' });
  });
  return element('g', {}, ...vertical, ...horizontal);
}
