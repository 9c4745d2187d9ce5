/**
 * Failure detection by pings (pull): each process is pinged every `period`, and suspected if it has not answered after
 * `timeout`, until it answers.
 *
 * Guarantee: strong completeness, within T_D <= period + timeout if an answer never takes longer than the timeout (one
 * period more for each period that the last answer is late). With `increase`, also eventual strong accuracy (◇P) where
 * delays are bounded from some time on.
 * Assumes: channels that lose no message; they may reorder. Any number of processes may crash.
 *
 * Wiring: `wire(new PingDetector(process, { period: 1, timeout: 3 }), 'detector', network)`.
 */
import type { NekoProcess } from '../process.js';
import { Detector } from './detector.js';

type PingContents = { PING: { count: number }; PONG: { count: number } };

export interface PingDetectorOptions {
  /** Seconds between two pings; the first is sent at once. */
  readonly period: number;
  /** Maximum seconds for an answer. */
  readonly timeout: number;
  /** Seconds added to the timeout for a process after a wrong suspicion. Default: 0. */
  readonly increase?: number;
  /** The processes that it watches. Default: all. */
  readonly group?: readonly number[];
}

/** A ping that may still be answered in time. */
interface Question {
  readonly count: number;
  readonly to: number;
  readonly deadline: number;
}

export class PingDetector extends Detector<PingContents> {
  protected readonly handlers = {
    PING: ({ count }: { count: number }, from: number) => this.sendTo([from], 'PONG', { count }),
    PONG: ({ count }: { count: number }, from: number) => {
      if (this.isStopped || !this.timeouts.has(from)) return;
      this.answered.set(from, Math.max(count, this.answered.get(from) ?? 0));
      if (!this.isSuspected(from)) return;
      this.timeouts.set(from, this.timeoutFor(from) + this.increase);
      this.trust(from);
    },
  };

  private readonly period: number;
  private readonly increase: number;
  private readonly group: readonly number[];
  private readonly timeouts = new Map<number, number>();
  private asked = 0;
  /** The last ping that each process has answered. */
  private readonly answered = new Map<number, number>();
  private questions: Question[] = [];
  private readonly ask = this.process.timer(() => this.askAll(), 'ping');
  private readonly check = this.process.timer(() => this.checkAnswers(), 'timeout of a ping');

  constructor(process: NekoProcess, { period, timeout, increase = 0, group }: PingDetectorOptions) {
    super(process);
    this.checkSeconds('period', period);
    this.checkSeconds('timeout', timeout);
    this.checkSeconds('increase', increase, true);
    this.period = period;
    this.increase = increase;
    this.group = this.watchedOf(group);
    for (const id of this.group) this.timeouts.set(id, timeout);
  }

  /** Seconds that it waits for an answer of a process. */
  timeoutFor(process: number): number {
    return this.timeouts.get(process) ?? Infinity;
  }

  override stop(): void {
    super.stop();
    this.ask.cancel();
    this.check.cancel();
  }

  protected override started(): void {
    if (this.group.length === 0) return;
    this.askAll();
    // Answers to pings from before the crash are lost.
    this.process.onRecover(() => {
      if (this.isStopped) return;
      this.questions = [];
      this.check.cancel();
      this.ask.reschedule(0);
    });
  }

  private askAll(): void {
    const { now } = this.process;
    const count = ++this.asked;
    this.sendTo(this.group, 'PING', { count });
    for (const [to, timeout] of this.timeouts) {
      if (timeout < Infinity) this.questions.push({ count, to, deadline: now + timeout });
    }
    this.ask.reschedule(this.period);
    this.setCheck();
  }

  private checkAnswers(): void {
    const { now } = this.process;
    const due = this.questions.filter(({ deadline }) => deadline <= now);
    this.questions = this.questions.filter(({ deadline }) => deadline > now);
    this.setCheck();
    for (const { count, to } of due) if ((this.answered.get(to) ?? 0) < count) this.suspect(to);
  }

  private setCheck(): void {
    const next = this.questions.reduce((least, { deadline }) => Math.min(least, deadline), Infinity);
    if (next < Infinity) this.check.reschedule(Math.max(0, next - this.process.now));
    else this.check.cancel();
  }
}
