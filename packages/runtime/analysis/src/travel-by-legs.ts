import type { TraceLeg } from '@kineko/formats/trace';
import { curveLength } from './curve-length.js';
import { NO_TRAVEL, type Travel, TravelSum } from './travel.js';

/** Travel of a robot, from its legs: each is valid from its record to the next one, or to its own end. */
export class TravelByLegs {
  private readonly sum = new TravelSum();
  private leg: TraceLeg | undefined;
  private since = 0;

  get isEmpty(): boolean {
    return this.leg === undefined;
  }

  begin(leg: TraceLeg, time: number): void {
    if (this.leg !== undefined) this.sum.add(travelOf(this.leg, this.since, time));
    this.leg = leg;
    this.since = time;
  }

  /** The travel up to an instant. */
  total(until: number): Travel {
    return this.leg === undefined ? this.sum : this.sum.with(travelOf(this.leg, this.since, until));
  }
}

/** Travel on a leg between two instants. */
function travelOf(leg: TraceLeg, since: number, until: number): Travel {
  const from = Math.max(leg.start, since);
  const to = Math.min(leg.end, until);
  const seconds = to - from;
  if (!(seconds > 0)) return NO_TRAVEL;
  switch (leg.kind) {
    case 'rest':
      return NO_TRAVEL;
    case 'turn':
      return leg.turnRate === 0 ? NO_TRAVEL : { ...NO_TRAVEL, turningSeconds: seconds };
    case 'line':
      return moved(Math.sqrt(leg.vx * leg.vx + leg.vy * leg.vy) * seconds, seconds);
    case 'arc':
      return moved(Math.abs(leg.speed) * seconds, seconds);
    case 'curve':
      return moved(curveLength(leg.knots, from, to), seconds);
  }
}

function moved(metres: number, seconds: number): Travel {
  return metres > 0 ? { metres, turningSeconds: 0, movingSeconds: seconds, isEstimate: false } : NO_TRAVEL;
}
