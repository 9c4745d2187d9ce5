/** The algorithms that configurations can name. */
import type { AlgorithmEntry } from '@kineko/robotsim/extension';
import { AndoConvergence } from './ando-convergence.js';
import { CircleOfPoints } from './circle-of-points.js';
import { CentreOfSec, GatherByMajority, GatherOnLine, GoToCentreOfGravity } from './gathering.js';
import { TABLE_ENTRIES } from './tables.js';
import { AlignAtWeberPoint, GatherAtWeberPoint } from './weber.js';

/** Named here, since a bundle may rename classes. */
const entry = (name: string, create: AlgorithmEntry['create'], doc: string): AlgorithmEntry => ({
  name,
  doc: `Look-Compute-Move: ${doc}`,
  parameters: {},
  create,
});

export function lcmAlgorithms(): readonly AlgorithmEntry[] {
  return [
    entry('GoToCentreOfGravity', GoToCentreOfGravity, 'moves to the mean of all robots; converges in async'),
    entry('CentreOfSec', CentreOfSec, 'moves to the centre of the smallest enclosing circle; gathers in fsync'),
    entry(
      'GatherByMajority',
      GatherByMajority,
      'gathers in ssync, with strong multiplicity, unless the start is bivalent',
    ),
    entry(
      'GatherOnLine',
      GatherOnLine,
      'gathers on a line in ssync, with strong multiplicity, unless the start is bivalent',
    ),
    entry(
      'GatherAtWeberPoint',
      GatherAtWeberPoint,
      'gathers in async, with strong multiplicity, if the Weber point is unique',
    ),
    entry('AlignAtWeberPoint', AlignAtWeberPoint, 'moves to the Weber point until all robots are on a line, in async'),
    entry('AndoConvergence', AndoConvergence, 'converges in ssync with limited visibility'),
    entry('CircleOfPoints', CircleOfPoints, 'forms a circle of points in ssync'),
    ...TABLE_ENTRIES,
  ];
}
