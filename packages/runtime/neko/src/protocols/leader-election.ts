/**
 * Leader election by consensus: time is divided into terms, and the consensus of a term decides its leader. The first
 * term starts at launch; a process that suspects the leader calls for a new one.
 *
 * Guarantee: at most one leader per term, the same for all; each process passes through the terms one by one. With a
 * detector of class ◇P there is a last term, whose leader is correct and known to all correct processes.
 * Assumes: a consensus that is used for nothing else, and a failure detector. A leader may not know yet that its term
 * is over: its messages should carry the number of the term.
 *
 * Wiring: `const election = new LeaderElection(process); election.setConsensus(consensus);
 * election.setDetector(detector)`, then `setId` and `launch`. It sends nothing itself.
 */
import { Protocol } from '../protocol.js';
import type { Consensus } from './consensus-protocol.js';
import { DecisionSequence } from './decision-sequence.js';
import type { FailureDetector } from './detector.js';

type Choice = { readonly leader: number };

export class LeaderElection extends Protocol<object> {
  protected readonly handlers = {};
  private consensus: Consensus | undefined;
  private detector: FailureDetector | undefined;
  private choices: DecisionSequence<Choice> | undefined;
  private terms = 0;
  private elected: number | undefined;
  private readonly listeners: ((term: number, leader: number) => void)[] = [];

  /** Number of the current term, from 0; -1 before the first. */
  get term(): number {
    return this.terms - 1;
  }

  get leader(): number | undefined {
    return this.elected;
  }

  get isLeader(): boolean {
    return this.elected === this.process.id;
  }

  onElect(listener: (term: number, leader: number) => void): void {
    this.listeners.push(listener);
  }

  setConsensus(consensus: Consensus): void {
    this.consensus = consensus;
  }

  setDetector(detector: FailureDetector): void {
    this.detector = detector;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { consensus: this.consensus, detector: this.detector };
  }

  protected override started(): void {
    this.choices = new DecisionSequence<Choice>(
      this.consensus!,
      ({ leader }) => this.begin(leader),
      () => this.callElectionIfNeeded(),
    );
    this.detector!.onChange(() => this.callElectionIfNeeded());
    this.callElectionIfNeeded();
  }

  private begin(leader: number): void {
    const term = this.terms++;
    this.elected = leader;
    this.note('elect', { term, leader });
    for (const listener of this.listeners) listener(term, leader);
  }

  private callElectionIfNeeded(): void {
    if (this.elected !== undefined && !this.detector!.isSuspected(this.elected)) return;
    const leader = this.process.all.find((id) => !this.detector!.isSuspected(id))!;
    this.choices!.propose({ leader });
  }
}
