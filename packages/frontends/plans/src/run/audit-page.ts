/** The audit of a plan as a page: its report, a picture of the places of contacts, and a table. */
import type { AuditUnits, Pair } from './audit-facts.js';

/** Contacts in the table and in the picture. */
export const MAX_ROWS = 500;

export type ContactFacts = ReturnType<AuditUnits['contact']>;

/** A self-contained page without scripts. @param lines The report as text. @param listed The first contacts. */
export function auditPage(
  title: string,
  lines: readonly string[],
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
  )}</h1><pre>${escaped(lines.join('\n'))}</pre>${listed.length === 0 ? '' : pictureOf(listed) + table}</main></html>\n`;
}

const STYLE =
  'body{margin:0;font:15px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:62rem;margin:0 auto;padding:1.5rem}' +
  'pre{white-space:pre-wrap}svg{width:100%;max-height:30rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}' +
  'th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #8884}circle{fill:#d55e00;fill-opacity:.6}line{stroke:#0072b2}';

/** The two centres of each contact at its entry, in the coordinates of the file, joined by a line. */
function pictureOf(contacts: readonly ContactFacts[]): string {
  const places = contacts.flatMap(({ places: both }) => both);
  const range = (axis: 0 | 1): Pair => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values) - 1, Math.max(...values) + 1];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const size = Math.max(right - left, bottom - top) / 200;
  const marks = contacts.map(({ places: [a, b] }) => {
    const [[ax, ay], [bx, by]] = [a!, b!];
    const line = `<line x1="${ax}" y1="${ay}" x2="${bx}" y2="${by}" stroke-width="${size / 2}"/>`;
    return `${line}<circle cx="${ax}" cy="${ay}" r="${size}"/><circle cx="${bx}" cy="${by}" r="${size}"/>`;
  });
  return `<svg viewBox="${left} ${top} ${right - left} ${bottom - top}" role="img" aria-label="places of contacts">${marks.join('')}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
