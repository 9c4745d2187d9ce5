import type { NekoRecord } from '../records.js';
import { idsOf } from './checker.js';

/** The crashes of a run. A process that crashed is faulty even if it recovered: it may have missed anything. */
export class Crashes {
  /** The first crash of each process that ever crashed. */
  readonly first = new Map<number, NekoRecord>();
  /** The last crash of each process that is crashed at the end. */
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
