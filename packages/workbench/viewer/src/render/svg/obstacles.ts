/** Obstacles of a film: a pushed one is drawn once, and moves and turns as a whole. */
import type { Movable } from '../../scene/movable.js';
import { drawMovable, drawObstacles } from '../layers/world.js';
import type { Filming } from './animation.js';
import { BEND, keyframesOf, placesOf, translation, turnsOf } from './keyframes.js';
import { element } from './markup.js';
import { SvgCanvas } from './svg-canvas.js';

export function obstaclesOf(filming: Filming): string {
  const { scene, view, style, paints } = filming;
  const context = new SvgCanvas(paints, style);
  drawObstacles({ context, scene, view, style }, scene.obstacles);
  let text = context.take();
  for (const movable of scene.movables.values()) text += movableOf(filming, movable);
  return text;
}

function movableOf({ scene, view, style, paints, timeline }: Filming, { shapes, origin, track }: Movable): string {
  const way = keyframesOf(track, timeline.from, timeline.to, BEND / view.pixelsPerMetre);
  // The first leg starts after the film.
  if (way.length === 0) return '';
  const places = placesOf(view, way);
  const turns = turnsOf(way, origin.heading);
  const context = new SvgCanvas(paints, style);
  // Drawn around its centre of mass, the origin of the animation.
  drawMovable({ context, scene, view: { ...view, x: origin.x, y: origin.y, width: 0, height: 0 }, style }, shapes);
  return element(
    'g',
    { transform: translation(places) },
    timeline.moving('translate', places) + timeline.turning(turns, context.take()),
  );
}
