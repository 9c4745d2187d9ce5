/** The ground, obstacles and objects. */
import { project, type View } from '@kineko/ui';
import { groundLinesOf, isCorner } from '../../scene/ground-lines.js';
import type { SceneObject } from '../../scene/scene.js';
import type { ObjectKind } from '../../scene/scene-sink.js';
import type { SceneShape } from '../../scene/shapes.js';
import type { Canvas2d } from '../canvas.js';
import { objectColor, obstacleColor, textureOf } from '../color.js';
import { type Drawing, FULL_TURN } from '../drawing.js';
import type { Texture } from '../style.js';
import { drawTexture, resolved } from '../textures.js';
import { placeOf } from './backgrounds.js';

/** Minimum half size of an object in pixels. */
const MIN_OBJECT = 3;

export function drawGround({ context, scene, view, style: { theme } }: Drawing): void {
  context.fillStyle = theme.ground;
  if (scene.area === undefined) {
    context.fillRect(0, 0, view.width, view.height);
    return;
  }
  const [minX, minY, maxX, maxY] = scene.area;
  const corner = project(view, { x: minX, y: maxY });
  const [width, height] = [(maxX - minX) * view.pixelsPerMetre, (maxY - minY) * view.pixelsPerMetre];
  context.fillRect(corner.x, corner.y, width, height);
  context.strokeStyle = scene.isWalled ? theme.obstacle : theme.border;
  context.lineWidth = scene.isWalled ? 2.5 : 1;
  context.lineJoin = 'miter';
  context.beginPath();
  // Outside the area, because robots touch the inner side of walls.
  const out = context.lineWidth / 2;
  context.rect(corner.x - out, corner.y - out, width + 2 * out, height + 2 * out);
  context.stroke();
}

export function drawMap(drawing: Drawing): void {
  const { scene, frame } = drawing;
  drawObstacles(drawing, scene.obstacles);
  for (const movable of scene.movables.values()) drawMovable(drawing, movable.shapesAt(frame.time));
}

/** Movable obstacles have their own colour. */
export function drawMovable({ context, view, style }: Omit<Drawing, 'frame'>, shapes: readonly SceneShape[]): void {
  prepare(context, style.theme.movable);
  for (const shape of shapes) drawShape(context, view, shape);
}

/** Fixed obstacles, in the colour or texture of the map. */
export function drawObstacles(drawing: Omit<Drawing, 'frame'>, shapes: Iterable<SceneShape>): void {
  const { context, scene, view, style } = drawing;
  const paint = style.map === undefined ? obstacleColor(scene, style) : resolved(style.map, style);
  if (paint === undefined) return;
  prepare(context, typeof paint === 'string' ? paint : obstacleColor(scene, style));
  if (typeof paint !== 'string') return drawTextured(drawing, shapes, paint);
  for (const shape of shapes) drawShape(context, view, shape);
}

function prepare(context: Canvas2d, color: string): void {
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
}

/** A picture of the whole area, clipped to the obstacles. */
function drawTextured(drawing: Omit<Drawing, 'frame'>, shapes: Iterable<SceneShape>, { image }: Texture): void {
  const { context, view } = drawing;
  const { x, y, width, height } = placeOf(drawing);
  for (const shape of shapes) {
    if (shape.kind === 'line') {
      drawShape(context, view, shape);
      continue;
    }
    context.save();
    traceShape(context, view, shape);
    context.clip();
    context.drawImage(image, x, y, width, height);
    context.restore();
  }
}

function drawShape(context: Canvas2d, view: View, shape: SceneShape): void {
  traceShape(context, view, shape);
  if (shape.kind === 'line') context.stroke();
  else context.fill();
}

function traceShape(context: Canvas2d, view: View, shape: SceneShape): void {
  const scale = view.pixelsPerMetre;
  context.beginPath();
  switch (shape.kind) {
    case 'disc': {
      const { x, y } = project(view, shape);
      context.arc(x, y, shape.radius * scale, 0, FULL_TURN);
      break;
    }
    case 'pixels': {
      const { boxes } = shape;
      for (let i = 0; i < boxes.length; i += 4) {
        const { x, y } = project(view, { x: boxes[i]!, y: boxes[i + 1]! + boxes[i + 3]! });
        // Half a pixel larger, to avoid seams between rows.
        context.rect(x, y, boxes[i + 2]! * scale + 0.5, boxes[i + 3]! * scale + 0.5);
      }
      break;
    }
    case 'line':
      trace(context, view, shape.points);
      break;
    case 'area':
      trace(context, view, shape.points);
      context.closePath();
  }
}

function trace(context: Canvas2d, view: View, points: readonly { readonly x: number; readonly y: number }[]): void {
  for (const [index, point] of points.entries()) {
    const { x, y } = project(view, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

export function drawObjects(drawing: Drawing): void {
  const objects = drawing.scene.objectsAt(drawing.frame.time);
  for (const line of groundLinesOf(objects)) drawGroundLine(drawing, line);
  for (const object of objects) if (!isCorner(object)) drawObject(drawing, object);
}

/** The line is as wide as its corners. */
export function drawGroundLine(
  { context, view, style }: Omit<Drawing, 'frame'>,
  corners: readonly SceneObject[],
): void {
  const [first] = corners;
  if (first === undefined) return;
  context.strokeStyle = objectColor(first, style);
  context.lineWidth = Math.max(2 * first.size * view.pixelsPerMetre, 1);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  trace(context, view, corners);
  context.stroke();
}

export function drawObject({ context, view, style }: Omit<Drawing, 'frame'>, object: SceneObject): void {
  // An object with a class and no size is hidden; one without a class is a point.
  if (object.size === 0 && object.className !== '') return;
  const { x, y } = project(view, object);
  const half = Math.max(object.size * view.pixelsPerMetre, MIN_OBJECT);
  const texture = textureOf(style.objectColors, object, style);
  if (texture !== undefined) {
    return drawTexture(context, texture, { ...style.objectColors, turns: false }, { x, y, half, heading: 0 });
  }
  context.fillStyle = objectColor(object, style);
  if (object.kind !== undefined && style.objectColors === undefined)
    return drawSource(context, object.kind, x, y, half);
  context.beginPath();
  if (style.objectShape === 'disc') context.arc(x, y, half, 0, FULL_TURN);
  else context.rect(x - half, y - half, 2 * half, 2 * half);
  context.fill();
}

/** A light has rays, heat has rings that fade, a goal is a target. */
function drawSource(context: Canvas2d, kind: ObjectKind, x: number, y: number, half: number): void {
  const { globalAlpha: opacity } = context;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = Math.max(1, half / 6);
  context.lineCap = 'round';
  context.beginPath();
  context.arc(x, y, kind === 'goal' ? half / 3 : half / 1.6, 0, FULL_TURN);
  context.fill();
  if (kind === 'light') {
    context.beginPath();
    for (let k = 0; k < 8; k++) {
      const [dx, dy] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
      context.moveTo(x + 0.85 * half * dx, y + 0.85 * half * dy);
      context.lineTo(x + 1.3 * half * dx, y + 1.3 * half * dy);
    }
    context.stroke();
    return;
  }
  for (const [radius, alpha] of kind === 'heat' ? RINGS : TARGET) {
    context.globalAlpha = opacity * alpha;
    context.beginPath();
    context.arc(x, y, radius * half, 0, FULL_TURN);
    context.stroke();
  }
  context.globalAlpha = opacity;
}

/** Radii, as parts of the object's, and opacities. */
const RINGS = [
  [0.9, 0.7],
  [1.25, 0.4],
  [1.6, 0.2],
] as const;
const TARGET = [[1, 1]] as const;
