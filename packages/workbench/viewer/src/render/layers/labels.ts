/** Numbers and tags of robots and objects. */
import { LabelPlaces, project, shortened, widthOf } from '@kineko/ui';
import { isCorner } from '../../scene/ground-lines.js';
import type { FrameRobot } from '../../scene/frame.js';
import { colorOf, inkOn, isTransparent } from '../color.js';
import { type Drawing, FONT, isInSight } from '../drawing.js';
import type { Style } from '../style.js';
import { drawnRadius } from './robots.js';

/** Minimum radius in pixels for a readable label. */
export const MIN_WITH_LABEL = 6;
/** Limit on the labels beside robots; more would hide the picture. */
const MAX_OUTSIDE = 200;

export function drawLabels(drawing: Drawing): void {
  const places = new LabelPlaces(drawing.view);
  if (drawing.style.labels !== 'none') drawRobotLabels(drawing, places);
  drawObjectLabels(drawing, places);
}

function drawRobotLabels(drawing: Drawing, places: LabelPlaces): void {
  const { context, view, style } = drawing;
  let outside = 0;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const robot of selectedFirst(drawing)) {
    const radius = drawnRadius(robot.radius, view);
    if (radius < MIN_WITH_LABEL) continue;
    const { x, y } = project(view, robot);
    if (!isInSight(view, x, y, radius)) continue;
    const text = shortened(style.labels === 'tags' && robot.tag !== '' ? robot.tag : String(robot.id));
    const size = Math.min(Math.max(radius * 0.95, 9), 22);
    const isInside = widthOf(text, size) < 1.9 * radius;
    // One readable label is better than several on top of each other.
    if (isInside && !places.takeText(x, y, text, size)) continue;
    if (!isInside && ++outside > MAX_OUTSIDE) continue;
    const place = isInside ? { x, y } : places.beside(x, y, radius + 2, text, size);
    if (place === undefined) continue;
    context.font = `600 ${Math.round(2 * size) / 2}px ${FONT}`;
    // A chosen label colour holds also on a chosen robot colour.
    context.fillStyle = isInside
      ? ((style.robotColors && style.labelColor) ?? inkFor(colorOf(robot, style), style))
      : (style.labelColor ?? style.theme.ink);
    context.fillText(text, place.x, place.y);
  }
}

/** The selected robot keeps its label. */
function selectedFirst({ frame: { robots }, style: { selected } }: Drawing): readonly FrameRobot[] {
  if (selected === undefined) return robots;
  return [...robots.filter(({ id }) => id === selected), ...robots.filter(({ id }) => id !== selected)];
}

function inkFor(color: string, { theme }: Style): string {
  return isTransparent(color) ? theme.ink : inkOn(color);
}

function drawObjectLabels({ context, scene, frame, view, style }: Drawing, places: LabelPlaces): void {
  const shown = style.objectLabels ?? (style.labels === 'tags' ? 'tags' : 'none');
  if (shown === 'none') return;
  const size = 11;
  context.font = `${size}px ${FONT}`;
  context.fillStyle = style.objectLabelColor ?? style.labelColor ?? style.theme.ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const object of scene
    .objectsAt(frame.time)
    .filter((each) => !isCorner(each))
    .slice(0, MAX_OUTSIDE)) {
    if (shown === 'tags' && object.tag === '') continue;
    const { x, y } = project(view, object);
    const text = shortened(shown === 'tags' ? object.tag : String(object.id));
    const place = places.beside(x, y, Math.max(object.size * view.pixelsPerMetre, 3) + 2, text, size);
    if (place !== undefined) context.fillText(text, place.x, place.y);
  }
}
