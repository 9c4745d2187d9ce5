/** Draws an instant of a scene: layer by layer, robots of one colour as one path. */
import { positionAt } from '@kineko/geometry';
import type { Frame, FrameRobot } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { SceneShape } from '../scene/shapes.js';
import type { Canvas2d } from './canvas.js';
import type { LayerName, Style, Theme } from './style.js';
import { project, type View } from './view.js';

/** Everything that a layer draws with. */
export interface Drawing {
  readonly context: Canvas2d;
  readonly scene: Scene;
  readonly frame: Frame;
  readonly view: View;
  readonly style: Style;
}

/** A layer of one's own, drawn above the others. */
export interface OwnLayer {
  readonly name: string;
  draw(drawing: Drawing): void;
}

const TURN = 2 * Math.PI;
/** Pixels: below this a robot has no heading and no label that could be read. */
const LEAST_WITH_HEADING = 2.5;
const LEAST_WITH_LABEL = 6;
/** More trails than this are a fog. */
const MOST_TRAILS = 400;
/** Steps of a trail along a leg that is not straight. */
const ARC_STEPS = 12;

export function draw(drawing: Drawing, own: readonly OwnLayer[] = []): void {
  const { context, view, style } = drawing;
  context.globalAlpha = 1;
  context.fillStyle = style.theme.background;
  context.fillRect(0, 0, view.width, view.height);
  for (const { name, isVisible, opacity } of style.layers) {
    if (!isVisible || opacity <= 0) continue;
    context.save();
    context.globalAlpha = opacity;
    PAINTERS[name](drawing, opacity);
    context.restore();
  }
  for (const layer of own) {
    context.save();
    layer.draw(drawing);
    context.restore();
  }
}

const PAINTERS: Readonly<Record<LayerName, (drawing: Drawing, opacity: number) => void>> = {
  ground: drawGround,
  map: drawMap,
  objects: drawObjects,
  ranges: drawRanges,
  trails: drawTrails,
  destinations: drawDestinations,
  messages: drawMessages,
  robots: drawRobots,
  contacts: drawContacts,
  labels: drawLabels,
};

function drawGround({ context, scene, view, style: { theme } }: Drawing): void {
  if (scene.area === undefined) {
    context.fillStyle = theme.ground;
    context.fillRect(0, 0, view.width, view.height);
    return;
  }
  const [minX, minY, maxX, maxY] = scene.area;
  const corner = project(view, { x: minX, y: maxY });
  const [width, height] = [(maxX - minX) * view.pixelsPerMetre, (maxY - minY) * view.pixelsPerMetre];
  context.fillStyle = theme.ground;
  context.fillRect(corner.x, corner.y, width, height);
  context.strokeStyle = scene.isWalled ? theme.obstacle : theme.border;
  context.lineWidth = scene.isWalled ? 2.5 : 1;
  context.beginPath();
  context.rect(corner.x, corner.y, width, height);
  context.stroke();
}

function drawMap({ context, scene, view, style: { theme } }: Drawing): void {
  context.fillStyle = theme.obstacle;
  context.strokeStyle = theme.obstacle;
  context.lineWidth = 2;
  for (const shape of scene.obstacles) drawShape(context, view, shape);
}

