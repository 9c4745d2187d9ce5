/** The world that a configuration describes. */
import { readBitmap } from '@kineko/formats/bitmap';
import type { NekoConfig, ObstacleSpec } from '@kineko/formats/neko-config';
import { Random } from '@kineko/kernel';
import type { Source } from '@kineko/run';
import {
  type ObstacleShape,
  obstaclesOf,
  placedRobots,
  type RobotSpec,
  WorldError,
  type WorldSpec,
} from '@kineko/world';
import { radiansOf } from '../degrees.js';
import type { ClassSite, Naming } from './classes.js';

/** All that is wrong with it is added to the problems of the site. */
export async function worldSpecOf(
  config: NekoConfig,
  n: number,
  site: ClassSite,
  sourceOf: (path: string) => Source,
): Promise<WorldSpec> {
  const obstacles: ObstacleShape[] = [];
  for (const { value, place, from } of config.structured('obstacles')) {
    const shape = await shapeOf(value, { place, from: sourceOf(from) }, site);
    if (shape !== undefined) obstacles.push(shape);
  }
  const width = config.get('world.width') ?? config.get('animation.panel.width') ?? DEFAULT_SIDE;
  const height = config.get('world.height') ?? config.get('animation.panel.height') ?? DEFAULT_SIDE;
  return {
    robots: Array.from({ length: n }, (_, id) => robotOf(config, id)),
    area: { minX: 0, minY: 0, maxX: width, maxY: height },
    walled: config.get('world.walls') ?? false,
    obstacles,
    objects: config.structured('objects').map(({ value }) => value),
    response: config.get('ghost_mode') ? 'none' : (config.get('world.response') ?? 'stop'),
  };
}

/** Metres. */
const DEFAULT_SIDE = 800;

function robotOf(config: NekoConfig, id: number): RobotSpec {
  const point = config.get('bornpoint.random') ? undefined : config.get(`bornpoint${id + 1}`);
  const tag = config.of(id, 'robot.tag');
  return {
    id,
    radius: config.of(id, 'robot.size'),
    heading: radiansOf(config.of(id, 'robot.angle') ?? 0),
    ...(point !== undefined && { x: point.x, y: point.y }),
    ...(tag !== undefined && { tag }),
  };
}

async function shapeOf(
  spec: ObstacleSpec,
  { place, from }: Naming,
  site: ClassSite,
): Promise<ObstacleShape | undefined> {
  if (spec.kind !== 'bitmap') return spec;
  const { file, maxBrightness, minAlpha, ...where } = spec;
  try {
    const bytes = await site.host.readBytes(file, from);
    const rule = {
      ...(maxBrightness !== undefined && { maxBrightness }),
      ...(minAlpha !== undefined && { minAlpha }),
    };
    return { ...where, bitmap: await readBitmap(bytes, file, rule) };
  } catch (error) {
    site.problems.push({ severity: 'error', place, text: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

/** Tries whether the robots find their places; adds what is wrong to the problems. */
export function checkPlaces(spec: WorldSpec, seed: number, config: NekoConfig, site: ClassSite): void {
  try {
    placedRobots(spec, obstaclesOf(spec), new Random(seed));
  } catch (error) {
    const texts =
      error instanceof WorldError ? error.problems : [error instanceof Error ? error.message : String(error)];
    const key = config.get('bornpoint.random') ? 'bornpoint.random' : 'process.num';
    for (const text of texts) site.problems.push({ severity: 'error', place: config.placeOf(key), text });
  }
}
