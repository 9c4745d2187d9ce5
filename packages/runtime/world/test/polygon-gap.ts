import { pointInPolygon, pointSegmentDistance, polygonEdges, type Vector } from '@kineko/geometry';

/** The distance from a point to the outline of a polygon, negative inside. */
export function polygonGap(point: Vector, points: readonly Vector[]): number {
  const distance = Math.min(...polygonEdges(points).map((edge) => pointSegmentDistance(point, edge)));
  return pointInPolygon(point, points) === 'inside' ? -distance : distance;
}
