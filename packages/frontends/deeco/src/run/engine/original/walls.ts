/** Moves a robot back out of the walls that it has run into, line by line. */
import { angleBetween, normalizeAngle, squaredDistance } from '../../angles.js';
import type { EnvironmentMap, GridLine } from '../../environment/environment-map.js';
import type { Disc } from '../neighbourhood.js';
import { bounded, meetingTimes, type Mover, TOLERANCE } from './mover.js';

/** Called with the direction of each contact relative to the robot's heading. */
type OnContact = (angle: number) => void;

/** Checks all lines near the robot repeatedly until none of them is penetrated. */
export function leaveWalls(mover: Mover, map: EnvironmentMap, onContact: OnContact): void {
  for (;;) {
    const { x, y, degree } = mover;
    const hasCollided = scan(mover, map, onContact);
    // A scan that changes nothing would never change anything.
    if (!hasCollided || (mover.x === x && mover.y === y && mover.degree === degree)) return;
  }
}

function scan(mover: Mover, map: EnvironmentMap, onContact: OnContact): boolean {
  // The range of lines is fixed at the start, even if the robot is moved during the scan.
  const { x, y } = mover;
  const [left, right] = [Math.ceil(x - mover.size - TOLERANCE), Math.floor(x + mover.size + TOLERANCE)];
  const [top, bottom] = [Math.ceil(y - mover.size - TOLERANCE), Math.floor(y + mover.size + TOLERANCE)];
  let hasCollided = false;
  for (const line of map.verticalLines(left, right)) if (meet(mover, line, onContact)) hasCollided = true;
  for (const line of map.horizontalLines(top, bottom)) if (meet(mover, line, onContact)) hasCollided = true;
  return hasCollided;
}

/** Distance to a line, and squared distances to its ends. */
interface Nearness {
  /** Infinity unless the centre is beside the line. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

function nearnessOf({ x, y }: { readonly x: number; readonly y: number }, line: GridLine): Nearness {
  const { start, end, horizon, isVertical } = line;
  const [along, across] = isVertical ? [y, x] : [x, y];
  const isBeside = along >= start && along <= end;
  return {
    line: isBeside ? Math.abs(horizon - across) : Infinity,
    start: isVertical ? squaredDistance(x, y, horizon, start) : squaredDistance(x, y, start, horizon),
    end: isVertical ? squaredDistance(x, y, horizon, end) : squaredDistance(x, y, end, horizon),
  };
}

function isPenetrated(near: Nearness, size: number): boolean {
  const square = size * size - TOLERANCE;
  return near.line < size - TOLERANCE || near.start < square || near.end < square;
}

/** Whether a disc overlaps a line by more than the tolerance. */
export function overlapsLine(disc: Disc, line: GridLine): boolean {
  return isPenetrated(nearnessOf(disc, line), disc.size);
}

/** Resolves a contact with a line, if there is one; returns whether it was a penetration. */
function meet(mover: Mover, line: GridLine, onContact: OnContact): boolean {
  const near = nearnessOf(mover, line);
  const square = mover.size * mover.size;
  const hitsStart = near.start <= square;
  const hitsEnd = near.end <= square;
  if (!(near.line <= mover.size || hitsStart || hitsEnd)) return false;
  const angle = resolve(mover, line, hitsStart, hitsEnd);
  if (angle === angle) onContact(angle);
  return isPenetrated(near, mover.size);
}

/** Returns the direction of the contact. */
function resolve(mover: Mover, line: GridLine, hitsStart: boolean, hitsEnd: boolean): number {
  if (mover.degree === 0 || mover.speed === 0) {
    return angleTo(mover, line, hitsStart ? line.start : hitsEnd ? line.end : undefined);
  }
  const degree = mover.degree;
  for (const [isHit, end] of [
    [hitsStart, line.start],
    [hitsEnd, line.end],
  ] as const) {
    if (isHit && backToEnd(mover, line, end, degree)) return angleTo(mover, line, end);
  }
  mover.backTo(timeAtLine(mover, line, degree) ?? 0);
  return angleTo(mover, line, undefined);
}

/** Moves it back to the time at which it touches the end of the line; returns whether it then leaves the line free. */
function backToEnd(mover: Mover, line: GridLine, end: number, degree: number): boolean {
  const [x, y] = line.isVertical ? [line.horizon, end] : [end, line.horizon];
  const { startX, startY, wayX, wayY, size } = mover;
  const { plus, minus } = meetingTimes(startX - x, startY - y, wayX, wayY, size);
  const time = bounded(plus, 0, degree) ?? bounded(minus, 0, degree);
  if (time === undefined) return false;
  mover.backTo(time);
  return !isPenetrated(nearnessOf(mover, line), size);
}

/** The time at which it touches the infinite line from its side. */
function timeAtLine({ startX, startY, wayX, wayY, size }: Mover, line: GridLine, degree: number): number | undefined {
  const [from, way] = line.isVertical ? [startX, wayX] : [startY, wayY];
  // Logs depend on the order of the operations, and on the side chosen for a robot that stands on the line.
  const offset = line.horizon < from ? size - from + line.horizon : line.horizon - from - size;
  return bounded(offset / way, 0, degree);
}

/** The direction to an end of the line, or to the foot of the perpendicular. */
function angleTo({ x, y, angle }: Mover, { horizon, isVertical }: GridLine, end: number | undefined): number {
  const toX = isVertical ? horizon : (end ?? x);
  const toY = isVertical ? (end ?? y) : horizon;
  return normalizeAngle(angleBetween(x, y, toX, toY) - angle);
}

interface Stance {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

interface Contact extends Stance {
  /** Direction of the contact relative to the robot's heading. */
  readonly towards: number;
}

/** The wall contacts of a robot; each holds as long as the pose stays exactly the same. */
export class WallContacts {
  private contacts: Contact[] = [];

  add(towards: number, { x, y, angle }: Stance): void {
    const isKnown = this.contacts.some((known) => known.towards === towards && known.x === x && known.y === y);
    if (!isKnown) this.contacts.push({ towards, x, y, angle });
  }

  /** Returns the contacts that still hold, the latest first, and drops the others. */
  of({ x, y, angle }: Stance): number[] {
    this.contacts = this.contacts.filter((known) => known.x === x && known.y === y && known.angle === angle);
    return this.contacts.map(({ towards }) => towards).toReversed();
  }
}
