/** What consensus protocols with rounds, a coordinator for each, and a failure detector have in common. */
import type { Contents } from '../protocol.js';
import { ConsensusProtocol } from './consensus-protocol.js';
import type { FailureDetector } from './detector.js';

export abstract class RotatingCoordinator<M extends Contents, S extends object> extends ConsensusProtocol<M, S> {
  protected detector: FailureDetector | undefined;

  /** Does all that can be done in an instance before something else happens. */
  protected abstract goOn(instance: number): void;

  setDetector(detector: FailureDetector): void {
    this.detector = detector;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), detector: this.detector };
  }

  protected override started(): void {
    this.detector!.onChange((_process, isSuspected) => {
      if (isSuspected) for (const [instance] of this.undecided()) this.goOn(instance);
    });
  }

  /** A coordinator stands for a value; a process makes it its own. What a majority has adopted is locked. */
  protected noteStep(event: 'coordinate' | 'adopt', instance: number, round: number, value: unknown): void {
    if (this.process.emit !== undefined) this.note(event, { instance, round, value });
  }

  /** Rounds are numbered from 1. */
  protected coordinatorOf(round: number): number {
    return (round - 1) % this.process.n;
  }
}
