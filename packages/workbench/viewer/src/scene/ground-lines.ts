/** Lines on the ground are recorded corner by corner: the objects tagged `line 0` are the corners of the first line, in order. */
import type { SceneObject } from './scene-sink.js';

const CORNER = /^line \d+$/;

export function isCorner({ tag, className }: SceneObject): boolean {
  return className === '' && CORNER.test(tag);
}

/** The corners of each line; other objects are ignored. */
export function groundLinesOf(objects: readonly SceneObject[]): SceneObject[][] {
  const lines = new Map<string, SceneObject[]>();
  for (const object of objects) {
    if (!isCorner(object)) continue;
    const corners = lines.get(object.tag);
    if (corners === undefined) lines.set(object.tag, [object]);
    else corners.push(object);
  }
  return [...lines.values()];
}
