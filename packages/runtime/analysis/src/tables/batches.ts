/** Collects rows until there are enough for a chunk. */
export interface Batch<Row, Piece> {
  add(row: Row): void;
  readonly isFull: boolean;
  readonly isEmpty: boolean;
  /** Returns the chunk and empties the batch. */
  take(): Piece;
}

/** Rows in batches; the last one may be smaller. Rows in memory are not awaited one by one. */
export async function* piecesOf<Row, Piece>(
  batch: Batch<Row, Piece>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<Piece, void> {
  if (Symbol.iterator in rows) {
    for (const row of rows) {
      batch.add(row);
      if (batch.isFull) yield batch.take();
    }
  } else {
    for await (const row of rows) {
      batch.add(row);
      if (batch.isFull) yield batch.take();
    }
  }
  if (!batch.isEmpty) yield batch.take();
}
