/** Writes robots like `layers/robots.ts` into the pixels of an image, by the same coverage as the shaders. */
import { NOSE } from '@kineko/ui';
import { MIN_DISC, MIN_RADIUS, MIN_WITH_HEADING, MIN_WITH_RIM } from '../layers/robots.js';
import { pack, type Sight } from './sight.js';

/** An image whose pixels are red, green, blue and alpha from the lowest byte up, not premultiplied. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint32Array;
}

const SLANT = Math.hypot(NOSE.half, NOSE.tip - NOSE.root);

/** Draws onto an empty image. `ratio`: its pixels per pixel of the view; `rim`: the colour of rims. */
export function paintRobots(image: Pixels, { places, colors, count }: Sight, ratio: number, rim: string): void {
  const packed = new Uint32Array(colors.buffer);
  const rimColor = pack(rim);
  for (let k = 0; k < count; k++) {
    const x = image.width / 2 + places[4 * k]! * ratio;
    const y = image.height / 2 + places[4 * k + 1]! * ratio;
    const radius = Math.max(places[4 * k + 3]!, MIN_RADIUS);
    if (radius < MIN_DISC) paintDot(image, x, y, radius * ratio, packed[k]!);
    else paintDisc(image, { x, y, radius, heading: places[4 * k + 2]!, color: packed[k]!, ratio, rimColor });
  }
}

/** A square. */
function paintDot(image: Pixels, x: number, y: number, half: number, color: number): void {
  const { width, height, data } = image;
  const left = x - half;
  const right = x + half;
  const top = y - half;
  const bottom = y + half;
  const first = Math.max(Math.floor(left), 0);
  const last = Math.min(Math.ceil(right), width);
  const end = Math.min(Math.ceil(bottom), height);
  for (let row = Math.max(Math.floor(top), 0); row < end; row++) {
    const high = Math.min(row + 1, bottom) - Math.max(row, top);
    for (let column = first; column < last; column++) {
      const wide = Math.min(column + 1, right) - Math.max(column, left);
      blend(data, row * width + column, color, wide * high);
    }
  }
}

interface Disc {
  /** Pixels of the image. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the view. */
  readonly radius: number;
  /** Radians. */
  readonly heading: number;
  readonly color: number;
  readonly ratio: number;
  readonly rimColor: number;
}

function paintDisc(image: Pixels, { x, y, radius, heading, color, ratio, rimColor }: Disc): void {
  const { width, height, data } = image;
  const [hasRim, hasNose] = [radius >= MIN_WITH_RIM, radius >= MIN_WITH_HEADING];
  const reach = radius * ratio;
  const [forwardX, forwardY] = hasNose ? [Math.cos(heading), -Math.sin(heading)] : [0, 0];
  // Only the border and the nose need a closer look: in an opaque disc, a pixel this far inside has its colour.
  const inner = color >>> 24 === 0xff ? Math.max(reach - (hasRim ? ratio : 0) - 0.5, 0) : 0;
  const outer = hasNose ? reach * NOSE.tip + 0.5 : reach + 0.5;
  const lastRow = Math.min(Math.ceil(y + outer), height);
  for (let row = Math.max(Math.floor(y - outer), 0); row < lastRow; row++) {
    const down = row + 0.5 - y;
    const start = row * width;
    const half = chord(inner, down);
    const [solidFrom, solidTo] = [
      Math.max(Math.ceil(x - half - 0.5), 0),
      Math.min(Math.floor(x + half - 0.5), width - 1),
    ];
    const wide = chord(outer, down);
    const last = Math.min(Math.ceil(x + wide), width);
    for (let column = Math.max(Math.floor(x - wide), 0); column < last; column++) {
      if (column === solidFrom && solidTo >= solidFrom) {
        data.fill(color, start + solidFrom, start + solidTo + 1);
        column = solidTo;
        continue;
      }
      const right = column + 0.5 - x;
      const away = Math.sqrt(right * right + down * down);
      blend(data, start + column, color, reach - away + 0.5);
      if (hasRim) blend(data, start + column, rimColor, 0.5 * ratio - Math.abs(away - reach + 0.5 * ratio) + 0.5);
      if (!hasNose) continue;
      const ahead = right * forwardX + down * forwardY;
      const aside = Math.abs(down * forwardX - right * forwardY);
      const flank = ((NOSE.tip * reach - ahead) * NOSE.half - aside * (NOSE.tip - NOSE.root)) / SLANT;
      blend(data, start + column, color, Math.min(ahead - NOSE.root * reach, flank) + 0.5);
    }
  }
}

/** Half the width of a disc at a distance from its centre; negative beside it. */
function chord(radius: number, distance: number): number {
  const square = radius * radius - distance * distance;
  return square < 0 ? -1 : Math.sqrt(square);
}

/** Puts a colour that covers a part of a pixel over what is there. */
function blend(data: Uint32Array, at: number, color: number, part: number): void {
  if (!(part > 0)) return;
  const over = part < 1 ? ((color >>> 24) * part + 0.5) | 0 : color >>> 24;
  const below = data[at]!;
  if (over === 0xff || below === 0) {
    data[at] = (color & 0xffffff) | (over << 24);
    return;
  }
  const alpha = over + (below >>> 24) * (1 - over / 0xff);
  const share = alpha > 0 ? over / alpha : 0;
  data[at] =
    mixed(color & 0xff, below & 0xff, share) |
    (mixed((color >>> 8) & 0xff, (below >>> 8) & 0xff, share) << 8) |
    (mixed((color >>> 16) & 0xff, (below >>> 16) & 0xff, share) << 16) |
    (((alpha + 0.5) | 0) << 24);
}

function mixed(over: number, below: number, share: number): number {
  return (below + (over - below) * share + 0.5) | 0;
}
