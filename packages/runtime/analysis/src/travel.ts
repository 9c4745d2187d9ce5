/** Distance and duration of a robot's travel. */
export interface Travel {
  readonly metres: number;
  readonly turningSeconds: number;
  readonly movingSeconds: number;
  /** Whether a part of the distance is only an upper bound. */
  readonly isEstimate: boolean;
}

export const NO_TRAVEL: Travel = { metres: 0, turningSeconds: 0, movingSeconds: 0, isEstimate: false };

/** Larger than any world and any run (m, s). */
const MAX_TRAVEL = 1e18;

/** A sum of travels. Impossible values are ignored, so that one invalid record does not affect the sum. */
export class TravelSum {
  metres = 0;
  turningSeconds = 0;
  movingSeconds = 0;
  isEstimate = false;

  add(travel: Travel): void {
    this.metres += sane(travel.metres);
    this.turningSeconds += sane(travel.turningSeconds);
    this.movingSeconds += sane(travel.movingSeconds);
    this.isEstimate ||= travel.isEstimate;
  }

  /** The sum with one more travel. */
  with(travel: Travel): Travel {
    const sum = new TravelSum();
    sum.add(this);
    sum.add(travel);
    return sum;
  }
}

function sane(value: number): number {
  return value > 0 && value < MAX_TRAVEL ? value : 0;
}
