/**
 * The files of DEECo scenarios on the disk. Their paths are relative to the working directory, as in the playground, else to the
 * scenario itself, and stay in its tree: the working directory if the scenario lies beneath it, its own folder otherwise.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import type { LogLimit, Source } from '@kineko/run';
import { shownPath } from '@kineko/run/console';
import { makeFolder, MAX_BYTES, type NamedOutput, requireWritable, shellWord, writingNow } from '@kineko/run/node';
import { type DeecoFiles, NOWHERE, type OutputFile, type OutputRequest } from '../run/setup/files.js';

export interface TreeFilesOptions {
  readonly cwd: string;
  /** Further folders, from --allow-path. */
  readonly allowed?: readonly string[] | undefined;
  /** Limit of the logs that are kept; without it, it is only found out whether they could be. */
  readonly logs?: LogLimit | undefined;
}

export class TreeFiles implements DeecoFiles {
  private readonly options: TreeFilesOptions;

  constructor(options: TreeFilesOptions) {
    this.options = options;
  }

  async readBytes(path: string, from: Source): Promise<Uint8Array> {
    const refuse = refusalOf(path, from);
    const { bases, roots } = await this.treeOf(from);
    if (path === '' || path.includes('\0')) throw refuse('the name is empty, or has a NUL in it');
    for (const base of bases) {
      const real = await realpath(resolve(base, path)).catch(() => undefined);
      if (real === undefined) continue;
      if (!roots.some((root) => isBeneath(real, root)))
        throw refuse(`it leads out of ${roots.join(' and ')}; ${ALLOW}`);
      const status = await stat(real);
      if (!status.isFile()) throw refuse('it is no plain file');
      if (status.size > MAX_BYTES) throw refuse(`it has ${status.size} bytes; at most ${MAX_BYTES} are read`);
      return readFile(real);
    }
    throw refuse(`no such file in ${bases.join(' or ')}`);
  }

  async output(path: string, from: Source, { isChosen, kind, flag }: OutputRequest): Promise<OutputFile> {
    const { cwd, logs } = this.options;
    const { bases, roots } = await this.treeOf(from);
    const target = resolve(isChosen ? cwd : bases[0]!, path);
    const shown = shownPath(target, cwd);
    const remedy = isChosen ? 'name another one' : `to write it anyway, use ${flag} ${shellWord(shown)}`;
    const output = {
      path,
      from,
      target,
      allowed: isChosen ? undefined : roots,
      kind: isChosen ? undefined : kind,
      remedy,
    };
    requireWritable(output);
    return logs === undefined ? NOWHERE : new DiskFile(output, shown, logs);
  }

  /** Where paths start, and where they may lead. */
  private async treeOf(
    from: Source,
  ): Promise<{ readonly bases: readonly string[]; readonly roots: readonly string[] }> {
    const { cwd, allowed = [] } = this.options;
    const folder = await realpath(dirname(resolve(cwd, from.path)));
    const working = await realpath(cwd);
    const isInside = folder === working || isBeneath(folder, working);
    const further = await Promise.all(
      allowed.map(async (path) => realpath(resolve(cwd, path)).catch(() => resolve(cwd, path))),
    );
    return {
      bases: isInside && folder !== working ? [working, folder] : [folder],
      roots: [isInside ? working : folder, ...further],
    };
  }
}

const ALLOW = '--allow-path DIR allows another folder';

function isBeneath(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path.split(sep)[0] !== '..' && !isAbsolute(path);
}

function refusalOf(path: string, from: Source): (why: string) => InputError {
  return (why) =>
    new InputError([
      { severity: 'error', place: { file: from.path }, text: `names the file ${JSON.stringify(path)}: ${why}` },
    ]);
}

/** Made with the first bytes, in place of an earlier one. */
class DiskFile implements OutputFile {
  private file: number | undefined;
  private length = 0;

  constructor(
    private readonly output: NamedOutput,
    readonly path: string,
    private readonly budget: LogLimit,
  ) {}

  write(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.budget.bytes) this.budget.exceed();
    if (this.budget.isExceeded) return;
    this.length += bytes.length;
    const file = (this.file ??= this.open());
    writingNow(this.path, () => {
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    });
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private open(): number {
    // What was there when the scenario was loaded may be something else by now.
    requireWritable(this.output);
    return writingNow(this.path, () => {
      makeFolder(dirname(this.output.target));
      return openSync(this.output.target, 'w');
    });
  }
}
