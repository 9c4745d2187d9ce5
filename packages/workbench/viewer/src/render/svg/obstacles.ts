/** Obstacles of a film in which some are pushed: each of those is drawn once, and moves and turns as a whole. */
import { project } from '@kineko/ui';
import type { Movable } from '../../scene/movable.js';
import { drawMovable, drawObstacles } from '../layers/still.js';
import type { Filming } from './filming.js';
import { keyframesOf, thinned } from './keyframes.js';
import { element, figure } from './markup.js';
import { SvgCanvas } from './svg-canvas.js';

/** Pixels, and degrees: as for robots. */
const BEND = 0.1;
const THIN = 0.05;
const THIN_TURN = 0.3;
const DEGREE = Math.PI / 180;

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
  // Its first leg begins after the film.
  if (way.length === 0) return '';
  const places = thinned(
    way.map((each) => {
      const { x, y } = project(view, each);
      return { time: each.time, values: [x, y] };
    }),
    THIN,
  );
  const turns = thinned(
    way.map(({ time, heading }) => ({ time, values: [(origin.heading - heading) / DEGREE] })),
    THIN_TURN,
  );
  const context = new SvgCanvas(paints, style);
  // Around its centre of mass, which is the origin of what moves.
  drawMovable({ context, scene, view: { ...view, x: origin.x, y: origin.y, width: 0, height: 0 }, style }, shapes);
  const transform = `translate(${places[0]!.values.map((value) => figure(value)).join(' ')})`;
  return element('g', { transform }, timeline.moving('translate', places) + timeline.turning(turns, context.take()));
}
