/** What a log does not tell and its run's folder does: how large robots are, the area, and what stands in it. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readWorldFile, WORLD_FILE } from '@kineko/run/console';
import type { Opening, OpeningWorld } from '@kineko/viewer';
import { animationFrom } from '../animation.js';

export interface Beside {
  readonly radius: number | undefined;
  readonly radii: ReadonlyMap<number, number>;
  readonly world: Pick<OpeningWorld, 'area' | 'isWalled' | 'obstacles' | 'objects'>;
  /** What the configuration asks of a viewer. */
  readonly animation: Pick<Opening, 'size' | 'frameRate'>;
}

const NOTHING: Beside = { radius: undefined, radii: new Map(), world: {}, animation: {} };

type Entries = Readonly<Record<string, { readonly value?: unknown } | undefined>>;

/** Of the manifest in the folder of a log; if there is none, or none that is understood, nothing. */
export async function besideLog(path: string): Promise<Beside> {
  const folder = dirname(path);
  let config: Entries;
  let hasWorld: boolean;
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      readonly format?: unknown;
      readonly config?: Entries;
      readonly files?: { readonly world?: unknown };
    } | null;
    if (manifest?.format !== 'kineko run' || typeof manifest.config !== 'object') return NOTHING;
    ({ config } = manifest);
    hasWorld = manifest.files?.world === WORLD_FILE;
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
  return {
    radius: numberOf('robot.size'),
    radii,
    world: {
      area: width === undefined || height === undefined ? undefined : [0, 0, width, height],
      isWalled: config['world.walls']?.value === 'true',
      ...(hasWorld && (await standingIn(folder))),
    },
    animation: animationFrom((key) => textOf(config[key]?.value)),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A file that is gone or damaged leaves the picture without them. */
async function standingIn(folder: string): Promise<Pick<OpeningWorld, 'obstacles' | 'objects'>> {
  const records = await readWorldFile(join(folder, WORLD_FILE)).catch(() => []);
  return {
    obstacles: records.flatMap((record) =>
      record.type === 'obstacle' ? { id: record.obstacle, shape: record.shape } : [],
    ),
    objects: records.flatMap((record) => {
      if (record.type !== 'object') return [];
      const { object: id, x, y, size, tag } = record;
      return { id, x, y, size, tag, className: '' };
    }),
  };
}
