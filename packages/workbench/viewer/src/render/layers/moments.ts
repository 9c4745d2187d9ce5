/** Momentary events: contacts and sensor ranges. */
import { type Point, project, type View } from '@kineko/ui';
import { type Beams, beamsOf } from '../../scene/beams.js';
import type { Canvas2d } from '../canvas.js';
import { type Drawing, FULL_TURN, type Place, robotAt } from '../drawing.js';

/** Ranges of the selected robot only: those of all robots would hide the picture. */
export function drawRanges(drawing: Drawing, opacity: number): void {
  const { context, frame, view, style } = drawing;
  context.strokeStyle = style.theme.faint;
  context.lineWidth = 1;
  context.setLineDash([4, 4]);
  for (const { robot: id, metres, beams: text, age } of frame.looks) {
    const robot = id === style.selected ? robotAt(drawing, id) : undefined;
    if (robot === undefined) continue;
    const { x, y } = project(view, robot);
    context.globalAlpha = opacity * (1 - age);
    const beams = beamsOf(text);
    context.beginPath();
    if (beams !== undefined) traceBeams(context, view, robot, metres, beams);
    else context.arc(x, y, metres * view.pixelsPerMetre, 0, FULL_TURN);
    context.stroke();
  }
}

/** Rays, or cones with round ends, to scale. */
function traceBeams(context: Canvas2d, view: View, robot: Place, metres: number, beams: Beams): void {
  const { heading, radius } = robot;
  const [ahead, left] = [
    { x: Math.cos(heading), y: Math.sin(heading) },
    { x: -Math.sin(heading), y: Math.cos(heading) },
  ];
  const apex = {
    x: robot.x + beams.x * ahead.x + beams.y * left.x,
    y: robot.y + beams.x * ahead.y + beams.y * left.y,
  };
  for (const angle of beams.angles) {
    const middle = heading + angle;
    const at = (direction: number, distance: number): Point =>
      project(view, { x: apex.x + distance * Math.cos(direction), y: apex.y + distance * Math.sin(direction) });
    const [first, last] = [middle - beams.opening / 2, middle + beams.opening / 2];
    const rim = beams.isFromRim ? radius : 0;
    const [start, end] = [at(first, rim), at(first, rim + metres)];
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    if (beams.opening === 0) continue;
    const { x, y } = project(view, apex);
    for (let k = 1; k <= ARC_STEPS; k++) {
      const point = at(first + ((last - first) * k) / ARC_STEPS, rim + metres);
      context.lineTo(point.x, point.y);
    }
    context.lineTo(x, y);
  }
}

const ARC_STEPS = 24;

/** A ring that widens and fades around the contact. */
export function drawContacts(drawing: Drawing, opacity: number): void {
  const { context, frame, view, style } = drawing;
  context.strokeStyle = style.theme.contact;
  context.lineWidth = 2;
  for (const contact of frame.contacts) {
    const robot = robotAt(drawing, contact.robot);
    if (robot === undefined) continue;
    const { at, metres } = ringOf(robot, contact.isObstacle ? undefined : robotAt(drawing, contact.other));
    const { x, y } = project(view, at);
    context.globalAlpha = opacity * (1 - contact.age);
    context.beginPath();
    context.arc(x, y, Math.max(metres * view.pixelsPerMetre, 2) + 1 + 5 * contact.age, 0, FULL_TURN);
    context.stroke();
  }
}

type Disc = Omit<Place, 'heading'>;

/** Centre and size of the ring: between two robots, or around the robot if the other party is an obstacle. */
export function ringOf(robot: Disc, other: Disc | undefined): { readonly at: Point; readonly metres: number } {
  if (other === undefined) return { at: robot, metres: robot.radius };
  const share = robot.radius / (robot.radius + other.radius);
  const at = { x: robot.x + (other.x - robot.x) * share, y: robot.y + (other.y - robot.y) * share };
  return { at, metres: 0.7 * Math.min(robot.radius, other.radius) };
}
