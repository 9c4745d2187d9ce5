/** The map of a scenario, from its bitmap or its size. */
import { BitmapError, readBitmap } from '@kineko/formats/bitmap';
import { InputError, type Place, type Problem } from '@kineko/formats/problem';
import { EnvironmentMap } from '../environment/environment-map.js';
import type { Values } from './settings.js';

type MapResult = { readonly map: EnvironmentMap } | { readonly problems: readonly Problem[] };

/** Only black is an obstacle, however transparent it is. */
const DARKNESS = { maxBrightness: 0, minAlpha: 0 };

/** `place` is where the bitmap is named. */
export async function mapOf(
  { bitmap, sizeX, sizeY }: Values,
  place: Place | undefined,
  read: (path: string) => Promise<Uint8Array>,
): Promise<MapResult> {
  if (bitmap === undefined) return { map: EnvironmentMap.empty(sizeX!, sizeY!) };
  try {
    return { map: EnvironmentMap.of(await readBitmap(await read(bitmap), bitmap, DARKNESS)) };
  } catch (error) {
    // The line that names the file is a better place than the scenario.
    if (error instanceof InputError)
      return { problems: error.problems.map((each) => ({ ...each, ...(place && { place }) })) };
    if (!(error instanceof BitmapError)) throw error;
    return { problems: [{ severity: 'error', place, text: `unusable bitmap: ${error.message}` }] };
  }
}
