import type { NekoProcess } from './process.js';
import { Protocol } from './protocol.js';
import { checkOption } from './protocols/options.js';

export interface RoundOptions {
  /** Seconds per round, by the clock of the process; more than any message takes. Default: 2. */
  readonly length?: number;
}

/**
 * A protocol in synchronous rounds (Lynch, "Distributed algorithms", 1996, chapter 2): in each round a process sends messages, and
 * at its end receives those that were sent to it in the same round. All processes launch it at the same instant.
 *
 * Faults of the model are faults of the schedule: a crash (after a `loss` on some of its links, if it is to reach only some
 * processes), losses on the links of a process as its omissions. A message that takes longer than a round breaks the model:
 * it is dropped, and recorded as `late`.
 *
 * @typeParam T Content of its messages.
 */
export abstract class RoundProtocol<T> extends Protocol<{ ROUND: { readonly round: number; readonly content: T } }> {
  private readonly length: number;
  private startedAt = 0;
  /** The current round, from 1; 0 before the first. */
  private current = 0;
  private isOver = false;
  private received = new Map<number, T>();
  private readonly timer = this.process.timer(() => this.turn(), 'end of a round');

  protected readonly handlers = {
    ROUND: ({ round, content }: { readonly round: number; readonly content: T }, from: number) => {
      if (this.isOver) return;
      if (round === this.current) this.received.set(from, content);
      else this.note('late', { round, from });
    },
  };

  constructor(process: NekoProcess, { length = 2 }: RoundOptions = {}) {
    super(process);
    checkOption(this, 'length', 'a number of seconds above 0', length, length > 0 && length < Infinity);
    this.length = length;
  }

  /** The message of a round to all processes, this one included; undefined for none. */
  protected abstract message(round: number): T | undefined;

  /** Called at the end of a round with its messages, by sender. */
  protected abstract endRound(round: number, received: ReadonlyMap<number, T>): void;

  /** There is no round after this one. */
  protected finish(): void {
    this.isOver = true;
  }

  protected override started(): void {
    this.startedAt = this.process.clock;
    this.timer.schedule(0);
  }

  private turn(): void {
    const { process, length } = this;
    // A process that was crashed has missed the rounds in between.
    const round = Math.floor((process.clock - this.startedAt) / length + 0.5) + 1;
    const { current, received } = this;
    this.received = new Map();
    this.current = round;
    if (current > 0 && current === round - 1) this.endRound(current, received);
    if (this.isOver) return;
    this.timer.schedule(Math.max(0, this.startedAt + round * length - process.clock));
    const content = this.message(round);
    if (content === undefined) return;
    this.received.set(process.id, content);
    if (process.n > 1) this.sendTo(process.others, 'ROUND', { round, content });
  }
}
