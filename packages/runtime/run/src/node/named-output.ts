/** Decides whether a file that a scenario names for output may be written. */
import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { inputError, type Place } from '@kineko/formats/problem';
import type { Source } from '../scenario.js';
import { writeFailure } from './file-errors.js';
import { isBeneath } from './named-file.js';

/** Files of one kind, which a new one may replace. */
export interface OutputKind {
  /** With its article, for messages: "a DEECo log". */
  readonly name: string;
  /** Whether a file with these first bytes and this length is one. */
  readonly isOne: (start: Uint8Array, length: number) => boolean;
}

export interface NamedOutput {
  /** The path in the scenario. */
  readonly path: string;
  /** The file that names it. */
  readonly from: Source;
  /** The absolute path. */
  readonly target: string;
  /** Absolute paths: folders in which it may lie, and files that the user allows to be replaced. Default: any. */
  readonly allowed?: readonly string[] | undefined;
  /** The kind of file that it may replace; undefined if the user chose the file, which may then replace any file. */
  readonly kind: OutputKind | undefined;
  /** Advice for the user, such as "to replace it, use --logfile x.txt". */
  readonly remedy: string;
}

const ANOTHER = 'name another file';

/** Number of bytes by which an existing file is recognised. */
const MAX_START = 1 << 17;

/**
 * Throws an `InputError` unless the file is new, or replaces one of its kind. Links are followed to the file that would be
 * written. Called before anything is written, and again when the file is opened.
 */
export function requireWritable({ path, from, target, allowed, kind, remedy }: NamedOutput): void {
  const refuse = (why: string, advice = remedy): never => {
    throw inputError(`names the file ${JSON.stringify(path)} for output: ${why}; ${advice}`, from.path);
  };
  if (path === '' || path.includes('\0')) refuse('the name is empty, or contains a NUL', ANOTHER);
  let real: string | undefined;
  try {
    real = realTarget(target);
  } catch (error) {
    refuse(writeFailure(error), ANOTHER);
  }
  real ??= refuse('it is a dangling link');
  const roots = allowed?.map((each) => realTarget(each) ?? each);
  const isNamedByUser = roots?.includes(real) === true;
  const root = roots?.find((each) => isBeneath(real, each));
  if (roots !== undefined && root === undefined && !isNamedByUser) refuse(`it leads out of ${roots.join(' and ')}`);
  requireOther({ path, from, target });
  const existing = startOf(real, refuse);
  if (existing !== undefined) {
    if (kind === undefined || isNamedByUser || kind.isOne(existing.start, existing.length)) return;
    refuse(`the file exists and is not ${kind.name}`);
  }
  // Shells, editors and version control execute or read such files.
  if (root !== undefined && !isNamedByUser && /(?:^|[/\\])\./.test(relative(root, real))) refuse('it is a hidden file');
}

/** Throws an `InputError` if the output is the scenario. @param place Where the output is named, such as a flag. Default: in the scenario. */
export function requireOther(
  { path, from, target }: Pick<NamedOutput, 'path' | 'from' | 'target'>,
  place: Place | string = from.path,
): void {
  let real: string | undefined;
  try {
    real = realTarget(target);
  } catch {
    // Its name is too long, or a folder in it is a file: it cannot be the scenario, and its writer reports it.
    return;
  }
  // Two dangling links are not the same file: the one that was read may have been removed since.
  if (real === undefined || real !== realTarget(resolve(from.path))) return;
  throw inputError(`names the file ${JSON.stringify(path)} for output: it is the scenario itself; ${ANOTHER}`, place);
}

/** The path that would be written, with links followed as far as the path exists; undefined for a dangling link. */
function realTarget(target: string): string | undefined {
  const missing: string[] = [];
  for (let path = target; ; path = dirname(path)) {
    try {
      return resolve(realpathSync(path), ...missing);
    } catch {
      // The link would be valid once the file is created.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined;
      if (path === dirname(path)) return target;
      missing.unshift(relative(dirname(path), path));
    }
  }
}

interface FileStart {
  readonly start: Uint8Array;
  readonly length: number;
}

/** Undefined if the file does not exist. */
function startOf(path: string, refuse: (why: string, advice?: string) => never): FileStart | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  // Opening a pipe would wait for its writer.
  if (!status.isFile()) refuse('it is not a plain file', ANOTHER);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    return refuse(`the file exists and cannot be read: ${(error as Error).message}`);
  }
  try {
    const start = new Uint8Array(MAX_START);
    return { start: start.subarray(0, readSync(file, start)), length: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
}
