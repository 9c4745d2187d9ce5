import { type Guarantees, QUASI_RELIABLE } from '../guarantees.js';
import { freezePlainData } from '../plain-data.js';
import type { NekoProcess } from '../process.js';
import { type Contents, Protocol } from '../protocol.js';
import { SeenNumbers } from './queues.js';

/** Many instances of consensus among all processes, identified by number. */
export interface Consensus {
  propose(instance: number, value: unknown): void;
  onDecide(listener: (instance: number, value: unknown) => void): void;
}

/** The messages that spread decisions, in every consensus protocol. */
export type DecisionContents = {
  DECIDE: { instance: number; value: unknown };
  /** From a recovered process, which requests what it has missed. */
  BACK: null;
};

interface Decision {
  readonly value: unknown;
  /** Processes that are not known to know the decision. */
  readonly unaware: Set<number>;
  /** Late processes that were sent the decision again. */
  readonly answered: Set<number>;
}

/**
 * Common part of all consensus protocols.
 *
 * Guarantee: uniform consensus. Validity: a decided value was proposed. Uniform agreement: no two processes decide
 * differently, crashed or not. Integrity: each process decides once. Termination: if a correct process proposes, every
 * correct process decides, under the assumptions of the protocol. One proposal is sufficient: a process that learns of
 * an instance before it proposes takes part with the value that it received.
 *
 * A process sends its decision to all (a reliable broadcast of the decision). When all have done so, the value is
 * forgotten; until then it is kept for late processes. Nothing else is kept of a decided instance. A process that
 * recovers informs all others and is sent what it missed.
 *
 * @typeParam S State of an undecided instance.
 */
export abstract class ConsensusProtocol<M extends Contents, S extends object> extends Protocol<M> implements Consensus {
  protected readonly majority = Math.floor(this.process.n / 2) + 1;
  private readonly others: readonly number[] = Object.freeze(this.process.others);
  private readonly open = new Map<number, S>();
  private readonly proposed = new SeenNumbers();
  private readonly decided = new SeenNumbers();
  private readonly decisions = new Map<number, Decision>();
  private readonly listeners: ((instance: number, value: unknown) => void)[] = [];

  constructor(process: NekoProcess) {
    super(process);
    process.onRecover(() => {
      if (this.isLaunched) this.recovered();
    });
  }

  override get assumes(): Guarantees {
    return QUASI_RELIABLE;
  }

  propose(instance: number, value: unknown): void {
    if (this.process.isCrashed) return;
    this.checkProposal(instance, value);
    this.proposed.add(instance);
    this.note('propose', { instance, value });
    if (!this.decided.has(instance) && !this.open.has(instance)) this.join(instance, value, this.process.id);
  }

  onDecide(listener: (instance: number, value: unknown) => void): void {
    this.listeners.push(listener);
  }

  /** Number of instances in memory: undecided, or decided but perhaps not known to all. */
  get remembered(): number {
    return this.open.size + this.decisions.size;
  }

  /** Creates the state of an instance. */
  protected abstract create(instance: number, value: unknown): S;

  /** Starts to take part in an instance; `from` is the process that it learned of it from, itself if it proposes. */
  protected abstract begin(instance: number, state: S, from: number): void;

  /** Continues after a recovery; messages may have been lost. */
  protected resume(_instance: number, _state: S): void {}

  /** Repeats to a recovered process what it may have missed and is needed for. */
  protected repeat(_instance: number, _state: S, _to: number): void {}

  /** Called when the instance is decided. */
  protected close(_state: S): void {}

  /** Called before a decision is sent to any process. */
  protected keep(_instance: number, _value: unknown): void {}

  /** Adds a decision of an earlier incarnation, which is neither recorded nor reported again. */
  protected restore(instance: number, value: unknown): void {
    this.decided.add(instance);
    if (this.others.length > 0)
      this.decisions.set(instance, { value, unaware: new Set(this.others), answered: new Set() });
  }

  /** A process is known to know a decision. */
  protected aware(instance: number, process: number): void {
    const decision = this.decisions.get(instance);
    decision?.unaware.delete(process);
    if (decision?.unaware.size === 0) this.decisions.delete(instance);
  }

