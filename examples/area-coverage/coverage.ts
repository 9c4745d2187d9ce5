/**
 * Covers: an algorithm of an author, gps, parameters, a metric. Scenario: robots spread over a rectangle until each is at
 * the centre of the part that is nearest to it.
 *
 * Lloyd's algorithm as a control law (Cortés, Martínez, Karatas and Bullo, Coverage control for mobile sensing networks,
 * 2004): a robot drives towards the centroid of its Voronoi cell, which is the part of the area that is nearer to it than to
 * any other robot. Each step lowers the mean squared distance from a point of the area to its nearest robot.
 *
 * Parameters: `width` and `height` of the area (m), `speed` (m/s), `step`, the maximum distance between two observations
 * (m), `tolerance`, the distance from the centroid at which a robot stops (m).
 */
import { AbstractAlgorithm, pointDistance, polygonCentroid, type Vector } from 'kineko';

export class Coverage extends AbstractAlgorithm {
  private readonly area = { width: this.parameters.number('width', 40), height: this.parameters.number('height', 30) };
  private readonly speed = this.parameters.number('speed', 2);
  private readonly step = this.parameters.number('step', 3);
  private readonly tolerance = this.parameters.number('tolerance', 0.05);

  protected async doMotion() {
    const own = await this.gps.getSelfPosition(0);
    const everyone = await this.gps.getAllPosition(0);
    const others = everyone.filter(({ x, y }) => x !== own.x || y !== own.y);
    const goal = polygonCentroid(voronoiCell(own, others, this.area));
    const distance = pointDistance(own, goal);
    if (distance <= this.tolerance) return this.sleep(1);
    return this.actuator.moveTo(between(own, goal, Math.min(1, this.step / distance)), this.speed, 180);
  }
}

/** The part of a rectangle that is nearer to one point than to others, as the corners of a convex polygon. */
export function voronoiCell(
  own: Vector,
  others: readonly Vector[],
  { width, height }: { width: number; height: number },
) {
  let cell: Vector[] = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  for (const other of others) cell = nearerHalf(cell, own, other);
  return cell;
}

/** Cuts a convex polygon at the perpendicular bisector of two points, and keeps the side of the first. */
function nearerHalf(polygon: readonly Vector[], own: Vector, other: Vector): Vector[] {
  const [nx, ny] = [other.x - own.x, other.y - own.y];
  const [mx, my] = [(own.x + other.x) / 2, (own.y + other.y) / 2];
  const beyond = ({ x, y }: Vector): number => (x - mx) * nx + (y - my) * ny;
  return polygon.flatMap((corner, index) => {
    const next = polygon[(index + 1) % polygon.length]!;
    const [here, there] = [beyond(corner), beyond(next)];
    const kept = here <= 0 ? [corner] : [];
    return here * there < 0 ? [...kept, between(corner, next, here / (here - there))] : kept;
  });
}

function between(a: Vector, b: Vector, share: number): Vector {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}
