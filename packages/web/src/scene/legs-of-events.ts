/** Legs of motions whose log has none: what begins goes on as it says, until the next line about its robot. */
import type { RecordOf, TraceLeg } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';

export function restAt({ x, y, heading }: Pose, start: number): TraceLeg {
  return { kind: 'rest', x, y, heading, start, end: Infinity };
}

export function legOfEvent(event: RecordOf<'motionEvent'>): TraceLeg {
  const { time: start, edge, x, y, heading, toX, toY, turn, distance, turnRate, speed } = event;
  if (edge === 'finish') return restAt(event, start);
  if (distance > 0 && speed > 0) {
    const seconds = distance / speed;
    if (turnRate !== 0) return { kind: 'arc', x, y, heading, start, end: start + seconds, speed, turnRate };
    const [dx, dy] = [toX - x, toY - y];
    return { kind: 'line', x, y, heading, start, end: start + seconds, vx: dx / seconds, vy: dy / seconds };
  }
  if (turn !== 0 && turnRate !== 0) {
    const end = start + Math.abs(turn / turnRate);
    return { kind: 'turn', x, y, heading, start, end, turnRate: turn < 0 ? -Math.abs(turnRate) : Math.abs(turnRate) };
  }
  return restAt(event, start);
}
