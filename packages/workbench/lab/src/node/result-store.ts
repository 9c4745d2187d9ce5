/**
 * The results of cells on disk: lines of JSON, each with the id of its cell. Every writer has its own file, so that several writers
 * can share a folder; a result that occurs twice counts once.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeFailure } from '@kineko/run/node';
import type { CellResult } from '../cell.js';

/** Results cannot be written: the disk is full, or the folder is gone. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Writes all bytes; replaced in tests. */
export type WriteAll = (descriptor: number, bytes: Uint8Array) => void;

const writeAll: WriteAll = (descriptor, bytes) => {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
};

export class ResultStore {
  private descriptor: number | undefined;
  private length = 0;
  private readonly found = new Map<string, CellResult>();
  /** Number of unreadable lines, usually the last ones of killed writers. */
  readonly damaged: number;

  /** @param name Name of the writer, which is part of its file name. */
  constructor(
    readonly folder: string,
    private readonly name: string,
    private readonly write: WriteAll = writeAll,
  ) {
    this.damaged = this.readAll();
  }

  get results(): ReadonlyMap<string, CellResult> {
    return this.found;
  }

  has(id: string): boolean {
    return this.found.has(id);
  }

  /** When it returns, the result survives the end of the process. */
  add(result: CellResult): void {
    if (this.found.has(result.id)) return;
    const descriptor = (this.descriptor ??= this.begin());
    const bytes = Buffer.from(`${JSON.stringify(result)}\n`);
    try {
      this.write(descriptor, bytes);
      this.length += bytes.length;
    } catch (error) {
      this.cut(descriptor);
      throw new StoreError(
        `${this.folder}: results cannot be written: ${writeFailure(error)}; earlier results are intact, continue with --resume`,
        { cause: error },
      );
    }
    this.found.set(result.id, result);
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private begin(): number {
    try {
      makeFolder(this.folder);
      return openSync(join(this.folder, `${this.name}-${randomUUID().slice(0, 8)}.jsonl`), 'wx');
    } catch (error) {
      throw new StoreError(`${this.folder}: results cannot be written: ${writeFailure(error)}`, { cause: error });
    }
  }

  /** Removes a partial line. */
  private cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.length);
    } catch {
      // The disk is gone.
    }
  }

  private readAll(): number {
    let damaged = 0;
    for (const file of filesIn(this.folder)) {
      for (const line of readFileSync(join(this.folder, file), 'utf8').split('\n')) {
        if (line === '') continue;
        const result = resultOf(line);
        if (result === undefined) damaged++;
        else this.found.set(result.id, result);
      }
    }
    return damaged;
  }
}

function filesIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.jsonl')).sort();
}

function resultOf(line: string): CellResult | undefined {
  try {
    const result = JSON.parse(line) as Partial<CellResult>;
    return typeof result.id === 'string' && typeof result.values === 'object' ? (result as CellResult) : undefined;
  } catch {
    return undefined;
  }
}
