/** Common part of consensus protocols with rounds, rotating coordinators and a failure detector. */
import type { Contents } from '../protocol.js';
import { ConsensusProtocol } from './consensus-protocol.js';
import type { FailureDetector } from './detector.js';

export abstract class RotatingCoordinator<M extends Contents, S extends object> extends ConsensusProtocol<M, S> {
  protected detector: FailureDetector | undefined;

  /** Takes all steps of an instance that are possible now. */
  protected abstract advance(instance: number): void;

  setDetector(detector: FailureDetector): void {
    this.detector = detector;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), detector: this.detector };
  }

  protected override started(): void {
    this.detector!.onChange((_process, isSuspected) => {
      if (isSuspected) for (const [instance] of this.undecided()) this.advance(instance);
    });
  }

  /** Rounds are numbered from 1. */
  protected coordinatorOf(round: number): number {
    return (round - 1) % this.process.n;
  }
}
