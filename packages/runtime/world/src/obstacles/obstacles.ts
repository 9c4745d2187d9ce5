import type { Bitmap } from '@kineko/formats/bitmap';
import {
  type Box,
  boundsOfPoints,
  checkCoordinate,
  type Disc,
  discDiscGap,
  MAX_COORDINATE,
  MIN_RADIUS,
  pointInPolygon,
  pointSegmentDistance,
  polygonEdges,
  polyline,
  type Segment,
  StaticIndex,
  type Vector,
  WALL_LENGTH,
  writeWall,
} from '@kineko/geometry';
import { edgeX, edgeY, outlineOf, TooManyWallsError } from './outline.js';
import { type BitmapShape, checkShape, cornersOfBox, describeObstacle, type ObstacleShape } from './shapes.js';
import { MAX_WALLS, segmentOfWall, type Walls } from './walls.js';

/** The obstacle that a disc overlaps, and the depth. */
export interface ObstacleOverlap {
  readonly obstacle: number;
  /** Description of the obstacle for messages. */
  readonly with: string;
  /** Metres by which the disc must move to only touch this obstacle; a lower bound if the obstacle is not convex. */
  readonly depth: number;
}

/** Length of the record of a fixed disc: x, y, radius. */
export const FIXED_DISC_LENGTH = 3;

/**
 * 2^-44 of the lengths involved: an overlap within rounding does not count, so that a position computed to touch a wall is
 * not rejected because of its last bit. The engine's own bound on overlaps is the same.
 */
const TOUCH_SLACK = 5.684341886080802e-14;

/** All fixed obstacles of the world. Obstacles have the ids 0, 1, … in the order given. */
export class Obstacles implements Walls {
  readonly shapes: readonly ObstacleShape[];
  /** Records of `WALL_LENGTH` numbers; the walls of an obstacle are adjacent. */
  readonly records: Float64Array;
  readonly count: number;
  /** The obstacle of every wall. */
  readonly ownerOfWall: Uint32Array;
  /** Records of `FIXED_DISC_LENGTH` numbers, and the obstacle of each. */
  readonly discs: Float64Array;
  readonly ownerOfDisc: Uint32Array;
  private readonly solids: readonly Solid[];
  private lazyWallIndex: StaticIndex | undefined;
  private solidIndex: StaticIndex | undefined;
  private discIndex: StaticIndex | undefined;

  constructor(shapes: readonly ObstacleShape[]) {
    for (const [id, shape] of shapes.entries()) checkShape(shape, describeObstacle(shape, id));
    this.shapes = [...shapes];
    const parts = wallsOfAll(shapes);
    this.count = parts.reduce((sum, { count }) => sum + count, 0);
    this.records = new Float64Array(this.count * WALL_LENGTH);
    this.ownerOfWall = new Uint32Array(this.count);
    let wall = 0;
    for (const [id, { count, records }] of parts.entries()) {
      this.records.set(records, wall * WALL_LENGTH);
      this.ownerOfWall.fill(id, wall, wall + count);
      wall += count;
    }
    this.solids = shapes.flatMap((shape, id) => solidOf(shape, id) ?? []);
    const discs = [...shapes.entries()].flatMap(([id, shape]) => (shape.kind === 'disc' ? [{ id, ...shape }] : []));
    this.discs = Float64Array.from(discs.flatMap(({ x, y, radius }) => [x, y, radius]));
    this.ownerOfDisc = Uint32Array.from(discs, ({ id }) => id);
  }

  /** A wall as an object. */
  segment(wall: number): Segment {
    return segmentOfWall(this.records, wall);
  }

  /** Finds walls by position; built on first use. Its segments have no neighbours. */
  get wallIndex(): StaticIndex {
    this.lazyWallIndex ??= new StaticIndex(Array.from({ length: this.count }, (_, wall) => this.bareSegment(wall)));
    return this.lazyWallIndex;
  }

  /** A fixed disc as an object. */
  disc(number: number): Disc {
    const at = number * FIXED_DISC_LENGTH;
    return { x: this.discs[at]!, y: this.discs[at + 1]!, radius: this.discs[at + 2]! };
  }

