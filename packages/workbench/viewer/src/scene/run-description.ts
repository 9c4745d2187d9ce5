/** Facts about a run that the header of its file states before the records. */
import type { TraceObject } from '@kineko/formats/trace';

/** Plain data: it goes from a worker to the page. */
export interface RunDescription {
  /** The name of the scenario. */
  readonly title?: string | undefined;
  /** Classes or algorithms by id. */
  readonly robots: ReadonlyMap<number, string>;
  readonly objects: ReadonlyMap<number, string>;
  /** Whether the run counts cycles and pixels instead of seconds and metres. */
  readonly isInCycles?: boolean | undefined;
}

/** How a front end describes its runs, by the information in the header; undefined if the run is not one of its own. */
export type DescribeRun = (info: TraceObject) => RunDescription | undefined;

/** Undefined if the header states nothing. The header is untrusted. */
export function descriptionOf(info: TraceObject, describers: readonly DescribeRun[]): RunDescription | undefined {
  const { scenario, config } = info;
  const title = typeof scenario === 'string' && scenario !== '' ? scenario : undefined;
  const facts = firstOf(describers, info) ?? (isObject(config) ? algorithmsOf(config) : undefined);
  if (facts === undefined && title === undefined) return undefined;
  return { robots: new Map(), objects: new Map(), ...facts, title };
}

function firstOf(describers: readonly DescribeRun[], info: TraceObject): RunDescription | undefined {
  for (const describe of describers) {
    const facts = describe(info);
    if (facts !== undefined) return facts;
  }
  return undefined;
}

/** The algorithm of each robot: its own, or the common one. */
function algorithmsOf(config: Readonly<Record<string, unknown>>): RunDescription | undefined {
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
