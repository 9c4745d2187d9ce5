/** What a log does not tell and its run's folder does: how large robots are, and the area. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Opening } from '@kineko/web';
import { animationFrom } from '../animation.js';

export interface Beside {
  readonly radius: number | undefined;
  readonly radii: ReadonlyMap<number, number>;
  readonly area: readonly [number, number, number, number] | undefined;
  readonly isWalled: boolean;
  /** What the configuration asks of a viewer. */
  readonly animation: Pick<Opening, 'size' | 'frameRate'>;
}

const NOTHING: Beside = { radius: undefined, radii: new Map(), area: undefined, isWalled: false, animation: {} };

type Entries = Readonly<Record<string, { readonly value?: unknown } | undefined>>;

/** Of the manifest in the folder of a log; if there is none, or none that is understood, nothing. */
export async function besideLog(path: string): Promise<Beside> {
  let config: Entries;
  try {
    const manifest = JSON.parse(await readFile(join(dirname(path), 'manifest.json'), 'utf8')) as {
      readonly format?: unknown;
      readonly config?: Entries;
    } | null;
    if (manifest?.format !== 'kineko run' || typeof manifest.config !== 'object') return NOTHING;
    ({ config } = manifest);
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
    area: width === undefined || height === undefined ? undefined : [0, 0, width, height],
    isWalled: config['world.walls']?.value === 'true',
    animation: animationFrom((key) => textOf(config[key]?.value)),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
