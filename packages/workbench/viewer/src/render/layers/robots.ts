/** Robots: discs with a nose at the front; robots of one colour are one path. */
import { NOSE, project, type View } from '@kineko/ui';
import type { FrameRobot } from '../../scene/frame.js';
import type { Canvas2d } from '../canvas.js';
import { colorOf, isTransparent, textureOf } from '../color.js';
import type { Scene } from '../../scene/scene.js';
import { CROWD, type Drawing, FULL_TURN, isInSight } from '../drawing.js';
import { drawTexture } from '../textures.js';

/** Minimum radii in pixels for a disc instead of a dot, for a nose, and for a rim. */
export const MIN_DISC = 1.5;
export const MIN_WITH_HEADING = 2.5;
export const MIN_WITH_RIM = 4;
/** Minimum drawn radius in pixels, … */
export const MIN_RADIUS = 0.75;
/** … and that of robots that are no crowd, so that a few are visible in a large world. */
const MIN_RADIUS_OF_FEW = 3;
/** Drawn radius of a robot that is a point, in pixels. */
const POINT_RADIUS = 7;

export function drawRobots(drawing: Drawing, opacity: number): void {
  const { context, view, scene } = drawing;
  const groups = groupsOf(drawing);
  for (const [color, robots] of groups) {
    context.fillStyle = color;
    context.globalAlpha = opacity;
    context.beginPath();
    for (const robot of robots) {
      const x = pixelX(view, robot.x);
      const y = pixelY(view, robot.y);
      const radius = visibleRadius(robot.radius, view, scene);
      if (radius < MIN_DISC) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else {
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, FULL_TURN);
      }
    }
    context.fill();
    if (!robots.some((robot) => visibleRadius(robot.radius, view, scene) >= MIN_WITH_HEADING)) continue;
    drawRims(drawing, robots);
    if (drawing.style.robotColors?.isPlain === true) continue;
    context.beginPath();
    for (const robot of robots) {
      if (robot.radius > 0) addNose(context, view, robot, visibleRadius(robot.radius, view, scene));
    }
    context.fill();
  }
  context.globalAlpha = opacity;
  drawTextured(drawing);
  drawMarks(drawing, drawing.frame.robots);
}

/** In pixels; a point has the same size at any zoom. */
export function drawnRadius(metres: number, { pixelsPerMetre }: View): number {
  return metres === 0 ? POINT_RADIUS : metres * pixelsPerMetre;
}

/** In pixels, not below what can be seen. */
export function visibleRadius(metres: number, view: View, { robots }: Pick<Scene, 'robots'>): number {
  return Math.max(drawnRadius(metres, view), robots.size > CROWD ? MIN_RADIUS : MIN_RADIUS_OF_FEW);
}

/** The visible robots by colour. */
function groupsOf({ frame, view, style }: Drawing): ReadonlyMap<string, readonly FrameRobot[]> {
  const groups = new Map<string, FrameRobot[]>();
  let [lastColor, last]: [string, FrameRobot[]] = ['', []];
  for (const robot of frame.robots) {
    const reach = drawnRadius(robot.radius, view) + 1;
    if (!isInSight(view, pixelX(view, robot.x), pixelY(view, robot.y), reach)) continue;
    if (textureOf(style.robotColors, robot, style) !== undefined) continue;
    const color = colorOf(robot, style);
    if (isTransparent(color)) continue;
    if (color !== lastColor) {
      lastColor = color;
      last = groups.get(color) ?? [];
      if (last.length === 0) groups.set(color, last);
    }
    last.push(robot);
  }
  return groups;
}

/** Robots with a texture. */
function drawTextured({ context, scene, frame, view, style }: Drawing): void {
  const { robotColors } = style;
  if (robotColors?.textures === undefined && robotColors?.otherwiseTexture === undefined) return;
  for (const robot of frame.robots) {
    const texture = textureOf(robotColors, robot, style);
    if (texture === undefined) continue;
    const { x, y } = project(view, robot);
    const half = visibleRadius(robot.radius, view, scene);
    if (isInSight(view, x, y, 1.5 * half)) {
      drawTexture(context, texture, robotColors, { x, y, half, heading: robot.heading });
    }
  }
}

/** Separates robots that overlap. */
function drawRims({ context, view, style: { theme } }: Drawing, robots: readonly FrameRobot[]): void {
  let hasBegun = false;
  for (const robot of robots) {
    const radius = drawnRadius(robot.radius, view);
    if (radius < MIN_WITH_RIM) continue;
    if (!hasBegun) context.beginPath();
    hasBegun = true;
    const [x, y] = [pixelX(view, robot.x), pixelY(view, robot.y)];
    // Inside the disc, so that contacts stay visible.
    context.moveTo(x + radius - 0.5, y);
    context.arc(x, y, radius - 0.5, 0, FULL_TURN);
  }
  if (!hasBegun) return;
  // A light may have the colour of the ground.
  context.strokeStyle = robots.some(({ light }) => light !== '') ? theme.ink : theme.ground;
  context.lineWidth = 1;
  context.stroke();
}

function addNose(context: Canvas2d, view: View, { x, y, heading }: FrameRobot, radius: number): void {
  if (radius < MIN_WITH_HEADING) return;
  const [middleX, middleY] = [pixelX(view, x), pixelY(view, y)];
  const [dx, dy] = [radius * Math.cos(heading), -radius * Math.sin(heading)];
  const [rootX, rootY] = [middleX + NOSE.root * dx, middleY + NOSE.root * dy];
  context.moveTo(rootX + NOSE.half * dy, rootY - NOSE.half * dx);
  context.lineTo(middleX + NOSE.tip * dx, middleY + NOSE.tip * dy);
  context.lineTo(rootX - NOSE.half * dy, rootY + NOSE.half * dx);
  context.closePath();
}

/** Marks of crashed, suspected and selected robots. */
export function drawMarks({ context, view, style: { theme, selected } }: Drawing, robots: readonly FrameRobot[]): void {
  for (const robot of robots) {
    const { state } = robot;
    const isSelected = robot.id === selected;
    if (state !== 'crashed' && state !== 'suspected' && !isSelected) continue;
    const [x, y] = [pixelX(view, robot.x), pixelY(view, robot.y)];
    const radius = Math.max(drawnRadius(robot.radius, view), 3);
    if (state !== 'crashed' && state !== 'suspected') {
      ring(context, x, y, radius + 4, theme.ink);
      continue;
    }
    ring(context, x, y, radius + 2.5, state === 'crashed' ? theme.lost : theme.suspected);
    if (state === 'crashed') {
      const half = 0.62 * radius;
      context.beginPath();
      context.moveTo(x - half, y - half);
      context.lineTo(x + half, y + half);
      context.moveTo(x - half, y + half);
      context.lineTo(x + half, y - half);
      context.stroke();
    }
    if (isSelected) ring(context, x, y, radius + 6, theme.ink);
  }
}

function ring(context: Drawing['context'], x: number, y: number, radius: number, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL_TURN);
  context.stroke();
}

// Like `project`, without allocating points.
function pixelX(view: View, x: number): number {
  return view.width / 2 + (x - view.x) * view.pixelsPerMetre;
}

function pixelY(view: View, y: number): number {
  return view.height / 2 - (y - view.y) * view.pixelsPerMetre;
}
