/** Decompresses a gzip file with the stream that Node and browsers provide, up to a limit. */
import { inputError } from '@kineko/formats/problem';

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface Writer {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The part of the Streams standard that is used; this package is compiled without the types of a host. */
declare const DecompressionStream: new (format: 'gzip') => {
  readonly readable: { getReader(): Reader };
  readonly writable: { getWriter(): Writer };
};

/** Maximum size of a plan that was compressed (bytes): a small file may inflate to any size. */
const MAX_INFLATED = 1 << 28;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Throws an `InputError` if the data are damaged or too large. */
export async function gunzip(bytes: Uint8Array, file: string): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const fed = writer.write(bytes).then(() => writer.close());
  fed.catch(() => undefined); // reported by the reader
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value!);
      size += value!.length;
      if (size > MAX_INFLATED) break;
    }
    if (size <= MAX_INFLATED) await fed;
  } catch (error) {
    throw inputError(`expected gzip data: ${(error as Error).message}`, { file, line: 1 });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (size > MAX_INFLATED) throw inputError(`expected at most ${MAX_INFLATED} bytes after decompression`, file);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