function drawShape(context: Canvas2d, view: View, shape: SceneShape): void {
  context.beginPath();
  switch (shape.kind) {
    case 'disc': {
      const { x, y } = project(view, shape);
      context.arc(x, y, shape.radius * view.pixelsPerMetre, 0, TURN);
      context.fill();
      break;
    }
    case 'pixels':
      for (let i = 0; i < shape.boxes.length; i += 4) {
        const [left, bottom, width, height] = [
          shape.boxes[i]!,
          shape.boxes[i + 1]!,
          shape.boxes[i + 2]!,
          shape.boxes[i + 3]!,
        ];
        const { x, y } = project(view, { x: left, y: bottom + height });
        // Half a pixel more: rows that meet must not show a seam.
        context.rect(x, y, width * view.pixelsPerMetre + 0.5, height * view.pixelsPerMetre + 0.5);
      }
      context.fill();
      break;
    default:
      for (const [index, point] of shape.points.entries()) {
        const { x, y } = project(view, point);
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      if (shape.kind === 'area') {
        context.closePath();
        context.fill();
      } else context.stroke();
  }
}

function drawObjects({ context, scene, view, style: { theme } }: Drawing): void {
  context.fillStyle = theme.object;
  context.beginPath();
  for (const object of scene.objects) {
    const { x, y } = project(view, object);
    const half = Math.max(object.size * view.pixelsPerMetre, 3);
    context.rect(x - half, y - half, 2 * half, 2 * half);
  }
  context.fill();
}

function drawRanges({ context, frame, view, style: { theme } }: Drawing, opacity: number): void {
  const robots = byId(frame);
  context.strokeStyle = theme.faint;
  context.lineWidth = 1;
  context.setLineDash([4, 4]);
  for (const { robot: id, metres, age } of frame.looks) {
    const robot = robots.get(id);
    if (robot === undefined) continue;
    const { x, y } = project(view, robot);
    context.globalAlpha = opacity * (1 - age);
    context.beginPath();
    context.arc(x, y, metres * view.pixelsPerMetre, 0, TURN);
    context.stroke();
  }
}

function drawTrails({ context, scene, frame, view, style }: Drawing, opacity: number): void {
  if (frame.robots.length > MOST_TRAILS || style.trailSeconds <= 0) return;
  context.lineWidth = 1.5;
  context.globalAlpha = 0.35 * opacity;
  for (const robot of frame.robots) {
    const { track } = scene.robots.get(robot.id)!;
    context.strokeStyle = colorOf(robot, style);
    context.beginPath();
    let isFirst = true;
    for (const { leg, until } of track.legsBetween(frame.time - style.trailSeconds, frame.time)) {
      const from = Math.max(leg.start, frame.time - style.trailSeconds);
      const to = Math.min(until, leg.end, frame.time);
      if (leg.kind === 'rest' || leg.kind === 'turn' || !(to > from)) continue;
      const steps = leg.kind === 'line' ? 1 : ARC_STEPS;
      for (let k = 0; k <= steps; k++) {
        const { x, y } = project(view, positionAt(leg, from + ((to - from) * k) / steps));
        if (isFirst) context.moveTo(x, y);
        else context.lineTo(x, y);
        isFirst = false;
      }
    }
    if (!isFirst) context.stroke();
  }
}

function drawDestinations({ context, frame, view, style }: Drawing, opacity: number): void {
  if (frame.robots.length > MOST_TRAILS) return;
  context.lineWidth = 1;
  context.setLineDash([2, 5]);
  context.globalAlpha = 0.6 * opacity;
  for (const robot of frame.robots) {
    if (robot.destination === undefined) continue;
    const [from, to] = [project(view, robot), project(view, robot.destination)];
    context.strokeStyle = colorOf(robot, style);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.moveTo(to.x + 3, to.y);
    context.arc(to.x, to.y, 3, 0, TURN);
    context.stroke();
  }
}

function drawMessages({ context, frame, view, style: { theme } }: Drawing, opacity: number): void {
  const robots = byId(frame);
  const hasTypes = frame.messages.length <= 60;
  context.lineWidth = 1;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  for (const { from, to, type, share, isLost, ended } of frame.messages) {
    const [sender, receiver] = [robots.get(from), robots.get(to)];
    if (sender === undefined || receiver === undefined) continue;
    const [a, b] = [project(view, sender), project(view, receiver)];
    const isGone = isLost && ended <= frame.time;
    const color = isGone ? theme.lost : theme.message;
    const [x, y] = [a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share];
    context.strokeStyle = color;
    context.fillStyle = color;
    context.globalAlpha = 0.18 * opacity;
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
    context.globalAlpha = opacity;
    context.beginPath();
    if (isGone) {
      context.moveTo(x - 4, y - 4);
      context.lineTo(x + 4, y + 4);
      context.moveTo(x - 4, y + 4);
      context.lineTo(x + 4, y - 4);
      context.stroke();
    } else {
      context.arc(x, y, 3, 0, TURN);
      context.fill();
    }
    if (hasTypes) context.fillText(type, x, y - 5);
  }
}

function drawRobots({ context, frame, view, style }: Drawing, opacity: number): void {
  const groups = new Map<string, FrameRobot[]>();
  for (const robot of frame.robots) {
    const color = colorOf(robot, style);
    const group = groups.get(color);
    if (group === undefined) groups.set(color, [robot]);
    else group.push(robot);
  }
  for (const [color, robots] of groups) {
    context.fillStyle = color;
    context.globalAlpha = 0.85 * opacity;
    context.beginPath();
    for (const robot of robots) {
      const { x, y } = project(view, robot);
      const radius = Math.max(robot.radius * view.pixelsPerMetre, 0.75);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, TURN);
    }
    context.fill();
  }
  context.globalAlpha = opacity;
  drawHeadings(context, frame.robots, view, style.theme);
  drawStates(context, frame.robots, view, style);
}

