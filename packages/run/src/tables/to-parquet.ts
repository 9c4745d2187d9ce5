import type { BasicType } from 'hyparquet-writer';
import { type ColumnType, EVENT_COLUMNS, type EventRow } from './event-row.js';

export interface ParquetOptions {
  /** Rows that are gathered before they are written: the memory it takes, and the finest piece that readers can skip. Default: 65,536. */
  readonly rowGroupRows?: number | undefined;
}

const ROW_GROUP_ROWS = 65_536;

/** A row group is also written when its texts have so many characters: contents may be large. */
const ROW_GROUP_CHARACTERS = 1 << 25;

const TYPES: Readonly<Record<ColumnType, BasicType>> = { double: 'DOUBLE', int: 'INT64', text: 'STRING' };

/**
 * The table of events as a Parquet file (Snappy, columns typed), in pieces: a row group is written as soon as it is full, so
 * that the memory is that of one, plus some kilobytes for each that the footer at the end lists.
 */
export async function* toParquet(
  rows: Iterable<EventRow> | AsyncIterable<EventRow>,
  { rowGroupRows = ROW_GROUP_ROWS }: ParquetOptions = {},
): AsyncGenerator<Uint8Array, void> {
  // Only who wants Parquet loads the writer.
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const group = new RowGroup();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: group.columnsWithTypes() }),
  });
  const take = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  const write = async (): Promise<Uint8Array> => {
    await file.write({ columnData: group.columns(), rowGroupSize: group.length });
    group.clear();
    return take();
  };
  for await (const row of rows) {
    group.add(row);
    if (group.length >= rowGroupRows || group.characters >= ROW_GROUP_CHARACTERS) yield await write();
  }
  if (group.length > 0) yield await write();
  await file.finish();
  yield take();
}

type Value = number | bigint | string | null;

/** Rows turned into columns. */
class RowGroup {
  length = 0;
  characters = 0;
  private data: Value[][] = EVENT_COLUMNS.map(() => []);
  /** Rows in the groups before. */
  private before = 0;

  add(row: EventRow): void {
    for (let i = 0; i < EVENT_COLUMNS.length; i++) {
      const [name, type] = EVENT_COLUMNS[i]!;
      const value = row[name];
      if (typeof value === 'string') this.characters += value.length;
      this.data[i]!.push(type === 'int' && typeof value === 'number' ? this.whole(name, value) : value);
    }
    this.length++;
  }

  columns(): { name: string; data: Value[] }[] {
    return EVENT_COLUMNS.map(([name], i) => ({ name, data: this.data[i]! }));
  }

  columnsWithTypes(): { name: string; data: Value[]; type: BasicType }[] {
    return EVENT_COLUMNS.map(([name, type]) => ({ name, data: [], type: TYPES[type] }));
  }

  clear(): void {
    this.before += this.length;
    this.data = EVENT_COLUMNS.map(() => []);
    this.length = 0;
    this.characters = 0;
  }

  private whole(column: string, value: number): bigint {
    if (Number.isSafeInteger(value)) return BigInt(value);
    throw new RangeError(
      `row ${this.before + this.length + 1} of the table of events has ${value} in the column '${column}': ` +
        'for Parquet it must be a whole number, below 2^53; comma-separated values take any number',
    );
  }
}
