/** The libraries of MCAP and Foxglove, which their users install: all others would download them for nothing. */
import { inputError } from '@kineko/formats/problem';
import type * as mcap from '@mcap/core';
import type { DecompressHandlers } from '@mcap/core';

export interface McapLibraries {
  readonly mcap: typeof mcap;
  /** JSON Schemas of Foxglove's messages, by name. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Throws an `InputError` with the install command if a library is missing. */
export async function installed<T>(
  purpose: string,
  packages: readonly string[],
  importing: () => Promise<T>,
): Promise<T> {
  try {
    return await importing();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    const missing = packages.find((name) => isMissing && error.message.includes(`'${name}`));
    if (missing === undefined) throw error;
    throw inputError(`${purpose} need ${missing}, which is not installed: npm install ${packages.join(' ')}`);
  }
}

export function mcapLibraries(): Promise<McapLibraries> {
  return installed('MCAP files', ['@mcap/core', '@foxglove/schemas'], async () => {
    const [core, { default: schemas }] = await Promise.all([
      import('@mcap/core'),
      import('@foxglove/schemas/jsonschema.js'),
    ]);
    return { mcap: core, schemas: schemas as unknown as Readonly<Record<string, object>> };
  });
}

/** Decompresses the chunks of a recording. Unknown compressions are left to the reader, which reports them. */
export async function decompressionOf(names: ReadonlySet<string>): Promise<DecompressHandlers> {
  const handlers: DecompressHandlers = {};
  if (names.has('zstd')) {
    const { default: zstd } = await installed(
      'chunks compressed with zstd',
      ['@foxglove/wasm-zstd'],
      () => import('@foxglove/wasm-zstd'),
    );
    await zstd.isLoaded;
    handlers['zstd'] = (bytes, size) => zstd.decompress(bytes, Number(size));
  }
  if (names.has('lz4')) {
    const { default: lz4 } = await installed(
      'chunks compressed with lz4',
      ['@foxglove/wasm-lz4'],
      () => import('@foxglove/wasm-lz4'),
    );
    await lz4.isLoaded;
    handlers['lz4'] = (bytes, size) => lz4(bytes, Number(size));
  }
  return handlers;
}
