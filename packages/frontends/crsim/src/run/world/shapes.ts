/** Shapes of objects: a kind defines the footprint, which robots collide with and sensors detect. */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';
import type { ObstacleShape } from '@kineko/world';
import type { CrsimShape } from '../../format/model.js';

export interface ShapeKind {
  /** The type in files: `BOX`. */
  readonly type: string;
  /** Why a shape of a file is incomplete, or undefined. */
  problem?(shape: CrsimShape): string | undefined;
  /** The footprint at a pose in the world. */
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
