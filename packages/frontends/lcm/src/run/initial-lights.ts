/** The lights of all robots at the start, as `lcm.lights.initial` describes them. */
import type { RandomStream } from '@kineko/kernel';
import type { LcmModel } from './model.js';

type InitialLights = Pick<LcmModel, 'palette' | 'initial'>;

/** One colour per robot; empty texts without lights. */
export function drawLights({ palette, initial }: InitialLights, n: number, random: RandomStream): readonly string[] {
  const draw = (): string => palette[random.integer(0, palette.length - 1)] ?? '';
  const [how] = initial;
  if (palette.length === 0) return same('', n);
  if (how === 'any') return Array.from({ length: n }, draw);
  if (how === 'equal') return same(draw(), n);
  return how === 'first' ? same(palette[0]!, n) : initial;
}

/** All that may be drawn. */
export function possibleLights({ palette, initial }: InitialLights, n: number): readonly (readonly string[])[] {
  const [how] = initial;
  if (palette.length === 0) return [same('', n)];
  if (how === 'equal') return palette.map((color) => same(color, n));
  if (how === 'first') return [same(palette[0]!, n)];
  if (how !== 'any') return [initial];
  let all: string[][] = [[]];
  for (let robot = 0; robot < n; robot++) all = all.flatMap((some) => palette.map((color) => [...some, color]));
  return all;
}

/** The number of these. */
export function countOfLights({ palette, initial: [how] }: InitialLights, n: number): number {
  if (how !== 'any') return how === 'equal' ? palette.length : 1;
  return Array.from({ length: n }).reduce<number>((count) => count * palette.length, 1);
}

function same(color: string, n: number): string[] {
  return new Array<string>(n).fill(color);
}
