/** Momentary events: contacts and sensor ranges. */
import { type Point, project } from '@kineko/ui';
import { type Drawing, FULL_TURN, type Place, robotAt } from '../drawing.js';

/** Ranges of the selected robot only: those of all robots would hide the picture. */
export function drawRanges(drawing: Drawing, opacity: number): void {
  const { context, frame, view, style } = drawing;
  context.strokeStyle = style.theme.faint;
  context.lineWidth = 1;
  context.setLineDash([4, 4]);
  for (const { robot: id, metres, age } of frame.looks) {
    const robot = id === style.selected ? robotAt(drawing, id) : undefined;
    if (robot === undefined) continue;
    const { x, y } = project(view, robot);
    context.globalAlpha = opacity * (1 - age);
    context.beginPath();
    context.arc(x, y, metres * view.pixelsPerMetre, 0, FULL_TURN);
    context.stroke();
  }
}

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

/** Centre and size of the ring: between two robots, or around the robot if the other party is an obstacle. */
export function ringOf(robot: Place, other: Place | undefined): { readonly at: Point; readonly metres: number } {
  if (other === undefined) return { at: robot, metres: robot.radius };
  const share = robot.radius / (robot.radius + other.radius);
  const at = { x: robot.x + (other.x - robot.x) * share, y: robot.y + (other.y - robot.y) * share };
  return { at, metres: 0.7 * Math.min(robot.radius, other.radius) };
}
