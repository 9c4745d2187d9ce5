import { type Guarantees, QUASI_RELIABLE } from '../guarantees.js';
import { type Contents, Protocol } from '../protocol.js';
import { checkOption } from './options.js';

/** Reports which processes it suspects to have crashed; its accuracy depends on its class. */
export interface FailureDetector {
  isSuspected(process: number): boolean;
  onChange(listener: (process: number, isSuspected: boolean) => void): void;
}

/**
 * Common part of all failure detectors: no process is suspected at first, every change is recorded and reported to
 * listeners, and it can be stopped, so that a run can end. A process never suspects itself.
 */
export abstract class Detector<M extends Contents> extends Protocol<M> implements FailureDetector {
  protected isStopped = false;
  private readonly suspected = new Set<number>();
  private readonly listeners: ((process: number, isSuspected: boolean) => void)[] = [];

  isSuspected(process: number): boolean {
    return this.suspected.has(process);
  }

  onChange(listener: (process: number, isSuspected: boolean) => void): void {
    this.listeners.push(listener);
  }

  override get assumes(): Guarantees {
    return QUASI_RELIABLE;
  }

  /** A lost message only makes it suspect a process wrongly for a while. */
  override get assumptionIsOptional(): boolean {
    return true;
  }

  /** Stops sending; suspicions stay unchanged. */
  stop(): void {
    this.isStopped = true;
  }

  protected suspect(process: number): void {
    if (this.suspected.has(process)) return;
    this.suspected.add(process);
    this.changed(process, true);
  }

  protected trust(process: number): void {
    if (this.suspected.delete(process)) this.changed(process, false);
  }

  /** The processes to watch: those of a group, or all, except this one. */
  protected watchedOf(group: readonly number[] = this.process.all): number[] {
    const stranger = group.find((id) => !(Number.isInteger(id) && id >= 0 && id < this.process.n));
    checkOption(this, 'group', `ids from 0 to ${this.process.n - 1}`, stranger, stranger === undefined);
    return [...new Set(group)].filter((id) => id !== this.process.id).toSorted((a, b) => a - b);
  }

  protected checkSeconds(name: string, value: number, isZeroValid = false): void {
    const what = isZeroValid ? 'a number of seconds, 0 or more' : 'a number of seconds above 0';
    checkOption(this, name, what, value, value > 0 || (isZeroValid && value === 0));
  }

  private changed(other: number, isSuspected: boolean): void {
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'suspect', time, process, detector: this.id, other, isSuspected });
    for (const listener of this.listeners) listener(other, isSuspected);
  }
}

/** A failure detector that sends no messages. */
export abstract class LocalDetector extends Detector<object> {
  protected readonly handlers = {};

  protected override parts(): Readonly<Record<string, unknown>> {
    return {};
  }
}
