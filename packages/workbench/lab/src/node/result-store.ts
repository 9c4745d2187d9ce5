/**
 * The results of cells on the disk: lines of JSON, each with the id of its cell. Every writer has a file of its own, so that any
 * number of them may share a folder; a result that is there twice counts once.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeFailure } from '@kineko/run/node';
import type { CellResult } from '../cell.js';

/** Results cannot be kept: the disk is full, the folder is gone. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Writes all of some bytes; replaced in tests, where disks are not full. */
export type WriteAll = (descriptor: number, bytes: Uint8Array) => void;

const writeAll: WriteAll = (descriptor, bytes) => {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
};

export class ResultStore {
  private descriptor: number | undefined;
  private length = 0;
  private readonly found = new Map<string, CellResult>();
  /** Lines that could not be read: the last ones of writers that were killed. */
  readonly damaged: number;

  /** @param name Of whoever writes: part of the name of its file. */
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

  /** When it returns the result has left the process, and survives its death. */
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
        `${this.folder}: results cannot be kept any further: ${writeFailure(error)}; what is there is whole, and --resume goes on`,
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
      throw new StoreError(`${this.folder}: results cannot be kept here: ${writeFailure(error)}`, { cause: error });
    }
  }

  /** Half a line is worse than none. */
  private cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.length);
    } catch {
      // The disk is gone: nothing to be saved.
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
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function resultOf(line: string): CellResult | undefined {
  try {
    const result = JSON.parse(line) as Partial<CellResult>;
    return typeof result.id === 'string' && typeof result.values === 'object' ? (result as CellResult) : undefined;
  } catch {
    return undefined;
  }
}
