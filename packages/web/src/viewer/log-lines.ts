/** The log lines of each robot or process, as the Neko log has them: made when they are looked at. */
import { BinaryReader, binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { Biography } from './biography.js';

export interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** Records of one owner are kept as bytes, an eighth of what they take as objects. */
class Owner {
  private readonly writer = new BinaryWriter('log');
  private readonly chunks: Uint8Array[] = [binaryHeader()];
  count = 0;

  add(record: TraceRecord): void {
    this.writer.append(record);
    this.count++;
    if (this.writer.length > 1 << 14) this.chunks.push(this.writer.take());
  }

  records(): TraceRecord[] {
    if (this.writer.length > 0) this.chunks.push(this.writer.take());
    const reader = new BinaryReader('log');
    const records: TraceRecord[] = [];
    for (const chunk of this.chunks) {
      reader.feed(chunk);
      for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
    }
    return records;
  }
}

/** Of more records than this, those that come later are not listed. */
const MOST_RECORDS = 4_000_000;

export class LogLines {
  private readonly owners = new Map<number, Owner>();
  private records = 0;
  private told: { readonly id: number; readonly count: number; readonly biography: Biography } | undefined;
  private made: { readonly id: number; readonly count: number; readonly lines: readonly LogLine[] } | undefined;

  add(record: TraceRecord): void {
    const id = 'robot' in record ? record.robot : 'process' in record ? record.process : undefined;
    if (id === undefined || record.type === 'leg' || this.records >= MOST_RECORDS) return;
    this.records++;
    let owner = this.owners.get(id);
    if (owner === undefined) this.owners.set(id, (owner = new Owner()));
    owner.add(record);
  }

  /** What a robot senses, does and gets, at any time. */
  biographyOf(id: number): Biography {
    const count = this.owners.get(id)?.count ?? 0;
    if (this.told?.id !== id || this.told.count !== count) {
      this.told = { id, count, biography: new Biography(this.owners.get(id)?.records() ?? []) };
    }
    return this.told.biography;
  }

  of(id: number): readonly LogLine[] {
    const owner = this.owners.get(id);
    if (owner === undefined) return [];
    if (this.made?.id !== id || this.made.count !== owner.count) {
      this.made = { id, count: owner.count, lines: linesOf(owner.records()) };
    }
    return this.made.lines;
  }
}

function linesOf(records: readonly TraceRecord[]): LogLine[] {
  const writer = new NekoLogWriter();
  const decoder = new TextDecoder();
  return records.flatMap((record) => {
    writer.append(record);
    const text = decoder.decode(writer.take());
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ time: record.time, text: line }));
  });
}
