/** A request with its files, for machines that share nothing but Redis. */
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { randomUUID } from 'node:crypto';
import { expected } from '@kineko/formats/problem';
import { parseMessage, readMessage } from '@kineko/formats/shape';
import { makeFolder, writingNow } from '@kineko/run/node';
import * as z from 'zod/mini';
import type { CellRequest } from '../../requests.js';
import { type FileContent, type FileSet, hashOfFiles } from '../scenario-files.js';

/** A request whose paths are relative to a set of files. */
export interface Parcel {
  readonly files: string;
  readonly request: CellRequest;
}

export const filesKey = (hash: string): string => `kineko:files:${hash}`;

/** Each version has its own queue, since the same cell may give another result there. */
export const queueName = (version: string): string => `kineko-${version}`;

export function parcelOf(request: CellRequest, { root, hash }: FileSet): Parcel {
  const within = (path: string): string => relative(root, path).split(sep).join('/');
  return { files: hash, request: withPaths(request, within) };
}

export function packed({ files }: FileSet): string {
  return JSON.stringify(files.map(({ path, content }) => [path, content.toString('base64')]));
}

/** Writes the files of a parcel to a folder of this machine, once; returns the folder. */
export function unpack(hash: string, text: string): string {
  const folder = folderOf(hash);
  if (isThere(folder)) return folder;
  const contents = contentsOf(text);
  if (hashOfFiles(contents) !== hash) {
    throw new Error(`invalid files of a request: they do not match the hash ${hash}`);
  }
  const fresh = `${folder}.${randomUUID()}`;
  const files = contents.map(({ path, content }) => {
    const file = resolve(fresh, path);
    if (!file.startsWith(fresh + sep)) throw new Error(`invalid files of a request: ${path} is outside its folder`);
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
    // Another thread was faster, with the same files.
    rmSync(fresh, { recursive: true, force: true });
    if (!isThere(folder)) throw error;
  }
  return folder;
}

const shape = z.array(z.tuple([z.string(), z.string()]));

function contentsOf(text: string): readonly FileContent[] {
  const fail = (why: string): Error => new Error(`invalid files of a request: ${why}`);
  const pairs = readMessage(shape, parseMessage(text, fail), fail);
  return pairs.map(([path, content]) => ({ path, content: Buffer.from(content, 'base64') }));
}

/** Undefined if the files are not on this machine yet. */
export function unpackedFolder(hash: string): string | undefined {
  const folder = folderOf(hash);
  return isThere(folder) ? folder : undefined;
}

export function requestIn(folder: string, { request }: Parcel): CellRequest {
  return withPaths(request, (path) => join(folder, path));
}

function withPaths(request: CellRequest, change: (path: string) => string): CellRequest {
  const { path, plugins = [] } = request.scenario;
  const scenario = { ...request.scenario, path: change(path), plugins: plugins.map(change) };
  return { ...request, scenario, experiment: change(request.experiment) };
}

function folderOf(hash: string): string {
  if (!/^[\da-f]{64}$/.test(hash)) throw new Error(`invalid files of a request: ${expected('a hash', hash)}`);
  return join(ownFolder(), hash);
}

/** The files are run as programs, so no other user may write there. */
function ownFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `kineko-files-${user ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) {
    throw new Error(`${folder}: belongs to another user, or other users may write to it; remove it`);
  }
  return folder;
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
