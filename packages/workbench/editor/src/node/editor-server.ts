/** Serves the page of the editor and the file that it edits; on this machine only by default. */
import { NodeHost } from '@kineko/run/node';
import { startServer } from '@kineko/server';
import { EDITOR_PATH, MAX_MESSAGE_BYTES } from '../protocol.js';
import { EditingSession, Openings, type SessionOptions } from './editing-session.js';

export interface EditorServerOptions extends Omit<SessionOptions, 'openings' | 'onPictures'> {
  /** Folder of the pages. */
  readonly pages: string;
  readonly port?: number | undefined;
  /** An address besides that of this machine; needs a token. */
  readonly listen?: string | undefined;
  readonly token?: string | undefined;
}

export interface Editor {
  /** The address to open, with the token in it. */
  readonly url: string;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export async function startEditor(options: EditorServerOptions): Promise<Editor> {
  const { path, pages, port, listen, token } = options;
  const sessions = new Set<EditingSession>();
  const pictures = new Set<string>();
  const openings = new Openings();
  const onPictures = (names: readonly string[]): void => names.forEach((name) => pictures.add(name));
  const server = await startServer({
    pages,
    port,
    listen,
    token: listen === undefined ? undefined : token,
    limits: { messageBytes: MAX_MESSAGE_BYTES },
    routes: { fetch: (request) => picture(new URL(request.url), path, pictures) },
    sockets: {
      [EDITOR_PATH]: (peer) => {
        const session = new EditingSession(peer, { ...options, openings, onPictures });
        sessions.add(session);
        return {
          message: (data) => session.message(data),
          closed: () => {
            sessions.delete(session);
            session.closed();
          },
        };
      },
    },
  });
  const address = new URL(server.url);
  address.pathname = '/editor.html';
  return {
    url: address.href,
    warnings: server.warnings,
    close: async () => {
      const open = [...sessions];
      await server.close();
      await Promise.all(open.map((session) => session.end()));
    },
  };
}

const PICTURE_TYPES: readonly (readonly [start: readonly number[], type: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8], 'image/jpeg'],
  [[0x42, 0x4d], 'image/bmp'],
];

/** Serves only files that the world names, and only pictures. */
async function picture({ pathname, searchParams }: URL, path: string, known: ReadonlySet<string>): Promise<Response> {
  const name = searchParams.get('name') ?? '';
  if (pathname === '/api/picture' && known.has(name)) {
    const bytes = await new NodeHost().readBytes(name, { path, bytes: new Uint8Array() }).catch(() => new Uint8Array());
    const type = PICTURE_TYPES.find(([start]) => start.every((byte, k) => bytes[k] === byte))?.[1];
    if (type !== undefined) return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  }
  return new Response('not found\n', { status: 404 });
}
