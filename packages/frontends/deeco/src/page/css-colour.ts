/** Converts colours of visualization files to CSS and back, without loss. */
import { rgbOf } from '@kineko/viewer';
import type { Rgba } from '../format/visualization/colours.js';

/** As `#rrggbb`, with alpha if it is not opaque. */
export function cssColour({ red, green, blue, alpha }: Rgba): string {
  const parts = alpha === 1 ? [red, green, blue] : [red, green, blue, alpha];
  return `#${parts.map((part) => hex(part)).join('')}`;
}

function hex(part: number): string {
  return Math.round(Math.min(Math.max(part, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Accepts `#rgb`, `#rrggbb` and `#rrggbbaa`; anything else becomes black. Alpha is multiplied by `opacity`. */
export function rgbaOf(css: string, opacity = 1): Rgba {
  const [red, green, blue] = rgbOf(css) ?? [0, 0, 0];
  const alpha = css.length === 9 ? parseInt(css.slice(7), 16) / 255 : 1;
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha * Math.min(Math.max(opacity, 0), 1) };
}
