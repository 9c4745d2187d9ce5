/** A server of pages, data and web sockets: for the viewer, the panel, and whatever else is looked at in a browser. */
import { type Clock, wallClock } from './clock.js';
import type { ServerCounts } from './counts.js';
import { exposureOf } from './exposure.js';
import { Guard } from './guard.js';
import { limitsWith, type ServerLimits } from './limits.js';
import { listenOn } from './listening.js';
import { type Page, pagesByPath, readPages } from './pages.js';
import type { SocketService } from './peer.js';
import { HttpHandler } from './http-handler.js';
import type { Routes } from './routes.js';
import { newToken } from './token.js';

export interface ServeOptions {
  /** Exactly this one, or 0 for any. By default the first free one from 7365 on. */
  readonly port?: number | undefined;
  /** The address to listen on. By default this machine only; any other needs a token that was made for it. */
  readonly listen?: string | undefined;
  /** 32 hexadecimal digits; by default new ones. */
  readonly token?: string | undefined;
  /** Further names by which it may be called when others can reach it. */
  readonly hosts?: readonly string[] | undefined;
  /** Files for everybody, or the folder they are in. */
  readonly pages?: readonly Page[] | string | undefined;
  /** More of them, besides a folder. Whoever knows the path gets it: one that is not for everybody has a secret in its path. */
  readonly morePages?: readonly Page[] | undefined;
  /** Answers what begins with `/api/`, for those who have the token. */
  readonly routes?: Routes | undefined;
  /** Who serves which path, for those who have the token. */
  readonly sockets?: Readonly<Record<string, SocketService>> | undefined;
  /** Told of what goes wrong in here. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock | undefined;
}

export interface RunningServer {
  /** For people: the token is in it, where browsers do not send it anywhere. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** What whoever started it should be told. */
  readonly warnings: readonly string[];
  readonly counts: ServerCounts;
  /** Says goodbye to whoever is connected; resolves when all are gone and the port is free. */
  close(): Promise<void>;
}

/** Throws an `InputError` if there is no such port or address, it is taken, or a token is missing. */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const { pages = [], morePages = [], routes, sockets = {}, onFailure, clock = wallClock } = options;
  const { addresses, hosts, warnings } = exposureOf(options);
  const limits = limitsWith(options.limits);
  const files = pagesByPath([...(typeof pages === 'string' ? await readPages(pages, limits) : pages), ...morePages]);
  const token = options.token ?? newToken();
  const handler = new HttpHandler({ pages: files, routes, sockets, onFailure, limits, clock });
  let port: number;
  try {
    const listening = await listenOn(addresses, options.port, () => handler.makeServer());
    port = listening.port;
    handler.open(listening.servers, new Guard({ port, hosts, token, limits }));
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
