import { expected, inputError } from '@kineko/formats/problem';
import type { BasicType } from 'hyparquet-writer';
import { type Batch, piecesOf } from './batches.js';
import { cellsOf, type ColumnType, EVENT_COLUMNS, type EventRow } from './event-row.js';

export interface ParquetOptions {
  /** Rows per row group, which bounds the memory. Default: 65,536. */
  readonly rowGroupRows?: number | undefined;
}

const ROW_GROUP_ROWS = 65_536;

/** A row group is also written when its texts have this number of characters: contents may be large. */
const ROW_GROUP_CHARACTERS = 1 << 25;

const TYPES: Readonly<Record<ColumnType, BasicType>> = { double: 'DOUBLE', int: 'INT64', text: 'STRING' };

/**
 * The table of events as a Parquet file (Snappy, columns typed), in chunks: a row group is written as soon as it is full, so
 * memory holds one row group, plus some kilobytes per row group for the footer.
 */
export async function* toParquet(
  rows: Iterable<EventRow> | AsyncIterable<EventRow>,
  { rowGroupRows = ROW_GROUP_ROWS }: ParquetOptions = {},
): AsyncGenerator<Uint8Array, void> {
  // Loaded only when Parquet is written.
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const types = EVENT_COLUMNS.map(([name, type]) => ({ name, data: [], type: TYPES[type] }));
  const file = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: types }) });
  const written = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  for await (const { length, columns } of piecesOf(new RowGroup(rowGroupRows), rows)) {
    await file.write({ columnData: columns, rowGroupSize: length });
    yield written();
  }
  await file.finish();
  yield written();
}

const IS_WHOLE = EVENT_COLUMNS.map(([, type]) => type === 'int');

type Value = number | bigint | string | null;

interface Columns {
  readonly length: number;
  readonly columns: { readonly name: string; readonly data: Value[] }[];
}

/** Converts rows to columns. */
class RowGroup implements Batch<EventRow, Columns> {
  private length = 0;
  private characters = 0;
  private data: Value[][] = EVENT_COLUMNS.map(() => []);
  /** Number of rows in the previous groups. */
  private before = 0;

  constructor(private readonly mostRows: number) {}

  get isFull(): boolean {
    return this.length >= this.mostRows || this.characters >= ROW_GROUP_CHARACTERS;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(row: EventRow): void {
    const cells = cellsOf(row);
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i]!;
      if (typeof value === 'string') this.characters += value.length;
      this.data[i]!.push(typeof value === 'number' && IS_WHOLE[i]! ? this.whole(i, value) : value);
    }
    this.length++;
  }

  take(): Columns {
    const { length, data } = this;
    this.before += length;
    this.length = 0;
    this.characters = 0;
    this.data = EVENT_COLUMNS.map(() => []);
    return { length, columns: EVENT_COLUMNS.map(([name], i) => ({ name, data: data[i]! })) };
  }

  private whole(column: number, value: number): bigint {
    if (Number.isSafeInteger(value)) return BigInt(value);
    const row = this.before + this.length + 1;
    const what = expected('an integer below 2^53 (Parquet; CSV takes any number)', value);
    throw inputError(what, `table of events, row ${row}: ${EVENT_COLUMNS[column]![0]}`);
  }
}
