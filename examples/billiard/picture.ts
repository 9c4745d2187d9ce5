import type { Billiard } from './billiard.js';

/** A letter per disc, in the order of ids. */
export function nameOf(disc: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + disc);
}

/** The table as text: two columns and one line per metre, since characters are twice as high as wide. */
export function draw(billiard: Billiard): string {
  const { width, height } = billiard.table;
  const border = `+${'-'.repeat(2 * width)}+`;
  const lines: string[] = [border];
  for (let row = height - 1; row >= 0; row--) {
    let line = '|';
    for (let column = 0; column < 2 * width; column++) line += characterAt(billiard, (column + 0.5) / 2, row + 0.5);
    lines.push(`${line}|`);
  }
  lines.push(border);
  return lines.join('\n');
}

function characterAt(billiard: Billiard, x: number, y: number): string {
  for (const disc of billiard.discs) {
    const centre = billiard.position(disc);
    const dx = x - centre.x;
    const dy = y - centre.y;
    if (dx * dx + dy * dy <= disc.radius * disc.radius) return nameOf(disc.id);
  }
  return ' ';
}
