/** Infrared values as colours, from dark blue (cold) to nearly white (hot). */
import type { SpaceThing } from './space.js';
import type { Vec3 } from './wire.js';

/** `heat` is emitted, `ir` is reflected. */
export type Quantity = 'heat' | 'ir';

export interface InfraredScale {
  readonly quantity: Quantity;
  readonly low: number;
  readonly high: number;
}

/** Each is brighter than the previous one, so that the scale works without colour vision. */
const STOPS: readonly Vec3[] = [
  [0.1, 0.09, 0.24],
  [0.26, 0.04, 0.41],
  [0.6, 0.12, 0.38],
  [0.89, 0.3, 0.2],
  [0.98, 0.6, 0.13],
  [0.99, 0.96, 0.72],
];

export function valueOf(thing: SpaceThing, quantity: Quantity): number {
  return quantity === 'heat' ? thing.heat : thing.ir;
}

/** From 0 to a round number above all values, so that the scale rarely changes. */
export function scaleOf(values: Iterable<number>, quantity: Quantity): InfraredScale {
  let [low, high] = [0, 0];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === 0 && high <= 1 && quantity === 'ir') return { quantity, low: 0, high: 1 };
  return { quantity, low: 0 - roundUp(-low), high: low === 0 && high === 0 ? 1 : roundUp(high) };
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((each) => each * power >= value * (1 - 1e-12)) ?? 10;
  return factor * power;
}

export function shareOf({ low, high }: InfraredScale, value: number): number {
  return Math.min(Math.max((value - low) / (high - low), 0), 1);
}

/** The colour of a fraction from 0 to 1. */
export function heatColor(share: number): Vec3 {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const index = Math.min(Math.floor(at), STOPS.length - 2);
  const [from, to] = [STOPS[index]!, STOPS[index + 1]!];
  const mix = (k: 0 | 1 | 2): number => from[k] + (to[k] - from[k]) * (at - index);
  return [mix(0), mix(1), mix(2)];
}

/** The numbers of the legend. */
export function ticksOf({ low, high }: InfraredScale): readonly number[] {
  const step = (high - low) / 4;
  return [0, 1, 2, 3, 4].map((k) => Number((low + k * step).toPrecision(6)));
}

/** A CSS colour. */
export function cssOf(color: Vec3): string {
  return `#${color.map((part) => hexadecimal(part)).join('')}`;
}

function hexadecimal(part: number): string {
  return Math.round(Math.min(Math.max(part, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0');
}
