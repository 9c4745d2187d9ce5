/** Facts from the folder of a run that its log lacks: sizes of robots, the area, and what stands in it. */
import { basename, dirname, join } from 'node:path';
import { inputError } from '@kineko/formats/problem';
import { readTrace, type TraceRecord } from '@kineko/formats/trace';
import { textOf as decoded } from '@kineko/run';
import { readAll } from '@kineko/run/node';
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
}

const NOTHING: RunFacts = { title: undefined, radius: undefined, radii: new Map(), world: {}, animation: {} };

type Entries = Readonly<Record<string, { readonly value?: unknown } | undefined>>;

/** From the manifest beside the log; empty if there is none that can be read. */
export async function runFactsOf(path: string): Promise<RunFacts> {
  const folder = dirname(path);
  let config: Entries;
  let worldFile: string | undefined;
  let title: string | undefined;
  try {
    const manifest = JSON.parse(decoded(await bytesOf(join(folder, 'manifest.json')))) as {
      readonly format?: unknown;
      readonly config?: Entries;
      readonly scenario?: { readonly name?: unknown };
      readonly files?: { readonly world?: unknown };
    } | null;
    if (manifest?.format !== 'kineko run' || typeof manifest.config !== 'object') return NOTHING;
    ({ config } = manifest);
    title = textOf(manifest.scenario?.name);
    worldFile = textOf(manifest.files?.world);
  } catch {
    return NOTHING;
  }
  const numberOf = (key: string): number | undefined => {
    const value = Number(config[key]?.value ?? NaN);
    return value > 0 && value < Infinity ? value : undefined;
  };
  const [width, height] = [numberOf('world.width'), numberOf('world.height')];
  const radii = new Map<number, number>();
  for (const key of Object.keys(config)) {
    const [, id] = /^robot\.(\d+)\.size$/.exec(key) ?? [];
    const radius = id === undefined ? undefined : numberOf(key);
    if (radius !== undefined) radii.set(Number(id), radius);
  }
  const { robots, ...things } = worldFile === undefined ? NO_THINGS : await thingsIn(join(folder, basename(worldFile)));
  for (const { robot, radius } of robots) radii.set(robot, radius);
  return {
    title,
    radius: numberOf('robot.size'),
    radii,
    world: {
      end: await endOfRun(path),
      area: width === undefined || height === undefined ? undefined : [0, 0, width, height],
      isWalled: config['world.walls']?.value === 'true',
      ...things,
    },
    animation: animationFrom((key) => textOf(config[key]?.value)),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface Things extends Pick<NonNullable<Opening['world']>, 'obstacles' | 'objects'> {
  readonly robots: readonly { readonly robot: number; readonly radius: number }[];
}

const NO_THINGS: Things = { robots: [] };

/** Empty if the file is missing, damaged or too large. */
async function thingsIn(file: string): Promise<Things> {
  const records = await recordsIn(file).catch(() => []);
  return {
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
  return [...readTrace(await bytesOf(file), file)];
}

function bytesOf(file: string): Promise<Uint8Array> {
  return readAll(file, (why) => inputError(why, file), { isOfRun: true });
}
