import type { RecordOf } from '@kineko/formats/trace';
import type { MotionCounts } from './report.js';

type Status = RecordOf<'motionEnd'>['status'];

/**
 * Counts motions by outcome. A trace records each end; a log may only imply it: another motion replaces one that is under way,
 * and a motion whose last phase is over has finished.
 */
export class Motions {
  private readonly ended = { finished: 0, collided: 0, replaced: 0, stopped: 0, blocked: 0 };
  private isUnderWay = false;
  /** Whether the last phase of the motion under way has finished. */
  private isThrough = false;
  /** Whether a phase of it has started. */
  private hasStarted = false;

  requested(): void {
    this.conclude();
    this.isUnderWay = true;
    this.hasStarted = false;
  }

  /** `cutsAnother` if a phase starts while another one of the robot has not ended. */
  phaseStarted(cutsAnother: boolean): void {
    if (this.isThrough || (this.hasStarted && cutsAnother)) this.conclude();
    this.isUnderWay = true;
    this.hasStarted = true;
  }

  phaseFinished(isLast: boolean): void {
    this.isUnderWay = true;
    this.hasStarted = true;
    this.isThrough = isLast;
  }

  over(status: Status): void {
    this.ended[status]++;
    this.isUnderWay = false;
    this.isThrough = false;
    this.hasStarted = false;
  }

  counts(): MotionCounts {
    const { finished, collided, replaced, stopped, blocked } = this.ended;
    const isFinished = this.isUnderWay && this.isThrough;
    const counts = {
      finished: finished + (isFinished ? 1 : 0),
      collided,
      replaced,
      stopped,
      blocked,
      underWay: this.isUnderWay && !isFinished ? 1 : 0,
    };
    const begun = counts.finished + collided + replaced + stopped + blocked + counts.underWay;
    return { begun, ...counts };
  }

  /** Ends a motion under way whose end was not recorded. */
  private conclude(): void {
    if (this.isUnderWay) this.over(this.isThrough ? 'finished' : 'replaced');
  }
}
