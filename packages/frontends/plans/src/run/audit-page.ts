/** The audit of a plan as a page: its report, a picture of the map with the places of contacts, and a table. */
import { blockedRuns } from '../format/plan.js';
import type { PlanFiles } from '../format/read-plan.js';
import type { AuditUnits, Pair } from './audit-facts.js';

/** Contacts in the table and in the picture. */
export const MAX_ROWS = 500;

export type ContactFacts = ReturnType<AuditUnits['contact']>;

/** A self-contained page without scripts. @param lines The report as text. @param listed The first contacts. */
export function auditPage(
  title: string,
  lines: readonly string[],
  files: PlanFiles,
  listed: readonly ContactFacts[],
  total: number,
  nameOf: (agent: number) => string,
): string {
  const titles = ['from (s)', 'to (s)', 'agents', 'places', 'least distance (m)', 'at (s)'];
  const rows = listed.map(({ entry, exit, pair, places, leastDistance, leastTime }) => [
    entry,
    exit,
    pair.map(nameOf).join(' – '),
    places.map((place) => `(${place.join(', ')})`).join(' '),
    leastDistance,
    leastTime,
  ]);
  const cells = (tag: string, row: readonly unknown[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join('')}</tr>`;
  const table = `<table><caption>${listed.length} of ${total} contacts</caption>${cells('th', titles)}${rows
    .map((row) => cells('td', row))
    .join('')}</table>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style><main><h1>${escaped(
    title,
  )}</h1><pre>${escaped(lines.join('\n'))}</pre>${listed.length === 0 ? '' : pictureOf(listed, files) + table}</main></html>\n`;
}

const STYLE =
  'body{margin:0;font:15px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:62rem;margin:0 auto;padding:1.5rem}' +
  'pre{white-space:pre-wrap}svg{width:100%;max-height:30rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}' +
  'th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #8884}rect{fill:#8888}circle{fill:#d55e00;fill-opacity:.6}line{stroke:#0072b2}.wall{stroke:#888}';

/** Blocked squares and walls, and the two centres of each contact at its entry, joined by a line. */
function pictureOf(contacts: readonly ContactFacts[], files: PlanFiles): string {
  // Rows of grids count downwards, as pictures do; other plans have y up.
  const isUp = files.plan?.kind === 'paths';
  const at = ([x, y]: Pair): Pair => [x, isUp ? -y : y];
  const places = contacts.map(({ places: both }) => both.map(at));
  const boxes = squaresIn(files).map(([x, y, width, height]) => [x, isUp ? -y - height : y, width, height] as const);
  const walls = (files.walls ?? []).map(({ ax, ay, bx, by }) => [at([ax, ay]), at([bx, by])] as const);
  const corners = [
    ...places.flat(),
    ...walls.flat(),
    ...boxes.flatMap(([x, y, width, height]): Pair[] => [
      [x, y],
      [x + width, y + height],
    ]),
  ];
  const range = (axis: 0 | 1): Pair => {
    const [low, high] = corners.reduce(
      ([least, most], corner) => [Math.min(least, corner[axis]), Math.max(most, corner[axis])] as const,
      [Infinity, -Infinity] as const,
    );
    return [low - 1, high + 1];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const size = Math.max(right - left, bottom - top) / 200;
  const line = ([[ax, ay], [bx, by]]: readonly [Pair, Pair], name = ''): string =>
    `<line${name} x1="${ax}" y1="${ay}" x2="${bx}" y2="${by}" stroke-width="${size / 2}"/>`;
  const circle = ([x, y]: Pair): string => `<circle cx="${x}" cy="${y}" r="${size}"/>`;
  const marks = [
    ...boxes.map(([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`),
    ...walls.map((wall) => line(wall, ' class="wall"')),
    ...places.map(([a, b]) => line([a!, b!]) + circle(a!) + circle(b!)),
  ];
  return `<svg viewBox="${left} ${top} ${right - left} ${bottom - top}" role="img" aria-label="places of contacts">${marks.join('')}</svg>`;
}

/** Blocked squares in the coordinates of the file, those of a row joined: left, top, width and height. */
function squaresIn({ grid, plan }: PlanFiles): (readonly [number, number, number, number])[] {
  if (grid === undefined) return [];
  const isRowFirst = plan?.kind === 'paths' && plan.isRowFirst === true;
  return blockedRuns(grid).map(({ row, column, length }) =>
    isRowFirst ? [row - 0.5, column - 0.5, 1, length] : [column - 0.5, row - 0.5, length, 1],
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
