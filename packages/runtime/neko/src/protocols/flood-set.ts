/**
 * Consensus in synchronous rounds (FloodSet; Lynch, "Distributed algorithms", 1996, section 6.2): in f + 1 rounds every process
 * sends all values that it knows; then it decides the smallest one. Among f + 1 rounds there is one without a crash, after which
 * all processes know the same values.
 *
 * Guarantee: consensus (validity, agreement of correct processes, termination after f + 1 rounds) if at most f processes crash. Not
 * if processes omit messages and continue: in the last round, such a process may send a value to only one other.
 * Assumes: synchronous rounds (see RoundProtocol). All processes launch it at the same instant; each proposes one value.
 *
 * Wiring: `wire(new FloodSet(process, { faulty: 1, value: 'a' }), 'flood-set', network)`.
 */
import type { NekoProcess } from '../process.js';
import { RoundProtocol, type RoundOptions } from '../round-protocol.js';
import { checkOption } from './options.js';

export interface FloodSetOptions extends RoundOptions {
  /** f, the maximum number of crashes. Default: n - 1. */
  readonly faulty?: number;
  /** The value that it proposes, a text. Default: its name. */
  readonly value?: string;
}

export class FloodSet extends RoundProtocol<readonly string[]> {
  private readonly rounds: number;
  private readonly known: Set<string>;
  private readonly listeners: ((value: string) => void)[] = [];

  constructor(process: NekoProcess, { faulty = process.n - 1, value = process.name, length }: FloodSetOptions = {}) {
    super(process, length === undefined ? {} : { length });
    checkOption(this, 'faulty', 'an integer, 0 or more', faulty, Number.isInteger(faulty) && faulty >= 0);
    this.rounds = faulty + 1;
    this.known = new Set([value]);
  }

  onDecide(listener: (value: string) => void): void {
    this.listeners.push(listener);
  }

  protected override started(): void {
    const [value] = this.known;
    this.note('propose', { instance: 0, value });
    super.started();
  }

  protected message(): readonly string[] {
    return [...this.known];
  }

  protected endRound(round: number, received: ReadonlyMap<number, readonly string[]>): void {
    for (const values of received.values()) for (const value of values) this.known.add(value);
    if (round < this.rounds) return;
    this.finish();
    const [value] = [...this.known].sort();
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'decide', time, process, protocol: this.id, instance: 0, value: value! });
    for (const listener of this.listeners) listener(value!);
  }
}
