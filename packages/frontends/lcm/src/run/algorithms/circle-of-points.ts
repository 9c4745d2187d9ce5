import { atan2, cos, sin, smallestEnclosingCircle, type Vector } from '@kineko/geometry';
import { exitPoint } from '@kineko/robotsim/extension';
import { LookComputeMove } from '../look-compute-move.js';
import { onCircle, ORIGIN } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';

const FULL_TURN = 2 * Math.PI;
/** Radians: a smaller step is a rounding error. */
const NO_STEP = 1e-9;

/**
 * Robots inside the smallest enclosing circle move to its nearest point in their Voronoi cells, or as close to it as their
 * cells reach; robots on it move along it, half way to the middle between their neighbours.
 *
 * Claim: from distinct starts, all robots are on a circle in finite time under SSYNC, and evenly spaced in the limit (Défago
 * and Konagaya 2002; Défago and Souissi 2008). The rule follows our specification; it has not been compared with the texts of
 * the papers. `CircleFormation` is the version for robots with bodies.
 */
export class CircleOfPoints extends LookComputeMove {
  protected override compute({ others }: Snapshot): Decision {
    const circle = smallestEnclosingCircle([ORIGIN, ...others]);
    if (circle.radius === 0) return {};
    if (!onCircle(ORIGIN, circle)) return { destination: exitPoint({ ...ORIGIN, radius: 0 }, others, circle) };
    const neighbours = others.filter((other) => onCircle(other, circle));
    const own = angleOf(circle, ORIGIN);
    const gaps = neighbours.map((other) => withinTurn(angleOf(circle, other) - own)).filter((gap) => gap > 0);
    if (gaps.length === 0) return {};
    const [before, behind] = [Math.min(...gaps), FULL_TURN - Math.max(...gaps)];
    // The circle stays the same as long as no half of it is empty, even if a neighbour moves away as well.
    const room = Math.max(0, FULL_TURN / 2 - Math.max(before, behind)) / 2;
    const step = Math.max(-room, Math.min(room, (before - behind) / 4));
    if (Math.abs(step) <= NO_STEP) return {};
    const { x, y, radius } = circle;
    return { destination: { x: x + radius * cos(own + step), y: y + radius * sin(own + step) } };
  }
}

function angleOf(centre: Vector, point: Vector): number {
  return atan2(point.y - centre.y, point.x - centre.x);
}

function withinTurn(angle: number): number {
  return angle - Math.floor(angle / FULL_TURN) * FULL_TURN;
}
