/** The built playground on a server of static files, in a subfolder. */
import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { folderOf } from '@kineko/tools/shared/workspaces';

const PAGE = pathToFileURL(`${folderOf('@kineko/playground')}/page/`);
const FOLDER = '/some/folder/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface Site {
  readonly url: string;
  /** Requested paths, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function serveSite(): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push(path);
    const file = path.startsWith(FOLDER) ? path.slice(FOLDER.length) || 'index.html' : 'nothing';
    readFile(new URL(file, PAGE)).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${FOLDER}`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
