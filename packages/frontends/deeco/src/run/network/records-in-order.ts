/** Merges two streams of records by time: the records of a cycle come when it is over, those of messages come during it. */
import type { TraceRecord } from '@kineko/formats/trace';

export class RecordsInOrder {
  private readonly emit: (record: TraceRecord) => void;
  private waiting: TraceRecord[] = [];

  constructor(emit: (record: TraceRecord) => void) {
    this.emit = emit;
  }

  /** Emits the record after all waiting records of earlier times. */
  now(record: TraceRecord): void {
    if (this.waiting.length > 0) this.emitBefore(record.time);
    this.emit(record);
  }

  /** Keeps a record of the present, which is ahead of the records of cycles. Calls come in order of time. */
  later(record: TraceRecord): void {
    this.waiting.push(record);
  }

  finish(): void {
    this.emitBefore(Infinity);
  }

  private emitBefore(time: number): void {
    let count = 0;
    while (count < this.waiting.length && this.waiting[count]!.time < time) this.emit(this.waiting[count++]!);
    if (count > 0) this.waiting = this.waiting.slice(count);
  }
}
