/** Small worlds with things that can be pushed. */
import type { TraceRecord } from '@kineko/formats/trace';
import { Random, Simulator } from '@kineko/kernel';
import { loadRigidPhysics, type PushableSpec, World, type WorldSpec } from '@kineko/world';

export const GRAVITY = 10;

export interface RigidScene {
  readonly world: World;
  readonly simulator: Simulator;
  readonly records: readonly TraceRecord[];
  /** Lets time pass up to then. */
  until(t: number): Promise<void>;
}

export async function rigidScene(spec: Partial<WorldSpec>): Promise<RigidScene> {
  const simulator = new Simulator();
  const records: TraceRecord[] = [];
  const world = new World(
    { robots: [], dynamics: 'rigid', ...spec, rigid: { gravity: GRAVITY, ...spec.rigid } },
    {
      simulator,
      random: new Random(1),
      emit: (record) => void records.push(record),
      physics: await loadRigidPhysics(),
    },
  );
  // Without anything to do the clock would stand.
  simulator.schedule(1e6, { class: 6, low: 0, high: 0, run: () => {}, describe: () => 'the end' });
  return { world, simulator, records, until: async (t) => void (await simulator.run({ until: t })) };
}

export function boxOf(
  x: number,
  y: number,
  width: number,
  height: number,
  more: Partial<PushableSpec> = {},
): PushableSpec {
  const [w, h] = [width / 2, height / 2];
  const hull = [
    { x: -w, y: -h },
    { x: w, y: -h },
    { x: w, y: h },
    { x: -w, y: h },
  ];
  return { x, y, hulls: [hull], ...more };
}

export function robotAt(id: number, x: number, y: number, heading = 0): WorldSpec['robots'][number] {
  return { id, x, y, heading, radius: 0.5 };
}