  /** The numbers, ascending, of the fixed discs whose bounds meet a box. */
  discsMeeting(box: Box): number[] {
    if (this.ownerOfDisc.length === 0) return [];
    this.discIndex ??= indexOfBoxes([...this.ownerOfDisc.keys()].map((number) => boundsOfDisc(this.disc(number))));
    return this.discIndex.search(box);
  }

  /** The first obstacle that has a point inside it or on its border; walls without thickness have no inside. */
  solidAt(x: number, y: number): number | undefined {
    checkPlace(x, y);
    return this.solidsNear(x, y, 0).find((solid) => solid.holds({ x, y }))?.obstacle;
  }

  /** The obstacles with an inside whose bounds meet a box. */
  solidsIn(box: Box): Solid[] {
    if (this.solids.length === 0) return [];
    return this.indexOfSolids.search(box).map((index) => this.solids[index]!);
  }

  /**
   * The obstacle that a disc would overlap most deeply, the first of several; undefined if there is none. Touching does not
   * count as an overlap.
   */
  overlapOf(x: number, y: number, radius: number): ObstacleOverlap | undefined {
    checkPlace(x, y);
    const centre = { x, y };
    let obstacle: number | undefined;
    let depth = TOUCH_SLACK * (Math.abs(x) + Math.abs(y) + radius);
    const take = (candidate: number, candidateDepth: number): void => {
      const isFirst = candidateDepth === depth && obstacle !== undefined && candidate < obstacle;
      if (candidateDepth > depth || isFirst) [obstacle, depth] = [candidate, candidateDepth];
    };
    const holders = new Set<number>();
    for (const solid of this.solidsNear(x, y, radius)) {
      if (solid.disc) take(solid.obstacle, -discDiscGap({ x, y, radius }, solid.disc));
      else if (solid.holds(centre)) {
        holders.add(solid.obstacle);
        take(solid.obstacle, radius + this.distanceToOutline(centre, solid.obstacle));
      }
    }
    for (const wall of this.wallIndex.withinDistance(centre, radius)) {
      const owner = this.ownerOfWall[wall]!;
      if (!holders.has(owner)) take(owner, radius - this.distance(wall, centre));
    }
    if (obstacle === undefined) return undefined;
    return { obstacle, with: describeObstacle(this.shapes[obstacle]!, obstacle), depth };
  }

  private get indexOfSolids(): StaticIndex {
    return (this.solidIndex ??= indexOfBoxes(this.solids.map(({ bounds }) => bounds)));
  }

  /** The solids whose bounds are at most `reach` from a point, in the order of obstacles. */
  private solidsNear(x: number, y: number, reach: number): Solid[] {
    return this.solidsIn({ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach });
  }

  /** Distance from a point inside an obstacle to its nearest wall. */
  private distanceToOutline(point: Vector, obstacle: number): number {
    const isOwn = (wall: number): boolean => this.ownerOfWall[wall] === obstacle;
    const nearest = this.wallIndex.nearest(point);
    if (nearest === undefined) return Infinity; // everything is dark, here and beyond
    if (isOwn(nearest.id)) return nearest.distance;
    // Walls of other obstacles are nearer: widen the search until all walls have been seen.
    for (let reach = Math.max(2 * nearest.distance, MIN_RADIUS); ; reach *= 2) {
      const walls = this.wallIndex.withinDistance(point, reach);
      const distances = walls.filter(isOwn).map((wall) => this.distance(wall, point));
      if (distances.length > 0) return distances.reduce((a, b) => Math.min(a, b));
      if (walls.length === this.count) return Infinity;
    }
  }

  private distance(wall: number, point: Vector): number {
    return pointSegmentDistance(point, this.bareSegment(wall));
  }

  /** A wall without its neighbours, which are not needed for distances. */
  private bareSegment(wall: number): Segment {
    const at = wall * WALL_LENGTH;
    const { records } = this;
    return { ax: records[at]!, ay: records[at + 1]!, bx: records[at + 2]!, by: records[at + 3]! };
  }
}

/** A box is indexed as its diagonal, which has the same bounds. */
function indexOfBoxes(boxes: readonly Box[]): StaticIndex {
  return new StaticIndex(boxes.map(({ minX, minY, maxX, maxY }) => ({ ax: minX, ay: minY, bx: maxX, by: maxY })));
}