  /** Sends the decisions again to the processes that are not known to know them; returns whether there are any. */
  protected repeatDecisions(): boolean {
    for (const [instance, { value, unaware }] of this.decisions) this.tell([...unaware], 'DECIDE', { instance, value });
    return this.decisions.size > 0;
  }

  protected hasDecided(instance: number): boolean {
    return this.decided.has(instance);
  }

  /** To be included in the handlers. */
  protected readonly decisionHandlers = {
    DECIDE: ({ instance, value }: DecisionContents['DECIDE'], from: number) => {
      this.decide(instance, value);
      this.aware(instance, from);
    },
    BACK: (_content: null, from: number) => {
      for (const [instance, { answered }] of [...this.decisions].toSorted(([a], [b]) => a - b)) {
        answered.delete(from);
        this.answer(instance, from);
      }
      for (const [instance, state] of this.undecided()) this.repeat(instance, state, from);
    },
  };

  /** The state of an undecided instance, which the process joins with the given value if it has not yet. */
  protected participant(instance: number, value: unknown, from: number): S | undefined {
    if (this.decided.has(instance)) return undefined;
    return this.open.get(instance) ?? this.join(instance, value, from);
  }

  /** The state of an undecided instance that this process takes part in. */
  protected state(instance: number): S | undefined {
    return this.open.get(instance);
  }

  /**
   * Records a step for the checkers of locked values and of rounds: a coordinator proposes a value, a process adopts it, or a
   * process promises to take part in no lower round.
   */
  protected noteStep(
    event: 'coordinate' | 'adopt' | 'promise',
    instance: number,
    round: number,
    value?: unknown,
  ): void {
    if (this.process.emit === undefined) return;
    this.note(event, value === undefined ? { instance, round } : { instance, round, value });
  }

  /** All undecided instances, in the order of their numbers. */
  protected undecided(): [number, S][] {
    return [...this.open].toSorted(([a], [b]) => a - b);
  }

  protected decide(instance: number, value: unknown): void {
    if (!this.decided.add(instance)) return;
    const state = this.open.get(instance);
    this.open.delete(instance);
    if (state !== undefined) this.close(state);
    this.keep(instance, value);
    if (this.others.length > 0) {
      this.decisions.set(instance, { value, unaware: new Set(this.others), answered: new Set() });
      this.tell(this.others, 'DECIDE', { instance, value });
    }
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'decide', time, process, protocol: this.id, instance, value: value as never });
    for (const listener of this.listeners) listener(instance, value);
  }

  /** Sends the decision to a process that seems not to know it; once, since it may only be slow. */
  protected answer(instance: number, to: number): void {
    const decision = this.decisions.get(instance);
    if (decision === undefined || !decision.unaware.has(to) || decision.answered.has(to)) return;
    decision.answered.add(to);
    this.tell([to], 'DECIDE', { instance, value: decision.value });
  }

  private join(instance: number, value: unknown, from: number): S | undefined {
    const state = this.create(instance, value);
    this.open.set(instance, state);
    this.begin(instance, state, from);
    return this.open.get(instance);
  }

  private recovered(): void {
    if (this.others.length > 0) this.tell(this.others, 'BACK', null);
    for (const [instance, state] of this.undecided()) this.resume(instance, state);
  }

  private tell<T extends keyof DecisionContents>(to: readonly number[], type: T, content: DecisionContents[T]): void {
    this.sender!.send({ to, protocol: this.id, type, content });
  }

  private checkProposal(instance: number, value: unknown): void {
    if (!(Number.isSafeInteger(instance) && instance >= 0)) {
      throw this.wiringError(`instance ${instance} is proposed for`, 'instances are whole numbers from 0 on');
    }
    if (this.proposed.has(instance)) {
      throw this.wiringError(
        `it is given a second proposal for instance ${instance}`,
        'propose once for each instance',
      );
    }
    const problem = value === undefined ? 'nothing' : freezePlainData(value);
    if (problem !== undefined) {
      throw this.wiringError(`the proposal for instance ${instance} is or has ${problem}`, 'propose plain data');
    }
  }
}
