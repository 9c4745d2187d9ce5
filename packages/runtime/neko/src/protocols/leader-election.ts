/**
 * Leader election by consensus: time is cut into terms, and who leads a term is decided by the consensus of that number. The
 * first term begins at the launch; a new one is called for by whoever suspects the leader.
 *
 * Guarantee: at most one leader per term, the same for all; each process goes through the terms one by one. Over a detector of
 * class ◇P the terms come to an end with a leader that does not crash, known to all that do not crash.
 * Assumes: a consensus that is used for nothing else, and a failure detector. A leader may not know yet that its term is over:
 * what it does for others should carry the number of its term.
 *
 * Wiring: `const election = new LeaderElection(process); election.setConsensus(consensus); election.setDetector(detector)`, then
 * `setId` and `launch`. It sends nothing itself.
 */
import { Protocol } from '../protocol.js';
import type { Consensus } from './consensus-protocol.js';
import { DecisionSequence } from './decision-sequence.js';
import type { FailureDetector } from './detector.js';

/** What a consensus is on. */
type Choice = { readonly leader: number };

export class LeaderElection extends Protocol<object> {
  protected readonly handlers = {};
  private consensus: Consensus | undefined;
  private detector: FailureDetector | undefined;
  private choices: DecisionSequence<Choice> | undefined;
  private terms = 0;
  private elected: number | undefined;
  private readonly listeners: ((term: number, leader: number) => void)[] = [];

  /** Number of the present term, from 0 on; -1 before the first. */
  get term(): number {
    return this.terms - 1;
  }

  /** Who leads the present term. */
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
    this.choices = new DecisionSequence(this.consensus!, {
      take: ({ leader }) => this.begin(leader),
      settle: () => this.callElectionIfNeeded(),
    });
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
