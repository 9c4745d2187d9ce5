/**
 * A failure detector that only makes mistakes (the model of Urbán and Schiper, after the QoS of Chen, Toueg and
 * Aguilera, 2002; Neko's SimulatedDetectorWithWrongSuspicions): each other process is suspected repeatedly and
 * independently; the time between mistakes is exponential with mean T_MR, their duration exponential with mean T_M. A
 * mistake that starts during another one prolongs it.
 *
 * Guarantee: none before `until`; from then on it suspects no process. It never notices a crash: combine it with a
 * detector that does (`CombinedDetector`).
 *
 * Wiring: `const detector = new WrongSuspicionsDetector(process, { recurrence: 100, duration: 5, until: 1000 })`, then
 * `setId` and `launch`. It sends nothing.
 */
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import { LocalDetector } from './detector.js';

export interface WrongSuspicionsOptions {
  /** T_MR: mean seconds from the start of a mistake to the start of the next. */
  readonly recurrence: number;
  /** T_M: mean duration of a mistake in seconds. */
  readonly duration: number;
  /** The time at which all mistakes end. Default: never. */
  readonly until?: number;
  /** The processes that it is wrong about. Default: all. */
  readonly group?: readonly number[];
}

export class WrongSuspicionsDetector extends LocalDetector {
  private readonly options: WrongSuspicionsOptions;
  private readonly timers: Timer[] = [];
  private readonly settling = this.process.timer(() => this.stop(), 'end of wrong suspicions');

  constructor(process: NekoProcess, options: WrongSuspicionsOptions) {
    super(process);
    this.checkSeconds('recurrence', options.recurrence);
    this.checkSeconds('duration', options.duration, true);
    this.options = options;
  }

  /** Ends all current mistakes too. */
  override stop(): void {
    super.stop();
    this.settling.cancel();
    for (const timer of this.timers) timer.cancel();
    for (const id of this.process.others) this.trust(id);
  }

  protected override started(): void {
    const { group, until = Infinity } = this.options;
    for (const id of this.watchedOf(group)) this.beWrongAbout(id);
    if (until < Infinity) this.settling.schedule(Math.max(0, until - this.process.now));
  }

  /** Two streams per pair, so that durations do not affect the start times. */
  private beWrongAbout(id: number): void {
    const { recurrence, duration } = this.options;
    const begins = this.process.random(`${this.id}/${id}/recurrence`);
    const ends = this.process.random(`${this.id}/${id}/duration`);
    const end = this.process.timer(() => this.trust(id), `end of the suspicion of p${id}`);
    const begin = this.process.timer(() => {
      begin.schedule(begins.exponential(recurrence));
      end.reschedule(ends.exponential(duration));
      this.suspect(id);
    }, `wrong suspicion of p${id}`);
    this.timers.push(begin, end);
    begin.schedule(begins.exponential(recurrence));
  }
}
