/** Serves the viewer's page, with a file or a live run behind it, to this machine only. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type RunningServer, startServer, type ViewerHub } from '@kineko/run/server';
import { pagesFolder } from './pages-folder.js';

export interface ShownFile {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

export interface ShownRun {
  readonly kind: 'live';
  readonly hub: ViewerHub;
  readonly name: string;
}

export interface Viewer {
  /** For people: what to open, with the token in it. */
  readonly url: string;
  close(): Promise<void>;
}

export async function showInViewer(shown: ShownFile | ShownRun, port?: number): Promise<Viewer> {
  const server: RunningServer = await startServer({
    pages: pagesFolder(),
    port,
    ...(shown.kind === 'file' && { routes: { fetch: () => fileResponse(shown.path) } }),
    ...(shown.kind === 'live' && { sockets: { '/live': shown.hub.accept } }),
  });
  const what = new URLSearchParams({ [shown.kind]: '1', name: shown.name });
  return { url: `${server.url}&${what.toString()}`, close: () => server.close() };
}

/** In pieces, whatever its size. */
function fileResponse(path: string): Response {
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return new Response(stream, { headers: { 'content-type': 'application/octet-stream' } });
}
