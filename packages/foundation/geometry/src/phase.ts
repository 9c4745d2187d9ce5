/** Legs for logs that have none: a phase that begins follows its plan; once it is over, its leg is fitted to its end. */
import { cos, sin } from './elementary.js';
import type { RecordedLeg } from './knots.js';
import { positionAt, type RestLeg } from './leg.js';
import type { Pose } from './pose.js';

/** A phase of a motion as a log describes it when it begins. */
export interface Phase extends Pose {
  readonly time: number;
  /** Planned end. */
  readonly toX: number;
  readonly toY: number;
  /** Radians, without full turns. */
  readonly turn: number;
  /** Metres; 0 if it has no end. */
  readonly distance: number;
  /** Radians per second; unsigned where `turn` has a sign. */
  readonly turnRate: number;
  /** Metres per second. */
  readonly speed: number;
}

const FULL_TURN = 2 * Math.PI;
/** If the chord of an arc is shorter than this share of its length, the speed cannot be fitted to it. */
const MIN_CHORD = 0.05;

export function restAt({ x, y, heading }: Pose, start: number): RestLeg {
  return { kind: 'rest', x, y, heading, start, end: Infinity };
}

/** The leg of a phase that begins, by its plan. */
export function legOfStart(phase: Phase): RecordedLeg {
  const { time: start, x, y, heading, toX, toY, turn, distance, turnRate, speed } = phase;
  if (!(speed > 0)) {
    if (turnRate === 0) return restAt(phase, start);
    // Full turns are not logged: a turn by 0 may be many of them, or endless.
    const end = turn === 0 ? Infinity : start + Math.abs(turn / turnRate);
    return { kind: 'turn', x, y, heading, start, end, turnRate: directed(phase) };
  }
  // A phase without an end has only rates.
  const end = distance > 0 ? start + distance / speed : Infinity;
  if (turnRate !== 0) return { kind: 'arc', x, y, heading, start, end, speed: signedSpeed(phase), turnRate };
  const seconds = end - start;
  const [vx, vy] =
    end < Infinity ? [(toX - x) / seconds, (toY - y) / seconds] : [speed * cos(heading), speed * sin(heading)];
  return { kind: 'line', x, y, heading, start, end, vx, vy };
}

/**
 * The leg of a phase that is over, however it ended; undefined if it took no time. Logs have three decimals, which is
 * precise for positions and times but not for slow rates, so rates follow from the ends.
 */
export function legBetween(phase: Phase, to: Pose & { readonly time: number }): RecordedLeg | undefined {
  const { time: start, x, y, heading, turn, distance, turnRate, speed } = phase;
  const seconds = to.time - start;
  if (!(seconds > 0)) return undefined;
  const end = to.time;
  const [vx, vy] = [(to.x - x) / seconds, (to.y - y) / seconds];
  const isGoing = speed > 0 || distance > 0;
  if (!isGoing && turn === 0 && turnRate === 0) return undefined;
  if (!isGoing) return { kind: 'turn', x, y, heading, start, end, turnRate: turnedBy(phase, to) / seconds };
  if (turnRate === 0 && turn === 0) return { kind: 'line', x, y, heading, start, end, vx, vy };
  if (turnRate === 0) {
    // A curve, of which the log has only the ends.
    const knots = [start, x, y, vx, vy, heading, end, to.x, to.y, vx, vy, heading + turnedBy(phase, to)];
    return { kind: 'curve', x, y, heading, start, end, knots };
  }
  const turned = turnedBy(phase, to);
  const half = turned / 2;
  const sinc = half === 0 ? 1 : sin(half) / half;
  // Along the chord; negative if it drove backwards.
  const along = vx * cos(heading + half) + vy * sin(heading + half);
  const fitted = Math.abs(sinc) < MIN_CHORD ? signedSpeed(phase) : along / sinc;
  return { kind: 'arc', x, y, heading, start, end, speed: fitted, turnRate: turned / seconds };
}

/** The angle turned. Headings are logged without full turns, so their number is estimated from the rate. */
function turnedBy(phase: Phase, to: Pose & { readonly time: number }): number {
  const likely = phase.turnRate === 0 ? phase.turn / 2 : directed(phase) * (to.time - phase.time);
  const apart = to.heading - phase.heading;
  return apart + FULL_TURN * Math.round((likely - apart) / FULL_TURN);
}

/** The rate of a turn in place takes its sign from the angle, if there is one. */
function directed({ turn, turnRate, speed }: Phase): number {
  if (speed > 0 || turn === 0) return turnRate;
  return turn < 0 ? -Math.abs(turnRate) : Math.abs(turnRate);
}

/** The speed of an arc, negative if driving backward leads to its planned end. */
function signedSpeed({ time: start, x, y, heading, toX, toY, distance, speed, turnRate }: Phase): number {
  if (!(distance > 0)) return speed;
  const end = start + distance / speed;
  const missed = (signed: number): number => {
    const there = positionAt({ kind: 'arc', x, y, heading, start, end, speed: signed, turnRate }, end);
    const [dx, dy] = [there.x - toX, there.y - toY];
    return dx * dx + dy * dy;
  };
  return missed(-speed) < missed(speed) ? -speed : speed;
}
