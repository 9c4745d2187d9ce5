import type { ArrowReport, CrashReport, SpaceTimeReport } from '../report.js';
import { counted, instant, plural, ticks } from './numbers.js';
import { plain, shortened } from './plain-text.js';
import { COLORS } from './plotting.js';
import { element, picture, px, text, title } from './svg.js';

export interface SpaceTimeSvgOptions {
  /** Pixels. Default: 960. */
  readonly width?: number | undefined;
  /** Pixels from one process to the next. Default: 40. */
  readonly rowHeight?: number | undefined;
  /** Whether it contains its own colours, as a separate file needs. Default: true. */
  readonly isAlone?: boolean | undefined;
}

const LEFT = 56;
const RIGHT = 24;
const TOP = 36;
const BOTTOM = 44;
/** Share of its path after which a lost message ends in the picture. */
const LOST_AT = 0.7;
const CROSS = 4;
const HEAD = 6;

/** Coordinates in the picture. */
interface Scale {
  readonly x: (seconds: number) => number;
  readonly y: (process: number) => number;
  readonly right: number;
  readonly colorOf: (messageType: string) => number;
}

/** Processes as lines, time to the right, messages as arrows. */
export function spaceTimeSvg(report: SpaceTimeReport, options: SpaceTimeSvgOptions = {}): string {
  const { width = 960, rowHeight = 40, isAlone = true } = options;
  const { processes, arrows, fromSeconds, toSeconds } = report;
  const types = [...new Set(arrows.map(({ messageType }) => messageType))];
  const scale = scaleOf(report, width, rowHeight, types);
  const height = TOP + Math.max(1, processes.length) * rowHeight + BOTTOM;
  return picture({
    width,
    height,
    isAlone,
    label: `Messages between ${plural(processes.length, 'process', 'processes')} from ${instant(fromSeconds)} s to ${instant(toSeconds)} s`,
    content: [
      key(types),
      ...processes.map((id) => lineOf(id, scale)),
      ...downOf(report, scale),
      clipped(scale.right, height, ...arrows.map((arrow) => drawn(arrow, scale))),
      ...report.crashes.map((crash) => markOf(crash, scale)),
      axis(report, scale, height),
    ],
  });
}

function scaleOf(report: SpaceTimeReport, width: number, rowHeight: number, types: readonly string[]): Scale {
  const { processes, fromSeconds, toSeconds } = report;
  const rows = new Map(processes.map((id, row) => [id, row]));
  const colors = new Map(types.map((type, i) => [type, i % COLORS]));
  const right = width - RIGHT;
  const span = toSeconds - fromSeconds;
  return {
    right,
    // A single instant is drawn at the left.
    x: (seconds) => LEFT + (span > 0 ? ((seconds - fromSeconds) / span) * (right - LEFT) : 0),
    y: (process) => TOP + (rows.get(process)! + 0.5) * rowHeight,
    colorOf: (type) => colors.get(type)!,
  };
}

/** Clips what lies outside the shown interval, with room for the heads of arrows. */
function clipped(right: number, height: number, ...content: readonly string[]): string {
  const box = { x: LEFT - HEAD, y: 0, width: right - LEFT + 2 * HEAD, height };
  return element('svg', { ...box, viewBox: `${px(box.x)} 0 ${px(box.width)} ${px(height)}` }, ...content, '');
}

function key(types: readonly string[]): string {
  const shown = types.slice(0, COLORS);
  const items = shown.map((type, i) => {
    const x = LEFT + i * 104;
    const line = element('path', { class: `arrow c${i}`, d: `M${x} 14h18` });
    return line + text(x + 23, 18, shortened(plain(type), 11));
  });
  return element('g', {}, ...items);
}

function lineOf(process: number, { y, right }: Scale): string {
  const at = y(process);
  return element(
    'g',
    {},
    text(LEFT - 8, at + 4, `p${process}`, { 'text-anchor': 'end' }),
    line('process', LEFT, at, right, at),
  );
}

function line(kind: string, x1: number, y1: number, x2: number, y2: number): string {
  return element('path', { class: kind, d: `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}` });
}

/** The intervals in which processes are crashed. */
function downOf({ crashes, processes }: SpaceTimeReport, { x, y, right }: Scale): string[] {
  return processes.flatMap((process) => {
    const bars: string[] = [];
    let since: number | undefined;
    for (const crash of crashes) {
      if (crash.process !== process) continue;
      if (crash.event === 'crash') since ??= x(crash.timeSeconds);
      else if (since !== undefined) {
        bars.push(line('down', since, y(process), x(crash.timeSeconds), y(process)));
        since = undefined;
      }
    }
    if (since !== undefined) bars.push(line('down', since, y(process), right, y(process)));
    return bars;
  });
}

