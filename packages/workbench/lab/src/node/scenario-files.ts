/** The files of a scenario or an experiment, for the ids of cells and for other machines. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Host, Source } from '@kineko/run';

/** Records the files that are read through another host. */
export class RecordingHost implements Host {
  readonly files = new Set<string>();

  constructor(private readonly inner: Host) {}

  readBytes(path: string, from: Source): Promise<Uint8Array> {
    this.files.add(resolve(dirname(from.path), path));
    return this.inner.readBytes(path, from);
  }

  loadModule(path: string, from: Source): Promise<Readonly<Record<string, unknown>>> {
    for (const file of withImports(resolve(dirname(from.path), path))) this.files.add(file);
    return this.inner.loadModule(path, from);
  }
}

export interface FileContent {
  readonly path: string;
  readonly content: Buffer;
}

export interface FileSet {
  /** The folder that holds them all. */
  readonly root: string;
  /** Sorted by path, which is relative to the root, with /. */
  readonly files: readonly FileContent[];
  /** Hash of all paths and contents. */
  readonly hash: string;
}

export function fileSet(paths: Iterable<string>): FileSet {
  const all = [...new Set([...paths].map((path) => resolve(path)))].sort();
  const root = commonFolder(all);
  const files = all.map((file) => ({
    path: relative(root, file).split(sep).join('/'),
    content: readFileSync(file),
  }));
  return { root, files, hash: hashOfFiles(files) };
}

export function hashOfFiles(files: readonly FileContent[]): string {
  const hash = createHash('sha256');
  for (const { path, content } of files) hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

function commonFolder(files: readonly string[]): string {
  let folder = dirname(files[0] ?? '.');
  while (!files.every((file) => file.startsWith(folder === sep ? sep : folder + sep))) folder = dirname(folder);
  return folder;
}

/** Relative imports: `from './x.js'`, `import './x.js'`, `import('./x.js')`. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** A module and its relative imports, recursively. */
export function withImports(file: string, seen = new Set<string>()): Set<string> {
  const found = [
    file,
    file.replace(/\.(m?)js$/, '.$1ts'),
    `${file}.ts`,
    `${file}.js`,
    join(file, 'index.ts'),
    join(file, 'index.js'),
  ].find(isFile);
  if (found === undefined || seen.has(found)) return seen;
  seen.add(found);
  for (const [, path] of readFileSync(found, 'utf8').matchAll(IMPORT))
    withImports(resolve(dirname(found), path!), seen);
  return seen;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
