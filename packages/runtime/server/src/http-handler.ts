/** Receives whoever connects to a server, on any of its addresses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Bucket } from './bucket.js';
import type { Clock } from './clock.js';
import { type Counters, noCounts } from './counts.js';
import type { Guard, Refusal, RequestKind } from './guard.js';
import type { ServerLimits } from './limits.js';
import type { SocketService } from './peer.js';
import { appOf, type AppOptions, isData } from './routes.js';
import { Sockets } from './sockets.js';

export interface HttpHandlerOptions extends Pick<AppOptions, 'pages' | 'routes'> {
  readonly sockets: Readonly<Record<string, SocketService>>;
  readonly onFailure: ((error: unknown) => void) | undefined;
  readonly limits: ServerLimits;
  readonly clock: Clock;
}

interface ConnectionState {
  /** How much it may ask. */
  readonly bucket: Bucket;
  /** What it is being answered. */
  questions: number;
}

/** Passes on those whom the guard lets in, and turns the others away. */
export class HttpHandler {
  readonly counts: Counters = noCounts();
  private readonly limits: ServerLimits;
  private readonly clock: Clock;
  private readonly sockets: Sockets;
  private readonly services: ReadonlyMap<string, SocketService>;
  private readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  private readonly connections = new Map<Duplex, ConnectionState>();
  private servers: readonly Server[] = [];
  /** Until there is one, nobody is let in. */
  private guard: Guard | undefined;
  private closing: Promise<void> | undefined;

  constructor({ pages, routes, sockets, onFailure, limits, clock }: HttpHandlerOptions) {
    this.limits = limits;
    this.clock = clock;
    this.sockets = new Sockets({ limits, clock, counts: this.counts });
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
    server.on('connection', (socket) => this.welcome(socket));
    server.on('request', (request, response) => this.request(request, response));
    server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      this.refuse(socket, UNREADABLE[error.code ?? ''] ?? { status: 400, reason: 'this is no request' });
    });
    return server;
  }

  open(servers: readonly Server[], guard: Guard): void {
    this.servers = servers;
    this.guard = guard;
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    this.guard = undefined;
    for (const [connection, { questions }] of this.connections) if (questions === 0) connection.destroy();
    const ended = this.servers.map((server) => new Promise((resolve) => void server.close(resolve)));
    const cut = this.clock.after(this.limits.closeMs, () => {
      for (const connection of this.connections.keys()) connection.destroy();
    });
    await this.sockets.close();
    await Promise.all(ended);
    cut();
  }

  private welcome(connection: Socket): void {
    // What is wrong with a connection ends it, and nothing else.
    connection.on('error', () => connection.destroy());
    if (this.connections.size >= this.limits.connections) {
      this.counts.refused++;
      connection.destroy();
      return;
    }
    const { requestsPerSecond, requestBurst } = this.limits;
    const bucket = new Bucket(requestsPerSecond, requestBurst, this.clock);
    this.connections.set(connection, { bucket, questions: 0 });
    connection.on('close', () => this.connections.delete(connection));
  }

  private request(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    response.on('close', this.ask(request.socket));
    const refusal = this.refusal(request, isData(url) ? 'data' : 'page');
    if (refusal !== undefined) {
      this.note(refusal);
      response.writeHead(refusal.status, headersOf(refusal)).end(`${refusal.reason}\n`);
      return;
    }
    void this.answer(request, response);
  }

  /** Counts a question; returns how to count it as answered. */
  private ask(connection: Duplex): () => void {
    const visitor = this.connections.get(connection);
    if (visitor === undefined) return () => {};
    visitor.questions++;
    return () => visitor.questions--;
  }

  private upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const service = this.services.get((request.url ?? '').split(/[?#]/, 1)[0]!);
    const refusal = this.refusal(request, 'socket');
    if (refusal !== undefined) this.refuse(connection, refusal);
    else if (service === undefined) this.refuse(connection, { status: 404, reason: 'there is no socket here' });
    else if (this.sockets.size >= this.limits.sockets) this.refuse(connection, TOO_MANY_SOCKETS);
    else {
      // Whoever looks after it from now on will also end it.
      this.ask(connection);
      this.sockets.accept(request, connection, head, service);
    }
  }

  private refusal(request: IncomingMessage, wish: RequestKind): Refusal | undefined {
    if (this.guard === undefined) return { status: 503, reason: 'the server starts or ends' };
    const refusal = this.guard.refusal(wish, request);
    if (refusal !== undefined) return refusal;
    return this.connections.get(request.socket)?.bucket.take() === false ? TOO_FAST : undefined;
  }

  /** On a connection on which nobody but us writes. */
  private refuse(connection: Duplex, refusal: Refusal): void {
    this.note(refusal);
    const head = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}\r\n`);
    const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`;
    connection.on('error', () => connection.destroy());
    connection.on(
      'close',
      this.clock.after(this.limits.closeMs, () => connection.destroy()),
    );
    connection.end(`${status}${head.join('')}\r\n${refusal.reason}\n`, () => connection.destroy());
  }

  private note(refusal: Refusal): void {
    if (refusal === TOO_FAST) this.counts.tooFast++;
    else this.counts.refused++;
  }
}

/** By the code of what is wrong with a request, before anybody can look at it. */
const UNREADABLE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'its headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'it took too long' },
};
const TOO_FAST: Refusal = { status: 429, reason: 'too many requests: try again in a while' };
const TOO_MANY_SOCKETS: Refusal = { status: 503, reason: 'too many are connected: close another page of this server' };

/** Whoever is turned away does not keep the connection. */
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
