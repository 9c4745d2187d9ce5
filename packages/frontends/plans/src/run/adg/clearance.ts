/** Whether the vertices and edges on which robots move are so far apart that robots with different vertices keep clear. */
import { inputError, type InputError } from '@kineko/formats/problem';
import type { Segment } from '@kineko/geometry';
import { criticalRadius } from '../../audit/critical-radius.js';
import type { KnotPaths } from '../../audit/knot-paths.js';
import { nearestSegments } from '../../audit/segment-pairs.js';
import type { PlanAudit } from '../audit-plan.js';

/** An edge, or a vertex: an edge from it to itself. */
interface Part extends Segment {
  /** The first two robots that use it. */
  readonly robots: number[];
  /** The largest radius of the robots that use it. */
  radius: number;
}

/**
 * The two nearest parts that robots could be on at the same time, if they are nearer than two radii. A robot holds both ends
 * of its edge, so these are parts without a common vertex.
 */
export function clearanceError({ plan, radii }: PlanAudit, file: string): InputError | undefined {
  if (plan.kind === 'grid') return undefined;
  const parts = partsOf(plan.paths, radii);
  const found = nearestSegments(parts, (a, b) => {
    const [first, second] = [parts[a]!, parts[b]!];
    return haveCommonVertex(first, second) || robotsOn(first, second) === undefined
      ? undefined
      : [first.radius, second.radius];
  });
  if (found === undefined) return undefined;
  const { pair, squared } = found;
  const { distance, largestSafe } = criticalRadius(squared);
  const [first, second] = [parts[pair[0]]!, parts[pair[1]]!];
  const robots = robotsOn(first, second)!;
  const names = [first, second].map((part, k) => `${partText(part)} of robot ${robots[k]}`);
  const smaller = largestSafe > 0 ? `a radius up to ${largestSafe} or ` : '';
  const reason = `${names.join(' and ')} are ${distance} m apart; use ${smaller}plan.execution = clock`;
  return inputError(`expected edges and vertices that are ${first.radius + second.radius} m apart: ${reason}`, file);
}

function partsOf({ starts, x, y }: Omit<KnotPaths, 'radii'>, radii: Float64Array): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const [robot, radius] of radii.entries()) {
    const use = (from: number, to: number): void => {
      const ends = [`${x[from]!} ${y[from]!}`, `${x[to]!} ${y[to]!}`];
      const name = ends.sort().join(' ');
      let part = parts.get(name);
      if (part === undefined) {
        part = { ax: x[from]!, ay: y[from]!, bx: x[to]!, by: y[to]!, robots: [], radius };
        parts.set(name, part);
      }
      if (part.robots.length < 2 && part.robots[0] !== robot) part.robots.push(robot);
      part.radius = Math.max(part.radius, radius);
    };
    for (let k = starts[robot]!; k < starts[robot + 1]!; k++) {
      use(k, k);
      if (k > starts[robot]! && (x[k] !== x[k - 1] || y[k] !== y[k - 1])) use(k - 1, k);
    }
  }
  return [...parts.values()];
}

function haveCommonVertex(a: Segment, b: Segment): boolean {
  return (
    (a.ax === b.ax && a.ay === b.ay) ||
    (a.ax === b.bx && a.ay === b.by) ||
    (a.bx === b.ax && a.by === b.ay) ||
    (a.bx === b.bx && a.by === b.by)
  );
}

/** Two different robots, one on each part. */
function robotsOn(first: Part, second: Part): readonly [number, number] | undefined {
  for (const a of first.robots) for (const b of second.robots) if (a !== b) return [a, b];
  return undefined;
}

function partText({ ax, ay, bx, by }: Part): string {
  const isVertex = ax === bx && ay === by;
  return isVertex ? `vertex (${ax}, ${ay})` : `edge (${ax}, ${ay})–(${bx}, ${by})`;
}
