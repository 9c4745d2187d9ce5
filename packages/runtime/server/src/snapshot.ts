/**
 * The records that still apply of those that were dropped: robots, their motions and contacts, messages in transit. A viewer
 * that reads them and continues with the records that were kept draws the present, though not how it came about.
 *
 * This runs in the time of the simulation, so fields are read in place, by their offsets (docs/trace.md), and only records that
 * still apply at the end of a block are copied.
 */

/** Offsets of fields: the length is at 0, then come the type, the time and the record's own fields. */
const AT = { type: 4, own: 13, second: 21, third: 29 } as const;

/** A cursor over the records of a block. */
class RecordCursor {
  readonly view: DataView;
  from = 0;
  to = 0;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Moves to the next record; returns false at the end. */
  next(): boolean {
    this.from = this.to;
    if (this.from >= this.bytes.length) return false;
    this.to = this.endOf(this.from);
    return true;
  }

  endOf(from: number): number {
    return from + AT.type + this.view.getUint32(from, true);
  }

  get type(): number {
    return this.bytes[this.from + AT.type]!;
  }

  number(at: number): number {
    return this.view.getFloat64(this.from + at, true);
  }

  /** Reads a variable-length count (seven bits per byte, lowest first) and its end. */
  count(at: number): { readonly count: number; readonly end: number } {
    let count = 0;
    let end = at;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.from + end++]!;
      count += (byte & 0x7f) * unit;
      if (byte < 0x80) return { count, end };
    }
  }

  /** The bytes from the first own field to `end`, as a key. */
  fields(end: number): string {
    const { bytes, from } = this;
    return Buffer.from(bytes.buffer, bytes.byteOffset + from + AT.own, end - AT.own).toString('latin1');
  }
}

type Key = string | number;

/** Groups records by subject: a later one of the same group and key replaces an earlier one. */
interface Rule {
  readonly group: string;
  readonly key: (cursor: RecordCursor) => Key;
  /** Deletes the earlier one and is not kept itself. */
  readonly ends?: boolean;
}

const only = (): number => 0;
const id = (cursor: RecordCursor): number => cursor.number(AT.own);
const allFields = (cursor: RecordCursor): string => cursor.fields(cursor.to - cursor.from);
const allButLastByte = (cursor: RecordCursor): string => cursor.fields(cursor.to - cursor.from - 1);
const idAndText = (cursor: RecordCursor): string => {
  const { count, end } = cursor.count(AT.second);
  return cursor.fields(end + count);
};

/** By the number of the type. Records of other types have no lasting effect on the picture. */
const RULES: readonly (Rule | undefined)[] = Object.assign(new Array<Rule | undefined>(), {
  1: { group: 'world', key: only },
  2: { group: 'robot', key: id },
  3: { group: 'obstacle', key: id },
  4: { group: 'object', key: id },
  5: { group: 'leg', key: id },
  6: { group: 'motionRequest', key: id },
  7: { group: 'motionEvent', key: id },
  8: { group: 'motionEnd', key: id },
  9: { group: 'touch', key: allFields },
  10: { group: 'touch', key: allFields, ends: true },
  14: { group: 'effect', key: idAndText },
  19: { group: 'crash', key: id },
  20: { group: 'crash', key: id },
  // The last byte is the current opinion.
  21: { group: 'suspect', key: allButLastByte },
  26: { group: 'obstacleLeg', key: id },
});
const SEND = 16;
const DELIVER = 17;
const DROP = 18;

/** A record that still applies. */
interface KeptRecord {
  /** Its offset in the run. */
  readonly offset: number;
  readonly record: Uint8Array;
}

/** A message, and the receivers of its copies that are in transit. */
interface Transit {
  /** Its offset in the current block, or its copy. */
  sent: number | KeptRecord;
  readonly to: number[];
}

/** Offset of the last record of each key in the current block, or ENDED. */
type Latest = Map<Key, number>;

const ENDED = -1;

export class Snapshot {
  private readonly kept = new Map<string, Map<Key, KeptRecord>>();
  /** By sender and number of the message. */
  private readonly transits = new Map<number, Map<number, Transit>>();
  /** Bytes absorbed so far. */
  private offset = 0;

  /** Takes whole records, in order. */
  absorb(bytes: Uint8Array): void {
    const latest = new Map<string, Latest>();
    const sent = new Set<Transit>();
    const cursor = new RecordCursor(bytes);
    while (cursor.next()) {
      const { type } = cursor;
      const rule = RULES[type];
      if (rule !== undefined) follow(rule, cursor, latest);
      else if (type === SEND) this.send(cursor, sent);
      else if (type === DELIVER || type === DROP) this.arrive(cursor, sent);
    }
    for (const [group, records] of latest) this.keepLatest(group, records, cursor);
    for (const transit of sent) transit.sent = this.copy(cursor, transit.sent as number);
    this.offset += bytes.length;
  }

  /** The records that still apply, in order, in pieces of about `pieceBytes`. */
  pieces(pieceBytes: number): Uint8Array[] {
    const kept: KeptRecord[] = [];
    for (const group of this.kept.values()) kept.push(...group.values());
    for (const ofSender of this.transits.values())
      for (const { sent } of ofSender.values()) kept.push(sent as KeptRecord);
    kept.sort((a, b) => a.offset - b.offset);
    const pieces: Uint8Array[] = [];
    let records: Uint8Array[] = [];
    let length = 0;
    for (const { record } of kept) {
      records.push(record);
      length += record.length;
      if (length < pieceBytes) continue;
      pieces.push(Buffer.concat(records));
      records = [];
      length = 0;
    }
    if (length > 0) pieces.push(Buffer.concat(records));
    return pieces;
  }

  private keepLatest(group: string, latest: Latest, cursor: RecordCursor): void {
    const kept = this.kept.get(group) ?? new Map<Key, KeptRecord>();
    this.kept.set(group, kept);
    for (const [key, from] of latest) {
      if (from === ENDED) kept.delete(key);
      else kept.set(key, this.copy(cursor, from));
    }
  }

  private copy(cursor: RecordCursor, from: number): KeptRecord {
    return { offset: this.offset + from, record: cursor.bytes.slice(from, cursor.endOf(from)) };
  }

  private send(cursor: RecordCursor, sent: Set<Transit>): void {
    const { count, end } = cursor.count(AT.third);
    if (count === 0) return;
    const to = Array.from({ length: count }, (_, i) => cursor.number(end + 8 * i));
    const transit = { sent: cursor.from, to };
    const sender = cursor.number(AT.own);
    const ofSender = this.transits.get(sender) ?? new Map<number, Transit>();
    this.transits.set(sender, ofSender);
    ofSender.set(cursor.number(AT.second), transit);
    sent.add(transit);
  }

  private arrive(cursor: RecordCursor, sent: Set<Transit>): void {
    const ofSender = this.transits.get(cursor.number(AT.third));
    const message = cursor.number(AT.second);
    const transit = ofSender?.get(message);
    if (ofSender === undefined || transit === undefined) return;
    const copy = transit.to.indexOf(cursor.number(AT.own));
    if (copy >= 0) transit.to.splice(copy, 1);
    if (transit.to.length > 0) return;
    ofSender.delete(message);
    sent.delete(transit);
  }
}

function follow({ group, key, ends = false }: Rule, cursor: RecordCursor, latest: Map<string, Latest>): void {
  let records = latest.get(group);
  if (records === undefined) latest.set(group, (records = new Map<Key, number>()));
  records.set(key(cursor), ends ? ENDED : cursor.from);
}
