/** The file of a world: saved atomically, and never over changes of another program. */
import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { replaceFile, writing } from '@kineko/run/node';

/** Why it was not saved. */
type Refusal = { readonly why: 'changed' | 'exists'; readonly text: string };

export class WorldFile {
  private constructor(
    /** As named by the user, or absolute. */
    readonly path: string,
    /** Its contents when it was read or saved last; undefined for a new file. */
    private known: Uint8Array | undefined,
  ) {}

  static async read(path: string): Promise<WorldFile> {
    return new WorldFile(path, await readFile(path));
  }

  get name(): string {
    return basename(this.path);
  }

  /** Throws if it is not UTF-8, because invalid bytes would be lost. */
  get text(): string {
    try {
      return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(this.known);
    } catch (cause) {
      throw new Error(`${this.name} is not UTF-8; convert it first`, { cause });
    }
  }

  /** A file to save in the same folder; its name must have one of the endings. */
  beside(name: string, endings: readonly string[]): WorldFile {
    if (name === this.name) return this;
    return new WorldFile(join(dirname(this.path), checkedName(name, endings)), undefined);
  }

  /** Undefined if it was saved. */
  async save(text: string, isForced: boolean): Promise<Refusal | undefined> {
    const refusal = isForced ? undefined : await this.refusal();
    if (refusal !== undefined) return refusal;
    const bytes = new TextEncoder().encode(text);
    await writing(this.name, () => saveFile(this.path, bytes));
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
    if (this.known === undefined) return { why: 'exists', text: `${this.name} exists already` };
    if (now === undefined) return { why: 'changed', text: `${this.name} has been removed or renamed` };
    if (Buffer.compare(now, this.known) === 0) return undefined;
    return { why: 'changed', text: `${this.name} has been changed by another program since it was opened` };
  }
}

/** Throws unless it is a plain file name. */
function checkedName(name: string, endings: readonly string[]): string {
  const isValid = /^[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,199}$/u.test(name) && name.trim() === name;
  if (isValid && endings.includes(extname(name))) return name;
  if (isValid) {
    throw new Error(`${JSON.stringify(name)}: expected a file name that ends in ${[...new Set(endings)].join(' or ')}`);
  }
  throw new Error(`${JSON.stringify(name)}: expected a file name in the same folder, without / \\ : and leading dots`);
}

/** Links are followed, and permissions stay. */
async function saveFile(path: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = (await stat(target).catch(() => undefined))?.mode;
  // A rename does not need write permission for the file.
  if (mode !== undefined && (mode & WRITABLE) === 0) throw new Error(`${basename(path)} is read-only`);
  if (mode !== undefined) await access(target, constants.W_OK);
  const write = async (file: FileHandle): Promise<void> => {
    if (mode !== undefined) await file.chmod(mode & PERMISSIONS);
    await file.writeFile(bytes);
    await file.sync();
  };
  await replaceFile(target, write, join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`));
}

const WRITABLE = 0o222;
const PERMISSIONS = 0o777;
