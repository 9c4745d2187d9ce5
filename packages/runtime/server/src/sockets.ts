/** The web sockets of a server: each is watched over, so that nobody who serves one has to be careful. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { Bucket } from './bucket.js';
import type { Clock } from './clock.js';
import type { Counters } from './counts.js';
import { PROTOCOL } from './guard.js';
import type { ServerLimits } from './limits.js';
import { CLOSE, type Peer, type PeerListener, type SocketService } from './peer.js';

export interface SocketsOptions {
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly counts: Counters;
}

export class Sockets {
  private readonly options: SocketsOptions;
  private readonly server: WebSocketServer;
  private readonly open = new Set<OpenSocket>();
  private readonly stopPinging: () => void;
  private whenEmpty: (() => void) | undefined;

  constructor(options: SocketsOptions) {
    const { limits, clock } = options;
    this.options = options;
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      maxFragments: limits.messageFragments,
      maxBufferedChunks: limits.messagePieces,
      // Answers to pings are sent here, where somebody looks at how many wait already.
      autoPong: false,
      // The token is in the same list: it is not sent back.
      handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    });
    this.stopPinging = clock.every(limits.pingMs, () => {
      for (const socket of this.open) socket.ping();
    });
  }

  get size(): number {
    return this.open.size;
  }

  /** For a request that may be served. */
  accept(request: IncomingMessage, connection: Duplex, head: Buffer, service: SocketService): void {
    this.server.handleUpgrade(request, connection, head, (socket) => {
      const open = new OpenSocket(socket, this.options);
      this.open.add(open);
      socket.on('close', () => {
        this.open.delete(open);
        if (this.open.size === 0) this.whenEmpty?.();
      });
      open.serve(service);
    });
  }

  /** Says goodbye to all; resolves when they are gone. */
  async close(): Promise<void> {
    this.stopPinging();
    if (this.open.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    for (const socket of this.open) socket.close(CLOSE.serverEnds, 'the server ends');
    await empty;
  }
}

class OpenSocket implements Peer {
  private readonly socket: WebSocket;
  private readonly options: SocketsOptions;
  private readonly bucket: Bucket;
  private isAlive = true;
  private badMessages = 0;
  private cut: (() => void) | undefined;

  constructor(socket: WebSocket, options: SocketsOptions) {
    const { limits, clock } = options;
    this.socket = socket;
    this.options = options;
    this.bucket = new Bucket(limits.messagesPerSecond, limits.messageBurst, clock);
    // What is wrong with a frame; the connection is closed by whoever found it.
    socket.on('error', () => options.counts.badMessages++);
    socket.on('close', () => this.cut?.());
    socket.on('pong', () => {
      this.isAlive = true;
    });
    socket.on('ping', (data) => {
      if (this.bucket.take() && this.bufferedBytes < limits.viewerBytes) socket.pong(data);
    });
  }

  serve(service: SocketService): void {
    let listener: PeerListener;
    try {
      listener = service(this);
    } catch {
      this.options.counts.failures++;
      this.close(CLOSE.failure, 'it failed');
      return;
    }
    this.socket.on('message', (data, isBinary) => this.take(data, isBinary, listener));
    this.socket.on('close', () => listener.closed());
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  send(data: string | Uint8Array): void {
    // With somebody to tell, what cannot be sent is not thrown; the end of the connection tells it soon enough.
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(data, () => {});
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
    this.cut ??= this.options.clock.after(this.options.limits.closeMs, () => this.socket.terminate());
  }

  /** Who has not answered since the last time is gone. */
  ping(): void {
    if (!this.isAlive) {
      // A run may have left no time to look at answers that are there: they are looked at first.
      setImmediate(() => {
        if (!this.isAlive) this.socket.terminate();
      });
      return;
    }
    this.isAlive = false;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.ping(() => {});
  }

  private take(data: RawData, isBinary: boolean, listener: PeerListener): void {
    const { counts } = this.options;
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.isAlive = true;
    if (!this.bucket.take()) {
      counts.tooFast++;
      this.bad();
      return;
    }
    try {
      const bytes = data as Buffer;
      listener.message(isBinary ? bytes : bytes.toString());
    } catch {
      counts.badMessages++;
      this.bad();
    }
  }

  private bad(): void {
    if (++this.badMessages > this.options.limits.badMessages) {
      this.close(CLOSE.badMessages, 'too many messages made no sense, or came too fast');
    }
  }
}