function drawHeadings(context: Canvas2d, robots: readonly FrameRobot[], view: View, theme: Theme): void {
  context.strokeStyle = theme.ground;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const robot of robots) {
    const radius = robot.radius * view.pixelsPerMetre;
    if (radius < LEAST_WITH_HEADING) continue;
    const { x, y } = project(view, robot);
    const [dx, dy] = [Math.cos(robot.heading), -Math.sin(robot.heading)];
    context.moveTo(x + 0.25 * radius * dx, y + 0.25 * radius * dy);
    context.lineTo(x + radius * dx, y + radius * dy);
  }
  context.stroke();
}

function drawStates(context: Canvas2d, robots: readonly FrameRobot[], view: View, { theme, selected }: Style): void {
  for (const robot of robots) {
    const isSelected = robot.id === selected;
    if (robot.state !== 'crashed' && robot.state !== 'suspected' && !isSelected) continue;
    const { x, y } = project(view, robot);
    const radius = Math.max(robot.radius * view.pixelsPerMetre, 3) + (isSelected ? 4 : 2);
    context.strokeStyle = isSelected ? theme.ink : robot.state === 'crashed' ? theme.lost : theme.suspected;
    context.lineWidth = isSelected ? 2.5 : 2;
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    if (robot.state === 'crashed') {
      context.moveTo(x - radius, y - radius);
      context.lineTo(x + radius, y + radius);
      context.moveTo(x - radius, y + radius);
      context.lineTo(x + radius, y - radius);
    }
    context.stroke();
  }
}

function drawContacts({ context, frame, view, style: { theme } }: Drawing, opacity: number): void {
  const robots = byId(frame);
  context.strokeStyle = theme.contact;
  context.lineWidth = 2;
  for (const { robot: id, age } of frame.contacts) {
    const robot = robots.get(id);
    if (robot === undefined) continue;
    const { x, y } = project(view, robot);
    context.globalAlpha = opacity * (1 - age);
    context.beginPath();
    context.arc(x, y, (robot.radius + robot.radius * age) * view.pixelsPerMetre + 2, 0, TURN);
    context.stroke();
  }
}

function drawLabels({ context, frame, view, style }: Drawing): void {
  if (style.labels === 'none') return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const robot of frame.robots) {
    const radius = robot.radius * view.pixelsPerMetre;
    if (radius < LEAST_WITH_LABEL) continue;
    const text = style.labels === 'tags' && robot.tag !== '' ? robot.tag : String(robot.id);
    const { x, y } = project(view, robot);
    const size = Math.min(Math.max(radius * 0.9, 9), 22);
    const isInside = text.length * size * 0.6 < 1.8 * radius;
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.fillStyle = isInside ? style.theme.ground : style.theme.ink;
    context.fillText(text, x, isInside ? y : y - radius - size * 0.7);
  }
}

/** As the style asks for it; who is crashed is grey whatever it says. */
export function colorOf(robot: FrameRobot, { coloring, theme }: Style): string {
  if (robot.state === 'crashed') return theme.crashed;
  const { palette } = theme;
  switch (coloring) {
    case 'number':
      return palette[robot.id % palette.length]!;
    case 'tag':
      return robot.tag === '' ? theme.faint : palette[hash(robot.tag) % palette.length]!;
    case 'state':
      return palette[STATES.indexOf(robot.state)] ?? theme.faint;
    case 'one':
      return palette[0]!;
  }
}

const STATES: readonly string[] = ['moving', 'turning', 'idle'];

function hash(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}

function byId({ robots }: Frame): ReadonlyMap<number, FrameRobot> {
  return new Map(robots.map((robot) => [robot.id, robot]));
}
