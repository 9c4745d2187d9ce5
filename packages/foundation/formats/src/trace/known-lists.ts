/** The bytes of long lists of numbers that are written again and again, such as the receivers of a broadcast. */
import type { ByteSink } from './byte-sink.js';

/** Lists from here on; writing a shorter one takes no longer than finding it. */
const MIN_ITEMS = 8;
/** Limits the memory to 16 MiB. */
const MAX_BYTES = 1 << 14;
const PLACES = 1 << 10;

interface KnownList {
  readonly list: readonly unknown[];
  /** Undefined until the second time: a list that is written once is not worth a copy. */
  bytes: Uint8Array | undefined;
}

/** One place for each owner, which another may take. */
const known: (KnownList | undefined)[] = new Array<undefined>(PLACES).fill(undefined);

/** Writes a list of numbers, by its bytes if the owner's last list was the same frozen one: such a list never changes. */
export function writeList(sink: ByteSink, list: readonly unknown[], owner: number): void {
  if (list.length < MIN_ITEMS) return writeItems(sink, list);
  const place = owner & (PLACES - 1);
  const entry = known[place];
  if (entry?.list !== list) {
    known[place] = Object.isFrozen(list) ? { list, bytes: undefined } : undefined;
    writeItems(sink, list);
  } else if (entry.bytes !== undefined) sink.raw(entry.bytes);
  else {
    const start = sink.length;
    writeItems(sink, list);
    if (sink.length - start <= MAX_BYTES) entry.bytes = sink.since(start);
  }
}

function writeItems(sink: ByteSink, list: readonly unknown[]): void {
  sink.varint(list.length);
  for (let i = 0; i < list.length; i++) sink.f64(list[i]);
}
