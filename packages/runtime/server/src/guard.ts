/**
 * Decides who is served, before anything else looks at a request. A page from elsewhere, opened in the browser of the
 * same machine, can reach what listens there, also by a name of its own that leads to this machine. So each request must
 * call the server by one of its names, must not come from another page, and must show the token for everything but the
 * files of our own pages, which are the same for everybody.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ServerLimits } from './limits.js';
import { isSameToken } from './token.js';

/** What is asked for: a file of a page, something of `routes`, a web socket. */
export type RequestKind = 'page' | 'data' | 'socket';

export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly headersDistinct: NodeJS.Dict<string[]>;
}

export interface Refusal {
  /** Of HTTP. */
  readonly status: number;
  /** For people; has nothing in it of what was asked. */
  readonly reason: string;
}

export interface GuardOptions {
  readonly port: number;
  /** As between `http://` and the port. */
  readonly hosts: readonly string[];
  readonly token: string;
  readonly limits: ServerLimits;
}

/** A socket is asked for with this protocol and, in the same list, the token behind `TOKEN_PROTOCOL`. */
export const PROTOCOL = 'kineko';
const TOKEN_PROTOCOL = 'kineko.token.';

const METHODS: Readonly<Record<RequestKind, readonly string[]>> = {
  page: ['GET', 'HEAD'],
  data: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  socket: ['GET'],
};

export class Guard {
  private readonly hosts: ReadonlySet<string>;
  private readonly token: string;
  private readonly limits: ServerLimits;

  constructor({ port, hosts, token, limits }: GuardOptions) {
    // As browsers write it: without the port if that is the usual one.
    this.hosts = new Set(hosts.map((host) => new URL(`http://${host}:${port}`).host));
    this.token = token;
    this.limits = limits;
  }

  /** Why somebody is not served; undefined if they are. */
  refusal(wish: RequestKind, head: RequestHead): Refusal | undefined {
    const host = this.hostOf(head);
    if (host === undefined) return refused(403, 'it was called by a name that is not its own');
    if (!isSound(head.url, this.limits.targetCharacters)) return refused(400, 'no path looks like this');
    if (!METHODS[wish].includes(head.method ?? '')) return refused(405, 'this cannot be done here');
    const { origin } = head.headers;
    if (origin !== undefined && origin !== `http://${host}`) return refused(403, 'it was asked by another page');
    if (isFromElsewhere(wish, head.headers)) return refused(403, 'it was asked by another page');
    if (wish !== 'page' && !this.hasToken(wish, head.headers)) {
      return refused(401, 'the token is missing or wrong: open the address that was printed when the server started');
    }
    if (head.headers['transfer-encoding'] !== undefined) return refused(411, 'it must say how long it is');
    if (Number(head.headers['content-length'] ?? 0) > this.limits.bodyBytes) return refused(413, 'it is too long');
    return undefined;
  }

  private hostOf({ headers, headersDistinct }: RequestHead): string | undefined {
    const host = headers.host?.toLowerCase();
    if (host === undefined || headersDistinct['host']?.length !== 1) return undefined;
    return this.hosts.has(host) ? host : undefined;
  }

  private hasToken(wish: RequestKind, headers: IncomingHttpHeaders): boolean {
    const [, bearer] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (bearer !== undefined) return isSameToken(bearer, this.token);
    if (wish !== 'socket') return false;
    // A page cannot give a socket any headers but this one.
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    const [given, ...more] = offered.filter((each) => each.startsWith(TOKEN_PROTOCOL));
    return given !== undefined && more.length === 0 && isSameToken(given.slice(TOKEN_PROTOCOL.length), this.token);
  }
}

/** A path from the root in plain characters, that leads nowhere but down. */
function isSound(target: string | undefined, mostCharacters: number): boolean {
  if (target === undefined || target.length > mostCharacters || !/^\/(?!\/)[!-~]*$/.test(target)) return false;
  let path: string;
  try {
    path = decodeURIComponent(target.split(/[?#]/, 1)[0]!);
  } catch {
    return false;
  }
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return !/[\\\u0000-\u001f\u007f]/.test(path) && !path.split('/').some((part) => part === '.' || part === '..');
}

/** Browsers say so themselves, also where they tell no origin. Somebody may follow a link to our pages, but not more. */
function isFromElsewhere(wish: RequestKind, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isVisit = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(wish === 'page' && isVisit);
}

function refused(status: number, reason: string): Refusal {
  return { status, reason };
}
