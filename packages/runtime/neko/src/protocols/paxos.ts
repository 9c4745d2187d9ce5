/**
 * Consensus by Paxos (Lamport, "The part-time parliament", 1998; "Paxos made simple", 2001), one for each instance, led
 * by the process that the oracle Ω trusts. Every process is proposer, acceptor and learner.
 *
 * Ballots are numbers; ballot b is led by process b mod n. The leader collects promises of a majority to take part in
 * no lower ballot, learns the value accepted last, and requests to accept it, or its own value if there is none. A
 * value accepted by a majority in one ballot is decided. Ballot 0 needs no promises, since there is none below it.
 *
 * Guarantee: uniform consensus (see ConsensusProtocol), safe with any number of leaders and any losses.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. Fewer than half of the processes crash. For
 * termination, Ω: from some time on all trust the same correct process.
 *
 * Wiring: `const consensus = new Paxos(process); consensus.setOracle(omega); wire(consensus, 'consensus', link)`.
 */
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import { ConsensusProtocol, type DecisionContents } from './consensus-protocol.js';
import type { LeaderOracle } from './omega.js';
import { checkSeconds } from './options.js';

type Step = { instance: number; ballot: number };

interface Accepted {
  readonly ballot: number;
  readonly value: unknown;
}

export type PaxosContents = DecisionContents & {
  /** To the leader: a value to propose. */
  SUBMIT: { instance: number; value: unknown };
  PREPARE: Step & { value: unknown };
  PROMISE: Step & { accepted: Accepted | null };
  ACCEPT: Step & { value: unknown };
  ACCEPTED: Step;
  /** To the leader of a ballot: a higher one has been promised. */
  REFUSED: Step & { promised: number };
};

export interface PaxosOptions {
  /** Seconds that a leader waits after a refused ballot, times the number of refusals. Default: 1. */
  readonly pause?: number;
}

/** A ballot, from the view of its leader. Sets contain processes, so that duplicates do not count. */
interface Ballot {
  readonly ballot: number;
  readonly promises: Map<number, Accepted | null>;
  /** The value to accept, once there are enough promises. */
  value: { readonly value: unknown } | undefined;
  readonly acceptances: Set<number>;
}

export interface Participant {
  /** Proposed if nothing was accepted. */
  readonly value: unknown;
  // Acceptor.
  promised: number;
  accepted: Accepted | null;
  // Leader.
  highestSeen: number;
  leading: Ballot | undefined;
  refusals: number;
  readonly retry: Timer;
}

export class Paxos extends ConsensusProtocol<PaxosContents, Participant> {
  private readonly pause: number;
  private oracle: LeaderOracle | undefined;

  protected readonly handlers = {
    ...this.decisionHandlers,
    SUBMIT: ({ instance, value }: PaxosContents['SUBMIT'], from: number) => {
      if (this.participant(instance, value, from) === undefined) this.answer(instance, from);
    },
    PREPARE: (content: PaxosContents['PREPARE'], from: number) => this.handlePrepare(content, from),
    PROMISE: (content: PaxosContents['PROMISE'], from: number) => this.handlePromise(content, from),
    ACCEPT: (content: PaxosContents['ACCEPT'], from: number) => this.handleAccept(content, from),
    ACCEPTED: (content: PaxosContents['ACCEPTED'], from: number) => this.handleAccepted(content, from),
    REFUSED: (content: PaxosContents['REFUSED']) => this.handleRefused(content),
  };

  constructor(process: NekoProcess, { pause = 1 }: PaxosOptions = {}) {
    super(process);
    checkSeconds(this, 'pause', pause);
    this.pause = pause;
  }

