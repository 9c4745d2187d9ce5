/** The files of pages: read once when a server starts and found by their exact path, so that no request reaches the disk. */
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { getMimeType } from 'hono/utils/mime';
import type { ServerLimits } from './limits.js';

export interface Page {
  /** Absolute path: `/index.html`. A path that ends in `/index.html` also serves its folder. */
  readonly path: string;
  readonly body: string | Uint8Array;
  /** MIME type (default: by the extension of the path). */
  readonly type?: string | undefined;
}

export interface ServedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

/** A name with a hash, as bundlers give: the content never changes. */
const HASHED = /-[\w-]{8,}\.\w+$/;

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
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Type': type ?? getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
  };
  return { body: bytes, headers, etag };
}

/** Reads all files of a folder and its subfolders, but no links and no hidden files; throws an `InputError`. */
export async function readPages(folder: string, limits: ServerLimits): Promise<Page[]> {
  const pages: Page[] = [];
  let bytes = 0;
  const visit = async (at: string, path: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const file = join(at, entry.name);
      if (entry.isDirectory()) await visit(file, `${path}${entry.name}/`);
      if (!entry.isFile()) continue;
      bytes += (await lstat(file)).size;
      if (pages.length >= limits.pageFiles || bytes > limits.pageBytes) {
        throw unusable(
          folder,
          `folder of pages too large: at most ${limits.pageFiles} files and ${limits.pageBytes} bytes`,
        );
      }
      pages.push({ path: path + entry.name, body: await readFile(file) });
    }
  };
  try {
    await visit(folder, '/');
  } catch (error) {
    throw error instanceof InputError ? error : unusable(folder, `cannot read the pages: ${(error as Error).message}`);
  }
  return pages;
}

function unusable(folder: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file: folder }, text }]);
}
