import type { NekoRecord } from '../records.js';
import { idsOf } from './checker.js';

/** Who crashed in a run. A process that crashed is faulty, even if it recovered: it may have missed anything. */
export class Crashes {
  /** When each that ever crashed did so first. */
  readonly first = new Map<number, NekoRecord>();
  /** Since when those that are crashed at the end have been. */
  readonly last = new Map<number, NekoRecord>();
  readonly correct: readonly number[];

  constructor(records: readonly NekoRecord[], n: number) {
    for (const record of records) {
      if (record.type === 'crash') {
        if (!this.first.has(record.process)) this.first.set(record.process, record);
        this.last.set(record.process, record);
      } else if (record.type === 'recover') {
        this.last.delete(record.process);
      }
    }
    this.correct = idsOf(n).filter((id) => !this.first.has(id));
  }

  isCorrect(process: number): boolean {
    return !this.first.has(process);
  }
}
