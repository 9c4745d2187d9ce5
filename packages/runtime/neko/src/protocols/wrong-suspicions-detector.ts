/**
 * A failure detector that makes mistakes and nothing else (Urbán and Schiper's model for studies, after the QoS of Chen,
 * Toueg and Aguilera, 2002; Neko's SimulatedDetectorWithWrongSuspicions): each other process is suspected again and again,
 * independently; the time from one mistake to the next is exponential with mean T_MR, and so is a mistake's duration with
 * mean T_M. A mistake that begins during another one prolongs it.
 *
 * Guarantee: none before `until`; from then on it suspects nobody. It never notices a crash: combine it with a detector that
 * does (`CombinedDetector`).
 *
 * Wiring: `const detector = new WrongSuspicionsDetector(process, { recurrence: 100, duration: 5, until: 1000 })`, then
 * `setId` and `launch`. It sends nothing.
 */
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import { LocalDetector } from './detector.js';

export interface WrongSuspicionsOptions {
  /** T_MR: mean seconds from the begin of a mistake to the begin of the next. */
  readonly recurrence: number;
  /** T_M: mean seconds that a mistake lasts. */
  readonly duration: number;
  /** The instant at which it settles: mistakes end, and no more are made. Default: never. */
  readonly until?: number;
  /** Whom it is wrong about. Default: all. */
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

  /** Ends all mistakes as well: nobody would do so later. */
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

  /** Two streams for each pair: how long mistakes last does not move their beginnings. */
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
