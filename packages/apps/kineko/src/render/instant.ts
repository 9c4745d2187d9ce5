/** An instant of a picture, for people: seconds to the millisecond, or a cycle. */
import type { Picture } from './picture.js';

export function instantOf({ scene }: Pick<Picture, 'scene'>, time: number): string {
  return scene.isDeeco ? scene.units.at(time, 0) : `t = ${Number(time.toFixed(3))} s`;
}
