import { pointDistance, smallestEnclosingCircle } from '@kineko/geometry';
import { LookComputeMove } from '../look-compute-move.js';
import { ORIGIN, towards } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';

/**
 * Moves towards the centre of the smallest circle around the robots in sight, at most so far that it and each of them stay
 * within half of the range from the middle between them.
 *
 * Claim: converges in SSYNC with a limited range, from a start whose visibility graph is connected, and loses no edge of it
 * (Ando, Oasa, Suzuki and Yamashita, Distributed memoryless point convergence algorithm for mobile robots with limited
 * visibility, IEEE Trans. Robotics and Automation 15(5), 1999). The rule follows our specification; it has not been compared
 * with the text of the paper.
 */
export class AndoConvergence extends LookComputeMove {
  static readonly needs = { range: true };

  protected override compute({ others, range = Infinity }: Snapshot): Decision {
    const centre = smallestEnclosingCircle([ORIGIN, ...others]);
    const distance = pointDistance(ORIGIN, centre);
    if (distance === 0) return {};
    const limits = others.map(({ x, y }) => {
      // The middle towards a robot, along the direction of the centre and across it.
      const along = (x * centre.x + y * centre.y) / (2 * distance);
      const across = (x * centre.y - y * centre.x) / (2 * distance);
      return along + Math.sqrt(Math.max(0, (range / 2) * (range / 2) - across * across));
    });
    return { destination: towards(centre, Math.max(0, Math.min(distance, ...limits))) };
  }
}
