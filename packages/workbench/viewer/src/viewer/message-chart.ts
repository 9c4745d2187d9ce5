/** A space-time diagram: processes as lines, messages as arrows between them, and shading where there are too many. */
import type { Flight } from '../scene/flights.js';
import type { MessageDiagram } from '../scene/message-diagram.js';
import type { Scene } from '../scene/scene.js';
import { HEIGHT, MARGIN, type Plot, xOf } from './plot.js';

/** Limit on the width of the shading around the line of a process, in pixels. */
const MAX_BAND = 9;

export function drawMessages(plot: Plot, diagram: MessageDiagram, { flights, robots }: Scene): void {
  const { context } = plot;
  const { arrows, density } = diagram;
  const ids = new Set([...robots.keys(), ...density.keys()]);
  for (const { from, to } of arrows) ids.add(from).add(to);
  if (ids.size === 0) return;
  const step = (HEIGHT - MARGIN.top - MARGIN.bottom) / Math.max(1, ids.size - 1);
  const rows = new Map<number, number>();
  for (const id of [...ids].sort((a, b) => a - b)) {
    rows.set(id, MARGIN.top + (ids.size === 1 ? HEIGHT / 2 : rows.size * step));
  }
  lines(plot, rows);
  context.save();
  context.beginPath();
  context.rect(MARGIN.left, 0, plot.width - MARGIN.left - MARGIN.right, HEIGHT);
  context.clip();
  shading(plot, density, rows, Math.min(Math.max(step, 1), MAX_BAND));
  for (const flight of arrows) arrow(plot, flight, rows, flights.typicalSeconds);
  context.restore();
}

function lines(plot: Plot, rows: ReadonlyMap<number, number>): void {
  const { context, theme } = plot;
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = theme.faint;
  let lastLabel = -Infinity;
  for (const [id, y] of rows) {
    context.beginPath();
    context.moveTo(MARGIN.left, y);
    context.lineTo(plot.width - MARGIN.right, y);
    context.stroke();
    if (y - lastLabel < 9) continue;
    context.fillText(`p${id}`, MARGIN.left - 4, y);
    lastLabel = y;
  }
}

/** Number of messages that each process sends over time; logarithmic, like the bars of the timeline. */
function shading(
  plot: Plot,
  density: MessageDiagram['density'],
  rows: ReadonlyMap<number, number>,
  band: number,
): void {
  const { context, theme, from, to } = plot;
  let largest = 0;
  for (const counts of density.values()) for (const count of counts) largest = Math.max(largest, count);
  context.fillStyle = theme.message;
  for (const [id, counts] of density) {
    const y = rows.get(id)!;
    const bin = (to - from) / counts.length;
    for (const [k, count] of counts.entries()) {
      if (count === 0) continue;
      const x = xOf(plot, from + k * bin);
      context.globalAlpha = 0.15 + (0.6 * Math.log1p(count)) / Math.log1p(largest);
      context.fillRect(x, y - band / 2, xOf(plot, from + (k + 1) * bin) - x, band);
    }
  }
}

/** A lost message ends in a cross; one without an end on record is dashed, with the typical duration. */
function arrow(plot: Plot, flight: Flight, rows: ReadonlyMap<number, number>, typicalSeconds: number): void {
  const { context, theme } = plot;
  const { sent, ended, isLost } = flight;
  const [a, b] = [rows.get(flight.from)!, rows.get(flight.to)!];
  const isOpen = ended === Infinity;
  const endX = xOf(plot, isOpen ? sent + typicalSeconds : ended);
  const color = isLost ? theme.lost : theme.message;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.globalAlpha = 0.7;
  context.setLineDash(isOpen ? [4, 3] : []);
  context.beginPath();
  context.moveTo(xOf(plot, sent), a);
  context.lineTo(endX, b);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  if (isLost) {
    context.moveTo(endX - 3, b - 3);
    context.lineTo(endX + 3, b + 3);
    context.moveTo(endX - 3, b + 3);
    context.lineTo(endX + 3, b - 3);
    context.stroke();
  } else if (!isOpen) {
    context.arc(endX, b, 2, 0, 2 * Math.PI);
    context.fill();
  }
}