  setOracle(oracle: LeaderOracle): void {
    this.oracle = oracle;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), oracle: this.oracle };
  }

  protected override started(): void {
    this.oracle!.onLeader(() => {
      for (const [instance, participant] of this.undecided()) this.pursue(instance, participant);
    });
  }

  /** Called when the state of the acceptor has changed, before any process is informed. */
  protected persist(_instance: number, _participant: Participant): void {}

  protected override create(instance: number, value: unknown): Participant {
    const participant: Participant = {
      value,
      promised: -1,
      accepted: null,
      highestSeen: -1,
      leading: undefined,
      refusals: 0,
      retry: this.process.timer(() => this.pursue(instance, participant), 'next ballot'),
    };
    return participant;
  }

  protected override begin(instance: number, participant: Participant, from: number): void {
    // The leader need not be informed of its own instance.
    if (from === this.process.id || from !== this.oracle!.leader) this.pursue(instance, participant);
  }

  protected override resume(instance: number, participant: Participant): void {
    participant.leading = undefined;
    this.pursue(instance, participant);
  }

  protected override repeat(instance: number, { value }: Participant, to: number): void {
    if (this.oracle!.leader === to) this.sendTo([to], 'SUBMIT', { instance, value });
  }

  protected override close(participant: Participant): void {
    participant.retry.cancel();
  }

  /** Sends the messages of an undecided instance again that may have been lost. */
  protected insist(instance: number, participant: Participant): void {
    const { leading, value: own } = participant;
    if (leading === undefined || this.oracle!.leader !== this.process.id) return this.pursue(instance, participant);
    const { ballot, value } = leading;
    if (value === undefined) this.reach({ to: 'PREPARE', content: { instance, ballot, value: own } });
    else this.reach({ to: 'ACCEPT', content: { instance, ballot, value: value.value } });
  }

  // Leader.

  /** Leads a ballot, or sends the value to the leader. */
  private pursue(instance: number, participant: Participant): void {
    const { leader } = this.oracle!;
    if (leader !== this.process.id) this.sendTo([leader], 'SUBMIT', { instance, value: participant.value });
    else if (participant.leading === undefined && !participant.retry.isScheduled) this.lead(instance, participant);
  }

  private lead(instance: number, participant: Participant): void {
    const ballot = this.nextBallot(participant.highestSeen);
    participant.highestSeen = ballot;
    participant.leading = { ballot, promises: new Map(), value: undefined, acceptances: new Set() };
    const { value } = participant;
    if (ballot === 0) this.askToAccept(instance, participant.leading, value);
    else this.reach({ to: 'PREPARE', content: { instance, ballot, value } });
  }

  /** The lowest ballot above another that this process leads. */
  private nextBallot(above: number): number {
    const { id, n } = this.process;
    return id > above ? id : id + n * Math.ceil((above + 1 - id) / n);
  }

  private askToAccept(instance: number, leading: Ballot, value: unknown): void {
    leading.value = { value };
    this.noteStep('coordinate', instance, leading.ballot, value);
    this.reach({ to: 'ACCEPT', content: { instance, ballot: leading.ballot, value } });
  }

  /** Sends to all acceptors; the one here is called at once. */
  private reach({ to, content }: { to: 'PREPARE' | 'ACCEPT'; content: PaxosContents['PREPARE'] }): void {
    if (this.process.n > 1) this.sendTo(this.process.others, to, content);
    if (to === 'PREPARE') this.handlePrepare(content, this.process.id);
    else this.handleAccept(content, this.process.id);
  }

  private handlePromise({ instance, ballot, accepted }: PaxosContents['PROMISE'], from: number): void {
    const participant = this.state(instance);
    const leading = participant?.leading;
    if (participant === undefined || leading?.ballot !== ballot || leading.value !== undefined) return;
    leading.promises.set(from, accepted);
    if (leading.promises.size < this.majority) return;
    const last = lastAccepted([...leading.promises.values()]);
    this.askToAccept(instance, leading, last === null ? participant.value : last.value);
  }

  private handleAccepted({ instance, ballot }: PaxosContents['ACCEPTED'], from: number): void {
    const leading = this.state(instance)?.leading;
    if (leading?.ballot !== ballot) return;
    leading.acceptances.add(from);
    if (leading.acceptances.size >= this.majority) this.decide(instance, leading.value!.value);
  }

  /** Tries again above the promised ballot; later each time, so that two leaders do not block each other forever. */
  private handleRefused({ instance, ballot, promised }: PaxosContents['REFUSED']): void {
    const participant = this.state(instance);
    if (participant === undefined) return;
    participant.highestSeen = Math.max(participant.highestSeen, promised);
    if (participant.leading?.ballot !== ballot) return;
    participant.leading = undefined;
    if (this.oracle!.leader === this.process.id) participant.retry.reschedule(this.pause * ++participant.refusals);
  }

  // Acceptor.

  private handlePrepare({ instance, ballot, value }: PaxosContents['PREPARE'], from: number): void {
    const participant = this.participant(instance, value, from);
    if (participant === undefined) return this.answer(instance, from);
    const { promised, accepted } = participant;
    participant.highestSeen = Math.max(participant.highestSeen, ballot);
    if (ballot < promised) return this.refuse(instance, ballot, promised, from);
    participant.promised = ballot;
    this.persist(instance, participant);
    this.noteStep('promise', instance, ballot);
    if (from === this.process.id) this.handlePromise({ instance, ballot, accepted }, from);
    else this.sendTo([from], 'PROMISE', { instance, ballot, accepted });
  }

  private handleAccept({ instance, ballot, value }: PaxosContents['ACCEPT'], from: number): void {
    const participant = this.participant(instance, value, from);
    if (participant === undefined) return this.answer(instance, from);
    const { promised } = participant;
    participant.highestSeen = Math.max(participant.highestSeen, ballot);
    if (ballot < promised) return this.refuse(instance, ballot, promised, from);
    participant.promised = ballot;
    participant.accepted = { ballot, value };
    this.persist(instance, participant);
    this.noteStep('adopt', instance, ballot, value);
    if (from === this.process.id) this.handleAccepted({ instance, ballot }, from);
    else this.sendTo([from], 'ACCEPTED', { instance, ballot });
  }

  private refuse(instance: number, ballot: number, promised: number, to: number): void {
    if (to === this.process.id) this.handleRefused({ instance, ballot, promised });
    else this.sendTo([to], 'REFUSED', { instance, ballot, promised });
  }
}

/** The value accepted in the highest ballot. */
function lastAccepted(accepted: readonly (Accepted | null)[]): Accepted | null {
  return accepted.reduce((last, other) => {
    if (last === null || other === null) return last ?? other;
    return other.ballot > last.ballot ? other : last;
  }, null);
}
