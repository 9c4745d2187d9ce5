/**
 * What still holds of records that are forgotten: who is there, how they move, whom they touch, what is under way. Who
 * reads these records and then goes on with those that were kept draws what is, though not how it came about.
 *
 * This is done in the run's own time, so records are looked at where they lie, by the places of their fields
 * (docs/trace.md), and only those are copied that hold when all of a block has been looked at.
 */

/** Where fields are, from the record's length on: the type, the time, then the record's own. */
const AT = { type: 4, own: 13, second: 21, third: 29 } as const;

/** A record that lies among others. */
class Reading {
  readonly view: DataView;
  from = 0;
  to = 0;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The next one; false if there is none. */
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

  /** Seven bits a byte, the lowest first; and where it ends. */
  count(at: number): { readonly count: number; readonly end: number } {
    let count = 0;
    let end = at;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.from + end++]!;
      count += (byte & 0x7f) * unit;
      if (byte < 0x80) return { count, end };
    }
  }

  /** The bytes from its first own field on, as a key. */
  fields(end: number): string {
    const { bytes, from } = this;
    return Buffer.from(bytes.buffer, bytes.byteOffset + from + AT.own, end - AT.own).toString('latin1');
  }
}

type Key = string | number;

/** What a record is about: a later one of the same group and key takes its place. */
interface Rule {
  readonly group: string;
  readonly key: (reading: Reading) => Key;
  /** Takes the place of an earlier one and is not kept itself. */
  readonly ends?: boolean;
}

const only = (): number => 0;
const id = (reading: Reading): number => reading.number(AT.own);
const allFields = (reading: Reading): string => reading.fields(reading.to - reading.from);
const allButLastByte = (reading: Reading): string => reading.fields(reading.to - reading.from - 1);
const idAndText = (reading: Reading): string => {
  const { count, end } = reading.count(AT.second);
  return reading.fields(end + count);
};

/** By the number of the type. Types that are not here tell what happens, and leave nothing behind that is drawn. */
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
  // The last byte is what it thinks now.
  21: { group: 'suspect', key: allButLastByte },
  26: { group: 'obstacleLeg', key: id },
});
const SEND = 16;
const DELIVER = 17;
const DROP = 18;

/** A record that holds. */
interface Kept {
  /** Where it stood in the run. */
  readonly place: number;
  readonly record: Uint8Array;
}

/** A message, and the receivers of its copies that are under way. */
interface Flight {
  /** Where it stands in the block that is being looked at; its copy if it has been looked at. */
  sent: number | Kept;
  readonly to: number[];
}

/** Where the last record of each key stands in the block that is being looked at, or that it has been ended. */
type Latest = Map<Key, number>;

const ENDED = -1;

export class Snapshot {
  private readonly kept = new Map<string, Map<Key, Kept>>();
  /** By sender and number. */
  private readonly flights = new Map<number, Map<number, Flight>>();
  /** Bytes so far. */
  private place = 0;

  /** Whole records, in their order. */
  absorb(bytes: Uint8Array): void {
    const latest = new Map<string, Latest>();
    const sent = new Set<Flight>();
    const reading = new Reading(bytes);
    while (reading.next()) {
      const { type } = reading;
      const rule = RULES[type];
      if (rule !== undefined) follow(rule, reading, latest);
      else if (type === SEND) this.send(reading, sent);
      else if (type === DELIVER || type === DROP) this.arrive(reading, sent);
    }
    for (const [group, records] of latest) this.keepLatest(group, records, reading);
    for (const flight of sent) flight.sent = this.copy(reading, flight.sent as number);
    this.place += bytes.length;
  }

  /** The records that still hold, in their order, in pieces of about so many bytes. */
  pieces(pieceBytes: number): Uint8Array[] {
    const kept: Kept[] = [];
    for (const group of this.kept.values()) kept.push(...group.values());
    for (const ofSender of this.flights.values()) for (const { sent } of ofSender.values()) kept.push(sent as Kept);
    kept.sort((a, b) => a.place - b.place);
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

  private keepLatest(group: string, latest: Latest, reading: Reading): void {
    const kept = this.kept.get(group) ?? new Map<Key, Kept>();
    this.kept.set(group, kept);
    for (const [key, from] of latest) {
      if (from === ENDED) kept.delete(key);
      else kept.set(key, this.copy(reading, from));
    }
  }

  private copy(reading: Reading, from: number): Kept {
    return { place: this.place + from, record: reading.bytes.slice(from, reading.endOf(from)) };
  }

  private send(reading: Reading, sent: Set<Flight>): void {
    const { count, end } = reading.count(AT.third);
    if (count === 0) return;
    const to = Array.from({ length: count }, (_, i) => reading.number(end + 8 * i));
    const flight = { sent: reading.from, to };
    const sender = reading.number(AT.own);
    const ofSender = this.flights.get(sender) ?? new Map<number, Flight>();
    this.flights.set(sender, ofSender);
    ofSender.set(reading.number(AT.second), flight);
    sent.add(flight);
  }

  private arrive(reading: Reading, sent: Set<Flight>): void {
    const ofSender = this.flights.get(reading.number(AT.third));
    const message = reading.number(AT.second);
    const flight = ofSender?.get(message);
    if (ofSender === undefined || flight === undefined) return;
    const copy = flight.to.indexOf(reading.number(AT.own));
    if (copy >= 0) flight.to.splice(copy, 1);
    if (flight.to.length > 0) return;
    ofSender.delete(message);
    sent.delete(flight);
  }
}

function follow({ group, key, ends = false }: Rule, reading: Reading, latest: Map<string, Latest>): void {
  let records = latest.get(group);
  if (records === undefined) {
    records = new Map();
    latest.set(group, records);
  }
  records.set(key(reading), ends ? ENDED : reading.from);
}
