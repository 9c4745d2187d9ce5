/** Trails and destinations of robots. */
import { positionAt } from '@kineko/geometry';
import { project, type View } from '@kineko/ui';
import type { Scene } from '../../scene/scene.js';
import type { Canvas2d } from '../canvas.js';
import { colorOf } from '../color.js';
import { CROWD, type Drawing, FULL_TURN } from '../drawing.js';

/** Opacities of the parts of a trail, the oldest first. */
export const FADES = [0.1, 0.2, 0.32, 0.46];
/** Limit on a step along a bent leg, in radians. */
const BEND_STEP = 0.15;
const MAX_STEPS = 240;

export function drawTrails({ context, scene, frame, view, style }: Drawing, opacity: number): void {
  const { time, robots } = frame;
  if (robots.length > CROWD || !(style.trailSeconds > 0)) return;
  context.lineWidth = 2;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  for (const robot of robots) {
    context.strokeStyle = colorOf(robot, style);
    for (const [k, alpha] of FADES.entries()) {
      const [from, to] = [k, k + 1].map((part) => time - style.trailSeconds * (1 - part / FADES.length));
      context.globalAlpha = alpha * opacity;
      context.beginPath();
      if (tracePath(context, scene, view, robot.id, from!, to!)) context.stroke();
    }
  }
}

/** Traces the path of a robot between two times; false if it stood still. */
function tracePath(context: Canvas2d, scene: Scene, view: View, id: number, from: number, to: number): boolean {
  let hasBegun = false;
  for (const { leg, until } of scene.robots.get(id)!.track.legsBetween(from, to)) {
    const [start, end] = [Math.max(leg.start, from), Math.min(until, leg.end, to)];
    if (leg.kind === 'rest' || leg.kind === 'turn' || !(end > start)) continue;
    const steps = stepsAlong(leg, end - start);
    for (let k = hasBegun ? 1 : 0; k <= steps; k++) {
      const { x, y } = project(view, positionAt(leg, start + ((end - start) * k) / steps));
      if (hasBegun) context.lineTo(x, y);
      else context.moveTo(x, y);
      hasBegun = true;
    }
  }
  return hasBegun;
}

function stepsAlong(leg: { readonly kind: string; readonly turnRate?: number }, seconds: number): number {
  if (leg.kind === 'line') return 1;
  const bend = leg.turnRate === undefined ? 4 * seconds : Math.abs(leg.turnRate) * seconds;
  return Math.min(MAX_STEPS, Math.max(2, Math.ceil(bend / BEND_STEP)));
}

export function drawDestinations({ context, frame, view, style }: Drawing, opacity: number): void {
  if (frame.robots.length > CROWD) return;
  const going = frame.robots.filter(({ destination }) => destination !== undefined);
  context.lineWidth = 1;
  context.lineCap = 'butt';
  // Fainter if there are many.
  const alpha = going.length > 30 ? 0.35 : 0.6;
  for (const robot of going) {
    const [from, to] = [project(view, robot), project(view, robot.destination!)];
    context.strokeStyle = colorOf(robot, style);
    context.globalAlpha = alpha * opacity;
    context.setLineDash([2, 5]);
    context.beginPath();
    // From its end, so that the dots do not move with the robot; this also keeps films small.
    context.moveTo(to.x, to.y);
    context.lineTo(from.x, from.y);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.arc(to.x, to.y, 2.5, 0, FULL_TURN);
    context.stroke();
  }
}
