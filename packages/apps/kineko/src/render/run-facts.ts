/** Facts from the folder of a run that its log lacks: sizes of robots, the area, and what stands in it. */
import { basename, dirname, join } from 'node:path';
import { inputError, InputError, type Problem } from '@kineko/formats/problem';
import { readTrace, type TraceRecord } from '@kineko/formats/trace';
import { findManifest, readAll } from '@kineko/run/node';
import { objectKind, type Opening } from '@kineko/viewer';
import { animationFrom } from '../animation.js';
import { endOfRun } from '../run-log.js';

export interface RunFacts {
  /** The name of the scenario. */
  readonly title: string | undefined;
  readonly radius: number | undefined;
  readonly radii: ReadonlyMap<number, number>;
  readonly world: Pick<NonNullable<Opening['world']>, 'area' | 'isWalled' | 'obstacles' | 'objects' | 'end'>;
  /** Settings of the configuration for viewers. */
  readonly animation: Pick<Opening, 'size' | 'frameRate'>;
  /** Reasons why the folder has more facts than these. */
  readonly problems: readonly Problem[];
}

const NOTHING: RunFacts = {
  title: undefined,
  radius: undefined,
  radii: new Map(),
  world: {},
  animation: {},
  problems: [],
};

/** From the manifest beside the log; empty if there is none, or if it is invalid. */
export async function runFactsOf(path: string): Promise<RunFacts> {
  const folder = dirname(path);
  let manifest: Awaited<ReturnType<typeof findManifest>>;
  try {
    manifest = await findManifest(folder);
  } catch (error) {
    return { ...NOTHING, problems: error instanceof InputError ? error.problems : [notDrawn(folder, error)] };
  }
  if (manifest === undefined) return NOTHING;
  const { config, scenario, files } = manifest;
  const numberOf = (key: string): number | undefined => {
    const value = Number(config[key]?.value);
    return value > 0 && value < Infinity ? value : undefined;
  };
  const [width, height] = [numberOf('world.width'), numberOf('world.height')];
  const radii = new Map<number, number>();
  for (const key of Object.keys(config)) {
    const [, id] = /^robot\.(\d+)\.size$/.exec(key) ?? [];
    const radius = id === undefined ? undefined : numberOf(key);
    if (radius !== undefined) radii.set(Number(id), radius);
  }
  // A trace has them itself.
  const worldFile = basename(path) === files.trace ? undefined : files.world;
  const { robots, problems, ...things } = worldFile === undefined ? NO_THINGS : await thingsIn(join(folder, worldFile));
  for (const { robot, radius } of robots) radii.set(robot, radius);
  return {
    title: scenario.name,
    radius: numberOf('robot.size'),
    radii,
    world: {
      end: await endOfRun(path),
      area: width === undefined || height === undefined ? undefined : [0, 0, width, height],
      isWalled: config['world.walls']?.value === 'true',
      ...things,
    },
    animation: animationFrom((key) => config[key]?.value),
    problems,
  };
}

interface Things extends Pick<NonNullable<Opening['world']>, 'obstacles' | 'objects'> {
  readonly robots: readonly { readonly robot: number; readonly radius: number }[];
  readonly problems: readonly Problem[];
}

const NO_THINGS: Things = { robots: [], problems: [] };

/** Only a problem if the file is missing, damaged or too large. */
async function thingsIn(file: string): Promise<Things> {
  let records: readonly TraceRecord[];
  try {
    records = await recordsIn(file);
  } catch (error) {
    return { ...NO_THINGS, problems: [notDrawn(file, error)] };
  }
  return {
    problems: [],
    robots: records.flatMap((record) => (record.type === 'robot' ? [record] : [])),
    obstacles: records.flatMap((record) =>
      record.type === 'obstacle' ? { id: record.obstacle, shape: record.shape } : [],
    ),
    objects: records.flatMap((record) => {
      if (record.type !== 'object') return [];
      const { object: id, x, y, size, tag } = record;
      return { id, x, y, size, tag, className: '', kind: objectKind(record) };
    }),
  };
}

async function recordsIn(file: string): Promise<readonly TraceRecord[]> {
  const bytes = await readAll(file, (why) => inputError(why), { isOfRun: true });
  const trace = readTrace(bytes, basename(file));
  const records = [...trace];
  if (trace.end?.truncated === true) throw inputError(`it ends in the middle of a record, at byte ${trace.end.offset}`);
  return records;
}

function notDrawn(file: string, error: unknown): Problem {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'ENOENT' ? 'no such file' : message;
  return { severity: 'warning', place: { file }, text: `the world of the run is not drawn: ${reason}` };
}
