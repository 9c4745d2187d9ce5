/** Cut links, and the groups of processes that remain connected. */
import { project } from '@kineko/ui';
import { groupsOf } from '../../scene/partitions.js';
import { type Drawing, FULL_TURN, robotAt } from '../drawing.js';

/** Limit on the lines; more would hide the picture, and the groups are shown anyway. */
const MAX_LINES = 150;
/** Half of the gap in the middle of a cut link, as a part of its length. */
const GAP = 0.12;

export function drawCuts(drawing: Drawing, opacity: number): void {
  const { context, scene, frame, view, style } = drawing;
  const cuts = scene.partitions.at(frame.time);
  if (cuts.length === 0) return;
  context.lineCap = 'butt';
  for (const [id, group] of groupsOf(cuts)) {
    const place = robotAt(drawing, id);
    if (place === undefined) continue;
    const { x, y } = project(view, place);
    context.fillStyle = style.theme.palette[group % style.theme.palette.length]!;
    context.globalAlpha = 0.25 * opacity;
    context.beginPath();
    context.arc(x, y, 1.8 * place.radius * view.pixelsPerMetre + 6, 0, FULL_TURN);
    context.fill();
  }
  context.strokeStyle = style.theme.lost;
  context.globalAlpha = 0.6 * opacity;
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  for (const { from, to } of cuts.slice(0, MAX_LINES)) {
    const [sender, receiver] = [robotAt(drawing, from), robotAt(drawing, to)];
    if (sender === undefined || receiver === undefined || from === to) continue;
    const [a, b] = [project(view, sender), project(view, receiver)];
    const at = (share: number): [number, number] => [a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share];
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(...at(0.5 - GAP));
    context.moveTo(...at(0.5 + GAP));
    context.lineTo(b.x, b.y);
    context.stroke();
  }
  context.setLineDash([]);
}
