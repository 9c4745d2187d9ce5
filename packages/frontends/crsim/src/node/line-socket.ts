/** A connection that exchanges lines of JSON. */
import { isAscii } from 'node:buffer';
import type { Socket } from 'node:net';
import { CRSIM_LIMITS } from './connection-limits.js';

export interface LineListener {
  /** A line without its end. */
  line(text: string): void;
  /** A line is too long, not UTF-8, or HTTP. After one that is too long, or HTTP, the connection ends. */
  bad(why: string): void;
  /** The other side sends no more, but may still read. Without this method the connection is closed. */
  ended?(): void;
  closed(): void;
}

const NEWLINE = 0x0a;
const KEEP_ALIVE_MS = 30_000;

export class LineSocket {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private listener: LineListener | undefined;
  private unread: Buffer = Buffer.alloc(0);
  private unsent = '';
  private isFlowing = true;
  private isReading = false;
  /** Closed by this side: nothing more is read. */
  private isClosed = false;
  /** The other side has ended its output; `isOver`: the connection has ended. Received lines may still be unread. */
  private hasEnded = false;
  private isOver = false;
  private notified: 'nothing' | 'end' | 'close' = 'nothing';

  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // 'close' follows every error.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('end', () => {
      this.hasEnded = true;
      this.read();
    });
    socket.on('close', () => {
      this.isOver = true;
      this.read();
    });
  }

  listen(listener: LineListener): void {
    this.listener = listener;
    this.read();
  }

  /** Bytes that have not left this process. */
  get waitingBytes(): number {
    return this.socket.writableLength + this.unsent.length;
  }

  /** Sends whole lines; texts that are sent in one turn leave in one piece. */
  send(text: string): void {
    if (this.isClosed) return;
    if (this.unsent === '') queueMicrotask(() => this.flush());
    this.unsent += text;
  }

  /** Sends bytes that are shared by many receivers. */
  sendBytes(bytes: Uint8Array): void {
    if (this.isClosed) return;
    this.flush();
    this.socket.write(bytes);
  }

  setFlow(isOpen: boolean): void {
    if (isOpen === this.isFlowing) return;
    this.isFlowing = isOpen;
    // Closed, it is paused when something arrives: in lockstep nothing does, and a pause takes two system calls.
    if (isOpen) {
      if (this.socket.isPaused()) this.socket.resume();
      // Not within the call that opened it.
      queueMicrotask(() => this.read());
    }
  }

  /** Sends pending output and ends the connection; cuts it if the other side does not close in time. */
  close(): void {
    if (this.isClosed) return;
    this.flush();
    this.isClosed = true;
    this.socket.end();
    this.socket.resume();
    const timer = setTimeout(() => this.socket.destroy(), CRSIM_LIMITS.closeMs).unref();
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** Ends the connection at once. */
  cut(): void {
    this.socket.destroy();
  }

  private flush(): void {
    if (this.unsent === '') return;
    const text = this.unsent;
    this.unsent = '';
    if (!this.socket.destroyed && this.socket.writable) this.socket.write(text);
  }

  private take(chunk: Buffer): void {
    if (this.isClosed) return;
    if (!this.isFlowing) this.socket.pause();
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk]);
    this.read();
  }

  private read(): void {
    const listener = this.listener;
    if (listener === undefined || this.isReading) return;
    this.isReading = true;
    let from = 0;
    while (this.isFlowing && !this.isClosed) {
      const end = this.unread.indexOf(NEWLINE, from);
      const length = (end < 0 ? this.unread.length : end) - from;
      if (length > CRSIM_LIMITS.lineBytes) {
        from = this.unread.length;
        listener.bad(`expected lines of at most ${CRSIM_LIMITS.lineBytes} bytes`);
        this.close();
        break;
      }
      if (end < 0) break;
      const line = this.unread.subarray(from, end);
      from = end + 1;
      this.passOn(line, listener);
    }
    this.unread = this.unread.subarray(from);
    this.isReading = false;
    this.notifyEnd(listener);
  }

  private notifyEnd(listener: LineListener): void {
    if (!this.isClosed && this.unread.includes(NEWLINE)) return;
    if (this.isOver && this.notified !== 'close') {
      this.notified = 'close';
      listener.closed();
    } else if (this.hasEnded && this.notified === 'nothing') {
      this.notified = 'end';
      if (listener.ended === undefined) this.close();
      else listener.ended();
    }
  }

  private passOn(line: Buffer, listener: LineListener): void {
    let text: string;
    try {
      // Nearly all lines are ASCII, which takes a decoder several times as long.
      text = (isAscii(line) ? line.toString('latin1') : this.decoder.decode(line)).trim();
    } catch {
      listener.bad('expected UTF-8');
      return;
    }
    if (isHttp(text)) {
      listener.bad('this port expects one JSON object per line, got HTTP; pages are on the port of the web server');
      this.close();
    } else if (text !== '') listener.line(text);
  }
}

/** A page of another site can make a browser POST lines to this port. The request line and the headers come first. */
function isHttp(line: string): boolean {
  if (line.startsWith('{')) return false;
  return /^[A-Za-z]\S* .*HTTP\/\d/.test(line) || /^[A-Za-z][\w-]*: /.test(line);
}
