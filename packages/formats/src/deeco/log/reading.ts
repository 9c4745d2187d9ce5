/** Reads a simulation log from bytes at hand, or as they come. */
import type { Problem } from '../../problem.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type DeecoLogEnd, DeecoLogReader } from './reader.js';

interface Reading {
  /** Once the last cycle has been given. */
  readonly end: DeecoLogEnd | undefined;
  /** The first of the problems that were met so far. */
  readonly problems: readonly Problem[];
  /** How many lines were passed over because they do not fit. */
  readonly damaged: number;
}

/** Cycles, once. */
export interface DeecoLog extends Reading, Iterable<DeecoCycle> {
  readonly header: DeecoLogHeader;
}

/** Cycles, once. */
export interface DeecoLogStream extends Reading, AsyncIterable<DeecoCycle> {
  /** As soon as it has been read. */
  readonly header: DeecoLogHeader | undefined;
}

/** All of a file; throws an InputError if its header is not that of a simulation log. `name` is what problems call it. */
export function readDeecoLog(bytes: Uint8Array, name: string): DeecoLog {
  const reader = new DeecoLogReader(name);
  reader.feed(bytes);
  reader.close();
  return {
    // There is one: `close` throws otherwise.
    header: reader.header!,
    get end() {
      return reader.end;
    },
    get problems() {
      return reader.problems;
    },
    get damaged() {
      return reader.damaged;
    },
    [Symbol.iterator]: () => cyclesOf(reader),
  };
}

/** A file as it is read, or a run as it goes. `name` is what problems call it. */
export function readDeecoLogStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
): DeecoLogStream {
  const reader = new DeecoLogReader(name);
  async function* cycles(): AsyncGenerator<DeecoCycle, void> {
    for await (const chunk of chunks) {
      reader.feed(chunk);
      yield* cyclesOf(reader);
    }
    reader.close();
    yield* cyclesOf(reader);
  }
  return {
    get header() {
      return reader.header;
    },
    get end() {
      return reader.end;
    },
    get problems() {
      return reader.problems;
    },
    get damaged() {
      return reader.damaged;
    },
    [Symbol.asyncIterator]: cycles,
  };
}

function* cyclesOf(reader: DeecoLogReader): Generator<DeecoCycle, void> {
  for (let cycle = reader.next(); cycle !== undefined; cycle = reader.next()) yield cycle;
}
