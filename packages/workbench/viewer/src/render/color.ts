/** Colours of robots, objects and obstacles. */
import type { FrameRobot } from '../scene/frame.js';
import type { Scene, SceneObject } from '../scene/scene.js';
import type { ColorRules, Style, Texture } from './style.js';

/** Inks for dark and light discs, independent of the theme, which may change. */
export const ON_DARK = '#fdfdfd';
export const ON_LIGHT = '#14181f';

const STATES: readonly string[] = ['moving', 'turning', 'idle'];

/** The colour of a robot in a style; crashed robots are always grey. */
export function colorOf(robot: FrameRobot, { coloring, theme, robotColors }: Style): string {
  if (robot.state === 'crashed') return theme.crashed;
  if (robotColors !== undefined) return colorByRules(robotColors, robot) ?? theme.palette[0]!;
  // A light is visible to the robots, so it is more than a label.
  if (robot.light !== '' && (coloring === 'number' || coloring === 'tag'))
    return lightColor(robot.light, theme.palette);
  switch (coloring) {
    case 'number':
      return paletteColor(theme.palette, robot.id);
    case 'class':
      return robot.className === '' ? theme.faint : tagColor(robot.className, theme.palette);
    case 'tag':
      return robot.tag === '' ? theme.faint : tagColor(robot.tag, theme.palette);
    case 'state':
      return theme.palette[STATES.indexOf(robot.state)] ?? theme.faint;
    case 'one':
      return theme.palette[0]!;
  }
}

/** Lights that are named like colours; other lights get colours of the palette. */
const LIGHTS: ReadonlyMap<string, string> = new Map([
  ['black', '#26262b'],
  ['white', '#f5f5f0'],
  ['red', '#d5443a'],
  ['yellow', '#e8c32f'],
  ['green', '#2f9e5b'],
  ['blue', '#3a78d5'],
  ['orange', '#e08a2e'],
  ['purple', '#8d5bc0'],
  ['grey', '#8b8f96'],
  ['gray', '#8b8f96'],
]);

export function lightColor(light: string, palette: readonly string[]): string {
  return LIGHTS.get(light.toLowerCase()) ?? tagColor(light, palette);
}

/** The colour of a tag or class. */
export function tagColor(text: string, palette: readonly string[]): string {
  return paletteColor(palette, hash(text));
}

export function objectColor(object: SceneObject, { theme, objectColors }: Style): string {
  return (objectColors && colorByRules(objectColors, object)) ?? theme[object.kind ?? 'object'];
}

type Shown = Pick<FrameRobot, 'id' | 'tag' | 'className'>;

function colorByRules({ by, colors, otherwise }: ColorRules, shown: Shown): string | undefined {
  return colors.get(keyFor(by, shown)) ?? otherwise;
}

/** The texture of a robot or object; undefined if it has a colour. */
export function textureOf(rules: ColorRules | undefined, shown: Shown, { textures }: Style): Texture | undefined {
  if (rules?.textures === undefined && rules?.otherwiseTexture === undefined) return undefined;
  const key = keyFor(rules.by, shown);
  const name = rules.textures?.get(key) ?? (rules.colors.has(key) ? undefined : rules.otherwiseTexture);
  return name === undefined ? undefined : textures?.get(name);
}

function keyFor(by: ColorRules['by'], { id, tag, className }: Shown): string {
  return by === 'number' ? String(id) : by === 'tag' ? tag : className;
}

function paletteColor(palette: readonly string[], number: number): string {
  // Ids in a damaged file may be any number.
  const index = Number.isSafeInteger(number) ? Math.abs(number) % palette.length : 0;
  return palette[index]!;
}

function hash(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}

/** Colour of fixed obstacles for which the style has no paint. */
export function obstacleColor({ isInCycles }: Pick<Scene, 'isInCycles'>, { theme }: Style): string {
  return isInCycles ? theme.pixel : theme.obstacle;
}

/** Whether a colour is fully transparent; then there is no outline either. */
export function isTransparent(color: string): boolean {
  return color.length === 9 && color.endsWith('00');
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** Accepts `#rgb`, `#rrggbb` and `#rrggbbaa`; undefined for anything else. */
export function rgbOf(color: string): Rgb | undefined {
  const [, digits] = /^#((?:[\da-f]{3}){1,2}|[\da-f]{8})$/i.exec(color) ?? [];
  if (digits === undefined) return undefined;
  const size = digits.length === 3 ? 1 : 2;
  const part = (k: number): number => parseInt(digits.slice(k * size, (k + 1) * size).repeat(3 - size), 16);
  return [part(0), part(1), part(2)];
}

/** The luminance at which both inks have the same contrast, about 4.5; elsewhere the better one has more. */
const EVEN = 0.19;

/** Relative luminance of the Web Content Accessibility Guidelines, from 0 to 1. */
function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const inks = new Map<string, string>();

/** The ink that is readable on a colour. */
export function inkOn(color: string): string {
  let ink = inks.get(color);
  if (ink === undefined) {
    ink = luminanceOf(rgbOf(color) ?? [0, 0, 0]) > EVEN ? ON_LIGHT : ON_DARK;
    inks.set(color, ink);
  }
  return ink;
}
