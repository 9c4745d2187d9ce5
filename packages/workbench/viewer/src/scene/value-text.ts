/** Values of records as short texts with units. Records have metres, seconds and radians; people read degrees. */
import type { Units } from './units.js';

const MAX_CHARACTERS = 80;

const LENGTHS = new Set(['x', 'y', 'distance', 'range', 'viewSize', 'radius', 'size', 'metres']);
const ANGLES = new Set(['heading', 'turn', 'angle', 'direction', 'openingAngle', 'bearing', 'to']);
const NAMES: ReadonlyMap<string, string> = new Map([
  ['turnRate', 'turn rate'],
  ['viewSize', 'view size'],
  ['openingAngle', 'opening angle'],
]);

/** `x 3.5 m, y 2 m` for an object, JSON for anything else. */
export function valueText(value: unknown, units: Units): string {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  const text = isPlain
    ? Object.entries(value)
        .filter(([key]) => key !== 'kind')
        .map(([key, part]) => `${NAMES.get(key) ?? key} ${partText(key, part, units)}`)
        .join(', ')
    : jsonOf(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function partText(key: string, part: unknown, units: Units): string {
  if (typeof part !== 'number') return jsonOf(part);
  if (LENGTHS.has(key)) return `${rounded(part)} ${units.length}`;
  if (key === 'speed') return `${rounded(part)} ${units.speed}`;
  if (ANGLES.has(key)) return `${degrees(part)}°`;
  if (key === 'turnRate') return `${degrees(part)}°/${units.time}`;
  return jsonOf(part);
}

/** Converts an angle from radians. */
export function degrees(radians: number): number {
  return rounded((radians * 180) / Math.PI);
}

export function pointText(x: number, y: number, { length }: Units): string {
  return `${rounded(x)}, ${rounded(y)} ${length}`;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? rounded(part) : part)) ?? '';
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
