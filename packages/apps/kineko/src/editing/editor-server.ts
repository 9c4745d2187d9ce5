/** Serves the editor's page with a file behind it, to this machine only unless it is told otherwise. */
import { EDITOR_PATH, MAX_MESSAGE_BYTES } from '@kineko/editor';
import { NodeHost } from '@kineko/run/node';
import { startServer } from '@kineko/server';
import type { CliContext } from '@kineko/run/console';
import type { FormatName } from '../page/world-formats.js';
import { pagesFolder } from '../program-files.js';
import type { CheckOptions } from './checking.js';
import { Openings } from './openings.js';
import { EditingSession } from './session.js';

export interface EditorOptions extends CheckOptions {
  readonly format: FormatName;
  readonly path: string;
  readonly port?: number | undefined;
  /** An address besides this machine's own; needs a token that was made for it. */
  readonly listen?: string | undefined;
  /** Whether pages may start the programs that a world names. */
  readonly controllers: boolean;
}

export interface Editor {
  /** For people: what to open, with the token in it. */
  readonly url: string;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export async function startEditor(options: EditorOptions, context: CliContext): Promise<Editor> {
  const { path, port, listen } = options;
  const sessions = new Set<EditingSession>();
  const pictures = new Set<string>();
  const openings = new Openings();
  const server = await startServer({
    pages: pagesFolder(),
    port,
    listen,
    token: listen === undefined ? undefined : context.env['KINEKO_TOKEN'],
    limits: { messageBytes: MAX_MESSAGE_BYTES },
    routes: { fetch: (request) => picture(new URL(request.url), path, pictures) },
    sockets: {
      [EDITOR_PATH]: (peer) => {
        const onPictures = (names: readonly string[]): void => names.forEach((name) => pictures.add(name));
        const session = new EditingSession(peer, { ...options, openings, onPictures }, context);
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

const KINDS: readonly (readonly [start: readonly number[], type: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8], 'image/jpeg'],
  [[0x42, 0x4d], 'image/bmp'],
];

/** Only those that the world has in it, and only pictures. */
async function picture({ pathname, searchParams }: URL, path: string, known: ReadonlySet<string>): Promise<Response> {
  const name = searchParams.get('name') ?? '';
  if (pathname === '/api/picture' && known.has(name)) {
    const bytes = await new NodeHost().readBytes(name, { path, bytes: new Uint8Array() }).catch(() => new Uint8Array());
    const type = KINDS.find(([start]) => start.every((byte, k) => bytes[k] === byte))?.[1];
    if (type !== undefined) return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  }
  return new Response('there is nothing here\n', { status: 404 });
}