function boundsOfDisc({ x, y, radius }: Disc): Box {
  return { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius };
}

function checkPlace(x: number, y: number): void {
  checkCoordinate('the x of a place', x);
  checkCoordinate('the y of a place', y);
}

/** The walls of each obstacle; throws if there are too many. */
function wallsOfAll(shapes: readonly ObstacleShape[]): Walls[] {
  let total = 0;
  return shapes.map((shape, id) => {
    const walls = wallsOf(shape, describeObstacle(shape, id));
    total += walls.count;
    if (total > MAX_WALLS) throw new TooManyWallsError(`the obstacles 0 to ${id} together`, total);
    return walls;
  });
}

function wallsOf(shape: ObstacleShape, subject: string): Walls {
  switch (shape.kind) {
    case 'segment':
      return recordsOf([{ ax: shape.a.x, ay: shape.a.y, bx: shape.b.x, by: shape.b.y }]);
    case 'polyline':
      return recordsOf(polyline(shape.points));
    case 'polygon':
      return recordsOf(polygonEdges(shape.points));
    case 'box':
      return recordsOf(polygonEdges(cornersOfBox(shape)));
    case 'bitmap':
      return outlineOf(shape.bitmap, shape, subject);
    case 'disc':
      return recordsOf([]);
  }
}

function recordsOf(segments: readonly Segment[]): Walls {
  const records = new Float64Array(segments.length * WALL_LENGTH);
  for (const [wall, segment] of segments.entries()) writeWall(records, wall * WALL_LENGTH, segment);
  return { count: segments.length, records };
}

/** An obstacle that has an inside. */
export interface Solid {
  readonly obstacle: number;
  readonly bounds: Box;
  /** Whether a point is inside or on the border. */
  readonly holds: (point: Vector) => boolean;
  readonly disc?: Disc;
}

function solidOf(shape: ObstacleShape, obstacle: number): Solid | undefined {
  switch (shape.kind) {
    case 'segment':
    case 'polyline':
      return undefined;
    case 'polygon':
    case 'box': {
      const corners = shape.kind === 'box' ? cornersOfBox(shape) : shape.points;
      const holds = (point: Vector): boolean => pointInPolygon(point, corners) !== 'outside';
      return { obstacle, bounds: boundsOfPoints(corners), holds };
    }
    case 'disc': {
      const holds = (point: Vector): boolean => discDiscGap({ ...point, radius: 0 }, shape) <= 0;
      return { obstacle, bounds: boundsOfDisc(shape), holds, disc: shape };
    }
    case 'bitmap':
      return { obstacle, bounds: boundsOfBitmap(shape), holds: (point) => isDarkAt(shape, point) };
  }
}

/** Bounds of the dark part: the whole domain if it is dark beyond the bitmap. */
function boundsOfBitmap(shape: BitmapShape): Box {
  const far = MAX_COORDINATE;
  if (shape.beyond === 'dark') return { minX: -far, minY: -far, maxX: far, maxY: far };
  const { bitmap, x, y } = shape;
  return { minX: x, minY: y, maxX: edgeX(shape, bitmap.width), maxY: edgeY(shape, bitmap, 0) };
}

/** A point on the edge between pixels belongs to each of them. */
function isDarkAt(shape: BitmapShape, point: Vector): boolean {
  const { bitmap, x, y, metresPerPixel } = shape;
  const columns = touchedCells((point.x - x) / metresPerPixel);
  const rows = touchedCells(bitmap.height - (point.y - y) / metresPerPixel);
  return rows.some((row) => columns.some((column) => isDarkPixel(bitmap, column, row, shape.beyond === 'dark')));
}

function touchedCells(place: number): number[] {
  const cell = Math.floor(place);
  return cell === place ? [cell - 1, cell] : [cell];
}

function isDarkPixel(bitmap: Bitmap, column: number, row: number, isBeyondDark: boolean): boolean {
  if (column < 0 || row < 0 || column >= bitmap.width || row >= bitmap.height) return isBeyondDark;
  return bitmap.dark[row * bitmap.width + column] === 1;
}
