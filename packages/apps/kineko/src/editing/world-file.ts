/** The file of a world: saved at one go, and never over what somebody else has written meanwhile. */
import { randomUUID } from 'node:crypto';
import { access, constants, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { writing } from '@kineko/run/node';

/** Why it was not saved. */
export type Refusal = { readonly why: 'changed' | 'exists'; readonly text: string };

export class WorldFile {
  private constructor(
    /** As the user named it, or absolute. */
    readonly path: string,
    /** What was in it when it was read or saved last; undefined for one that is new. */
    private known: Uint8Array | undefined,
  ) {}

  static async read(path: string): Promise<WorldFile> {
    return new WorldFile(path, await readFile(path));
  }

  get name(): string {
    return basename(this.path);
  }

  /** Throws if it is none: whatever is in it that is no text would be lost. */
  get text(): string {
    try {
      return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(this.known);
    } catch (cause) {
      throw new Error(`${this.name} is no text in UTF-8: convert it first`, { cause });
    }
  }

  /** One beside this one, to be saved; its name has one of the endings. */
  beside(name: string, endings: readonly string[]): WorldFile {
    if (name === this.name) return this;
    return new WorldFile(join(dirname(this.path), checkedName(name, endings)), undefined);
  }

  /** Undefined if it is done. */
  async save(text: string, isForced: boolean): Promise<Refusal | undefined> {
    const refusal = isForced ? undefined : await this.refusal();
    if (refusal !== undefined) return refusal;
    const bytes = new TextEncoder().encode(text);
    await writeAtOnce(this.path, bytes);
    this.known = bytes;
    return undefined;
  }

  private async refusal(): Promise<Refusal | undefined> {
    let now: Uint8Array | undefined;
    try {
      now = await readFile(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (now === undefined && this.known === undefined) return undefined;
    if (this.known === undefined) return { why: 'exists', text: `there is a file ${this.name} already` };
    if (now === undefined) return { why: 'changed', text: `${this.name} is gone: somebody has removed or renamed it` };
    if (Buffer.compare(now, this.known) === 0) return undefined;
    return { why: 'changed', text: `${this.name} has been changed by somebody else since it was opened` };
  }
}

/** Throws unless it is the name of a file, and of nothing else. */
function checkedName(name: string, endings: readonly string[]): string {
  const isRight = /^[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,199}$/u.test(name) && name.trim() === name;
  if (isRight && endings.includes(extname(name))) return name;
  if (isRight) {
    throw new Error(`${JSON.stringify(name)}: expected a file name that ends in ${[...new Set(endings)].join(' or ')}`);
  }
  throw new Error(
    `${JSON.stringify(name)} is no name of a file: it is kept in the same folder, without / \\ : and dots in front`,
  );
}

/**
 * Whoever reads it meanwhile sees the old file or the new one, and nothing in between. A link stays one, and what it leads to is
 * written; who may read and write it stays too.
 */
function writeAtOnce(path: string, bytes: Uint8Array): Promise<void> {
  return writing(basename(path), () => replaceFile(path, bytes));
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = (await stat(target).catch(() => undefined))?.mode;
  // To rename over a file one need not be allowed to write it.
  if (mode !== undefined && (mode & ANYBODY_WRITES) === 0) throw new Error(`${basename(path)} is read-only`);
  if (mode !== undefined) await access(target, constants.W_OK);
  const partial = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    const file = await open(partial, 'wx');
    try {
      if (mode !== undefined) await file.chmod(mode & PERMISSIONS);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const ANYBODY_WRITES = 0o222;
const PERMISSIONS = 0o777;
