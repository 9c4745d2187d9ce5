/**
 * The files of DEECo scenarios on disk. Paths are relative to the working directory, as in the playground, or else to the
 * scenario, and may not leave its tree: the working directory if the scenario lies beneath it, its own folder otherwise.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import type { LogLimit, Source } from '@kineko/run';
import { shownPath } from '@kineko/run/console';
import { makeFolder, readAll, requireWritable, shellWord, writingNow } from '@kineko/run/node';
import { type DeecoFiles, NOWHERE, type OutputFile, type OutputRequest } from '../run/setup/files.js';

interface TreeFilesOptions {
  readonly cwd: string;
  /** Further folders, from --allow-path. */
  readonly allowed?: readonly string[] | undefined;
  /** Size limit of the logs; without it nothing is written, but outputs are still checked. */
  readonly logs?: LogLimit | undefined;
}

export class TreeFiles implements DeecoFiles {
  constructor(private readonly options: TreeFilesOptions) {}

  async readBytes(path: string, from: Source): Promise<Uint8Array> {
    const refuse = refusalOf(path, from);
    const { bases, roots } = await this.treeOf(from);
    if (path === '' || path.includes('\0')) throw refuse('the name is empty or contains a NUL');
    for (const base of bases) {
      const real = await realpath(resolve(base, path)).catch(() => undefined);
      if (real === undefined) continue;
      if (!roots.some((root) => isBeneath(real, root)))
        throw refuse(`it leads out of ${roots.join(' and ')}; ${ALLOW}`);
      const status = await stat(real);
      if (!status.isFile()) throw refuse('it is not a regular file');
      return readAll(real, refuse);
    }
    throw refuse(`no such file in ${bases.join(' or ')}`);
  }

  async output(path: string, from: Source, { isChosen, kind, flag }: OutputRequest): Promise<OutputFile> {
    const { cwd, logs } = this.options;
    const { bases, roots } = await this.treeOf(from);
    const target = resolve(isChosen ? cwd : bases[0]!, path);
    const shown = shownPath(target, cwd);
    const remedy = isChosen ? 'choose another one' : `to write it anyway, use ${flag} ${shellWord(shown)}`;
    const allowed = isChosen ? undefined : roots;
    const check = (): void =>
      requireWritable({ path, from, target, allowed, kind: isChosen ? undefined : kind, remedy });
    check();
    return logs === undefined ? NOWHERE : new DiskFile(target, check, shown, logs);
  }

  /** The folders that paths are relative to, and those that they must stay in. */
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
    new InputError([{ severity: 'error', place: { file: from.path }, text: `file ${JSON.stringify(path)}: ${why}` }]);
}

/** Created with the first bytes; replaces an earlier file. */
class DiskFile implements OutputFile {
  private file: number | undefined;
  private length = 0;

  constructor(
    private readonly target: string,
    private readonly check: () => void,
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
    // Checked again, because the target may have changed since the scenario was loaded.
    this.check();
    return writingNow(this.path, () => {
      makeFolder(dirname(this.target));
      return openSync(this.target, 'w');
    });
  }
}
