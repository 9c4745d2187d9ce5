/**
 * Checks every request before anything else. A page from another site, opened in a browser on this machine, can reach
 * servers on this machine, also through a name of its own that resolves to it. So each request must use one of the server's host
 * names, must not come from another site, and must carry the token for everything but the files of our pages. Servers that speak
 * a protocol of other programs have foreign clients, which know no token: they need it only if other machines can reach the server.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { shortened } from '@kineko/formats/problem';
import { isLocalOnly } from './exposure.js';
import type { ServerLimits } from './limits.js';
import { isSameToken } from './token.js';

/** A file of a page, something of `routes`, or a web socket. */
export type RequestKind = 'page' | 'data' | 'socket';

export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly headersDistinct: NodeJS.Dict<string[]>;
}

export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** Human-readable; repeats nothing of the request. */
  readonly reason: string;
}

export interface GuardOptions {
  readonly port: number;
  /** Host names as in a URL, without the port. */
  readonly hosts: readonly string[];
  readonly token: string;
  readonly limits: ServerLimits;
  /** Undefined if all clients are ours. */
  readonly foreign?: ForeignClients | undefined;
}

/** The clients of a server that speaks a protocol of other programs. */
export interface ForeignClients {
  /** Origins of pages that may connect besides those of this machine: `https://app.foxglove.dev`. */
  readonly origins: readonly string[];
  /** Whether they need the token, because other machines can reach the server. */
  readonly needsToken: boolean;
  /** Called with the reason when a page is refused, once for each of the first origins: browsers do not tell their users. */
  readonly onRefused?: ((text: string) => void) | undefined;
}

/** Sockets are requested with this protocol and, in the same list, the token after `TOKEN_PROTOCOL`. */
export const PROTOCOL = 'kineko';
const TOKEN_PROTOCOL = 'kineko.token.';

/** Origins whose refusal is reported. */
const MAX_REPORTED = 5;

const METHODS: Readonly<Record<RequestKind, readonly string[]>> = {
  page: ['GET', 'HEAD'],
  data: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  socket: ['GET'],
};

export class Guard {
  private readonly hosts: ReadonlySet<string>;
  private readonly token: string;
  private readonly limits: ServerLimits;
  private readonly foreign: ForeignClients | undefined;
  private readonly refusedOrigins = new Set<string>();

  constructor({ port, hosts, token, limits, foreign }: GuardOptions) {
    // URL leaves out the default port, as browsers do.
    this.hosts = new Set(hosts.map((host) => new URL(`http://${host}:${port}`).host));
    this.token = token;
    this.limits = limits;
    this.foreign = foreign;
  }

  /** Why a request is refused, or undefined if it is served. */
  refusal(kind: RequestKind, head: RequestHead): Refusal | undefined {
    const host = this.hostOf(head);
    if (host === undefined) return refused(403, 'unknown host name');
    if (!isPlainPath(head.url, this.limits.targetCharacters)) return refused(400, 'invalid path');
    if (!METHODS[kind].includes(head.method ?? '')) return refused(405, 'method not allowed');
    const { foreign } = this;
    const access =
      kind === 'socket' && foreign !== undefined
        ? this.foreignRefusal(foreign, head)
        : this.ownRefusal(kind, host, head);
    if (access !== undefined) return access;
    if (head.headers['transfer-encoding'] !== undefined) return refused(411, 'Content-Length required');
    if (Number(head.headers['content-length'] ?? 0) > this.limits.bodyBytes) return refused(413, 'body too long');
    return undefined;
  }

  private ownRefusal(kind: RequestKind, host: string, { headers }: RequestHead): Refusal | undefined {
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${host}`) return refused(403, 'request from another site');
    if (isCrossSite(kind, headers)) return refused(403, 'request from another site');
    if (kind !== 'page' && !this.hasToken(kind, headers)) {
      return refused(401, 'token missing or invalid: open the address that the server printed when it started');
    }
    return undefined;
  }

  /** Programs send no origin; pages do, and browsers do not let them change it. */
  private foreignRefusal(
    { origins, needsToken, onRefused }: ForeignClients,
    { headers, url }: RequestHead,
  ): Refusal | undefined {
    const { origin } = headers;
    if (origin !== undefined && !isOfThisMachine(origin) && !origins.includes(origin)) {
      if (this.refusedOrigins.size < MAX_REPORTED && !this.refusedOrigins.has(origin)) {
        this.refusedOrigins.add(origin);
        onRefused?.(`a page of ${shortened(origin)} was refused: --allow-origin ${shortened(origin)} lets it connect`);
      }
      return refused(403, 'page of another site: --allow-origin lets its origin connect');
    }
    const inQuery = new URLSearchParams(url!.split('?')[1]).get('token') ?? '';
    if (needsToken && !isSameToken(inQuery, this.token) && !this.hasToken('socket', headers)) {
      return refused(401, 'token missing or invalid: expected the address with ?token= and the token of the server');
    }
    return undefined;
  }

  private hostOf({ headers, headersDistinct }: RequestHead): string | undefined {
    const host = headers.host?.toLowerCase();
    if (host === undefined || headersDistinct['host']?.length !== 1) return undefined;
    return this.hosts.has(host) ? host : undefined;
  }

  private hasToken(kind: RequestKind, headers: IncomingHttpHeaders): boolean {
    const [, bearer] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (bearer !== undefined) return isSameToken(bearer, this.token);
    if (kind !== 'socket') return false;
    // A page cannot set any other header of a socket.
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    const [given, ...more] = offered.filter((each) => each.startsWith(TOKEN_PROTOCOL));
    return given !== undefined && more.length === 0 && isSameToken(given.slice(TOKEN_PROTOCOL.length), this.token);
  }
}

/** An absolute path in printable ASCII without `.`, `..`, backslashes or control characters, also when decoded. */
function isPlainPath(target: string | undefined, maxCharacters: number): boolean {
  if (target === undefined || target.length > maxCharacters || !/^\/(?!\/)[!-~]*$/.test(target)) return false;
  let path: string;
  try {
    path = decodeURIComponent(target.split(/[?#]/, 1)[0]!);
  } catch {
    return false;
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it rejects
  return !/[\\\u0000-\u001f\u007f]/.test(path) && !path.split('/').some((part) => part === '.' || part === '..');
}

/** Browsers send this header also where they send no origin. Other sites may link to our pages, and nothing else. */
function isCrossSite(kind: RequestKind, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(kind === 'page' && isNavigation);
}

/** Whether a page was served by this machine, on any port. */
function isOfThisMachine(origin: string): boolean {
  return URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && isLocalOnly(new URL(origin).hostname);
}

function refused(status: number, reason: string): Refusal {
  return { status, reason };
}
