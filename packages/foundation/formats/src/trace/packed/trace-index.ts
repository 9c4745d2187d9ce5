/** Finds the blocks of a packed trace without reading them: by its index, or from head to head if it has none. */
import { HEADER_START, isTrace } from '../file-header.js';
import { entriesOf, indexBytesOf, MAX_INDEX, readHead } from './block-reader.js';
import { crc32 } from './crc32.js';
import { BlockKind, HEAD_BYTES, type IndexEntry, PACKED_MAJOR, SUM_BYTES, TRAILER_BYTES } from './layout.js';

/** A file of which any part can be read. */
export interface FileParts {
  readonly size: number;
  /** The bytes from `from` to before `to`, both within the file. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export interface TraceBlock extends IndexEntry {
  /** Offset of its head in the file. */
  readonly offset: number;
  /** Whether it was growing when the file was written last. */
  readonly isOpen: boolean;
}

/** The blocks of a packed trace in their order; undefined for any other file. Blocks of a damaged or incomplete file up to there. */
export async function traceBlocks(file: FileParts): Promise<TraceBlock[] | undefined> {
  const start = await firstBlock(file);
  if (start === undefined) return undefined;
  return (await indexedBlocks(file, start)) ?? (await blocksFrom(file, start));
}

/** Offset of the first block; undefined if the file is no packed trace. */
async function firstBlock(file: FileParts): Promise<number | undefined> {
  if (file.size < HEADER_START) return undefined;
  const bytes = await file.read(0, HEADER_START);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isTrace(bytes) || view.getUint16(8, true) !== PACKED_MAJOR) return undefined;
  return HEADER_START + view.getUint32(HEADER_START - 4, true) + SUM_BYTES;
}

/** Undefined if there is no valid index. */
async function indexedBlocks(file: FileParts, start: number): Promise<TraceBlock[] | undefined> {
  const trailer = file.size - TRAILER_BYTES;
  if (trailer < start + HEAD_BYTES) return undefined;
  const length = indexBytesOf(await file.read(trailer, file.size));
  if (length === undefined || length < HEAD_BYTES || length > Math.min(MAX_INDEX, trailer - start)) return undefined;
  const bytes = await file.read(trailer - length, trailer);
  const head = readHead(bytes);
  const content = bytes.subarray(HEAD_BYTES);
  if (head?.kind !== BlockKind.Index || head.length !== content.length || crc32(content) !== head.contentSum)
    return undefined;
  let offset = start;
  const blocks = entriesOf(content).map((entry) => {
    const block = { ...entry, offset, isOpen: false };
    offset += entry.bytes;
    return block;
  });
  return offset === trailer - length ? blocks : undefined;
}

/** The blocks of records from an offset on, where a block begins. */
export async function blocksFrom(file: FileParts, start: number): Promise<TraceBlock[]> {
  const blocks: TraceBlock[] = [];
  for (let offset = start; offset + HEAD_BYTES <= file.size;) {
    const head = readHead(await file.read(offset, offset + HEAD_BYTES));
    if (head === undefined || head.kind === BlockKind.Index || offset + HEAD_BYTES + head.length > file.size) break;
    const { records, unpacked, earliest, latest } = head;
    const bytes = HEAD_BYTES + head.length;
    blocks.push({ offset, bytes, records, unpacked, earliest, latest, isOpen: head.kind === BlockKind.Open });
    if (head.kind === BlockKind.Open) break;
    offset += bytes;
  }
  return blocks;
}
