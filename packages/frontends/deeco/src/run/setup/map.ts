/** The map of a scenario, from its bitmap or its size. */
import { readBitmap } from '@kineko/formats/bitmap';
import { inputError, InputError, type Place, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
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
    const bytes = await read(bitmap);
    const pixels = await readBitmap(bytes, bitmap, DARKNESS).catch((error: unknown) => {
      throw inputError(`unusable bitmap: ${messageOf(error)}`);
    });
    return { map: EnvironmentMap.of(pixels) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The line that names the file is a better place than the scenario.
    return { problems: error.problems.map((each) => ({ ...each, ...(place && { place }) })) };
  }
}
