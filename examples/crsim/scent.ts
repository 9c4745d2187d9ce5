/**
 * Covers: an author's sensor for environments of the Cooperative Robotics Simulator.
 * Scenario: things whose shapes have a param `scent` can be smelled, less with distance; a robot with
 * `<sensor id="7" type="scent" radius="20"/>` requests messageAction SCENT and receives kScent.
 * Try it: kineko serve model.xml --plugin scent.ts
 */
import { fitted, NearnessSensor, type SensorKind, type Thing } from 'kineko/crsim';

const scentOf = ({ spec }: Thing): number => Number(spec.shapes[0]?.params['scent'] ?? 0);

export const sensors: readonly SensorKind[] = [
  {
    type: 'scent',
    action: 'SCENT',
    responseType: 'kScent',
    problem: ({ radius }) => (radius === undefined ? 'lacks its radius' : undefined),
    fit: (spec, { things }) => fitted(new NearnessSensor(spec, things, scentOf), {}, (sum) => ({ proximity: sum })),
  },
];
