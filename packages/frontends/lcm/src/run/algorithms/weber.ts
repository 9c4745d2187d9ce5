/** Algorithms on the Weber point, which stays the same while robots move straight towards it. */
import { LookComputeMove } from '../look-compute-move.js';
import { isCollinear, weberPoint } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';
import { pointsOf } from './gathering.js';

/**
 * Moves to the Weber point of all robots.
 *
 * Claim: gathers in ASYNC with moves that are not rigid and strong multiplicity, if the Weber point of the start is unique
 * (formal proof in Pactole). Limit: collinear starts with two medians; the point is computed numerically.
 */
export class GatherAtWeberPoint extends LookComputeMove {
  static readonly needs = { multiplicity: 'strong' };

  protected override compute(snapshot: Snapshot): Decision {
    return { destination: weberPoint(pointsOf(snapshot)) };
  }
}

/**
 * Moves to the Weber point until all robots are on one line.
 *
 * Claim: all robots end on one line in ASYNC, with moves that are not rigid (formal proof in Pactole).
 */
export class AlignAtWeberPoint extends LookComputeMove {
  protected override compute(snapshot: Snapshot): Decision {
    const points = pointsOf(snapshot);
    return isCollinear(points) ? {} : { destination: weberPoint(points) };
  }
}
