/**
 * Decides which pixels are dark; a map of obstacles needs nothing else of a picture.
 *
 * A pixel is dark if even its brightest channel is at most `maxBrightness` and it is opaque enough. The brightest channel is
 * used instead of a weighted grey, because a pure blue is a colour and not an obstacle, however dark its grey value is.
 * Samples of other depths are first scaled to 8 bits and rounded; gamma and colour profiles are ignored.
 */
import { expected } from '../problem.js';

export interface DarknessRule {
  /** 0 … 255. Default: 0, which is black; for a JPEG, whose blacks are never exact, 63. */
  readonly maxBrightness?: number;
  /** 0 … 255. Default: 128, so that mostly transparent pixels are not obstacles. With 0, alpha is ignored. */
  readonly minAlpha?: number;
}

export type IsDark = (red: number, green: number, blue: number, alpha: number) => boolean;

const LOSSLESS_BRIGHTNESS = 0;
/** A quarter of the scale: far above the ringing around black strokes at usual qualities, far below mid-grey. */
const LOSSY_BRIGHTNESS = 63;
const HALF_OPAQUE = 128;

export function darkness(rule: DarknessRule, coding: 'lossless' | 'lossy'): IsDark {
  const usual = coding === 'lossy' ? LOSSY_BRIGHTNESS : LOSSLESS_BRIGHTNESS;
  const { maxBrightness = usual, minAlpha = HALF_OPAQUE } = rule;
  requireByte('maxBrightness', maxBrightness);
  requireByte('minAlpha', minAlpha);
  return (red, green, blue, alpha) =>
    red <= maxBrightness && green <= maxBrightness && blue <= maxBrightness && alpha >= minAlpha;
}

function requireByte(what: string, value: number): void {
  if (!(value >= 0 && value <= 255))
    throw new RangeError(`darkness rule: ${what}: ${expected('a number from 0 to 255', value)}`);
}
