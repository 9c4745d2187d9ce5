/** The web sockets of a server, with limits, pings and error handling, so that services need none of their own. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { Bucket } from './bucket.js';
import type { Clock } from './clock.js';
import { PROTOCOL } from './guard.js';
import type { ServerLimits } from './limits.js';
import { CLOSE, type Peer, type PeerListener, type SocketService } from './peer.js';

/** Counts since the server started. */
export interface ServerCounts {
  /** Refused requests and connections. */
  readonly refused: number;
  /** Messages that were invalid or too long. */
  readonly badMessages: number;
  /** Requests and messages that were ignored because they came too fast. */
  readonly tooFast: number;
  /** Requests and sockets that failed through no fault of the client. */
  readonly failures: number;
}

export type Counters = { -readonly [K in keyof ServerCounts]: number };

export class Sockets {
  private readonly server: WebSocketServer;
  private readonly open = new Set<OpenSocket>();
  private readonly stopPinging: () => void;
  private whenEmpty: (() => void) | undefined;

  constructor(
    private readonly limits: ServerLimits,
    private readonly clock: Clock,
    private readonly counts: Counters,
    /** Protocols that clients may offer, the preferred one first. */
    protocols: readonly string[] = [PROTOCOL],
  ) {
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      maxFragments: limits.messageFragments,
      maxBufferedChunks: limits.messagePieces,
      // OpenSocket sends pongs, within the limits.
      autoPong: false,
      // The token is in the same list and must not be sent back.
      handleProtocols: (offered) => protocols.find((each) => offered.has(each)) ?? false,
    });
    this.stopPinging = clock.every(limits.pingMs, () => {
      for (const socket of this.open) socket.ping();
    });
  }

  get size(): number {
    return this.open.size;
  }

  /** Accepts a request that the guard has accepted. */
  accept(request: IncomingMessage, connection: Duplex, head: Buffer, service: SocketService): void {
    this.server.handleUpgrade(request, connection, head, (socket) => {
      const open = new OpenSocket(socket, this.limits, this.clock, this.counts);
      this.open.add(open);
      socket.on('close', () => {
        this.open.delete(open);
        if (this.open.size === 0) this.whenEmpty?.();
      });
      open.serve(service);
    });
  }

  /** Closes all sockets; resolves when they have ended. */
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
  private readonly bucket: Bucket;
  private isAlive = true;
  private badMessages = 0;
  private cancelCut: (() => void) | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: ServerLimits,
    private readonly clock: Clock,
    private readonly counts: Counters,
  ) {
    this.bucket = new Bucket(limits.messagesPerSecond, limits.messageBurst, clock);
    // An invalid frame; `ws` closes the connection.
    socket.on('error', () => counts.badMessages++);
    socket.on('close', () => this.cancelCut?.());
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
      this.counts.failures++;
      this.close(CLOSE.failure, 'internal error');
      return;
    }
    this.socket.on('message', (data, isBinary) => this.receive(data, isBinary, listener));
    this.socket.on('close', () => listener.closed());
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  send(data: string | Uint8Array): void {
    // With a callback, errors are not thrown; 'close' follows them.
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(data, () => {});
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
    this.cancelCut ??= this.clock.after(this.limits.closeMs, () => this.socket.terminate());
  }

  /** Disconnects a client that has not answered the last ping. */
  ping(): void {
    if (!this.isAlive) {
      // A busy run may have delayed the handling of its answer, so pending input is handled first.
      setImmediate(() => {
        if (!this.isAlive) this.socket.terminate();
      });
      return;
    }
    this.isAlive = false;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.ping(() => {});
  }

  private receive(data: RawData, isBinary: boolean, listener: PeerListener): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.isAlive = true;
    if (!this.bucket.take()) {
      this.counts.tooFast++;
      this.countBad();
      return;
    }
    try {
      const bytes = data as Buffer;
      listener.message(isBinary ? bytes : bytes.toString());
    } catch {
      this.counts.badMessages++;
      this.countBad();
    }
  }

  private countBad(): void {
    if (++this.badMessages > this.limits.badMessages) {
      this.close(CLOSE.badMessages, 'too many messages were invalid or too fast');
    }
  }
}
