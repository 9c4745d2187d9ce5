/** Colours of the objects and the ground, by theme, or in infrared. */
import { DARK, LIGHT } from '@kineko/viewer';
import { heatColor, type InfraredScale, shareOf, valueOf } from './infrared.js';
import type { SpaceThing } from './space.js';
import type { Vec3 } from './wire.js';

export interface Look {
  readonly background: string;
  readonly ground: string;
  readonly line: string;
  /** Walls around the ground. */
  readonly wall: string;
  readonly ink: string;
  /** Background of texts. */
  readonly paper: string;
  readonly chosen: string;
  colorOf(thing: SpaceThing): Vec3;
}

const paletteOf = ({ background, ground, border, obstacle, ink, contact }: typeof LIGHT) => ({
  background,
  ground,
  line: border,
  wall: obstacle,
  ink,
  paper: ground,
  chosen: contact,
});

/** Infrared pictures are dark in every theme: an object without output is invisible. */
const INFRARED = {
  background: '#07070c',
  ground: '#0e0e18',
  line: '#2b2b40',
  wall: '#4a4a66',
  ink: '#f2f2f7',
  paper: '#0e0e18',
  chosen: '#7fd4ff',
};

export function lookOf(theme: 'light' | 'dark', scale: InfraredScale | undefined): Look {
  if (scale === undefined) return { ...paletteOf(theme === 'dark' ? DARK : LIGHT), colorOf: ({ color }) => color };
  return { ...INFRARED, colorOf: (thing) => heatColor(shareOf(scale, valueOf(thing, scale.quantity))) };
}
