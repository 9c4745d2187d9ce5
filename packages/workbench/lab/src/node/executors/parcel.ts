/** What a machine needs to run a cell that knows nothing but Redis: the order, and the files it is about. */
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { randomUUID } from 'node:crypto';
import { makeFolder, writingNow } from '@kineko/run/node';
import type { CellOrder } from '../../orders.js';
import { type FileContent, type FileSet, hashOfFiles } from '../scenario-files.js';

/** An order whose paths are relative to a set of files. */
export interface Parcel {
  readonly files: string;
  readonly order: CellOrder;
}

export const filesKey = (hash: string): string => `kineko:files:${hash}`;

/** Queues of different versions do not meet: the same cell may be another run there. */
export const queueName = (version: string): string => `kineko-${version}`;

export function parcelOf(order: CellOrder, { root, hash }: FileSet): Parcel {
  const within = (path: string): string => relative(root, path).split(sep).join('/');
  return { files: hash, order: withPaths(order, within) };
}

export function packed({ files }: FileSet): string {
  return JSON.stringify(files.map(({ path, content }) => [path, content.toString('base64')]));
}

/** Writes the files of a parcel, once, to a folder of this machine; the folder. */
export function unpack(hash: string, text: string): string {
  const folder = folderOf(hash);
  if (isThere(folder)) return folder;
  const contents = contentsOf(text);
  if (hashOfFiles(contents) !== hash) {
    throw new Error(
      `the files of the order are not those of the hash ${hash}: they were damaged or exchanged on the way`,
    );
  }
  const fresh = `${folder}.${randomUUID()}`;
  const files = contents.map(({ path, content }) => {
    const file = resolve(fresh, path);
    if (!file.startsWith(fresh + sep)) throw new Error(`a file of the order, ${path}, would lie outside its folder`);
    return [file, content] as const;
  });
  for (const [file, content] of files) {
    writingNow(file, () => {
      makeFolder(dirname(file));
      writeFileSync(file, content);
    });
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Somebody else was faster, with the same files.
    rmSync(fresh, { recursive: true, force: true });
    if (!isThere(folder)) throw error;
  }
  return folder;
}

function contentsOf(text: string): readonly FileContent[] {
  let pairs: unknown;
  try {
    pairs = JSON.parse(text);
  } catch {
    pairs = undefined;
  }
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
  if (!Array.isArray(pairs) || !pairs.every(isPair)) throw new Error('the files of the order are not a list of files');
  return pairs.map(([path, content]) => ({ path, content: Buffer.from(content, 'base64') }));
}

/** Undefined if the files of a parcel are not on this machine yet. */
export function unpackedFolder(hash: string): string | undefined {
  const folder = folderOf(hash);
  return isThere(folder) ? folder : undefined;
}

export function orderIn(folder: string, { order }: Parcel): CellOrder {
  return withPaths(order, (path) => join(folder, path));
}

function withPaths(order: CellOrder, change: (path: string) => string): CellOrder {
  const { path, plugins = [] } = order.scenario;
  const scenario = { ...order.scenario, path: change(path), plugins: plugins.map(change) };
  return { ...order, scenario, experiment: change(order.experiment) };
}

function folderOf(hash: string): string {
  if (!/^[\da-f]{64}$/.test(hash)) throw new Error(`${hash} is no name of files`);
  return join(ownFolder(), hash);
}

/** What is in it is run as a program: nobody else may write there. */
function ownFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `kineko-files-${user ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) {
    throw new Error(`${folder} belongs to somebody else, or others may write there: remove it`);
  }
  return folder;
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
