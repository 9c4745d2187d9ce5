/** The connection between the master and a slave: frames both ways, records to the master, and a pulse. */
import { performance } from 'node:perf_hooks';
import { withDeadline } from './deadline.js';
import { RealNetworkError, RefusedError } from './errors.js';
import { type Frame, type FrameKind, type FrameOf, readFrame } from './frames.js';
import type { LineConnection } from './lines.js';
import type { RealLimits } from './limits.js';

export interface ControlListener {
  frame(frame: Frame): void;
  /** A line that is a record; checked by who reads it. */
  record(line: Buffer): void;
  /** It is over, for whatever reason; told once. */
  closed(): void;
}

/** How records are told from frames. */
const RECORD_START = Buffer.from('{"type"');

export class Control {
  /** Lines that made no sense. */
  badFrames = 0;
  private readonly came: (Frame | undefined)[] = [];
  private listener: ControlListener | undefined;
  private wake: (() => void) | undefined;
  private isOver = false;
  private lastHeard = performance.now();
  private pings = 0;
  private readonly whenPong = new Map<number, () => void>();
  private readonly pulse: NodeJS.Timeout;

  /** @param other What messages call the other side. */
  constructor(
    private readonly connection: LineConnection,
    private readonly limits: RealLimits,
    readonly other: string,
  ) {
    this.pulse = setInterval(() => this.beat(), limits.pulseMs);
    connection.listen({
      line: (bytes) => this.take(bytes),
      oversize: () => this.badFrames++,
      closed: () => this.end(),
    });
  }

  send(frame: Frame): void {
    const line = JSON.stringify(frame);
    const { frameBytes } = this.limits;
    if (Buffer.byteLength(line) > frameBytes) {
      throw new RealNetworkError(`${this.other} cannot be told ${frame.kind}: it takes more than ${frameBytes} bytes`);
    }
    this.connection.write(line);
  }

  /** False if it was left out, because too much is on its way already or it is too long. */
  sendRecord(line: string): boolean {
    const { connection, limits } = this;
    if (connection.isClosed || connection.unsentBytes + line.length > limits.unsentRecordBytes) return false;
    if (Buffer.byteLength(line) > limits.frameBytes) return false;
    connection.write(line);
    return true;
  }

  /** Waits for the next frame, which must be of a kind. For the start, when one thing comes after the other. */
  async next<K extends FrameKind>(kind: K): Promise<FrameOf<K>> {
    const { startMs } = this.limits;
    if (this.came.length === 0 && !this.isOver) {
      const something = new Promise<void>((resolve) => (this.wake = resolve));
      const tooLate = (): Error =>
        new RealNetworkError(`${this.other} did not say ${kind} within ${startMs} ms: is it alive, and not blocked?`);
      await withDeadline(something, startMs, tooLate);
    }
    const frame = this.came.shift();
    if (frame === undefined) throw new RealNetworkError(`${this.other} closed the connection before it said ${kind}`);
    if (frame.kind === 'refuse') throw new RefusedError(`${this.other} refused: ${frame.reason}`);
    if (frame.kind === 'failed') throw new RealNetworkError(`${this.other} failed: ${frame.message}`);
    if (frame.kind !== kind) throw new RealNetworkError(`${this.other} said ${frame.kind} where ${kind} was due`);
    return frame as FrameOf<K>;
  }

  /** From now on somebody is told of each frame as it comes, and of those that came before. */
  listen(listener: ControlListener): void {
    this.listener = listener;
    for (const frame of this.came.splice(0)) if (frame !== undefined) listener.frame(frame);
    if (this.isOver) listener.closed();
  }

  /** Milliseconds to the other side and back. */
  async roundTrip(): Promise<number> {
    const before = performance.now();
    const number = ++this.pings;
    const answered = new Promise<void>((resolve) => this.whenPong.set(number, resolve));
    this.send({ kind: 'ping', number });
    const { startMs } = this.limits;
    await withDeadline(
      answered,
      startMs,
      () => new RealNetworkError(`${this.other} did not answer within ${startMs} ms`),
    );
    if (this.isOver) throw new RealNetworkError(`${this.other} closed the connection`);
    return performance.now() - before;
  }

  /** Ends it after what was sent. */
  finish(): void {
    this.connection.finish();
  }

  destroy(): void {
    this.connection.destroy();
  }

  private take(bytes: Buffer): void {
    this.lastHeard = performance.now();
    if (bytes.subarray(0, RECORD_START.length).equals(RECORD_START)) {
      if (this.listener === undefined) this.badFrames++;
      else this.listener.record(bytes);
      return;
    }
    let frame;
    try {
      frame = readFrame(bytes);
    } catch {
      this.badFrames++;
      return;
    }
    if (frame.kind === 'ping') this.send({ kind: 'pong', number: frame.number });
    else if (frame.kind === 'pong') this.answered(frame.number);
    else this.tell(frame);
  }

  private answered(number: number): void {
    this.whenPong.get(number)?.();
    this.whenPong.delete(number);
  }

  private tell(frame: Frame): void {
    if (this.listener !== undefined) {
      this.listener.frame(frame);
      return;
    }
    this.came.push(frame);
    this.wake?.();
  }

  private beat(): void {
    if (performance.now() - this.lastHeard > this.limits.silenceMs) this.destroy();
    else this.send({ kind: 'ping', number: ++this.pings });
  }

  private end(): void {
    this.isOver = true;
    clearInterval(this.pulse);
    this.wake?.();
    for (const tell of this.whenPong.values()) tell();
    this.listener?.closed();
  }
}
