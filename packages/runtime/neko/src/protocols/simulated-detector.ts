/**
 * A failure detector that learns of crashes from the simulation (used by Urbán, Schiper and others to study algorithms
 * apart from detectors; Neko's SimulatedFailureDetector): it suspects a process exactly T_D after its crash, and is
 * never wrong.
 *
 * Guarantee: that of the perfect detector P, with the given T_D; a recovery is detected at once.
 * Assumes: a simulated run: it is given the processes. It sends nothing.
 *
 * Wiring: `const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes })`, then
 * `setId` and `launch`.
 */
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import { LocalDetector } from './detector.js';

export interface SimulatedDetectorOptions {
  /** T_D: seconds from a crash to the suspicion. */
  readonly detectionTime: number;
  /** All processes, or those to watch. */
  readonly processes: readonly NekoProcess[];
}

export class SimulatedDetector extends LocalDetector {
  private readonly detectionTime: number;
  private readonly watched: readonly NekoProcess[];
  private readonly timers = new Map<number, Timer>();

  constructor(process: NekoProcess, { detectionTime, processes }: SimulatedDetectorOptions) {
    super(process);
    this.checkSeconds('detectionTime', detectionTime, true);
    this.detectionTime = detectionTime;
    this.watched = processes.filter(({ id }) => id !== process.id);
  }

  override stop(): void {
    super.stop();
    for (const timer of this.timers.values()) timer.cancel();
  }

  protected override started(): void {
    for (const other of this.watched) {
      const timer = this.process.timer(() => this.revise(other), `detection of p${other.id}`);
      this.timers.set(other.id, timer);
      if (other.isCrashed) timer.schedule(this.detectionTime);
      other.onCrash((isCrashed) => {
        // Recoveries use the timer too: a crashed process must not notice them.
        if (!this.isStopped) timer.reschedule(isCrashed ? this.detectionTime : 0);
      }, this.process);
    }
  }

  private revise({ id, isCrashed }: NekoProcess): void {
    if (isCrashed) this.suspect(id);
    else this.trust(id);
  }
}
