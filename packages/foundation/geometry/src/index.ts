export type { Box, Pose, Vector } from './pose.js';
export {
  checkCoordinate,
  checkHeading,
  checkRadius,
  checkSpeed,
  DomainError,
  MAX_COORDINATE,
  MAX_HEADING,
  MAX_RADIUS,
  MAX_SPEED,
  MAX_TIME,
  MAX_TURN_RATE,
  MIN_RADIUS,
  MIN_SPEED,
  MIN_TURN_RATE,
  ROUNDING,
  SLIDE,
  slideSize,
  TOUCHING_GAP,
} from './tolerances.js';
export { atan2, cos, exp, sin } from './elementary.js';
export { dyadic, powerOfTwo } from './exact.js';
export { addExactly, roundedSum } from './exact-sum.js';
export { cosDegrees, degreesOf, radiansOf, reducedDegrees, sinDegrees } from './degrees.js';

export {
  type ArcLeg,
  arcLeg,
  checkedLine,
  checkedTurn,
  type CurveLeg,
  curveLeg,
  headingAt,
  isBackward,
  type Leg,
  type LineLeg,
  lineLeg,
  maxAccelerationOf,
  maxSpeedOf,
  poseAt,
  positionAt,
  type RestLeg,
  restLeg,
  sweptBounds,
  type TurnLeg,
  turnLeg,
  velocityAt,
} from './leg.js';
export { curveOf, legOfRecord } from './knots.js';
export { legBetween, legOfStart, restAt } from './phase.js';

export type { Contact, Span } from './contact/contact.js';
export { discDiscContact, timeOfDiscs } from './contact/disc-disc.js';
export { discSegmentContact } from './contact/disc-segment.js';
export * as uniform from './contact/solvers/disc-record.js';
export { touchTime, writeDisc } from './contact/solvers/uniform-discs.js';
export { WALL_LENGTH, wallTime, writeWall } from './contact/solvers/uniform-wall.js';

export { type Disc, discDiscGap, pointDistance, pointSegmentDistance, segmentSegmentDistance } from './distance.js';
export { smallestEnclosingCircle } from './enclosing-circle.js';
export { boundsOfPoints, boxAround, centroid, comparePoints } from './points.js';
export {
  convexHull,
  isConvex,
  isSimple,
  meetingSides,
  orientation,
  pointInPolygon,
  polygonCentroid,
  signedArea,
  windingOrder,
} from './polygon.js';
export { type Ray, raycastDisc, raycastSegment } from './raycast.js';
export { closestPointOnSegment, polygonEdges, polyline, type Segment } from './segment.js';
export { seesDisc } from './sight.js';
export { StaticIndex } from './static-index.js';
