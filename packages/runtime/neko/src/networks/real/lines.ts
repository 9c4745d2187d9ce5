/**
 * Lines on a TCP connection: each is a JSON text in UTF-8, which contains no line ends. After an invalid line the next one
 * can still be read.
 */
import type { Socket } from 'node:net';
import type { Frame } from './frames.js';

const LINE_END = 0x0a;

/** A line without its end, or undefined for one that was too long. */
type Line = Buffer | undefined;

class LineReader {
  private parts: Buffer[] = [];
  private length = 0;
  private isSkipping = false;

  constructor(
    private readonly maxBytes: number,
    private readonly take: (line: Line) => void,
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
    if (this.length > this.maxBytes) {
      this.isSkipping = true;
      this.parts = [];
      this.take(undefined);
    } else {
      this.parts.push(part);
    }
  }

  private endLine(): void {
    const { parts, isSkipping } = this;
    this.parts = [];
    this.length = 0;
    this.isSkipping = false;
    if (!isSkipping) this.take(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  }
}

export interface ConnectionListener {
  line(bytes: Buffer): void;
  /** A line was too long and is left out. */
  oversize(): void;
  /** The connection is over, for any reason; called once. */
  closed(): void;
}

/** A TCP connection that carries lines. A socket error only closes it. */
export class LineConnection {
  private listener: ConnectionListener | undefined;
  /** Lines that arrived while there was no listener. */
  private readonly arrived: Line[] = [];
  isClosed = false;
  private isEndReported = false;

  constructor(
    readonly socket: Socket,
    maxBytes: number,
  ) {
    const reader = new LineReader(maxBytes, (line) => {
      this.arrived.push(line);
      this.report();
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk) => reader.feed(chunk));
    // After an error the connection closes, which is reported next.
    socket.on('error', () => {});
    socket.on('close', () => this.end());
  }

  /** Sets the listener, which also gets the lines that arrived before. */
  listen(listener: ConnectionListener): void {
    this.listener = listener;
    this.report();
  }

  /** Removes the listener. Lines are kept for the next one, which should follow soon. */
  unlisten(): void {
    this.listener = undefined;
  }

  /** Returns false if the other side does not keep up. */
  write(line: string): boolean {
    return !this.isClosed && this.socket.writable && this.socket.write(`${line}\n`);
  }

  send(frame: Frame): boolean {
    return this.write(JSON.stringify(frame));
  }

  get unsentBytes(): number {
    return this.socket.writableLength;
  }

  /** Closes it after everything was written. */
  finish(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
    this.end();
  }

  private end(): void {
    this.isClosed = true;
    this.report();
  }

  private report(): void {
    while (this.listener !== undefined && this.arrived.length > 0) {
      const line = this.arrived.shift();
      if (line === undefined) this.listener.oversize();
      else this.listener.line(line);
    }
    if (this.isClosed && !this.isEndReported && this.listener !== undefined) {
      this.isEndReported = true;
      this.listener.closed();
    }
  }
}
