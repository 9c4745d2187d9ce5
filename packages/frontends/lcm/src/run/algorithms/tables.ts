/** The two-robot algorithms as classes. */
import type { AlgorithmEntry } from '@kineko/robotsim/extension';
import { TWO_ROBOT_ALGORITHMS } from '../../format/algorithms.js';
import type { TableAlgorithm } from '../../format/table.js';
import { LookComputeMove } from '../look-compute-move.js';
import { midpoint, ORIGIN } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';

/** A class that follows a table; the name of the class is that of the table. */
function classOfTable(table: TableAlgorithm): AlgorithmEntry['create'] {
  const { palette, lights, decide, name } = table;
  const hasLights = palette.length > 1;
  const created = class extends LookComputeMove<string> {
    static override readonly lights = hasLights ? palette : [];
    static override readonly sees = lights;
    static readonly isExact = true;
    static readonly needs = { robots: 2 };

    protected override compute({ light, others, here }: Snapshot<string>): Decision<string> {
      const [other] = others;
      const seen = other === undefined ? here.lights?.[0] : colorOf(other.light);
      const { move, light: next } = decide(indexOf(light), indexOf(seen), other === undefined);
      const destination =
        other === undefined || move === 'stay' ? undefined : move === 'other' ? other : midpoint(ORIGIN, other);
      return {
        ...(hasLights && next !== undefined && { light: palette[next]! }),
        ...(destination !== undefined && { destination }),
      };
    }
  };
  const indexOf = (color: string | undefined): number => Math.max(0, palette.indexOf(color ?? ''));
  Object.defineProperty(created, 'name', { value: name });
  return created;
}

function colorOf(light: string | readonly string[] | undefined): string | undefined {
  return typeof light === 'object' ? light[0] : light;
}

/** @param doc Source of the table. */
export function entryOfTable(table: TableAlgorithm, doc = 'a table'): AlgorithmEntry {
  return {
    name: table.name,
    doc: `two robots, Look-Compute-Move: ${doc}`,
    parameters: {},
    create: classOfTable(table),
  };
}

export const TABLE_ENTRIES: readonly AlgorithmEntry[] = TWO_ROBOT_ALGORITHMS.map((table) =>
  entryOfTable(table, table.doc),
);
