/** Text around a fragment that makes it complete enough to check. */

/** Placeholder for the fragment; without one, the fragment comes last. */
const PLACE = '…';

const NAMED: Readonly<Record<string, string>> = {
  /** A complete module. */
  none: '',
  /** Statements of an algorithm. */
  algorithm: `
    import { AbstractAlgorithm, centroid, Gathering, RandomMovement } from 'kineko';
    export class Fragment extends AbstractAlgorithm {
      protected async doMotion(): Promise<void> {
        ${PLACE}
      }
    }
  `,
  /** Fields and methods of an algorithm. */
  members: `
    import { AbstractAlgorithm, centroid, Gathering, RandomMovement } from 'kineko';
    export abstract class Fragment extends AbstractAlgorithm {
      ${PLACE}
    }
  `,
};

/** The fragment with its preamble: a name of the table, or the text itself. */
export function completed(fragment: string, preamble = 'none'): string {
  if (/^[\w-]+$/.test(preamble) && NAMED[preamble] === undefined) {
    throw new Error(`there is no preamble '${preamble}': there are ${Object.keys(NAMED).join(', ')}`);
  }
  const text = NAMED[preamble] ?? preamble;
  return text.includes(PLACE) ? text.replace(PLACE, () => fragment) : `${text}${fragment}`;
}

/** Keys that a fragment of a configuration may omit. */
export const BASE_CONFIG = `process.num = 4
robot.algorithm = RandomMovement
bornpoint.random = true
simulation.time = 10
`;
