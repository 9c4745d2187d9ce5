/** Pointer gestures from press to release, each with the document that it would produce. */
import { kindOf, type ToolName } from '../world-format.js';
import { placed, type Point, type Shape, tidy, turn, type WorldDocument } from '../model.js';
import * as commands from './commands.js';
import { newShapes, placedShape, toolOf } from './drawing.js';
import { formatOf } from './formats.js';
import { boundsOf } from './outline.js';
import { snapped, snappedAngle, snappedMove, type Snapping } from './snap.js';

export interface Pointer {
  /** In world coordinates. */
  readonly at: Point;
  /** Whether to turn in steps. */
  readonly isStepped: boolean;
  readonly snapping: Snapping;
}

/** The document if the button were released now; undefined if nothing changes. */
export interface Gesture {
  move(pointer: Pointer): WorldDocument | undefined;
}

export function dragging(document: WorldDocument, ids: commands.Ids, from: Point): Gesture {
  const moving = document.shapes.filter(({ id }) => ids.has(id));
  return {
    move: ({ at, snapping }) => {
      const { x, y } = snappedMove(moving, at.x - from.x, at.y - from.y, snapping);
      return x === 0 && y === 0 ? undefined : commands.moved(document, ids, x, y);
    },
  };
}

export function turning(document: WorldDocument, ids: commands.Ids, about: Point, from: Point): Gesture {
  const angleOf = ({ x, y }: Point): number => (Math.atan2(y - about.y, x - about.x) * 180) / Math.PI;
  const start = angleOf(from);
  const only = ids.size === 1 ? document.shapes.find(({ id }) => ids.has(id)) : undefined;
  const before = only?.angle ?? 0;
  return {
    move: ({ at, isStepped }) => {
      // A single shape snaps to round values of its own angle.
      const degrees = snappedAngle(before + angleOf(at) - start, isStepped) - before;
      return degrees === 0 ? undefined : commands.rotated(document, ids, degrees, about);
    },
  };
}

/** Resizes by a corner of the bounds, or by the rim of a disc. */
export function resizing(document: WorldDocument, shape: Shape): Gesture {
  return {
    move: ({ at, snapping }) => {
      const resized = resizedTo(shape, snapped(at, snapping));
      return resized === undefined ? undefined : commands.replaced(document, resized);
    },
  };
}

function resizedTo(shape: Shape, to: Point): Shape | undefined {
  const { form } = shape;
  const [cos, sin] = turn(-shape.angle);
  const [dx, dy] = [to.x - shape.x, to.y - shape.y];
  const own = { x: cos * dx - sin * dy, y: sin * dx + cos * dy };
  const reach = tidy(Math.hypot(own.x, own.y));
  if (reach === 0) return undefined;
  switch (form.kind) {
    case 'disc':
      return { ...shape, form: { ...form, radius: reach } };
    case 'source':
      return { ...shape, form: { ...form, reach } };
    case 'box': {
      // The opposite corner stays.
      const [width, height] = [tidy(Math.abs(own.x + form.width / 2)), tidy(Math.abs(own.y + form.height / 2))];
      if (width === 0 || height === 0) return undefined;
      const [anchor] = placed(shape, [{ x: -form.width / 2, y: -form.height / 2 }]);
      const [signX, signY] = [Math.sign(own.x + form.width / 2), Math.sign(own.y + form.height / 2)];
      const [middle] = placed({ ...anchor!, angle: shape.angle }, [
        { x: (signX * width) / 2, y: (signY * height) / 2 },
      ]);
      return { ...shape, x: tidy(middle!.x), y: tidy(middle!.y), form: { kind: 'box', width, height } };
    }
    default:
      return undefined;
  }
}

export function reshaping(document: WorldDocument, shape: Shape, part: number, index: number): Gesture {
  return {
    move: ({ at, snapping }) =>
      commands.replaced(document, commands.withVertex(shape, part, index, snapped(at, snapping))),
  };
}

/** Places a shape by a click, or by a drag from its centre or corner. */
export function placing(
  document: WorldDocument,
  name: ToolName,
  from: Point,
  id: number,
): Gesture & { readonly shapes: (pointer: Pointer) => Shape[] } {
  const shapes = ({ at, snapping }: Pointer): Shape[] => {
    const tool = toolOf(document, name);
    if (tool === undefined) return [];
    return newShapes(document, tool, [placedShape(tool, name, from, snapped(at, snapping))], id);
  };
  return { shapes, move: (pointer) => commands.added(document, shapes(pointer)) };
}

/** Selects all shapes that lie within a frame. */
export function framed({ shapes }: WorldDocument, a: Point, b: Point): number[] {
  const [minX, maxX] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [minY, maxY] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return shapes.flatMap((shape) => {
    const own = boundsOf([shape]);
    const isIn = own !== undefined && own.minX >= minX && own.maxX <= maxX && own.minY >= minY && own.maxY <= maxY;
    return isIn ? [shape.id] : [];
  });
}

export interface Handle {
  readonly kind: 'turn' | 'size' | 'corner';
  readonly at: Point;
  readonly part: number;
  readonly index: number;
}

/** Limit on the corners with a handle. */
const MAX_CORNERS = 200;

/** The handles of a shape, except the one that turns it. */
export function handlesOf(document: WorldDocument, shape: Shape): Handle[] {
  const kind = kindOf(formatOf(document), shape.kind);
  if (kind.isFixed === true) return [];
  const { form } = shape;
  const one = (at: Point): Handle[] => [{ kind: 'size', at, part: 0, index: 0 }];
  switch (form.kind) {
    case 'disc':
      return one(placed({ ...shape, angle: 0 }, [{ x: 0, y: -form.radius }])[0]!);
    case 'source':
      return one({ x: shape.x + form.reach, y: shape.y });
    case 'box':
      return one(placed(shape, [{ x: form.width / 2, y: form.height / 2 }])[0]!);
    case 'path':
    case 'polygons': {
      const parts = form.kind === 'path' ? [form.points] : form.parts;
      const corners = parts.flatMap((points, part) =>
        placed(shape, points).map((at, index): Handle => ({ kind: 'corner', at, part, index })),
      );
      return corners.length > MAX_CORNERS ? [] : corners;
    }
  }
}
