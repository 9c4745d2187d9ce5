/** Reading a log whole or in chunks, for logs of all kinds. */
import type { Problem } from './problem.js';

/** Takes bytes and returns items one by one. */
export interface ItemReader<Item, End> {
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): Item | undefined;
  /** Undefined until the last item has been returned. */
  readonly end: End | undefined;
  /** The first problems so far. */
  readonly problems: readonly Problem[];
  /** Number of lines that were skipped because they are invalid. */
  readonly damaged: number;
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

class Reading<Item, End, Reader extends ItemReader<Item, End>> {
  constructor(protected readonly reader: Reader) {}

  get end(): Reader['end'] {
    return this.reader.end;
  }

  get problems(): readonly Problem[] {
    return this.reader.problems;
  }

  get damaged(): number {
    return this.reader.damaged;
  }
}

/** A whole file. Can be iterated once. */
export class WholeLog<Item, End, Reader extends ItemReader<Item, End> = ItemReader<Item, End>>
  extends Reading<Item, End, Reader>
  implements Iterable<Item>
{
  constructor(reader: Reader, bytes: Uint8Array) {
    super(reader);
    reader.feed(bytes);
    reader.close();
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return itemsOf(this.reader);
  }
}

/** A file, or the log of a running simulation, in chunks. Can be iterated once. */
export class LogStream<Item, End> extends Reading<Item, End, ItemReader<Item, End>> implements AsyncIterable<Item> {
  constructor(
    reader: ItemReader<Item, End>,
    private readonly chunks: Chunks,
  ) {
    super(reader);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    const { reader } = this;
    for await (const chunk of this.chunks) {
      reader.feed(chunk);
      yield* itemsOf<Item>(reader);
    }
    reader.close();
    yield* itemsOf<Item>(reader);
  }
}

/** Not a generator, whose overhead would be a fifth of the time of a record. */
function itemsOf<Item>(reader: { next(): Item | undefined }): IterableIterator<Item> {
  return {
    next: () => {
      const value = reader.next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
