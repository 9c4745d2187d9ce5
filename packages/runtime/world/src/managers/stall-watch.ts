import { EventClass, type Simulator } from '@kineko/kernel';
import type { MotionManager } from './motion-manager.js';

/** In units of τ of the slowest robot that waits: a run in which nothing else happened for this long has stalled. */
const PATIENCE = 1000;

/**
 * Detects that a run has stalled: for a long time algorithms were resumed only by delays after contacts, and no other event
 * is pending. Meant for runs without a time limit, which would never end.
 */
export class StallWatch {
  private otherResumes = -1;

  constructor(
    private readonly simulator: Simulator,
    private readonly motions: MotionManager,
    private readonly onStall: () => void,
  ) {
    motions.onFirstWait = () => this.lookLater();
  }

  private look(): void {
    const { motions, simulator } = this;
    const isQuiet = motions.otherResumes === this.otherResumes && motions.waiting === simulator.pending;
    if (isQuiet && motions.waiting > 0 && motions.areAllHeldBack) this.onStall();
    else if (motions.waiting > 0) this.lookLater();
    else motions.onFirstWait = () => this.lookLater();
  }

  private lookLater(): void {
    const { motions, simulator } = this;
    this.otherResumes = motions.otherResumes;
    motions.onFirstWait = undefined;
    // An upkeep event, so that it does not prolong a run that ends before.
    simulator.schedule(simulator.now + PATIENCE * motions.longestTimeScale, {
      class: EventClass.GridUpkeep,
      low: 0,
      high: 0,
      run: () => this.look(),
      describe: () => 'check whether the run has stalled',
    });
  }
}
