import type { RecordOf } from '@kineko/formats/trace';
import { pointDistance } from '@kineko/geometry';
import { NO_TRAVEL, type Travel, TravelSum } from './travel.js';

type PhaseStart = RecordOf<'motionEvent'>;

/** Pose and time of the end of a phase. */
interface PhaseEnd {
  readonly time: number;
  readonly x: number;
  readonly y: number;
}

/** Positions of a Neko log have three decimals: lengths that differ by no more may be the same one (m). */
const LOG_DECIMALS = 0.002;

/**
 * Travel of a robot, from the phases of its motions: for logs without legs. A phase ends with its finish, with the end
 * of its motion, or where the next one starts, whichever comes first.
 */
export class TravelByEvents {
  private readonly sum = new TravelSum();
  private phase: PhaseStart | undefined;

  /** Whether a phase has started and nothing has ended it. */
  get isUnderWay(): boolean {
    return this.phase !== undefined;
  }

  start(event: PhaseStart): void {
    this.end(event, false);
    this.phase = event;
  }

  /** @param isWhole Whether the phase went as far as planned. */
  end(end: PhaseEnd, isWhole: boolean): void {
    if (this.phase !== undefined) this.sum.add(travelOfPhase(this.phase, end, isWhole));
    this.phase = undefined;
  }

  /** The travel up to an instant. */
  total(until: number): Travel {
    const { phase, sum } = this;
    return phase === undefined ? sum : sum.with(travelOfOpenPhase(phase, until));
  }
}

function travelOfPhase(phase: PhaseStart, end: PhaseEnd, isWhole: boolean): Travel {
  const seconds = end.time - phase.time;
  if (!(seconds > 0)) return NO_TRAVEL;
  const speed = Math.abs(phase.speed);
  if (!(speed > 0)) return phase.turnRate === 0 ? NO_TRAVEL : { ...NO_TRAVEL, turningSeconds: seconds };
  const { distance } = phase;
  const moving = { turningSeconds: 0, movingSeconds: seconds };
  const whole = isWhole && distance > 0;
  if (phase.turnRate !== 0) return { metres: whole ? distance : speed * seconds, ...moving, isEstimate: false };
  const straight = pointDistance(phase, end);
  if (isStraight(phase)) return { metres: whole ? distance : straight, ...moving, isEstimate: false };
  // A curve of which only the maximum speed is known.
  const most = distance > 0 ? Math.min(distance, speed * seconds) : speed * seconds;
  return { metres: Math.max(whole ? distance : most, straight), ...moving, isEstimate: true };
}

/** The position is unknown, so the phase is extrapolated as planned. */
function travelOfOpenPhase(phase: PhaseStart, until: number): Travel {
  const { speed, turnRate, distance } = phase;
  const seconds = until - phase.time;
  if (!(seconds > 0)) return NO_TRAVEL;
  if (!(Math.abs(speed) > 0)) return turnRate === 0 ? NO_TRAVEL : { ...NO_TRAVEL, turningSeconds: seconds };
  const metres = Math.abs(speed) * seconds;
  const isEstimate = turnRate === 0 && !isStraight(phase);
  return {
    metres: distance > 0 ? Math.min(distance, metres) : metres,
    turningSeconds: 0,
    movingSeconds: seconds,
    isEstimate,
  };
}

/** Whether a phase that does not turn goes straight: its length is that of the line to its end. One without an end counts as straight. */
function isStraight({ x, y, toX, toY, distance }: PhaseStart): boolean {
  if (distance === 0) return true;
  return Math.abs(pointDistance({ x, y }, { x: toX, y: toY }) - distance) <= LOG_DECIMALS + 1e-9 * distance;
}
