import { writeFile } from 'node:fs/promises';
import { svgOf } from '@kineko/viewer';
import { instantOf } from './instant.js';
import type { Picture } from './picture.js';

/** A film plays by itself: its robots move along their legs, and there are no frames. */
export async function writeSvg(picture: Picture, file: string): Promise<string> {
  const { scene, style, own, viewAt, at, from, to, speed, follow } = picture;
  const isFilm = at === undefined && to > from;
  const time = at ?? from;
  const when = isFilm ? { from, to, pace: speed, follow } : { at: time, pace: speed, own };
  await writeFile(file, svgOf(scene, viewAt(time), style, when));
  return isFilm ? `${Number(((to - from) / speed).toFixed(1))} s` : instantOf(picture, time);
}
