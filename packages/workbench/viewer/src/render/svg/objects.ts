/** Objects of a film: each moves along its path, and is drawn again when it changes otherwise. */
import { project } from '@kineko/ui';
import { groundLinesOf, isCorner } from '../../scene/ground-lines.js';
import type { ObjectMoment } from '../../scene/scene.js';
import { drawGroundLine, drawObject } from '../layers/world.js';
import type { Filming } from './animation.js';
import { placesOf } from './keyframes.js';
import { element } from './markup.js';
import { SvgCanvas } from './svg-canvas.js';

export function objectsOf(filming: Filming): string {
  const { scene, timeline, view, style, paints } = filming;
  let text = '';
  for (const line of groundLinesOf(scene.objectsAt(timeline.from))) {
    const context = new SvgCanvas(paints, style);
    drawGroundLine({ context, scene, view, style }, line);
    text += context.take();
  }
  for (const moments of scene.objectsBetween(timeline.from, timeline.to)) {
    if (moments[0] !== undefined && isCorner(moments[0].object)) continue;
    const stretches = stretchesOf(moments);
    for (const [k, stretch] of stretches.entries()) {
      text += stretchOf(filming, stretch, stretches[k + 1]?.[0]?.time ?? Infinity);
    }
  }
  return text;
}

/** Splits the states into stretches in which the object only moves. */
function stretchesOf(moments: readonly ObjectMoment[]): ObjectMoment[][] {
  const stretches: ObjectMoment[][] = [];
  for (const moment of moments) {
    const last = stretches.at(-1)?.at(-1)?.object;
    const isSame = last !== undefined && last.size === moment.object.size && last.tag === moment.object.tag;
    if (isSame) stretches.at(-1)!.push(moment);
    else stretches.push([moment]);
  }
  return stretches;
}

function stretchOf(
  { scene, view, style, paints, timeline }: Filming,
  moments: readonly ObjectMoment[],
  end: number,
): string {
  const [{ time, object }] = moments as readonly [ObjectMoment];
  const context = new SvgCanvas(paints, style);
  drawObject({ context, scene, view, style }, object);
  const path = moments.map((each) => ({ time: each.time, x: each.object.x, y: each.object.y }));
  const motion = timeline.moving('translate', placesOf(view, path, project(view, object)));
  const presence = timeline.between(time, end);
  return motion + presence === '' ? context.take() : element('g', {}, motion + presence + context.take());
}
