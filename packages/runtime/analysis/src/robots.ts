import type { RecordOf } from '@kineko/formats/trace';
import { Motions } from './motions.js';
import type { RobotReport } from './report.js';
import { TravelByEvents } from './travel-by-events.js';
import { TravelByLegs } from './travel-by-legs.js';

/** Facts about a robot from other records than its own. */
interface OtherFacts {
  readonly collisions: number | null;
  readonly messagesSent: number;
  readonly messagesReceived: number;
  /** Time of the first record of its process. */
  readonly firstSeconds: number;
}

/** Counts of one robot. */
export class RobotTally {
  private readonly legs = new TravelByLegs();
  private readonly events = new TravelByEvents();
  private readonly motions = new Motions();
  private first = Infinity;

  constructor(private readonly id: number) {}

  seen(time: number): void {
    if (time < this.first) this.first = time;
  }

  leg({ leg, time }: RecordOf<'leg'>): void {
    this.legs.begin(leg, time);
  }

  motionRequest(): void {
    this.motions.requested();
  }

  motionEvent(event: RecordOf<'motionEvent'>): void {
    if (event.edge === 'start') {
      this.motions.phaseStarted(this.events.isUnderWay);
      this.events.start(event);
    } else {
      this.motions.phaseFinished(event.isLast);
      this.events.end(event, true);
    }
  }

  motionEnd(end: RecordOf<'motionEnd'>): void {
    this.motions.over(end.status);
    this.events.end(end, false);
  }

  report(last: number, others: OtherFacts): RobotReport {
    const { collisions, messagesSent, messagesReceived } = others;
    const hasLegs = !this.legs.isEmpty;
    const travel = hasLegs ? this.legs.total(last) : this.events.total(last);
    const firstSeconds = Math.min(this.first, others.firstSeconds);
    const presentSeconds = last - firstSeconds;
    const { metres, turningSeconds, movingSeconds } = travel;
    return {
      robot: this.id,
      firstSeconds,
      presentSeconds,
      turningSeconds,
      movingSeconds,
      idleSeconds: Math.max(0, presentSeconds - turningSeconds - movingSeconds),
      distanceMetres: metres,
      distanceFrom: hasLegs ? 'legs' : 'events',
      distanceIsEstimate: travel.isEstimate,
      meanSpeedMetresPerSecond: movingSeconds > 0 ? metres / movingSeconds : null,
      motions: this.motions.counts(),
      collisions,
      messagesSent,
      messagesReceived,
    };
  }
}
