/** The map of a scenario, of its picture or its size. */
import { BitmapError, readBitmap } from '@kineko/formats/bitmap';
import { InputError, type Place, type Problem } from '@kineko/formats/problem';
import { EnvironmentMap } from '../environment/environment-map.js';
import type { Values } from './settings.js';

export type MapResult = { readonly map: EnvironmentMap } | { readonly problems: readonly Problem[] };

/** Black itself is an obstacle, however transparent it is. */
const DARKNESS = { maxBrightness: 0, minAlpha: 0 };

/** `place` is where the picture is named. */
export async function mapOf(
  { bitmap, sizeX, sizeY }: Values,
  place: Place | undefined,
  read: (path: string) => Promise<Uint8Array>,
): Promise<MapResult> {
  if (bitmap === undefined) return { map: EnvironmentMap.empty(sizeX!, sizeY!) };
  try {
    return { map: EnvironmentMap.of(await readBitmap(await read(bitmap), bitmap, DARKNESS)) };
  } catch (error) {
    if (error instanceof InputError) return { problems: error.problems.map((problem) => at(problem, place)) };
    if (!(error instanceof BitmapError)) throw error;
    return { problems: [{ severity: 'error', place, text: `the bitmap cannot be used: ${error.message}` }] };
  }
}

/** The line in which the file is named tells more than the name of the scenario. */
function at(problem: Problem, place: Place | undefined): Problem {
  return place === undefined ? problem : { ...problem, place };
}
