/** The palette of a film: the colours of its style, and mixtures with the colours behind them. */
import { ON_DARK, ON_LIGHT, type Rgb, rgbOf } from '../color.js';
import type { Style } from '../style.js';

/** The last of 256 entries means unchanged. */
const MAX_COLORS = 255;
/** Shares of a colour mixed with the ground: for edges, trails and fading. */
const SHARES = [0.15, 0.3, 0.46, 0.62, 0.78, 0.9];
/** The same for letters on robots. */
const INK_SHARES = [0.35, 0.7];

/** Plain colours come first, so that they are always exact. */
export function paletteOf(style: Style): Rgb[] {
  const { theme, robotColors, objectColors, labelColor, map, backgrounds = [], textures } = style;
  const { palette, ground, background, ...others } = theme;
  const chosen = [robotColors, objectColors].flatMap((rules) =>
    rules === undefined ? [] : [...rules.colors.values(), rules.otherwise],
  );
  const painted = [map, ...backgrounds].map((paint) => (paint && 'color' in paint ? paint.color : undefined));
  const bodies = distinct([...palette, theme.crashed, ...chosen]);
  const lines = distinct([...Object.values(others), labelColor]);
  const plain = distinct([
    background,
    ground,
    ...palette,
    ...Object.values(others),
    ...chosen,
    ...painted,
    labelColor,
    ON_DARK,
    ON_LIGHT,
  ]);
  const behind = rgbOf(ground) ?? [255, 255, 255];
  const around = rgbOf(background) ?? behind;
  const inks = distinct([ON_DARK, ON_LIGHT]);
  const mixed = [
    ...SHARES.flatMap((share) => bodies.map((color) => mix(behind, color, share))),
    ...SHARES.flatMap((share) => lines.map((color) => mix(behind, color, share))),
    ...INK_SHARES.flatMap((share) => bodies.flatMap((color) => inks.map((ink) => mix(color, ink, share)))),
    ...SHARES.flatMap((share) =>
      distinct([theme.ink, theme.obstacle, theme.border]).map((color) => mix(around, color, share)),
    ),
  ];
  const seen = new Set<number>();
  // Textures may have any colour.
  const all = textures === undefined || textures.size === 0 ? [] : CUBE;
  return [...plain, ...all, ...mixed]
    .filter((color) => {
      const number = packed(color);
      return !seen.has(number) && seen.add(number);
    })
    .slice(0, MAX_COLORS);
}

const STEPS = [0, 64, 128, 191, 255];
const CUBE: readonly Rgb[] = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue): Rgb => [red, green, blue])),
);

function distinct(colors: readonly (string | undefined)[]): Rgb[] {
  return [...new Set(colors)].flatMap((color) => {
    const rgb = color === undefined ? undefined : rgbOf(color);
    return rgb === undefined ? [] : [rgb];
  });
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (k: 0 | 1 | 2): number => Math.round(from[k] + (to[k] - from[k]) * share);
  return [part(0), part(1), part(2)];
}

export function packed([red, green, blue]: Rgb): number {
  return (blue << 16) | (green << 8) | red;
}

/** Finds the nearest colour of a palette, the same one in every frame. */
export class NearestColors {
  private readonly known = new Map<number, number>();

  constructor(private readonly palette: readonly Rgb[]) {}

  /** @param color As 0xbbggrr. */
  indexOf(color: number): number {
    let index = this.known.get(color);
    if (index === undefined) {
      index = this.search(color & 0xff, (color >>> 8) & 0xff, (color >>> 16) & 0xff);
      this.known.set(color, index);
    }
    return index;
  }

  private search(red: number, green: number, blue: number): number {
    let [nearest, least] = [0, Infinity];
    for (const [index, [r, g, b]] of this.palette.entries()) {
      // The eye sees green best and blue worst.
      const distance = 3 * (r - red) ** 2 + 5 * (g - green) ** 2 + 2 * (b - blue) ** 2;
      if (distance < least) [nearest, least] = [index, distance];
    }
    return nearest;
  }
}
