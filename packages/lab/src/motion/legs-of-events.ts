/** Legs of motions whose log has none: a phase went from where it began to where it ended, in the way that it says. */
import type { RecordOf } from '@kineko/formats/trace';
import { cos, type Leg, type Pose, sin } from '@kineko/geometry';

type Phase = RecordOf<'motionEvent'>;

export interface PoseAtTime extends Pose {
  readonly time: number;
}

export function restAt({ x, y, heading }: Pose, start: number): Leg {
  return { kind: 'rest', x, y, heading, start, end: Infinity };
}

/** Undefined if it took no time. Of a curve nothing but its ends is known, so it is taken for the line between them. */
export function legBetween(phase: Phase, to: PoseAtTime): Leg | undefined {
  const { time: start, x, y, heading, speed, distance, turnRate, turn } = phase;
  const seconds = to.time - start;
  if (!(seconds > 0)) return undefined;
  const stretch = { x, y, heading, start, end: to.time };
  if (!(speed > 0 || distance > 0)) return { kind: 'turn', ...stretch, turnRate: turned(phase, to) / seconds };
  const [vx, vy] = [(to.x - x) / seconds, (to.y - y) / seconds];
  if (turnRate === 0 && turn === 0) return { kind: 'line', ...stretch, vx, vy };
  if (turnRate === 0) return { kind: 'line', ...stretch, vx, vy };
  const half = turned(phase, to) / 2;
  const chord = half === 0 ? 1 : sin(half) / half;
  // Where an arc comes back to its beginning, the chord does not tell how fast it was.
  const along = (vx * cos(heading + half) + vy * sin(heading + half)) / chord;
  return { kind: 'arc', ...stretch, speed: Math.abs(chord) < 0.05 ? speed : along, turnRate: (2 * half) / seconds };
}

/** Headings are told without full turns, of which there were as many as the rate makes likely. */
function turned({ turn, turnRate, heading, time }: Phase, to: PoseAtTime): number {
  const signed = turn < 0 ? -Math.abs(turnRate) : turnRate;
  const apart = to.heading - heading;
  return apart + 2 * Math.PI * Math.round((signed * (to.time - time) - apart) / (2 * Math.PI));
}
