/** Collects rows until there are enough for a piece. */
export interface Batch<Row, Piece> {
  add(row: Row): void;
  readonly isFull: boolean;
  readonly isEmpty: boolean;
  /** Returns the piece and empties the batch. */
  take(): Piece;
}

/** Rows by the batch, and what is left of them at the end. Rows that are at hand are not waited for one by one. */
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
