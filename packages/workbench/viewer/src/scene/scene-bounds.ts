import { type Bounds, GrowingBounds } from '@kineko/ui';
import type { Scene } from './scene.js';

/** The bounds of a scene: its area, obstacles, objects and the paths of robots. */
export function boundsOf(scene: Scene): Bounds {
  const bounds = new GrowingBounds();
  if (scene.area !== undefined) {
    const [minX, minY, maxX, maxY] = scene.area;
    bounds.include(minX, minY);
    bounds.include(maxX, maxY);
  }
  for (const shape of scene.obstacles) {
    if (shape.kind === 'disc') bounds.include(shape.x, shape.y, shape.radius);
    else if (shape.kind === 'pixels') {
      const { boxes } = shape;
      for (let i = 0; i < boxes.length; i += 4) {
        bounds.include(boxes[i]!, boxes[i + 1]!);
        bounds.include(boxes[i]! + boxes[i + 2]!, boxes[i + 1]! + boxes[i + 3]!);
      }
    } else for (const { x, y } of shape.points) bounds.include(x, y);
  }
  for (const { x, y, size } of scene.objects) bounds.include(x, y, size);
  scene.includePaths(bounds);
  return bounds.minX === Infinity ? { minX: 0, minY: 0, maxX: 1, maxY: 1 } : bounds;
}
