/** Serves the viewer's page, for a file or a live run, to this machine only. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { InputError } from '@kineko/formats/problem';
import { newToken, startServer, type ViewerHub } from '@kineko/server';
import { type Findings, type Opening, VIEWER_PATHS } from '@kineko/viewer';
import { pagesFolder } from './program-files.js';

export interface ShownFile {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

export interface ShownRun {
  readonly kind: 'live';
  readonly hub: Pick<ViewerHub, 'accept'>;
  readonly name: string;
  /** Shows another world, from a file that a page has opened. Throws an `InputError`. */
  readonly openWorld?: ((name: string, bytes: Uint8Array) => Promise<void>) | undefined;
}

export interface Viewer {
  /** Address to open, with the token. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ViewerOptions {
  readonly port?: number | undefined;
  readonly opening?: Opening | undefined;
  /** Scripts of author layers. */
  readonly scripts?: readonly string[] | undefined;
  /** Looked for when the page asks, because that takes a while in a long run. */
  readonly findings?: (() => Promise<Findings>) | undefined;
  /** Path of a run to compare with. */
  readonly other?: string | undefined;
}

export async function showInViewer(
  shown: ShownFile | ShownRun,
  { port, opening = {}, scripts = [], findings, other }: ViewerOptions = {},
): Promise<Viewer> {
  // A script element cannot send a token, so the path of a script is secret instead.
  const secret = newToken();
  const morePages = scripts.map((body, index) => ({ path: `/layers/${secret}/${index + 1}.js`, body }));
  const begin: Opening = {
    ...opening,
    scripts: morePages.map(({ path }) => path),
    ...(findings !== undefined && { hasFindings: true }),
    ...(other !== undefined && { other: basename(other) }),
    ...(shown.kind === 'live' && shown.openWorld !== undefined && { opensWorlds: true }),
  };
  const server = await startServer({
    pages: pagesFolder(),
    morePages,
    port,
    routes: { fetch: (request) => answer(request, shown, { opening: begin, findings, other }) },
    ...(shown.kind === 'live' && { sockets: { '/live': (peer) => shown.hub.accept(peer) } }),
  });
  const what = new URLSearchParams({ [shown.kind]: '1', name: shown.name });
  return { url: `${server.url}&${what.toString()}`, close: () => server.close() };
}

async function answer(
  request: Request,
  shown: ShownFile | ShownRun,
  { opening, findings, other }: Pick<ViewerOptions, 'findings' | 'other'> & { readonly opening: Opening },
): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case VIEWER_PATHS.opening:
      return Response.json(opening);
    case VIEWER_PATHS.file:
      if (shown.kind === 'file') return fileResponse(shown.path, request.headers.get('range'));
      break;
    case VIEWER_PATHS.findings:
      if (findings !== undefined) return refusable(async () => Response.json(await findings()));
      break;
    case VIEWER_PATHS.other:
      if (other !== undefined) return fileResponse(other, request.headers.get('range'));
      break;
    case VIEWER_PATHS.world:
      if (shown.kind === 'live' && shown.openWorld !== undefined) return openWorld(request, shown.openWorld);
      break;
  }
  return new Response('not found\n', { status: 404 });
}

async function openWorld(request: Request, open: NonNullable<ShownRun['openWorld']>): Promise<Response> {
  if (request.method !== 'POST') return new Response('expected POST\n', { status: 405 });
  const name = new URL(request.url).searchParams.get('name') ?? 'world.json';
  return refusable(async () => {
    await open(name, new Uint8Array(await request.arrayBuffer()));
    return new Response(null, { status: 204 });
  });
}

/** The page shows the text of an `InputError`. */
async function refusable(answered: () => Promise<Response>): Promise<Response> {
  try {
    return await answered();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return new Response(`${error.message}\n`, { status: 422 });
  }
}

/** Streams the file, or the bytes of a range, which the page requests when it shows lines of a log. */
export async function fileResponse(path: string, range: string | null): Promise<Response> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isFile() !== true) return new Response('the file has been removed\n', { status: 404 });
  const { size } = status;
  const type = { 'content-type': 'application/octet-stream' };
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? [];
  if (first === undefined) {
    // A run may still be writing the file: bytes beyond the announced ones would be read as the next response.
    const body = size === 0 ? null : stream(path, { start: 0, end: size - 1 });
    return new Response(body, { headers: { ...type, 'content-length': String(size) } });
  }
  const [start, end] = [Number(first), Math.min(Number(last), size - 1)];
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const headers = {
    ...type,
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${size}`,
  };
  return new Response(stream(path, { start, end }), { status: 206, headers });
}

function stream(path: string, range: { readonly start: number; readonly end: number }) {
  return Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>;
}
