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
/** Lines that are kept until others arrive; a step of a robot has a few. */
const MAX_KEPT_LINES = 16;

/** Sends the output of many sockets at the end of a turn, in one microtask: one for each would cost as much as the output. */
export class Outbox {
  private waiting: LineSocket[] = [];

  add(socket: LineSocket): void {
    if (this.waiting.push(socket) === 1) queueMicrotask(() => this.flush());
  }

  private flush(): void {
    const sockets = this.waiting;
    this.waiting = [];
    for (const socket of sockets) socket.flush();
  }
}

export class LineSocket {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private listener: LineListener | undefined;
  private received: Buffer = Buffer.alloc(0);
  /** The received bytes as text if they are ASCII, as nearly all are: a decoder takes several times as long. */
  private text: string | undefined = '';
  /** The first lines of the text that have been read, and their ends: a robot often sends the same text again. */
  private ends: number[] = [];
  private lines: string[] = [];
  /** Number of lines that were read. */
  private count = 0;
  /** Number of received bytes that were read. */
  private at = 0;
  private unsent = '';
  private isFlowing = true;
  private isReading = false;
  /** Closed by this side: nothing more is read. */
  private isClosed = false;
  /** The other side has ended its output; `isOver`: the connection has ended. Received lines may still be unread. */
  private hasEnded = false;
  private isOver = false;
  private notified: 'nothing' | 'end' | 'close' = 'nothing';

  constructor(
    private readonly socket: Socket,
    private readonly outbox = new Outbox(),
  ) {
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
    if (this.unsent === '' && text !== '') this.outbox.add(this);
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
      // Not within the call that opened it. In lockstep there is nothing to read.
      if (this.at < this.received.length || this.hasEnded || this.isOver) queueMicrotask(() => this.read());
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

  /** Sends pending output. */
  flush(): void {
    if (this.unsent === '') return;
    const text = this.unsent;
    this.unsent = '';
    if (!this.socket.destroyed && this.socket.writable) this.socket.write(text);
  }

  private take(chunk: Buffer): void {
    if (this.isClosed) return;
    if (!this.isFlowing) this.socket.pause();
    this.received = this.at === this.received.length ? chunk : Buffer.concat([this.received.subarray(this.at), chunk]);
    this.at = 0;
    this.count = 0;
    const text = isAscii(this.received) ? this.received.toString('latin1') : undefined;
    if (text === undefined || text !== this.text) {
      this.text = text;
      this.ends = [];
      this.lines = [];
    }
    this.read();
  }

  private read(): void {
    const listener = this.listener;
    if (listener === undefined || this.isReading) return;
    this.isReading = true;
    while (this.isFlowing && !this.isClosed) {
      const start = this.at;
      const end = this.endOfLine();
      if ((end < 0 ? this.received.length : end) - start > CRSIM_LIMITS.lineBytes) {
        this.at = this.received.length;
        listener.bad(`expected lines of at most ${CRSIM_LIMITS.lineBytes} bytes`);
        this.close();
        break;
      }
      if (end < 0) break;
      this.at = end + 1;
      this.passOn(start, end, listener);
    }
    this.isReading = false;
    this.notifyEnd(listener);
  }

  /** Where the next line ends; negative if it is incomplete. */
  private endOfLine(): number {
    if (this.text === undefined) return this.received.indexOf(NEWLINE, this.at);
    return this.ends[this.count] ?? this.text.indexOf('\n', this.at);
  }

  private notifyEnd(listener: LineListener): void {
    if (!this.isClosed && this.endOfLine() >= 0) return;
    if (this.isOver && this.notified !== 'close') {
      this.notified = 'close';
      listener.closed();
    } else if (this.hasEnded && this.notified === 'nothing') {
      this.notified = 'end';
      if (listener.ended === undefined) this.close();
      else listener.ended();
    }
  }

  private passOn(start: number, end: number, listener: LineListener): void {
    let text: string;
    try {
      text = this.lineOf(start, end);
    } catch {
      listener.bad('expected UTF-8');
      return;
    }
    if (isHttp(text)) {
      listener.bad('this port expects one JSON object per line, got HTTP; pages are on the port of the web server');
      this.close();
    } else if (text !== '') listener.line(text);
  }

  private lineOf(start: number, end: number): string {
    if (this.text === undefined) return this.decoder.decode(this.received.subarray(start, end)).trim();
    const number = this.count++;
    if (number < this.lines.length) return this.lines[number]!;
    const line = this.text.slice(start, end).trim();
    if (number < MAX_KEPT_LINES) {
      this.ends.push(end);
      this.lines.push(line);
    }
    return line;
  }
}

/** A page of another site can make a browser POST lines to this port. The request line and the headers come first. */
function isHttp(line: string): boolean {
  if (line.startsWith('{')) return false;
  return /^[A-Za-z]\S* .*HTTP\/\d/.test(line) || /^[A-Za-z][\w-]*: /.test(line);
}
