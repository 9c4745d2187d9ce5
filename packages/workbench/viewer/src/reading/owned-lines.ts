/** The wanted lines in a part of a file, in the format of the Neko log. */
import { NekoLogReader, NekoLogWriter } from '@kineko/formats/neko-log';
import { contains, isListed, type LineFilter, ownerOf, passes } from './line-filter.js';
import { binaryHeader, BinaryReader, BinaryWriter, JsonReader, type TraceRecord } from '@kineko/formats/trace';

export interface LogLine {
  readonly time: number;
  /** Empty for a record without a line in the Neko log. */
  readonly text: string;
  /** The record of the line, if the file has one. */
  readonly record?: TraceRecord | undefined;
}

/** Takes whole lines of a Neko log. */
export function linesOfLog(bytes: Uint8Array, filter: LineFilter): LogLine[] {
  const reader = new NekoLogReader('log');
  const decoder = new TextDecoder();
  const lines: LogLine[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found;
    reader.feed(bytes.subarray(at, end + 1));
    let first: TraceRecord | undefined;
    for (let record = nextOf(reader); record !== undefined; record = nextOf(reader)) {
      if (passes(filter, record)) first ??= record;
    }
    if (first !== undefined) {
      const text = decoder.decode(bytes.subarray(at, end)).trimEnd();
      if (contains(filter, text, first)) lines.push({ time: first.time, text, record: first });
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
export function linesOfTrace(
  kind: 'binary' | 'json',
  head: Uint8Array,
  bytes: Uint8Array,
  filter: LineFilter,
): LogLine[] {
  const reader = kind === 'binary' ? new BinaryReader('log') : new JsonReader('log');
  const records: TraceRecord[] = [];
  for (const part of [head, bytes]) {
    reader.feed(part);
    for (let record = reader.next(); record !== undefined; record = reader.next()) {
      if (passes(filter, record)) records.push(record);
    }
  }
  return linesOfRecords(records, filter);
}

function linesOfRecords(records: readonly TraceRecord[], filter: LineFilter): LogLine[] {
  const writer = new NekoLogWriter();
  const decoder = new TextDecoder();
  return records.flatMap((record) => {
    writer.append(record);
    const texts = decoder
      .decode(writer.take())
      .split('\n')
      .filter((line) => line !== '');
    const lines = texts.length === 0 ? [''] : texts;
    return lines.filter((text) => contains(filter, text, record)).map((text) => ({ time: record.time, text, record }));
  });
}

/** The records of one owner, kept as bytes, which take an eighth of the memory of objects. */
class Owner {
  private readonly writer = new BinaryWriter('log');
  private readonly chunks: Uint8Array[] = [binaryHeader()];

  add(record: TraceRecord): void {
    this.writer.append(record);
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
  private made: { readonly key: string; readonly lines: readonly LogLine[] } | undefined;

  add(record: TraceRecord): void {
    const id = ownerOf(record);
    if (id === undefined || !isListed(record) || this.records >= MAX_RECORDS) return;
    this.records++;
    let owner = this.owners.get(id);
    if (owner === undefined) this.owners.set(id, (owner = new Owner()));
    owner.add(record);
  }

  /** In order of time. */
  of(filter: LineFilter): readonly LogLine[] {
    const key = `${this.records} ${JSON.stringify(filter)}`;
    if (this.made?.key !== key) this.made = { key, lines: this.linesOf(filter) };
    return this.made.lines;
  }

  private linesOf(filter: LineFilter): readonly LogLine[] {
    const { owner: id } = filter;
    const owners =
      id === undefined ? [...this.owners.values()] : [this.owners.get(id)].filter((owner) => owner !== undefined);
    const records = owners.flatMap((owner) => owner.records().filter((record) => passes(filter, record)));
    if (id === undefined) records.sort((a, b) => a.time - b.time);
    return linesOfRecords(records, filter);
  }
}
