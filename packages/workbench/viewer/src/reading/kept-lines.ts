/**
 * The lines of each robot, kept: of a file whose records cannot be made anew from a part of it. Of a DEECo log they are few,
 * since most of what it tells are legs.
 */
import { BinaryReader, binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { isListed, linesOfRecords, type LogLine, ownerOf } from './owned-lines.js';

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
const MAX_RECORDS = 1_000_000;

export class KeptLines {
  private readonly owners = new Map<number, Owner>();
  private records = 0;
  private made: { readonly id: number; readonly count: number; readonly lines: readonly LogLine[] } | undefined;

  add(record: TraceRecord): void {
    const id = ownerOf(record);
    if (id === undefined || !isListed(record) || this.records >= MAX_RECORDS) return;
    this.records++;
    let owner = this.owners.get(id);
    if (owner === undefined) this.owners.set(id, (owner = new Owner()));
    owner.add(record);
  }

  of(id: number): readonly LogLine[] {
    const owner = this.owners.get(id);
    if (owner === undefined) return [];
    if (this.made?.id !== id || this.made.count !== owner.count) {
      this.made = { id, count: owner.count, lines: linesOfRecords(owner.records()) };
    }
    return this.made.lines;
  }
}
