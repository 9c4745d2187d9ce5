import { headingAt, type Leg, maxSpeedOf, type Pose, positionAt } from '@kineko/geometry';

/** What a record says of a phase: where the robot is, where the phase leads, and how. */
export interface PhaseNumbers extends Pose {
  readonly toX: number;
  readonly toY: number;
  readonly turn: number;
  readonly distance: number;
  readonly turnRate: number;
  readonly speed: number;
}

/** At the start of a phase; of one without an end, only the rates. */
export function startOf(leg: Leg): PhaseNumbers {
  const { x, y, heading } = leg;
  const hasEnd = leg.end < Infinity;
  const end = hasEnd ? positionAt(leg, leg.end) : leg;
  const seconds = hasEnd ? leg.end - leg.start : 0;
  const speed = maxSpeedOf(leg);
  return {
    x,
    y,
    heading,
    toX: end.x,
    toY: end.y,
    turn: hasEnd ? headingAt(leg, leg.end) - heading : 0,
    distance: speed * seconds,
    turnRate: leg.kind === 'turn' || leg.kind === 'arc' ? leg.turnRate : 0,
    speed,
  };
}

/** At the end of a phase. */
export function standstill({ x, y, heading }: Pose): PhaseNumbers {
  return { x, y, heading, toX: x, toY: y, turn: 0, distance: 0, turnRate: 0, speed: 0 };
}
