/** What a log does not tell and its run's folder does: how large robots are, the area, and what stands in it. */
import { dirname, join } from 'node:path';
import { type Manifest, readManifest } from '@kineko/run/node';
import type { Opening, OpeningWorld } from '@kineko/web';
import { animationFrom } from '../animation.js';
import { readWorldFile } from '../world-file.js';

export interface Beside {
  readonly radius: number | undefined;
  readonly radii: ReadonlyMap<number, number>;
  readonly world: Pick<OpeningWorld, 'area' | 'isWalled' | 'obstacles' | 'objects'>;
  /** What the configuration asks of a viewer. */
  readonly animation: Pick<Opening, 'size' | 'frameRate'>;
}

const NOTHING: Beside = { radius: undefined, radii: new Map(), world: {}, animation: {} };

/** Of the manifest in the folder of a log; if there is none, or none that is understood, nothing. */
export async function besideLog(path: string): Promise<Beside> {
  const folder = dirname(path);
  const manifest = await readManifest(folder).catch(() => undefined);
  if (manifest === undefined) return NOTHING;
  const { config } = manifest;
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
      ...(await standingIn(folder, manifest)),
    },
    animation: animationFrom((key) => config[key]?.value),
  };
}

/** A file that is gone or damaged leaves the picture without them. */
async function standingIn(
  folder: string,
  { files: { world } }: Manifest,
): Promise<Pick<OpeningWorld, 'obstacles' | 'objects'>> {
  if (world === undefined) return {};
  const records = await readWorldFile(join(folder, world)).catch(() => []);
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
