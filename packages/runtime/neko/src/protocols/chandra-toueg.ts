/**
 * Consensus with the failure detector ◇S and a rotating coordinator (Chandra and Toueg, "Unreliable failure detectors
 * for reliable distributed systems", 1996, section 6.2).
 *
 * Rounds are numbered from 1; each has a coordinator. It collects the estimates of a majority and proposes the one
 * adopted last. A process that receives the proposal adopts and acknowledges it; one that suspects the coordinator
 * first moves to the next round. A value adopted by a majority is locked: every later coordinator finds it among the
 * estimates and proposes it.
 *
 * Guarantee: uniform consensus (see ConsensusProtocol), safe with any detector and any losses.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Fewer than half of the processes crash. For
 * termination, a detector of class ◇S: crashed processes are suspected forever, and some process is not suspected from
 * some time on.
 *
 * Three improvements over the paper: in round 1, where nothing can be locked, the coordinator proposes at the first
 * estimate; a process that has acknowledged waits for the decision, the failure of the round or a suspicion instead of
 * running ahead; from round 2 on estimates go to all, so that every process learns of the instance.
 *
 * Wiring: `const consensus = new ChandraToueg(process); consensus.setDetector(detector); wire(consensus, 'consensus',
 * link)`.
 */
import { getOrAdd } from '../get-or-add.js';
import type { DecisionContents } from './consensus-protocol.js';
import { RotatingCoordinator } from './rotating-coordinator.js';

type Step = { instance: number; round: number };

export type ChandraTouegContents = DecisionContents & {
  /** To the coordinator: the sender's current value, and the round in which it adopted it; 0 if never. */
  ESTIMATE: Step & { value: unknown; adopted: number };
  /** From the coordinator. */
  PROPOSE: Step & { value: unknown };
  ACK: Step;
  /** Like NEXT it may overtake all others, and has a value for processes that have not started yet. */
  NACK: Step & { value: unknown };
  /** From the coordinator: the round failed. */
  NEXT: Step & { value: unknown };
};

interface Estimate {
  readonly value: unknown;
  readonly adopted: number;
}

/** An instance, from the view of a participant. */
interface Participant {
  value: unknown;
  adopted: number;
  round: number;
  /** Whether the proposal of the current round was adopted. */
  hasAdopted: boolean;
  readonly proposals: Map<number, { readonly value: unknown }>;
  /** Failed rounds, this one and later ones. */
  readonly failed: Set<number>;
  readonly coordinated: Map<number, Coordination>;
}

/** A round, from the view of its coordinator. Sets contain processes, so that duplicates do not count. */
interface Coordination {
  readonly estimates: Map<number, Estimate>;
  proposal: { readonly value: unknown } | undefined;
  readonly acks: Set<number>;
  readonly nacks: Set<number>;
}

export class ChandraToueg extends RotatingCoordinator<ChandraTouegContents, Participant> {
  /** Whether it crashed and recovered: it may have missed messages and may have to skip rounds. */
  private hasRecovered = false;

  protected readonly handlers = {
    ...this.decisionHandlers,
    ESTIMATE: (content: ChandraTouegContents['ESTIMATE'], from: number) => {
      const { instance, round, value } = content;
      const participant = this.participant(instance, value, from);
      if (participant === undefined) return this.answer(instance, from);
      if (this.hasRecovered && round > participant.round) this.skipTo(instance, participant, round);
      if (this.coordinatorOf(round) === this.process.id) this.takeEstimate(instance, participant, round, from, content);
      this.advance(instance);
    },
    PROPOSE: ({ instance, round, value }: ChandraTouegContents['PROPOSE'], from: number) => {
      const participant = this.participant(instance, value, from);
      if (participant === undefined) this.answer(instance, from);
      if (participant === undefined || round < participant.round) return;
      participant.proposals.set(round, { value });
      this.advance(instance);
    },
    ACK: ({ instance, round }: Step, from: number) => {
      const participant = this.state(instance);
      if (participant !== undefined) this.takeAck(instance, participant, round, from);
    },
    NACK: ({ instance, round, value }: ChandraTouegContents['NACK'], from: number) => {
      const participant = this.participant(instance, value, from);
      if (participant === undefined) return;
      coordinationOf(participant, round).nacks.add(from);
      this.giveUpIfFailed(instance, participant, round);
    },
    NEXT: ({ instance, round, value }: ChandraTouegContents['NEXT'], from: number) => {
      const participant = this.participant(instance, value, from);
      if (participant === undefined || round < participant.round) return;
      participant.failed.add(round);
      this.advance(instance);
    },
  };

  protected override started(): void {
    super.started();
    this.process.onRecover(() => (this.hasRecovered = true));
  }

  protected override create(_instance: number, value: unknown): Participant {
    return {
      value,
      adopted: 0,
      round: 0,
      hasAdopted: false,
      proposals: new Map(),
      failed: new Set(),
      coordinated: new Map(),
    };
  }

  protected override begin(instance: number, participant: Participant, from: number): void {
    const coordinator = this.coordinatorOf(1);
    // The coordinator need not be informed of its own instance.
    if (coordinator !== this.process.id && coordinator !== from) {
      this.sendTo([coordinator], 'ESTIMATE', { instance, round: 1, value: participant.value, adopted: 0 });
    }
    this.enter(instance, participant, 1);
    this.advance(instance);
  }

