/** Lines on the ground stand on record corner by corner: the objects that wear `line 0` are those of the first, in their order. */
import type { SceneObject } from './scene-sink.js';

const CORNER = /^line \d+$/;

export function isCorner({ tag, className }: SceneObject): boolean {
  return className === '' && CORNER.test(tag);
}

/** The corners of each line; what is no corner is passed over. */
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
