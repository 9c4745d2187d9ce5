/** A table of any columns that fits into memory, as a Parquet file. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'double' | 'int' | 'text';
  /** Missing values are null; integers are below 2^53. */
  readonly data: readonly (number | string | null)[];
}

export async function columnsToParquet(columns: readonly ParquetColumn[]): Promise<Uint8Array> {
  // Loaded only when Parquet is written.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columns.map(({ name, type, data }) => {
    if (type === 'text') return { name, data: [...data], type: 'STRING' as const };
    if (type === 'double') return { name, data: [...data], type: 'DOUBLE' as const };
    return { name, data: data.map((value) => (value === null ? null : BigInt(value))), type: 'INT64' as const };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
