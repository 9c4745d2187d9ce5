/**
 * Lines on a TCP connection: each is a JSON text in UTF-8, which has no line ends inside. After a line that makes no
 * sense the next one can still be read.
 */
import type { Socket } from 'node:net';
import type { Frame } from './frames.js';

const LINE_END = 0x0a;

export interface LineListener {
  line(bytes: Buffer): void;
  /** A line was longer than allowed and is left out. */
  oversize(): void;
}

/** Cuts what arrives into lines. */
class LineReader {
  private parts: Buffer[] = [];
  private length = 0;
  private isSkipping = false;

  constructor(
    private readonly mostBytes: number,
    private readonly listener: LineListener,
  ) {}

  feed(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.add(chunk.subarray(from, end));
      this.endLine();
      from = end + 1;
    }
    this.add(chunk.subarray(from));
  }

  private add(part: Buffer): void {
    if (this.isSkipping || part.length === 0) return;
    this.length += part.length;
    if (this.length > this.mostBytes) {
      this.isSkipping = true;
      this.parts = [];
      this.listener.oversize();
    } else {
      this.parts.push(part);
    }
  }

  private endLine(): void {
    const { parts, isSkipping } = this;
    this.parts = [];
    this.length = 0;
    this.isSkipping = false;
    if (!isSkipping) this.listener.line(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  }
}

/** What a connection has to say to who owns it. */
export interface ConnectionListener {
  line(bytes: Buffer): void;
  /** A line that was too long. */
  oversize(): void;
  /** It is over, for whatever reason; told once. */
  closed(): void;
}

/** What came in before anybody listened: a line, or undefined for one that was too long. */
type Came = Buffer | undefined;

/** A TCP connection that carries lines. Errors of the socket end it, and nothing else. */
export class LineConnection {
  private listener: ConnectionListener | undefined;
  private readonly came: Came[] = [];
  private isOver = false;
  private isEndTold = false;

  constructor(
    readonly socket: Socket,
    mostBytes: number,
  ) {
    const reader = new LineReader(mostBytes, {
      line: (bytes) => this.take(bytes),
      oversize: () => this.take(undefined),
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk) => reader.feed(chunk));
    // What an error means is that the connection closes, and that is told next.
    socket.on('error', () => {});
    socket.on('close', () => this.end());
  }

  get isClosed(): boolean {
    return this.isOver;
  }

  /** Who is told from now on, also of what came before. */
  listen(listener: ConnectionListener): void {
    this.listener = listener;
    this.tell();
  }

  /** Nobody is told; what comes is kept for the next listener, who must not be long in coming. */
  unlisten(): void {
    this.listener = undefined;
  }

  /** False if the other side does not keep up. */
  write(line: string): boolean {
    return !this.isOver && this.socket.writable && this.socket.write(`${line}\n`);
  }

  send(frame: Frame): boolean {
    return this.write(JSON.stringify(frame));
  }

  /** Bytes that the other side has not yet taken. */
  get unsentBytes(): number {
    return this.socket.writableLength;
  }

  /** Ends it after what was written. */
  finish(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
    this.end();
  }

  private take(came: Came): void {
    this.came.push(came);
    this.tell();
  }

  private end(): void {
    this.isOver = true;
    this.tell();
  }

  private tell(): void {
    while (this.listener !== undefined && this.came.length > 0) {
      const bytes = this.came.shift();
      if (bytes === undefined) this.listener.oversize();
      else this.listener.line(bytes);
    }
    if (this.isOver && !this.isEndTold && this.listener !== undefined) {
      this.isEndTold = true;
      this.listener.closed();
    }
  }
}
