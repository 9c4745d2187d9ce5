/** What stands still: the ground, obstacles, objects. */
import type { SceneShape } from '../../scene/shapes.js';
import type { Canvas2d } from '../canvas.js';
import { objectColor } from '../color.js';
import { type Drawing, FULL_TURN } from '../drawing.js';
import { project, type View } from '../view.js';

/** Pixels that an object has at least on either side of its centre. */
const LEAST_OBJECT = 3;

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
  // Around it: what touches a wall touches its inner side.
  const out = context.lineWidth / 2;
  context.rect(corner.x - out, corner.y - out, width + 2 * out, height + 2 * out);
  context.stroke();
}

export function drawMap({ context, scene, frame, view, style: { theme } }: Drawing): void {
  context.fillStyle = theme.obstacle;
  context.strokeStyle = theme.obstacle;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const shape of scene.obstacles) drawShape(context, view, shape);
  for (const movable of scene.movables.values()) {
    for (const shape of movable.shapesAt(frame.time)) drawShape(context, view, shape);
  }
}

function drawShape(context: Canvas2d, view: View, shape: SceneShape): void {
  const scale = view.pixelsPerMetre;
  context.beginPath();
  switch (shape.kind) {
    case 'disc': {
      const { x, y } = project(view, shape);
      context.arc(x, y, shape.radius * scale, 0, FULL_TURN);
      context.fill();
      break;
    }
    case 'pixels': {
      const { boxes } = shape;
      for (let i = 0; i < boxes.length; i += 4) {
        const { x, y } = project(view, { x: boxes[i]!, y: boxes[i + 1]! + boxes[i + 3]! });
        // Half a pixel more: rows that meet must not show a seam.
        context.rect(x, y, boxes[i + 2]! * scale + 0.5, boxes[i + 3]! * scale + 0.5);
      }
      context.fill();
      break;
    }
    case 'line':
      trace(context, view, shape.points);
      context.stroke();
      break;
    case 'area':
      trace(context, view, shape.points);
      context.closePath();
      context.fill();
  }
}

function trace(context: Canvas2d, view: View, points: readonly { readonly x: number; readonly y: number }[]): void {
  for (const [index, point] of points.entries()) {
    const { x, y } = project(view, point);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

export function drawObjects({ context, scene, view, style }: Drawing): void {
  const isRound = style.objectShape === 'disc';
  for (const object of scene.objects) {
    const { x, y } = project(view, object);
    const half = Math.max(object.size * view.pixelsPerMetre, LEAST_OBJECT);
    context.fillStyle = objectColor(object, style);
    context.beginPath();
    if (isRound) context.arc(x, y, half, 0, FULL_TURN);
    else context.rect(x - half, y - half, 2 * half, 2 * half);
    context.fill();
  }
}
