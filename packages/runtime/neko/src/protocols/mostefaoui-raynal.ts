/**
 * Consensus with the failure detector ◇S in rounds of two steps (Mostéfaoui and Raynal, "Solving consensus using
 * Chandra-Toueg's unreliable failure detectors: a general quorum-based approach", 1999; the version with majorities).
 *
 * Rounds are numbered from 1. First the coordinator sends its estimate to all; then every process sends all its vote:
 * for the estimate if it has arrived, for nothing if the coordinator is suspected. Votes of a majority for the estimate
 * decide it; a process that finds such a vote among those of a majority adopts the estimate.
 *
 * Guarantee: uniform consensus (see ConsensusProtocol), safe with any detector and any losses.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Fewer than half of the processes crash. For
 * termination, a detector of class ◇S.
 *
 * Compared with ChandraToueg it is faster (two steps) and costs more messages (n² per round).
 *
 * Wiring: `const consensus = new MostefaouiRaynal(process); consensus.setDetector(detector); wire(consensus,
 * 'consensus', link)`.
 */
import { getOrAdd } from '../get-or-add.js';
import type { DecisionContents } from './consensus-protocol.js';
import { RotatingCoordinator } from './rotating-coordinator.js';

type MostefaouiRaynalContents = DecisionContents & {
  /** To the first coordinator, which may then start. */
  START: { instance: number; value: unknown };
  /** From the coordinator. */
  ESTIMATE: { instance: number; round: number; value: unknown };
  /**
   * For the coordinator's value, or for nothing; then with the voter's own value, for processes that have not started
   * yet.
   */
  VOTE: { instance: number; round: number; value: unknown; isForCoordinator: boolean };
};

interface Vote {
  readonly value: unknown;
  readonly isForCoordinator: boolean;
}

interface Participant {
  value: unknown;
  round: number;
  hasVoted: boolean;
  /** The coordinators' estimates, of this and later rounds. */
  readonly estimates: Map<number, { readonly value: unknown }>;
  readonly votes: Map<number, Map<number, Vote>>;
}

export class MostefaouiRaynal extends RotatingCoordinator<MostefaouiRaynalContents, Participant> {
  protected readonly handlers = {
    ...this.decisionHandlers,
    START: ({ instance, value }: MostefaouiRaynalContents['START'], from: number) => {
      if (this.participant(instance, value, from) === undefined) this.answer(instance, from);
    },
    ESTIMATE: ({ instance, round, value }: MostefaouiRaynalContents['ESTIMATE'], from: number) => {
      const participant = this.participant(instance, value, from);
      if (participant === undefined) this.answer(instance, from);
      if (participant === undefined || round < participant.round) return;
      participant.estimates.set(round, { value });
      this.advance(instance);
    },
    VOTE: (content: MostefaouiRaynalContents['VOTE'], from: number) => {
      const { instance, round, value, isForCoordinator } = content;
      const participant = this.participant(instance, value, from);
      if (participant === undefined) {
        // A voter for the coordinator is close to the decision; a voter for nothing may have missed everything.
        if (!isForCoordinator) this.answer(instance, from);
        return;
      }
      // A vote for the coordinator's estimate contains the estimate.
      if (isForCoordinator && round >= participant.round) participant.estimates.set(round, { value });
      this.takeVote(instance, participant, round, from, { value, isForCoordinator });
      this.advance(instance);
    },
  };

  protected override create(_instance: number, value: unknown): Participant {
    return { value, round: 0, hasVoted: false, estimates: new Map(), votes: new Map() };
  }

  protected override begin(instance: number, participant: Participant, from: number): void {
    const { value } = participant;
    const first = this.coordinatorOf(1);
    if (first !== this.process.id && first !== from) this.sendTo([first], 'START', { instance, value });
    this.enter(instance, participant, 1);
    this.advance(instance);
  }

  /** All its votes: with those of a majority the other process can pass through the rounds one by one. */
  protected override repeat(instance: number, participant: Participant, to: number): void {
    const own = [...participant.votes].flatMap(([round, votes]) => {
      const vote = votes.get(this.process.id);
      return vote === undefined ? [] : [{ instance, round, ...vote }];
    });
    for (const vote of own.toSorted((a, b) => a.round - b.round)) this.sendTo([to], 'VOTE', vote);
    if (this.coordinatorOf(1) === to) this.sendTo([to], 'START', { instance, value: participant.value });
  }

  private enter(instance: number, participant: Participant, round: number): void {
    participant.estimates.delete(participant.round);
    participant.round = round;
    participant.hasVoted = false;
    if (this.coordinatorOf(round) !== this.process.id) return;
    const { value } = participant;
    participant.estimates.set(round, { value });
    this.noteStep('coordinate', instance, round, value);
    if (this.process.n > 1) this.sendTo(this.process.others, 'ESTIMATE', { instance, round, value });
  }

  protected override advance(instance: number): void {
    for (;;) {
      // Every step may decide the instance.
      const participant = this.state(instance);
      if (participant === undefined) return;
      const canAdvance = participant.hasVoted ? this.count(instance, participant) : this.vote(instance, participant);
      if (!canAdvance) return;
    }
  }

  private vote(instance: number, participant: Participant): boolean {
    const { round, estimates, value: own } = participant;
    const estimate = estimates.get(round);
    const isForCoordinator = estimate !== undefined;
    if (!isForCoordinator && !this.detector!.isSuspected(this.coordinatorOf(round))) return false;
    const value = isForCoordinator ? estimate.value : own;
    participant.hasVoted = true;
    if (isForCoordinator) this.noteStep('adopt', instance, round, value);
    if (this.process.n > 1) this.sendTo(this.process.others, 'VOTE', { instance, round, value, isForCoordinator });
    this.takeVote(instance, participant, round, this.process.id, { value, isForCoordinator });
    return true;
  }

  /** Returns whether a majority has voted and the next round has started. */
  private count(instance: number, participant: Participant): boolean {
    const { round } = participant;
    const votes = votesOf(participant, round);
    if (votes.size < this.majority) return false;
    // All votes for the coordinator are for the same value.
    const [vote] = [...votes.values()].filter(({ isForCoordinator }) => isForCoordinator);
    if (vote !== undefined) participant.value = vote.value;
    this.enter(instance, participant, round + 1);
    return true;
  }

  /** A majority for the coordinator's value decides, even if its last votes arrive after the round is over here. */
  private takeVote(instance: number, participant: Participant, round: number, from: number, vote: Vote): void {
    const votes = votesOf(participant, round);
    votes.set(from, vote);
    const inFavour = [...votes.values()].filter(({ isForCoordinator }) => isForCoordinator);
    if (inFavour.length >= this.majority) this.decide(instance, inFavour[0]!.value);
  }
}

function votesOf({ votes }: Participant, round: number): Map<number, Vote> {
  return getOrAdd(votes, round, () => new Map<number, Vote>());
}
