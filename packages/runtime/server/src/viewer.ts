/**
 * One viewer of a run: its offset in the history, and what it is sent next. Nothing is queued per viewer: it is sent as much as it
 * takes, from its offset on, and new records wait in the shared history.
 */
import type { History } from './history.js';
import type { ServerLimits } from './limits.js';
import type { Peer } from './peer.js';

export interface ViewerOptions {
  readonly peer: Peer;
  readonly history: History;
  readonly limits: ServerLimits;
  /** The records before the history's start that still apply. */
  readonly snapshot: () => readonly Uint8Array[];
  /** The history cannot be read. */
  readonly onFailure: () => void;
}

export class Viewer {
  readonly peer: Peer;
  /** Since when it has taken nothing although data waits for it; undefined if it takes what it is sent. */
  waitsSince: number | undefined;
  /** The records up to here have been sent. */
  private offset = 0;
  /** Pieces of a snapshot, which are sent first. */
  private pieces: readonly Uint8Array[] = [];
  private isReading = false;
  private isGone = false;
  /** The last text of each kind. */
  private readonly lastSent = new Map<string, string>();

  constructor(private readonly options: ViewerOptions) {
    this.peer = options.peer;
  }

  /** Whether all records have been sent. */
  get isUpToDate(): boolean {
    return this.pieces.length === 0 && this.offset === this.options.history.end;
  }

  hasSent(kind: string): boolean {
    return this.lastSent.has(kind);
  }

  leave(): void {
    this.isGone = true;
  }

  /** Sends up to about `maxBytes`, as far as the viewer takes them; returns the bytes sent or about to be sent. */
  pump(maxBytes: number, now: number): number {
    if (maxBytes <= 0 || this.isReading) return 0;
    const { history, limits } = this.options;
    let sent = 0;
    while (sent < maxBytes && !this.isUpToDate) {
      if (this.pieces.length === 0 && this.offset < history.start) {
        if (!this.hasRoomFor(limits.frameBytes)) break;
        if (history.canReadBack) {
          void this.readBack(maxBytes);
          return Math.min(maxBytes, limits.viewerBytes);
        }
        this.skip();
        continue;
      }
      const frame = this.pieces[0] ?? history.read(this.offset);
      if (!this.hasRoomFor(frame.length)) break;
      if (this.pieces.length > 0) this.pieces = this.pieces.slice(1);
      else this.offset += frame.length;
      this.peer.send(frame);
      sent += frame.length;
    }
    this.waitsSince = sent === 0 && !this.isUpToDate ? (this.waitsSince ?? now) : undefined;
    return sent;
  }

  /** Sends a text unless it equals the last one of its kind. */
  sendIfNew(kind: string, text: string): void {
    if (this.lastSent.get(kind) === text || this.peer.bufferedBytes > this.options.limits.viewerBytes) return;
    this.lastSent.set(kind, text);
    this.peer.send(text);
  }

  /** A frame that is larger than the limit is sent alone. */
  private hasRoomFor(bytes: number): boolean {
    const { bufferedBytes } = this.peer;
    return bufferedBytes === 0 || bufferedBytes + bytes <= this.options.limits.viewerBytes;
  }

  /** Continues with a snapshot: the records at the offset have been dropped. */
  private skip(): void {
    const { history, snapshot } = this.options;
    this.pieces = snapshot();
    const standing = this.pieces.reduce((sum, { length }) => sum + length, 0);
    const skipped = { type: 'skipped', bytes: history.start - this.offset, standing };
    this.offset = history.start;
    this.lastSent.delete('live');
    this.peer.send(JSON.stringify(skipped));
  }

  /** Sends records from the trace until those in memory are reached. */
  private async readBack(maxBytes: number): Promise<void> {
    const { history, limits, onFailure } = this.options;
    this.isReading = true;
    this.waitsSince = undefined;
    try {
      for (let sent = 0; sent < maxBytes && this.offset < history.start && this.hasRoomFor(limits.frameBytes);) {
        const frame = await history.readBack(this.offset);
        if (this.isGone) return;
        this.offset += frame.length;
        this.peer.send(frame);
        sent += frame.length;
      }
    } catch {
      if (!this.isGone) onFailure();
    } finally {
      this.isReading = false;
    }
  }
}
