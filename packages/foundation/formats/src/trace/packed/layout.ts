/** The layout of a packed trace, once: writer, reader and the tables of `docs/trace.md` are made from it. */

/** Major version of files in blocks. Records directly behind a header have 1. */
export const PACKED_MAJOR = 2;

/** Canonical bytes after which a block ends, with the record that reaches them. */
export const BLOCK_BYTES = 1 << 21;

type FieldType = 'u32' | 'f64';

export const BYTES_OF: Readonly<Record<FieldType, number>> = { u32: 4, f64: 8 };

interface HeadField {
  readonly name: keyof BlockHead;
  readonly type: FieldType;
  readonly doc: string;
}

export const enum BlockKind {
  Records = 1,
  Open,
  Index,
}

export const BLOCK_KINDS: readonly { readonly kind: BlockKind; readonly doc: string }[] = [
  { kind: BlockKind.Records, doc: 'records' },
  { kind: BlockKind.Open, doc: 'records, while the block grows; later its header is replaced. Always the last block' },
  { kind: BlockKind.Index, doc: 'index of the blocks before it. Always the last block of a complete file' },
];

/** The header of a block. */
export interface BlockHead {
  readonly kind: number;
  readonly length: number;
  readonly records: number;
  readonly unpacked: number;
  readonly earliest: number;
  readonly latest: number;
  readonly contentSum: number;
}

export const HEAD_FIELDS: readonly HeadField[] = [
  { name: 'kind', type: 'u32', doc: 'kind of the block' },
  { name: 'length', type: 'u32', doc: 'bytes of its content' },
  { name: 'records', type: 'u32', doc: 'number of its records; of an index, number of the blocks' },
  { name: 'unpacked', type: 'u32', doc: 'bytes of its records in canonical form; 0 for an index' },
  { name: 'earliest', type: 'f64', doc: 'earliest time of its records (s)' },
  { name: 'latest', type: 'f64', doc: 'latest time of its records (s)' },
  { name: 'contentSum', type: 'u32', doc: 'CRC-32 of the content' },
];

/** The checksum behind the fields of a head, and that of a file's header. */
export const SUM_BYTES = 4;

export const HEAD_BYTES = HEAD_FIELDS.reduce((sum, { type }) => sum + BYTES_OF[type], SUM_BYTES);

/** One block in the index. */
export interface IndexEntry {
  /** Bytes of the block with its head. */
  readonly bytes: number;
  readonly records: number;
  readonly unpacked: number;
  readonly earliest: number;
  readonly latest: number;
}

export const INDEX_FIELDS: readonly {
  readonly name: keyof IndexEntry;
  readonly type: FieldType;
  readonly doc: string;
}[] = [
  { name: 'bytes', type: 'u32', doc: 'bytes of the block with its header' },
  { name: 'records', type: 'u32', doc: 'number of its records' },
  { name: 'unpacked', type: 'u32', doc: 'bytes of its records in canonical form' },
  { name: 'earliest', type: 'f64', doc: 'earliest time of its records (s)' },
  { name: 'latest', type: 'f64', doc: 'latest time of its records (s)' },
];

export const ENTRY_BYTES = INDEX_FIELDS.reduce((sum, { type }) => sum + BYTES_OF[type], 0);

/** The last bytes of a complete file, behind the length of its index block: KINEKO, a line end, 0x89. */
export const END_MARK: readonly number[] = [0x4b, 0x49, 0x4e, 0x45, 0x4b, 0x4f, 0x0a, 0x89];

export const TRAILER_BYTES = 4 + END_MARK.length;

export function writeFields<T extends object>(
  fields: readonly { readonly name: keyof T; readonly type: FieldType }[],
  values: T,
  view: DataView,
  start: number,
): void {
  let at = start;
  for (const { name, type } of fields) {
    const value = values[name] as number;
    if (type === 'u32') view.setUint32(at, value, true);
    else view.setFloat64(at, value, true);
    at += BYTES_OF[type];
  }
}

export function readFields<T extends object>(
  fields: readonly { readonly name: keyof T; readonly type: FieldType }[],
  view: DataView,
  start: number,
): T {
  const values: Partial<Record<keyof T, number>> = {};
  let at = start;
  for (const { name, type } of fields) {
    values[name] = type === 'u32' ? view.getUint32(at, true) : view.getFloat64(at, true);
    at += BYTES_OF[type];
  }
  return values as T;
}
