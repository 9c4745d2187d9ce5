import { createReadStream } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { inputError, InputError } from '@kineko/formats/problem';
import type { FrontEnd } from '../front-end.js';
import { HEAD, headOf } from '../load-scenario.js';
import type { Host, Source } from '../scenario.js';
import { loadModule, type LoadOptions, MODULE_ENDINGS } from './load-module.js';
import { findNamedFile, pathMeantBy } from './named-file.js';

/** Maximum size of a scenario, and of a file that it names (bytes). */
export const MAX_BYTES = 1 << 24;

/** Maximum size of a manifest, and of the world, in the folder of a run (bytes). */
export const MAX_RUN_FILE_BYTES = 1 << 26;

interface HostOptions extends LoadOptions {
  /** Called with the path of each module before it is loaded. */
  readonly onModule?: ((file: string) => void) | undefined;
}

/** Files and modules on the disk, beneath the folder of the scenario that names them. */
export class NodeHost implements Host {
  constructor(private readonly options: HostOptions = {}) {}

  async readBytes(path: string, from: Source): Promise<Uint8Array> {
    const file = await findNamedFile(path, from);
    return readAll(file, (why) => inputError(`names the file ${JSON.stringify(path)}: ${why}`, from.path));
  }

  /** Bytes by which the heap of Node can still grow, if the system has them. */
  memory(): number {
    const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
    // Not in every version of Node that is supported.
    const { availableMemory } = process as { availableMemory?: () => number };
    return Math.min(limit - used, availableMemory?.() ?? Infinity);
  }

  async loadModule(path: string, from: Source): Promise<Readonly<Record<string, unknown>>> {
    const file = await findNamedFile(path, from);
    if (!MODULE_ENDINGS.some((ending) => file.endsWith(ending))) {
      const expectation = `expected a program (${MODULE_ENDINGS.join(', ')})`;
      throw inputError(`names the file ${JSON.stringify(path)}: ${expectation}`, from.path);
    }
    this.options.onModule?.(file);
    return loadModule(file, this.options);
  }
}

/**
 * Reads a scenario; throws an `InputError` if it cannot be read.
 * @param frontEnds Those that may open larger files.
 */
export async function readSource(path: string, frontEnds: readonly FrontEnd[] = []): Promise<Source> {
  const { dir } = parse(path);
  const refused = (why: string): InputError => inputError(why, path);
  try {
    return { path, bytes: await readAll(path, refused, { frontEnds }) };
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw refused(`it cannot be read: ${message}`);
    const meant = await pathMeantBy(resolve(path), resolve(dir));
    const suggestion = meant === undefined ? '' : `; did you mean ${JSON.stringify(join(dir, meant))}?`;
    throw refused(`no such file${suggestion}`);
  }
}

/** The contents of the pipes of a shell, which can be read only once. */
const pipes = new Map<string, Uint8Array>();

interface Bounds {
  /** Whether the file is one in the folder of a run, which may be larger. */
  readonly isOfRun?: boolean;
  readonly frontEnds?: readonly FrontEnd[] | undefined;
}

/** Returns the bytes of a file that has an end and is not too large; throws what `refused` returns for others. */
export async function readAll(
  file: string,
  refused: (why: string) => InputError,
  { isOfRun = false, frontEnds = [] }: Bounds = {},
): Promise<Uint8Array> {
  const most = isOfRun ? MAX_RUN_FILE_BYTES : MAX_BYTES;
  const status = await stat(file);
  if (status.isDirectory()) throw refused('expected a file, got a folder');
  // Opening a named pipe waits for a writer, and no signal ends that; pipes of a shell have no name.
  const hasName = status.isFIFO() && (await realpath(file).catch(() => undefined)) !== undefined;
  if (hasName) throw refused('expected a file, got a named pipe');
  const kept = status.isFIFO() ? pipes.get(file) : undefined;
  if (kept !== undefined) return kept;
  let limit = status.size > most ? Math.max(most, await limitOf(file, frontEnds)) : most;
  // A pipe cannot be read twice, to recognise what is in it.
  if (status.isFIFO()) limit = Math.max(limit, ...frontEnds.map(({ maxBytes = 0 }) => maxBytes));
  const tooLarge = (size: number | string): InputError =>
    refused(`expected at most ${limit} bytes (${limit >> 20} MiB), got ${size}`);
  if (status.size > limit) throw tooLarge(status.size);
  let bytes: Buffer;
  try {
    // On macOS, the size of a pipe is the number of bytes that wait in it.
    bytes = status.isFile() && status.size > 0 ? await readFile(file) : await startOf(file, limit + 1);
  } catch (error) {
    throw refused(`it cannot be read: ${(error as Error).message}`);
  }
  if (bytes.length > limit) throw tooLarge('more');
  const { buffer, byteOffset, length } = bytes;
  const view = new Uint8Array(buffer, byteOffset, length);
  if (status.isFIFO()) pipes.set(file, view);
  return view;
}

/** At most `count` bytes of a pipe or a device, which may have no end. */
async function startOf(file: string, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: count - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The largest size of a file that a front end opens, by the beginning of the file. */
async function limitOf(path: string, frontEnds: readonly FrontEnd[]): Promise<number> {
  const file = await open(path);
  try {
    const head = new Uint8Array(HEAD);
    const { bytesRead } = await file.read(head, 0, HEAD);
    const text = headOf({ path, bytes: head.subarray(0, bytesRead) });
    return frontEnds.find((each) => each.recognises(text, path))?.maxBytes ?? MAX_BYTES;
  } finally {
    await file.close();
  }
}
