/** Readings of push sensors in a short form: `robot 3 distance 1.250 bearing -90.000, obstacle 0 bearing 12.500`. */
import { DEGREE } from './degree.js';
import { threeDecimals } from './three-decimals.js';

/** A party, with distance and bearing if the sensor reports them. */
export interface Reading {
  readonly kind: 'robot' | 'obstacle';
  readonly id: number;
  /** Metres. */
  readonly distance?: number | undefined;
  /** Radians from the heading, anticlockwise. */
  readonly bearing?: number | undefined;
}

const NOTHING = 'nothing';
const MEMBERS: ReadonlySet<string> = new Set<keyof Reading>(['kind', 'id', 'distance', 'bearing']);

/** Whether a value is a list of readings without other members. */
export function areReadings(value: unknown): value is readonly Reading[] {
  return Array.isArray(value) && value.every(isReading);
}

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, distance, bearing } = value as Readonly<Record<keyof Reading, unknown>>;
  return (
    (kind === 'robot' || kind === 'obstacle') &&
    Number.isSafeInteger(id) &&
    (distance === undefined || Number.isFinite(distance)) &&
    (bearing === undefined || Number.isFinite(bearing)) &&
    Object.keys(value).every((member) => MEMBERS.has(member))
  );
}

export function readingsText(readings: readonly Reading[]): string {
  return readings.length === 0 ? NOTHING : readings.map(readingText).join(', ');
}

function readingText({ kind, id, distance, bearing }: Reading): string {
  const far = distance === undefined ? '' : ` distance ${threeDecimals(distance)}`;
  const side = bearing === undefined ? '' : ` bearing ${threeDecimals(bearing / DEGREE)}`;
  return `${kind} ${id}${far}${side}`;
}

const READING = /^(robot|obstacle) (-?\d{1,15})(?: distance (-?\d+\.\d+))?(?: bearing (-?\d+\.\d+))?$/;

export function readReadings(text: string): readonly Reading[] | undefined {
  if (text === NOTHING) return [];
  const readings: Reading[] = [];
  for (const each of text.split(', ')) {
    const [match, kind, id, distance, bearing] = READING.exec(each) ?? [];
    if (match === undefined) return undefined;
    readings.push({
      kind: kind as Reading['kind'],
      id: Number(id),
      ...(distance !== undefined && { distance: Number(distance) }),
      ...(bearing !== undefined && { bearing: Number(bearing) * DEGREE }),
    });
  }
  return readings;
}
