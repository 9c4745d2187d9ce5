/** A server of pages, data and web sockets for the viewer, the editor and the pages of front ends. */
import { type Clock, wallClock } from './clock.js';
import { exposureOf, isLocalOnly } from './exposure.js';
import { type ForeignClients, Guard } from './guard.js';
import { HttpHandler } from './http-handler.js';
import { limitsWith, type ServerLimits } from './limits.js';
import { listenOn } from './listening.js';
import { type Page, pagesByPath, readPages } from './pages.js';
import type { SocketService } from './peer.js';
import type { Routes } from './routes.js';
import type { ServerCounts } from './sockets.js';

export interface ServeOptions {
  /** 0 for any free one (default: the first free one from 7365 on). */
  readonly port?: number | undefined;
  /** Address to listen on (default: loopback); any other needs a token. */
  readonly listen?: string | undefined;
  /** 32 hexadecimal digits (default: new ones). */
  readonly token?: string | undefined;
  /** More host names that requests may use. */
  readonly hosts?: readonly string[] | undefined;
  /** Files, or the folder they are in; served without a token. */
  readonly pages?: readonly Page[] | string | undefined;
  /** More files besides a folder. They need no token: put a secret into the path of a private one. */
  readonly morePages?: readonly Page[] | undefined;
  /** Responds to paths that begin with `/api/`, for clients with the token. */
  readonly routes?: Routes | undefined;
  /** The web sockets by path, for clients with the token. */
  readonly sockets?: Readonly<Record<string, SocketService>> | undefined;
  /**
   * Set if the sockets speak a protocol of other programs: their clients need the token only if other machines can reach the
   * server, in the query (`?token=`), and pages of the given origins may connect, besides those of this machine.
   */
  readonly foreign?:
    | (Pick<ForeignClients, 'onRefused'> & {
        readonly origins?: readonly string[] | undefined;
        /** Names of the protocol. */
        readonly protocols?: readonly string[] | undefined;
      })
    | undefined;
  /** Called with internal errors. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock | undefined;
}

export interface RunningServer {
  /** The address to print; the token is in its fragment, which browsers do not send. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Warnings to print at the start. */
  readonly warnings: readonly string[];
  readonly counts: ServerCounts;
  /** Closes all connections; resolves when the port is free. */
  close(): Promise<void>;
}

/** Throws an `InputError` if the port or address cannot be used, or a token is missing. */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const { pages = [], morePages = [], routes, sockets = {}, foreign, onFailure, clock = wallClock } = options;
  const { addresses, hosts, warnings, token } = exposureOf(options);
  const limits = limitsWith(options.limits);
  const files = pagesByPath([...(typeof pages === 'string' ? await readPages(pages, limits) : pages), ...morePages]);
  const handler = new HttpHandler({
    pages: files,
    routes,
    sockets,
    protocols: foreign?.protocols,
    onFailure,
    limits,
    clock,
  });
  let port: number;
  try {
    const listening = await listenOn({ addresses, port: options.port, make: () => handler.makeServer() });
    port = listening.port;
    const access = foreign && { ...foreign, origins: foreign.origins ?? [], needsToken: !isLocalOnly(options.listen) };
    handler.open(listening, new Guard({ port, hosts, token, limits, foreign: access }));
  } catch (error) {
    await handler.close();
    throw error;
  }
  return {
    url: `${new URL(`http://${hosts[0]}:${port}`).href}#token=${token}`,
    port,
    token,
    warnings,
    counts: handler.counts,
    close: () => handler.close(),
  };
}
