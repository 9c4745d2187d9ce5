/** Lines of sight between opaque discs. */
import { type Disc, pointDistance, pointSegmentDistance, segmentSegmentDistance } from './distance.js';
import type { Vector } from './pose.js';
import type { Segment } from './segment.js';

/** Everything that may hide two discs from each other. */
interface Opaque {
  /** A line of sight may touch them. */
  readonly discs: readonly Disc[];
  /** It may not touch these. */
  readonly walls?: readonly Segment[];
}

/** Share of the distance of two discs: lines of sight may enter a disc so far, and pass walls twice as far away. */
const MARGIN = 1e-9;

/**
 * Whether some segment from one disc to another crosses no third disc and meets no wall. If there is one, then there is one
 * that touches two of all discs and ends of walls, so that only those are tried.
 */
export function seesDisc(a: Disc, b: Disc, { discs, walls = [] }: Opaque): boolean {
  const margin = MARGIN * pointDistance(a, b);
  const reach = Math.max(a.radius, b.radius);
  const axis = { ax: a.x, ay: a.y, bx: b.x, by: b.y };
  const nearDiscs = discs.filter((disc) => pointSegmentDistance(disc, axis) <= reach + disc.radius);
  const nearWalls = walls.filter((wall) => segmentSegmentDistance(wall, axis) <= reach);
  const ends = nearWalls.flatMap(({ ax, ay, bx, by }) => [
    { x: ax, y: ay, radius: 2 * margin },
    { x: bx, y: by, radius: 2 * margin },
  ]);
  const isFree = (line: Line): boolean => {
    const segment = segmentOn(line, a, b, margin);
    if (segment === undefined) return false;
    return (
      nearDiscs.every((disc) => pointSegmentDistance(disc, segment) >= disc.radius - margin) &&
      nearWalls.every((wall) => segmentSegmentDistance(wall, segment) > margin)
    );
  };
  const touched = [a, b, ...nearDiscs, ...ends];
  return touched.some((first, k) =>
    touched.slice(k + 1).some((second) => commonTangents(first, second).some((line) => isFree(line))),
  );
}

/** The points p with p · normal = offset. */
interface Line {
  readonly normal: Vector;
  readonly offset: number;
}

/** The lines that touch two discs: up to four. */
function commonTangents(first: Disc, second: Disc): Line[] {
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const distance = pointDistance(first, second);
  return [first.radius - second.radius, first.radius + second.radius].flatMap((difference) => {
    // Both centres are on the positive side of the line by their radii, or the second one on the other side.
    const along = -difference / distance;
    if (!(Math.abs(along) <= 1)) return [];
    const across = Math.sqrt(1 - along * along);
    return [across, -across].map((side): Line => {
      const normal = { x: (along * dx - side * dy) / distance, y: (along * dy + side * dx) / distance };
      return { normal, offset: first.x * normal.x + first.y * normal.y - first.radius };
    });
  });
}

/** The part of a line between two discs; undefined if the line misses one of them. */
function segmentOn({ normal, offset }: Line, a: Disc, b: Disc, margin: number): Segment | undefined {
  const direction = { x: -normal.y, y: normal.x };
  const chord = ({ x, y, radius }: Disc) => {
    const distance = x * normal.x + y * normal.y - offset;
    const half = Math.sqrt(Math.max(0, radius * radius - distance * distance));
    return { isMet: Math.abs(distance) <= radius + margin, middle: x * direction.x + y * direction.y, half };
  };
  const [from, to] = [chord(a), chord(b)];
  if (!from.isMet || !to.isMet) return undefined;
  const sense = from.middle < to.middle ? 1 : -1;
  const pointAt = (along: number): Vector => ({
    x: offset * normal.x + along * direction.x,
    y: offset * normal.y + along * direction.y,
  });
  const [start, end] = [pointAt(from.middle + sense * from.half), pointAt(to.middle - sense * to.half)];
  return { ax: start.x, ay: start.y, bx: end.x, by: end.y };
}
