/**
 * Inflates zlib data piece by piece with the stream that Node and browsers provide. If the caller stops after too many
 * pieces, the rest is not inflated.
 */

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface Writer {
  write(piece: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The part of the Streams standard that is used; this package is compiled without the types of a host. */
declare const DecompressionStream: new (format: 'deflate') => {
  readonly readable: { getReader(): Reader };
  readonly writable: { getWriter(): Writer };
};

/** Rejects if the data are not zlib's, are truncated or too long, or fail their check sum. */
export async function* inflate(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  const { readable, writable } = new DecompressionStream('deflate');
  const reader = readable.getReader();
  const fed = feed(writable.getWriter(), parts).then(
    () => undefined,
    (problem: unknown) => ({ problem }),
  );
  let sum = 1;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      sum = adler32(value!, sum);
      yield value!;
    }
    const failure = await fed;
    if (failure) throw failure.problem;
    // Browsers reject bytes after the end of the data, Node ignores them. Checking that the data end with the checksum makes
    // both reject them.
    if (lastWord(parts) !== sum) throw new RangeError('something follows the end of its compressed data');
  } finally {
    // Also stops the writer if the caller has stopped reading; after an error there is nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
}

const ADLER_PRIME = 65_521;
/** Bytes that can be added up before a sum exceeds 32 bits. */
const ADLER_RUN = 5_552;

/** The checksum of zlib, continued from that of the previous bytes. */
function adler32(bytes: Uint8Array, before: number): number {
  let low = before & 0xffff;
  let high = before >>> 16;
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, bytes.length);
    for (let i = start; i < end; i++) {
      low += bytes[i]!;
      high += low;
    }
    low %= ADLER_PRIME;
    high %= ADLER_PRIME;
  }
  return ((high << 16) | low) >>> 0;
}

/** The last four bytes, which may lie in several parts. */
function lastWord(parts: readonly Uint8Array[]): number {
  const fromTheEnd: number[] = [];
  for (let i = parts.length - 1; i >= 0 && fromTheEnd.length < 4; i--) {
    fromTheEnd.push(...parts[i]!.slice(-4).reverse());
  }
  return fromTheEnd.slice(0, 4).reduceRight((word, byte) => word * 256 + byte, 0);
}

async function feed(writer: Writer, parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts) await writer.write(part);
  await writer.close();
}
