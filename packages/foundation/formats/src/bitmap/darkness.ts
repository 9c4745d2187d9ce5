/**
 * Which pixels are dark, which is all that a map of obstacles needs to know of a picture.
 *
 * A pixel is dark if even its brightest channel is at most `maxBrightness` and it is opaque enough. The brightest
 * channel, and not a weighted grey, because a pure blue is a colour and no obstacle, however dark it looks in grey.
 * Samples of other depths are first scaled to 8 bits and rounded; gamma and colour profiles are not looked at.
 */
export interface DarknessRule {
  /** 0 … 255. Without it 0, black itself; in a JPEG, whose blacks are never quite black, 63. */
  readonly maxBrightness?: number;
  /** 0 … 255. Without it 128: what is rather transparent than opaque is no obstacle. 0 takes no notice of alpha. */
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
    throw new RangeError(`${what} of a darkness rule is ${value}: it is from 0 to 255`);
}
