/** What robots and objects are, by what the header of a file says of the run. */
import type { TraceObject } from '@kineko/formats/trace';

export interface Classes {
  /** By id: classes of a DEECo log, algorithms of a run. */
  readonly robots: ReadonlyMap<number, string>;
  readonly objects: ReadonlyMap<number, string>;
  /** Whether the run is one of a DEECo scenario. */
  readonly isDeeco?: boolean | undefined;
}

/** Undefined if nothing is said. The header may come from anywhere. */
export function classesOf({ deeco, config }: TraceObject): Classes | undefined {
  if (isObject(deeco)) {
    return { robots: byPlace(deeco['robots']), objects: byPlace(deeco['objects']), isDeeco: true };
  }
  return isObject(config) ? byAlgorithm(config) : undefined;
}

function byPlace(list: unknown): Map<number, string> {
  const names = Array.isArray(list) ? list : [];
  return new Map(names.flatMap((name, id) => (typeof name === 'string' ? [[id, name] as const] : [])));
}

/** Robots for which a configuration says nothing have the algorithm of all: they are looked up and not found here. */
function byAlgorithm(config: Readonly<Record<string, unknown>>): Classes | undefined {
  const robots = new Map<number, string>();
  const all = Number(config['process.num']);
  const common = config['robot.algorithm'] ?? config['algorithm'];
  if (typeof common === 'string' && Number.isInteger(all) && all <= MAX_ROBOTS) {
    for (let id = 0; id < all; id++) robots.set(id, common);
  }
  for (const [key, value] of Object.entries(config)) {
    const [, id] = /^(?:process|robot)\.(\d{1,9})\.algorithm$/.exec(key) ?? [];
    if (id !== undefined && typeof value === 'string') robots.set(Number(id), value);
  }
  return robots.size === 0 ? undefined : { robots, objects: new Map() };
}

const MAX_ROBOTS = 1_000_000;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
