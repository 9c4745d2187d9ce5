/** The libraries of MCAP and Foxglove, which their users install: all others would download them for nothing. */
import { inputError } from '@kineko/formats/problem';
import type * as mcap from '@mcap/core';
import type { DecompressHandlers } from '@mcap/core';

/** JSON Schemas of Foxglove's messages, by name. */
export type FoxgloveSchemas = Readonly<Record<string, object>>;

export interface McapLibraries {
  readonly mcap: typeof mcap;
  readonly schemas: FoxgloveSchemas;
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
    const [core, schemas] = await Promise.all([import('@mcap/core'), importedSchemas()]);
    return { mcap: core, schemas };
  });
}

export function foxgloveSchemas(): Promise<FoxgloveSchemas> {
  return installed('channels of Foxglove', ['@foxglove/schemas'], importedSchemas);
}

async function importedSchemas(): Promise<FoxgloveSchemas> {
  const { default: schemas } = await import('@foxglove/schemas/jsonschema.js');
  return schemas;
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
