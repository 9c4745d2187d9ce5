/** What things can be made of: each kind of shape has a footprint, which is what is in the way and what sensors find. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { ObstacleShape } from '@kineko/world';
import type { CrsimShape } from '../../format/model.js';

/** A kind of shape, a plug-in by its type. */
export interface ShapeKind {
  /** As in the file: `BOX`. */
  readonly type: string;
  /** What is missing of it; undefined if nothing is. */
  problem?(shape: CrsimShape): string | undefined;
  /** On the ground of the world; `at` is where it stands there. */
  footprint(shape: CrsimShape, at: Pose, name: string): readonly ObstacleShape[];
}

const box: ShapeKind = {
  type: 'BOX',
  footprint: ({ width = 0, depth = 0 }, at, name) => {
    const corners: readonly Vector[] = [
      { x: -width / 2, y: -depth / 2 },
      { x: width / 2, y: -depth / 2 },
      { x: width / 2, y: depth / 2 },
      { x: -width / 2, y: depth / 2 },
    ];
    const [c, s] = [cos(at.heading), sin(at.heading)];
    const points = corners.map(({ x, y }) => ({ x: at.x + x * c - y * s, y: at.y + x * s + y * c }));
    return [{ kind: 'polygon', points, name }];
  },
};

const disc = (type: string): ShapeKind => ({
  type,
  footprint: ({ radius = 0 }, { x, y }, name) => [{ kind: 'disc', x, y, radius, name }],
});

export const SHAPE_KINDS: readonly ShapeKind[] = [box, disc('CYLINDER'), disc('SPHERE')];
