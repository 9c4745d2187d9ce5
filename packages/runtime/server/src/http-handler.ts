/** Accepts the connections of a server on all of its addresses, and serves the requests that the guard accepts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Bucket } from './bucket.js';
import type { Clock } from './clock.js';
import type { Guard, Refusal, RequestKind } from './guard.js';
import type { ServerLimits } from './limits.js';
import type { SocketService } from './peer.js';
import { appOf, type AppOptions, isData } from './routes.js';
import { type Counters, Sockets } from './sockets.js';

export interface HttpHandlerOptions extends Pick<AppOptions, 'pages' | 'routes'> {
  readonly sockets: Readonly<Record<string, SocketService>>;
  /** Protocols of the web sockets (default: our own). */
  readonly protocols?: readonly string[] | undefined;
  readonly onFailure: ((error: unknown) => void) | undefined;
  readonly limits: ServerLimits;
  readonly clock: Clock;
}

/** The servers on all addresses. */
interface Listening {
  close(): Promise<void>;
}

interface ConnectionState {
  readonly bucket: Bucket;
  /** Requests that have not been answered. */
  pending: number;
}

export class HttpHandler {
  readonly counts: Counters = { refused: 0, badMessages: 0, tooFast: 0, failures: 0 };
  private readonly limits: ServerLimits;
  private readonly clock: Clock;
  private readonly sockets: Sockets;
  private readonly services: ReadonlyMap<string, SocketService>;
  private readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  private readonly connections = new Map<Duplex, ConnectionState>();
  private listening: Listening | undefined;
  /** Undefined while the server starts or ends: all requests are refused. */
  private guard: Guard | undefined;
  private closing: Promise<void> | undefined;

  constructor({ pages, routes, sockets, protocols, onFailure, limits, clock }: HttpHandlerOptions) {
    this.limits = limits;
    this.clock = clock;
    this.sockets = new Sockets(limits, clock, this.counts, protocols);
    this.services = new Map(Object.entries(sockets));
    const app = appOf({
      pages,
      routes,
      onFailure: (error) => {
        this.counts.failures++;
        onFailure?.(error);
      },
    });
    this.answer = getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false });
  }

  makeServer(): Server {
    const { headerBytes, headersMs, requestMs, idleMs } = this.limits;
    const server = createServer({
      maxHeaderSize: headerBytes,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(1000, headersMs),
    });
    server.on('connection', (socket) => this.connected(socket));
    server.on('request', (request, response) => this.request(request, response));
    server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      this.refuse(socket, UNREADABLE[error.code ?? ''] ?? { status: 400, reason: 'not an HTTP request' });
    });
    return server;
  }

  open(listening: Listening, guard: Guard): void {
    this.listening = listening;
    this.guard = guard;
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    this.guard = undefined;
    for (const [connection, { pending }] of this.connections) if (pending === 0) connection.destroy();
    const ended = this.listening?.close();
    const cancelCut = this.clock.after(this.limits.closeMs, () => {
      for (const connection of this.connections.keys()) connection.destroy();
    });
    await this.sockets.close();
    await ended;
    cancelCut();
  }

  private connected(connection: Socket): void {
    // An error ends this connection and nothing else.
    connection.on('error', () => connection.destroy());
    if (this.connections.size >= this.limits.connections) {
      this.counts.refused++;
      connection.destroy();
      return;
    }
    const { requestsPerSecond, requestBurst } = this.limits;
    const bucket = new Bucket(requestsPerSecond, requestBurst, this.clock);
    this.connections.set(connection, { bucket, pending: 0 });
    connection.on('close', () => this.connections.delete(connection));
  }

  private request(request: IncomingMessage, response: ServerResponse): void {
    response.on('close', this.countPending(request.socket));
    const refusal = this.refusal(request, isData(request.url ?? '') ? 'data' : 'page');
    if (refusal === undefined) {
      void this.answer(request, response);
      return;
    }
    this.count(refusal);
    response.writeHead(refusal.status, headersOf(refusal)).end(`${refusal.reason}\n`);
  }

  /** Counts a pending request; returns a function that counts it as answered. */
  private countPending(connection: Duplex): () => void {
    const state = this.connections.get(connection);
    if (state === undefined) return () => {};
    state.pending++;
    return () => state.pending--;
  }

  private upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const service = this.services.get((request.url ?? '').split(/[?#]/, 1)[0]!);
    const refusal = this.refusal(request, 'socket');
    if (refusal !== undefined) this.refuse(connection, refusal);
    else if (service === undefined) this.refuse(connection, { status: 404, reason: 'no socket at this path' });
    else if (this.sockets.size >= this.limits.sockets) this.refuse(connection, TOO_MANY_SOCKETS);
    else {
      // Stays pending: `Sockets` ends the connection from now on.
      this.countPending(connection);
      this.sockets.accept(request, connection, head, service);
    }
  }

  private refusal(request: IncomingMessage, kind: RequestKind): Refusal | undefined {
    if (this.guard === undefined) return { status: 503, reason: 'the server is starting or ending' };
    const refusal = this.guard.refusal(kind, request);
    if (refusal !== undefined) return refusal;
    return this.connections.get(request.socket)?.bucket.take() === false ? TOO_FAST : undefined;
  }

  /** Responds on a connection that Node's HTTP server does not write to. */
  private refuse(connection: Duplex, refusal: Refusal): void {
    this.count(refusal);
    const head = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}\r\n`);
    const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`;
    connection.on('error', () => connection.destroy());
    connection.on(
      'close',
      this.clock.after(this.limits.closeMs, () => connection.destroy()),
    );
    connection.end(`${status}${head.join('')}\r\n${refusal.reason}\n`, () => connection.destroy());
  }

  private count(refusal: Refusal): void {
    if (refusal === TOO_FAST) this.counts.tooFast++;
    else this.counts.refused++;
  }
}

/** By the code of Node's HTTP parser. */
const UNREADABLE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'headers too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'request timed out' },
};
const TOO_FAST: Refusal = { status: 429, reason: 'too many requests: try again later' };
const TOO_MANY_SOCKETS: Refusal = { status: 503, reason: 'too many connections: close another page of this server' };

function headersOf({ status, reason }: Refusal): Readonly<Record<string, string>> {
  return {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(reason.length + 1),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
}