function markOf({ timeSeconds, process, event }: CrashReport, { x, y }: Scale): string {
  const [at, row] = [x(timeSeconds), y(process)];
  const words = title(`p${process} ${event === 'crash' ? 'crashes' : 'recovers'} at ${instant(timeSeconds)} s`);
  if (event === 'crash') return element('g', {}, words, cross(at, row, CROSS + 2));
  return element('circle', { class: 'lost', cx: at, cy: row, r: CROSS }, words);
}

function cross(x: number, y: number, size: number): string {
  const [l, r, t, b] = [x - size, x + size, y - size, y + size].map(px) as [string, string, string, string];
  return element('path', { class: 'lost', d: `M${l} ${t}L${r} ${b}M${l} ${b}L${r} ${t}` });
}

function drawn(arrow: ArrowReport, scale: Scale): string {
  const { from, to, sentSeconds, endSeconds, fate } = arrow;
  const [x1, y1] = [scale.x(sentSeconds), scale.y(from)];
  const [x2, y2] = [endSeconds === null ? scale.right : scale.x(endSeconds), scale.y(to)];
  const color = `arrow c${scale.colorOf(arrow.messageType)}`;
  const words = title(wordsOf(arrow));
  if (from === to) return element('g', {}, words, toItself(color, fate, x1, x2, y1));
  if (fate === 'delivered') return element('g', {}, words, line(color, x1, y1, x2, y2), head(color, x1, y1, x2, y2));
  // The arrow of a lost or pending copy does not reach the other line.
  const [x, y] = [x1 + LOST_AT * (x2 - x1), y1 + LOST_AT * (y2 - y1)];
  if (fate === 'underWay') return element('g', {}, words, line(`${color} way`, x1, y1, x, y));
  return element('g', {}, words, line(color, x1, y1, x, y), cross(x, y, CROSS));
}

/** A bow above the line. */
function toItself(color: string, fate: ArrowReport['fate'], x1: number, x2: number, y: number): string {
  const bow = { class: fate === 'underWay' ? `${color} way` : color };
  const path = element('path', {
    ...bow,
    d: `M${px(x1)} ${px(y)}Q${px((x1 + x2) / 2)} ${px(y - 20)} ${px(x2)} ${px(y)}`,
  });
  if (fate === 'delivered') return path + head(color, (x1 + x2) / 2, y - 20, x2, y);
  return fate === 'dropped' ? path + cross((x1 + x2) / 2, y - 10, CROSS) : path;
}

/** The two strokes of an arrow's head. */
function head(color: string, x1: number, y1: number, x2: number, y2: number): string {
  const length = Math.sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
  if (!(length > 0)) return '';
  const [u, v] = [((x2 - x1) / length) * HEAD, ((y2 - y1) / length) * HEAD];
  const a = `${px(x2 - u - v / 2)} ${px(y2 - v + u / 2)}`;
  const b = `${px(x2 - u + v / 2)} ${px(y2 - v - u / 2)}`;
  return element('path', { class: color, d: `M${a}L${px(x2)} ${px(y2)}L${b}` });
}

function wordsOf({ from, to, message, messageType, sentSeconds, endSeconds, fate }: ArrowReport): string {
  const ends = { delivered: 'delivered at', dropped: 'lost at', underWay: 'under way' }[fate];
  const end = endSeconds === null ? ends : `${ends} ${instant(endSeconds)} s`;
  return `${messageType} number ${message} from p${from} to p${to}, sent at ${instant(sentSeconds)} s, ${end}`;
}

function axis(report: SpaceTimeReport, { x, right }: Scale, height: number): string {
  const { fromSeconds, toSeconds, arrows, copiesLeftOut, crashesLeftOut } = report;
  const y = height - BOTTOM + 4;
  const labels = ticks(fromSeconds, toSeconds, 8).map((seconds) => {
    const at = x(seconds);
    return (
      line('axis', at, y, at, y + 4) +
      text(at, y + 16, `${instant(seconds)} s`, { 'text-anchor': 'middle', class: 'faint' })
    );
  });
  const notes: string[] = [];
  if (copiesLeftOut > 0) {
    notes.push(`shown are the first ${counted(arrows.length)} of ${counted(arrows.length + copiesLeftOut)} messages`);
  }
  if (crashesLeftOut > 0) notes.push(`${counted(crashesLeftOut)} crashes and recoveries are left out`);
  const note = notes.length === 0 ? '' : text(LEFT, height - 8, notes.join('; '));
  return element('g', {}, line('axis', LEFT, y, right, y), ...labels, note);
}
