import type { Scene } from '../scene/scene.js';
import { shapeOf } from '../scene/shapes.js';
import { isCoordinate, isRadius } from '../scene/validity.js';
import type { OpeningWorld } from './opening.js';

/** Adds to the scene of a Neko log the parts that the log lacks: the area, walls, obstacles and objects. */
export function addWorld(scene: Scene, world: OpeningWorld): void {
  const { area, isWalled = false, obstacles = [], objects = [] } = world;
  scene.area ??= area;
  scene.isWalled ||= isWalled;
  for (const { id, shape } of obstacles) {
    const drawn = shapeOf(shape);
    if (drawn !== undefined) scene.obstacle(id, drawn);
  }
  for (const object of objects) {
    if (!isCoordinate(object.x) || !isCoordinate(object.y)) continue;
    scene.object(scene.start, { ...object, size: isRadius(object.size) ? object.size : 0 });
  }
}
