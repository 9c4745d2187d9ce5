/**
 * The files of our pages. They are read once, when a server starts, and found by their exact path: no request reaches the
 * disk, so none leads out of the folder.
 */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { getMimeType } from 'hono/utils/mime';
import type { ServerLimits } from './limits.js';

export interface Page {
  /** From the root: `/index.html`. One that ends in `/index.html` also answers for its folder. */
  readonly path: string;
  readonly body: string | Uint8Array;
  /** By default what the ending of its path says. */
  readonly type?: string | undefined;
}

export interface ServedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Changes when the page does. */
  readonly tag: string;
}

/** A name with a hash in it, as bundlers give: what is behind it never changes. */
const HASHED = /-[\w-]{8,}\.\w+$/;

/** By path. */
export function pagesByPath(pages: readonly Page[]): Map<string, ServedPage> {
  const byPath = new Map<string, ServedPage>();
  for (const page of pages) {
    const served = servedPage(page);
    byPath.set(page.path, served);
    if (page.path.endsWith('/index.html')) byPath.set(page.path.slice(0, -'index.html'.length), served);
  }
  return byPath;
}

function servedPage({ path, body, type }: Page): ServedPage {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Type': type ?? getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  };
  return { body: bytes, headers, tag };
}

/** All files of a folder and the folders in it, but no links and nothing that is hidden; throws an `InputError`. */
export async function readPages(folder: string, limits: ServerLimits): Promise<Page[]> {
  const pages: Page[] = [];
  let bytes = 0;
  const visit = async (at: string, path: string): Promise<void> => {
    for (const entry of await entriesOf(at, folder)) {
      const file = join(at, entry.name);
      if (entry.isDirectory()) await visit(file, `${path}${entry.name}/`);
      if (!entry.isFile()) continue;
      bytes += (await lstat(file)).size;
      if (pages.length >= limits.pageFiles || bytes > limits.pageBytes) {
        const most = `at most ${limits.pageFiles} files and ${limits.pageBytes} bytes are served`;
        throw unusable(folder, `it is too large for a folder of pages: ${most}`);
      }
      pages.push({ path: path + entry.name, body: await readFile(file) });
    }
  };
  await visit(folder, '/');
  return pages;
}

async function entriesOf(at: string, folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(at, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.'));
  } catch (error) {
    throw unusable(folder, `its files cannot be read: ${(error as Error).message}`);
  }
}

function unusable(folder: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file: folder }, text }]);
}
