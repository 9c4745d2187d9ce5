/**
 * Puts two streams of records into one, by time: how a cycle went is known, and told, when it is over, and messages are told
 * while it goes on.
 */
import type { TraceRecord } from '@kineko/formats/trace';

export class RecordsInOrder {
  private readonly emit: (record: TraceRecord) => void;
  private waiting: TraceRecord[] = [];

  constructor(emit: (record: TraceRecord) => void) {
    this.emit = emit;
  }

  /** What happened before it and waits goes first. */
  now(record: TraceRecord): void {
    if (this.waiting.length > 0) this.tellBefore(record.time);
    this.emit(record);
  }

  /** Of the present, which is ahead of what is told of cycles. Comes in order. */
  later(record: TraceRecord): void {
    this.waiting.push(record);
  }

  finish(): void {
    this.tellBefore(Infinity);
  }

  private tellBefore(time: number): void {
    let count = 0;
    while (count < this.waiting.length && this.waiting[count]!.time < time) this.emit(this.waiting[count++]!);
    if (count > 0) this.waiting = this.waiting.slice(count);
  }
}
