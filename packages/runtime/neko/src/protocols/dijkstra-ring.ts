/**
 * A self-stabilizing token ring (Dijkstra, "Self-stabilizing systems in spite of distributed control", 1974; the solution with K
 * states, over messages): each process repeats its state to the next one. Process 0 is privileged when it receives its own
 * state, and then adds 1 to it (mod K); any other is privileged when it receives another state than its own, and adopts it.
 *
 * Guarantee: from any states and any messages under way, after some time exactly one process is privileged at any time, and
 * each of them again and again.
 * Assumes: quasi-reliable FIFO channels without duplicates; K larger than the number of states that processes and channels can
 * hold at once. No crashes; memory may be changed arbitrarily (`setState`).
 *
 * Wiring: `wire(new DijkstraRing(process), 'ring', network)`; then `onPrivilege(listener)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { checkOption } from './options.js';

export interface DijkstraRingOptions {
  /** K. Default: 4n + 1. */
  readonly states?: number;
  /** Seconds after which a state is sent again, above 0. Default: 1. */
  readonly period?: number;
  /** Its first state. Default: drawn at random. */
  readonly start?: number;
}

export class DijkstraRing extends Protocol<{ STATE: number }> {
  private readonly states: number;
  private readonly period: number;
  private readonly start: number | undefined;
  private current = 0;
  private readonly next = [(this.process.id + 1) % this.process.n];
  private readonly listeners: (() => void)[] = [];
  private readonly timer = this.process.timer(() => this.tell(), 'state of the ring');

  protected readonly handlers = {
    STATE: (before: number) => {
      const { current } = this;
      if (!this.isPrivileged(before)) return;
      this.note('privilege', { state: current });
      for (const listener of this.listeners) listener();
      this.setState(this.process.id === 0 ? (current + 1) % this.states : before);
    },
  };

  constructor(process: NekoProcess, { states = 4 * process.n + 1, period = 1, start }: DijkstraRingOptions = {}) {
    super(process);
    const isState = (value: number): boolean => Number.isInteger(value) && value >= 0;
    checkOption(this, 'states', 'an integer, 2 or more', states, isState(states) && states >= 2);
    checkOption(this, 'period', 'a number of seconds above 0', period, period > 0 && period < Infinity);
    checkOption(this, 'start', 'an integer, 0 or more', start, start === undefined || isState(start));
    this.states = states;
    this.period = period;
    this.start = start;
  }

  override get assumes(): Guarantees {
    return FIFO_LINK;
  }

  get state(): number {
    return this.current;
  }

  /** Called whenever this process is privileged; the privilege is passed on afterwards. */
  onPrivilege(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Changes its state, as a transient fault may. */
  setState(state: number): void {
    this.current = state;
    this.note('state', { state });
    this.tell();
  }

  /** @param before The state of the process before it in the ring. */
  protected isPrivileged(before: number): boolean {
    return this.process.id === 0 ? before === this.current : before !== this.current;
  }

  protected override started(): void {
    this.setState((this.start ?? this.randomStream.integer(0, this.states - 1)) % this.states);
  }

  private tell(): void {
    this.sendTo(this.next, 'STATE', this.current);
    this.timer.reschedule(this.period);
  }
}
