/** Messages in transit. */
import { LabelPlaces, type Point, project, shortened } from '@kineko/ui';
import type { FrameMessage } from '../../scene/frame.js';
import { CROWD, type Drawing, FONT, FULL_TURN, robotAt } from '../drawing.js';

/** Limit on the messages with a readable type. */
const MAX_WITH_TYPES = 60;
const FONT_SIZE = 11;
const [DOT, CROSS] = [3.5, 4];
/** Length of the line behind each of many messages, in pixels; longer ones would hide the picture. */
const TAIL = 20;

interface Spot extends Point {
  readonly from: Point;
  readonly to: Point;
  readonly message: FrameMessage;
  readonly color: string;
  readonly isGone: boolean;
}

export function drawMessages(drawing: Drawing, opacity: number): void {
  const spots = spotsOf(drawing);
  if (spots.length === 0) return;
  if (spots.length > CROWD) return drawSwarm(drawing, spots, opacity);
  drawWays(drawing, spots, opacity);
  drawSpots(drawing, spots, opacity);
  if (spots.length <= MAX_WITH_TYPES) drawTypes(drawing, spots, opacity);
}

function spotsOf(drawing: Drawing): Spot[] {
  const { frame, view, style } = drawing;
  const spots: Spot[] = [];
  for (const message of frame.messages) {
    const [sender, receiver] = [robotAt(drawing, message.from), robotAt(drawing, message.to)];
    if (sender === undefined || receiver === undefined) continue;
    const [from, to] = [project(view, sender), project(view, receiver)];
    const { share } = message;
    const isGone = message.isLost && message.ended <= frame.time;
    const color = isGone ? style.theme.lost : style.theme.message;
    spots.push({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      from,
      to,
      message,
      color,
      isGone,
    });
  }
  return spots;
}

/** Many messages only show where they are and where they come from: a dot and a tail for each, all of a colour as one path. */
function drawSwarm({ context, style: { theme } }: Drawing, spots: readonly Spot[], opacity: number): void {
  context.lineWidth = 1;
  for (const color of new Set([theme.message, theme.lost])) {
    const own = spots.filter((spot) => spot.color === color);
    context.strokeStyle = color;
    context.fillStyle = color;
    context.globalAlpha = 0.42 * opacity;
    context.beginPath();
    for (const { x, y, from } of own) {
      const away = Math.hypot(from.x - x, from.y - y);
      const share = away > TAIL ? TAIL / away : 1;
      context.moveTo(x + (from.x - x) * share, y + (from.y - y) * share);
      context.lineTo(x, y);
    }
    context.stroke();
    context.globalAlpha = opacity;
    context.beginPath();
    // Whole pixels are drawn faster.
    for (const { x, y } of own) context.rect(Math.round(x) - 1, Math.round(y) - 1, 2, 2);
    context.fill();
  }
}

/** The line behind a message is stronger than the one ahead, which shows its direction. */
function drawWays({ context }: Drawing, spots: readonly Spot[], opacity: number): void {
  context.lineWidth = 1;
  for (const spot of spots) {
    context.strokeStyle = spot.color;
    for (const [end, alpha] of [
      [spot.from, 0.42],
      [spot.to, 0.13],
    ] as const) {
      context.globalAlpha = alpha * opacity;
      context.beginPath();
      context.moveTo(end.x, end.y);
      context.lineTo(spot.x, spot.y);
      context.stroke();
    }
  }
}

function drawSpots({ context, style: { theme } }: Drawing, spots: readonly Spot[], opacity: number): void {
  context.globalAlpha = opacity;
  context.lineWidth = 1.5;
  for (const { x, y, color, isGone, message } of spots) {
    context.strokeStyle = color;
    context.beginPath();
    if (isGone) {
      context.moveTo(x - CROSS, y - CROSS);
      context.lineTo(x + CROSS, y + CROSS);
      context.moveTo(x - CROSS, y + CROSS);
      context.lineTo(x + CROSS, y - CROSS);
    } else {
      context.arc(x, y, DOT, 0, FULL_TURN);
      // Hollow if its arrival is not on record.
      context.fillStyle = message.ended === Infinity ? theme.ground : color;
      context.fill();
    }
    context.stroke();
  }
}

/** Only types that do not cover each other or robots. */
function drawTypes({ context, frame, view }: Drawing, spots: readonly Spot[], opacity: number): void {
  const places = new LabelPlaces(view);
  for (const robot of frame.robots.length > CROWD ? [] : frame.robots) {
    const { x, y } = project(view, robot);
    places.takeDisc(x, y, robot.radius * view.pixelsPerMetre);
  }
  for (const { x, y } of spots) places.takeDisc(x, y, DOT);
  context.font = `${FONT_SIZE}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.globalAlpha = opacity;
  for (const { x, y, color, message } of spots) {
    const text = shortened(message.type);
    const place = places.beside(x, y, DOT + 2, text, FONT_SIZE);
    if (place === undefined) continue;
    context.fillStyle = color;
    context.fillText(text, place.x, place.y);
  }
}
