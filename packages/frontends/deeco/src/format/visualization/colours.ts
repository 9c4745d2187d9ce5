/** The colours of visualization files: by name, or as three or four numbers. */
import { expected } from '@kineko/formats/problem';

/** Parts from 0 to 1; an alpha of 0 is transparent. */
export interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** In hexadecimal: red, green, blue, alpha. Where two names mean one colour, the first is written. */
const NAMES = {
  transparent: '00000000',
  clear: '00000000',
  white: 'ffffffff',
  gray: '7f7f7fff',
  black: '000000ff',
  red: 'ff0000ff',
  green: '00ff00ff',
  blue: '0000ffff',
  yellow: 'ffff00ff',
  cyan: '00ffffff',
  magenta: 'ff00ffff',
  orange: 'ffa500ff',
  brown: '8b4513ff',
} as const;

const COLOURS: ReadonlyMap<string, Rgba> = new Map(Object.entries(NAMES).map(([name, hex]) => [name, fromHex(hex)]));

/** Describes a valid colour in problems. */
export const COLOUR_EXPECTED = `one of ${Object.keys(NAMES).join(', ')}, or red, green, blue and perhaps alpha as numbers from 0 to 1: 1,0.5,0`;

export function colourNamed(name: keyof typeof NAMES): Rgba {
  return COLOURS.get(name)!;
}

/** Ignores case; a colour without alpha is opaque. Undefined if the text is invalid. */
export function readColour(text: string): Rgba | undefined {
  const named = COLOURS.get(text.trim().toLowerCase());
  if (named !== undefined) return named;
  const parts = text.split(',').map((part) => partOf(part.trim()));
  const [red, green, blue, alpha = 1] = parts;
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return parts.length > 4 || [red, green, blue, alpha].includes(NaN) ? undefined : { red, green, blue, alpha };
}

/** The name of a colour, if it has one; else its parts with alpha, since the playground takes colours without it for transparent. */
export function colourText({ red, green, blue, alpha }: Rgba): string {
  for (const [name, colour] of COLOURS) {
    if (colour.red === red && colour.green === green && colour.blue === blue && colour.alpha === alpha) return name;
  }
  const parts = [red, green, blue, alpha];
  if (parts.every((part) => part >= 0 && part <= 1)) return parts.join(',');
  throw new RangeError(`colour: ${expected('numbers from 0 to 1', parts.join(','))}`);
}

/** NaN if it is invalid. */
function partOf(text: string): number {
  const part = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return part >= 0 && part <= 1 ? part : NaN;
}

function fromHex(hex: string): Rgba {
  const part = (index: number): number => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16) / 255;
  return { red: part(0), green: part(1), blue: part(2), alpha: part(3) };
}
