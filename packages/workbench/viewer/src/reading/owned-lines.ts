/** The lines of one robot or process in a part of a file, in the format of the Neko log. */
import { NekoLogReader, NekoLogWriter } from '@kineko/formats/neko-log';
import { binaryHeader, BinaryReader, BinaryWriter, JsonReader, type TraceRecord } from '@kineko/formats/trace';

export interface LogLine {
  readonly time: number;
  /** Empty for a record without a line in the Neko log. */
  readonly text: string;
  /** The record of the line, if the file has one. */
  readonly record?: TraceRecord | undefined;
}

/** The robot or process that a record belongs to. */
export function ownerOf(record: TraceRecord): number | undefined {
  if ('robot' in record) return record.robot;
  return 'process' in record ? record.process : undefined;
}

/** Whether a record is listed as a line; legs are not. */
export function isListed(record: TraceRecord): boolean {
  return record.type !== 'leg';
}

/** Takes whole lines of a Neko log. */
export function linesOfLog(bytes: Uint8Array, owner: number): LogLine[] {
  const reader = new NekoLogReader('log');
  const decoder = new TextDecoder();
  const lines: LogLine[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found;
    reader.feed(bytes.subarray(at, end + 1));
    let first: TraceRecord | undefined;
    for (let record = nextOf(reader); record !== undefined; record = nextOf(reader)) {
      if (ownerOf(record) === owner) first ??= record;
    }
    if (first !== undefined) {
      const text = decoder.decode(bytes.subarray(at, end)).trimEnd();
      lines.push({ time: first.time, text, record: first });
    }
    at = end + 1;
  }
  return lines;
}

/** The reader throws if a part does not look like a log. */
function nextOf(reader: NekoLogReader): TraceRecord | undefined {
  try {
    return reader.next();
  } catch {
    return undefined;
  }
}

/** Takes whole records of a trace; `head` is the header of the trace. */
export function linesOfTrace(kind: 'binary' | 'json', head: Uint8Array, bytes: Uint8Array, owner: number): LogLine[] {
  const reader = kind === 'binary' ? new BinaryReader('log') : new JsonReader('log');
  const records: TraceRecord[] = [];
  for (const part of [head, bytes]) {
    reader.feed(part);
    for (let record = reader.next(); record !== undefined; record = reader.next()) {
      if (isListed(record) && ownerOf(record) === owner) records.push(record);
    }
  }
  return linesOfRecords(records);
}

function linesOfRecords(records: readonly TraceRecord[]): LogLine[] {
  const writer = new NekoLogWriter();
  const decoder = new TextDecoder();
  return records.flatMap((record) => {
    writer.append(record);
    const texts = decoder
      .decode(writer.take())
      .split('\n')
      .filter((line) => line !== '');
    return (texts.length === 0 ? [''] : texts).map((text) => ({ time: record.time, text, record }));
  });
}

/** The records of one owner, kept as bytes, which take an eighth of the memory of objects. */
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

/** Records beyond this limit are not listed. */
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
