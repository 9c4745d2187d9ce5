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

/** The messages by which decisions spread, of every consensus here. */
export type DecisionContents = {
  DECIDE: { instance: number; value: unknown };
  /** From one who was down: what has it missed, and what is it waited for? */
  BACK: null;
};

interface Decision {
  readonly value: unknown;
  /** Who has not yet said that it knows. */
  readonly unaware: Set<number>;
  /** Who was late and has been told once more. */
  readonly answered: Set<number>;
}

/**
 * What all consensus protocols share.
 *
 * Guarantee: uniform consensus. Validity: what is decided was proposed. Uniform agreement: no two processes decide
 * differently, whether they crash or not. Integrity: each decides once. Termination: if a process that does not crash
 * proposes, every such process decides, under the assumptions of the protocol. It needs no more than one proposal: who hears
 * of an instance before it proposes takes part as if it had proposed what it heard.
 *
 * Whoever decides says so to all (a reliable broadcast of the decision). When all have said so, nobody can ask any more, and
 * the value is forgotten; until then it is kept for those that are late. Of an instance that is decided nothing else is
 * kept. A process that recovers says so to all, and is told what it missed.
 *
 * @typeParam S What a process knows of an instance that is not decided.
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

  /** How many instances take up memory here: not decided, or decided but perhaps not known to all. */
  get remembered(): number {
    return this.open.size + this.decisions.size;
  }

  /** Makes what is to be known of an instance. */
  protected abstract create(instance: number, value: unknown): S;

  /** Begins to take part in an instance, of which it has heard from a process; from itself if it proposes. */
  protected abstract begin(instance: number, state: S, from: number): void;

  /** Goes on after a recovery; messages may have been lost. */
  protected resume(_instance: number, _state: S): void {}

  /** Says again to one who has recovered what that one may have missed and is needed for. */
  protected repeat(_instance: number, _state: S, _to: number): void {}

  /** It is decided: nothing more is to be done. */
  protected close(_state: S): void {}

  /** To be among the handlers. */
  protected readonly decisionHandlers = {
    DECIDE: ({ instance, value }: DecisionContents['DECIDE'], from: number) => this.handleDecide(instance, value, from),
    BACK: (_content: null, from: number) => this.handleBack(from),
  };

  /** The instance, if it is not decided; who does not take part yet does so from now on, with the value given. */
  protected participant(instance: number, value: unknown, from: number): S | undefined {
    if (this.decided.has(instance)) return undefined;
    return this.open.get(instance) ?? this.join(instance, value, from);
  }

  /** The instance, if this process takes part and it is not decided. */
  protected state(instance: number): S | undefined {
    return this.open.get(instance);
  }

  /** All instances that are not decided, in the order of their numbers. */
  protected undecided(): [number, S][] {
    return [...this.open].toSorted(([a], [b]) => a - b);
  }

  protected decide(instance: number, value: unknown): void {
    if (!this.decided.add(instance)) return;
    const state = this.open.get(instance);
    this.open.delete(instance);
    if (state !== undefined) this.close(state);
    if (this.others.length > 0) {
      this.decisions.set(instance, { value, unaware: new Set(this.others), answered: new Set() });
      this.tell(this.others, 'DECIDE', { instance, value });
    }
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'decide', time, process, protocol: this.id, instance, value: value as never });
    for (const listener of this.listeners) listener(instance, value);
  }

  /** Tells the decision to who does not seem to know; once, or everybody who is only slow would be told again and again. */
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

  private handleDecide(instance: number, value: unknown, from: number): void {
    this.decide(instance, value);
    const decision = this.decisions.get(instance);
    if (decision === undefined) return;
    decision.unaware.delete(from);
    if (decision.unaware.size === 0) this.decisions.delete(instance);
  }

  private handleBack(from: number): void {
    for (const [instance, { answered }] of [...this.decisions].toSorted(([a], [b]) => a - b)) {
      answered.delete(from);
      this.answer(instance, from);
    }
    for (const [instance, state] of this.undecided()) this.repeat(instance, state, from);
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
