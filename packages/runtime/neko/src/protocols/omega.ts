/**
 * The leader oracle Ω (Chandra, Hadzilacos and Toueg, 1996; Neko's OmegaFailureDetector): each process trusts the
 * lowest id that its failure detector does not suspect.
 *
 * Guarantee: with a detector of class ◇P, from some time on all correct processes trust the correct process with the
 * lowest id.
 * Assumes: only the detector. It sends nothing. A process never suspects itself, so there is always a leader.
 *
 * Wiring: `const omega = new Omega(process); omega.setDetector(detector)`, then `setId` and `launch`.
 */
import { Protocol } from '../protocol.js';
import type { FailureDetector } from './detector.js';

/** Names a process to be trusted as leader; it may change, and may differ between processes. */
export interface LeaderOracle {
  readonly leader: number;
  onLeader(listener: (leader: number) => void): void;
}

export class Omega extends Protocol<object> implements LeaderOracle {
  protected readonly handlers = {};
  private detector: FailureDetector | undefined;
  private trusted = 0;
  private readonly listeners: ((leader: number) => void)[] = [];

  get leader(): number {
    return this.trusted;
  }

  onLeader(listener: (leader: number) => void): void {
    this.listeners.push(listener);
  }

  setDetector(detector: FailureDetector): void {
    this.detector = detector;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { detector: this.detector };
  }

  protected override started(): void {
    this.trusted = this.lowest();
    this.note('leader', { leader: this.trusted });
    this.detector!.onChange(() => this.revise());
  }

  private revise(): void {
    const leader = this.lowest();
    if (leader === this.trusted) return;
    this.trusted = leader;
    this.note('leader', { leader });
    for (const listener of this.listeners) listener(leader);
  }

  private lowest(): number {
    const { id } = this.process;
    for (let other = 0; other < id; other++) if (!this.detector!.isSuspected(other)) return other;
    return id;
  }
}