  /** Sends a recovered process the current round and, if it coordinates that round, the input it needs. */
  protected override repeat(instance: number, participant: Participant, to: number): void {
    const { round, value, adopted, hasAdopted } = participant;
    const isCoordinator = this.coordinatorOf(round) === to;
    if (isCoordinator || round > 1) this.sendTo([to], 'ESTIMATE', { instance, round, value, adopted });
    if (isCoordinator && hasAdopted) this.sendTo([to], 'ACK', { instance, round });
  }

  // Participant.

  private enter(instance: number, participant: Participant, round: number): void {
    participant.proposals.delete(participant.round);
    participant.failed.delete(participant.round);
    participant.round = round;
    participant.hasAdopted = false;
    // It takes part in no lower round from here on.
    if (round > 1) this.noteStep('promise', instance, round);
    const { value, adopted } = participant;
    const coordinator = this.coordinatorOf(round);
    if (round > 1) this.sendTo(this.process.others, 'ESTIMATE', { instance, round, value, adopted });
    if (coordinator === this.process.id) this.takeEstimate(instance, participant, round, this.process.id, participant);
  }

  /**
   * Skips rounds in which it would wait for messages that it has missed. This is safe, since it adopts nothing in them.
   * Their coordinators must not wait forever, so each gets an estimate and a refusal.
   */
  private skipTo(instance: number, participant: Participant, round: number): void {
    const { value, adopted, round: present, hasAdopted } = participant;
    for (let skipped = present; skipped < round; skipped++) {
      const step = { instance, round: skipped, value };
      const coordinator = this.coordinatorOf(skipped);
      if (coordinator === this.process.id) {
        this.sendTo(this.process.others, 'NEXT', step);
        continue;
      }
      if (skipped > present) {
        this.noteStep('promise', instance, skipped);
        this.sendTo([coordinator], 'ESTIMATE', { ...step, adopted });
      }
      if (skipped > present || !hasAdopted) this.sendTo([coordinator], 'NACK', step);
    }
    this.enter(instance, participant, round);
  }

  protected override advance(instance: number): void {
    for (;;) {
      // Every step may decide the instance.
      const participant = this.state(instance);
      if (participant === undefined) return;
      const { round, hasAdopted, proposals, failed } = participant;
      const coordinator = this.coordinatorOf(round);
      const proposal = proposals.get(round);
      if (!hasAdopted && proposal !== undefined) {
        this.adopt(instance, participant, proposal.value);
      } else if (failed.has(round) || this.detector!.isSuspected(coordinator)) {
        if (!hasAdopted) this.sendTo([coordinator], 'NACK', { instance, round, value: participant.value });
        this.enter(instance, participant, round + 1);
      } else return;
    }
  }

  private adopt(instance: number, participant: Participant, value: unknown): void {
    const { round } = participant;
    participant.value = value;
    participant.adopted = round;
    participant.hasAdopted = true;
    this.noteStep('adopt', instance, round, value);
    const coordinator = this.coordinatorOf(round);
    if (coordinator === this.process.id) this.takeAck(instance, participant, round, coordinator);
    else this.sendTo([coordinator], 'ACK', { instance, round });
  }

  // Coordinator.

  private takeEstimate(instance: number, participant: Participant, round: number, from: number, estimate: Estimate) {
    const { value, adopted } = estimate;
    const coordination = coordinationOf(participant, round);
    coordination.estimates.set(from, { value, adopted });
    const enough = round === 1 ? 1 : this.majority;
    if (round !== participant.round || coordination.proposal !== undefined) return;
    if (coordination.estimates.size < enough) return;
    coordination.proposal = { value: lastAdopted(coordination.estimates) };
    this.noteStep('coordinate', instance, round, coordination.proposal.value);
    participant.proposals.set(round, coordination.proposal);
    if (this.process.n > 1) this.sendTo(this.process.others, 'PROPOSE', { instance, round, ...coordination.proposal });
  }

  /** A value adopted by a majority is decided, even if the round was given up meanwhile. */
  private takeAck(instance: number, participant: Participant, round: number, from: number): void {
    const coordination = coordinationOf(participant, round);
    coordination.acks.add(from);
    if (coordination.acks.size >= this.majority) this.decide(instance, coordination.proposal!.value);
    else this.giveUpIfFailed(instance, participant, round);
  }

  private giveUpIfFailed(instance: number, participant: Participant, round: number): void {
    const { acks, nacks, proposal } = coordinationOf(participant, round);
    if (round !== participant.round || proposal === undefined || nacks.size === 0) return;
    if (acks.size + nacks.size < this.majority) return;
    this.sendTo(this.process.others, 'NEXT', { instance, round, ...proposal });
    participant.failed.add(round);
    this.advance(instance);
  }
}

function coordinationOf({ coordinated }: Participant, round: number): Coordination {
  const make = (): Coordination => ({ estimates: new Map(), proposal: undefined, acks: new Set(), nacks: new Set() });
  return getOrAdd(coordinated, round, make);
}

/** The value adopted in the latest round; among equals, that of the lowest id. */
function lastAdopted(estimates: ReadonlyMap<number, Estimate>): unknown {
  const [first, ...rest] = [...estimates].toSorted(([a], [b]) => a - b);
  return rest.reduce((best, other) => (other[1].adopted > best[1].adopted ? other : best), first!)[1].value;
}
