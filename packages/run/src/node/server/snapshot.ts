/**
 * What still holds of records that are forgotten: who is there, how they move, whom they touch, what is under way. Who
 * reads these records and then goes on with those that were kept draws what is, though not how it came about.
 *
 * Records are looked at where they lie, by the places of their fields (docs/trace.md), and are kept as they are.
 */
const SEND = 16;
const DELIVER = 17;
const DROP = 18;

/** Where fields are, from the record's length on: the type, the time, then the record's own. */
const AT = { type: 4, own: 13, second: 21, third: 29 } as const;

/** What a record is about: a later one of the same group and key takes its place. */
interface Rule {
  readonly group: string;
  readonly key: (record: Reading) => string | number;
  /** Takes the place of an earlier one and is not kept itself. */
  readonly ends?: boolean;
}

interface Reading {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Of the record's length. */
  readonly from: number;
  readonly to: number;
}

const only = (): number => 0;
/** The id that is its first field. */
const id = ({ view, from }: Reading): number => view.getFloat64(from + AT.own, true);
/** All fields but the time and so many bytes at the end. */
const fields =
  (less: number) =>
  ({ bytes, from, to }: Reading): string =>
    latin1(bytes, from + AT.own, to - less);
/** Its first two fields, an id and a text. */
const idAndText = ({ bytes, from }: Reading): string => {
  const { count, end } = countAt(bytes, from + AT.second);
  return latin1(bytes, from + AT.own, end + count);
};

/** By the number of the type. Types that are not here tell what happens, and leave nothing behind that is drawn. */
const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [1, { group: 'world', key: only }],
  [2, { group: 'robot', key: id }],
  [3, { group: 'obstacle', key: id }],
  [4, { group: 'object', key: id }],
  [5, { group: 'leg', key: id }],
  [6, { group: 'motionRequest', key: id }],
  [7, { group: 'motionEvent', key: id }],
  [8, { group: 'motionEnd', key: id }],
  [9, { group: 'touch', key: fields(0) }],
  [10, { group: 'touch', key: fields(0), ends: true }],
  [14, { group: 'effect', key: idAndText }],
  [19, { group: 'crash', key: id }],
  [20, { group: 'crash', key: id }],
  // What it thinks now is its last byte.
  [21, { group: 'suspect', key: fields(1) }],
]);

interface Kept {
  readonly serial: number;
  readonly record: Uint8Array;
}

export class Snapshot {
  readonly #groups = new Map<string, Map<string | number, Kept>>();
  /** Messages of which copies are under way: by sender and number. */
  readonly #underWay = new Map<string, Kept & { readonly to: Set<number> }>();
  #serial = 0;

  /** Whole records, in their order. */
  absorb(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let from = 0; from < bytes.length;) {
      const to = from + AT.type + view.getUint32(from, true);
      this.#take({ bytes, view, from, to });
      from = to;
    }
  }

  /** The records that still hold, in their order, in pieces of about so many bytes. */
  pieces(pieceBytes: number): Uint8Array[] {
    const kept: Kept[] = [...this.#underWay.values()];
    for (const group of this.#groups.values()) kept.push(...group.values());
    kept.sort((a, b) => a.serial - b.serial);
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

  #take(reading: Reading): void {
    const type = reading.bytes[reading.from + AT.type]!;
    const rule = RULES.get(type);
    if (rule !== undefined) this.#follow(rule, reading);
    else if (type === SEND) this.#sent(reading);
    else if (type === DELIVER || type === DROP) this.#arrived(reading);
  }

  #follow(rule: Rule, reading: Reading): void {
    const group = this.#groups.get(rule.group) ?? new Map<string | number, Kept>();
    this.#groups.set(rule.group, group);
    const key = rule.key(reading);
    if (rule.ends === true) group.delete(key);
    else group.set(key, this.#keep(reading));
  }

  #keep({ bytes, from, to }: Reading): Kept {
    return { serial: this.#serial++, record: bytes.slice(from, to) };
  }

  #sent(reading: Reading): void {
    const { bytes, view, from } = reading;
    const { count, end } = countAt(bytes, from + AT.third);
    const to = new Set<number>();
    for (let i = 0; i < count; i++) to.add(view.getFloat64(end + 8 * i, true));
    const sender = view.getFloat64(from + AT.own, true);
    const message = view.getFloat64(from + AT.second, true);
    if (to.size > 0) this.#underWay.set(`${sender} ${message}`, { ...this.#keep(reading), to });
  }

  #arrived({ view, from }: Reading): void {
    const receiver = view.getFloat64(from + AT.own, true);
    const message = view.getFloat64(from + AT.second, true);
    const sender = view.getFloat64(from + AT.third, true);
    const key = `${sender} ${message}`;
    const copies = this.#underWay.get(key);
    copies?.to.delete(receiver);
    if (copies?.to.size === 0) this.#underWay.delete(key);
  }
}

/** Seven bits a byte, the lowest first. */
function countAt(bytes: Uint8Array, from: number): { readonly count: number; readonly end: number } {
  let count = 0;
  let end = from;
  for (let unit = 1; ; unit *= 128) {
    const byte = bytes[end++]!;
    count += (byte & 0x7f) * unit;
    if (byte < 0x80) return { count, end };
  }
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}
