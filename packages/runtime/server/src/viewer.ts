/**
 * One who watches a run: how far it has got, and what it is sent next. Nothing is queued for it: it is sent what it can
 * take, from where it is, and what is new waits in the history of the run, which is everybody's.
 */
import type { History } from './history.js';
import type { ServerLimits } from './limits.js';
import type { Peer } from './peer.js';

export interface ViewerOptions {
  readonly peer: Peer;
  readonly history: History;
  readonly limits: ServerLimits;
  /** What still holds of the records before the history's start. */
  readonly snapshot: () => readonly Uint8Array[];
  /** The history cannot be read. */
  readonly onFailure: () => void;
}

export class Viewer {
  private readonly options: ViewerOptions;
  /** Up to here it has been sent the records. */
  private place = 0;
  /** Of a snapshot: goes first. */
  private pieces: readonly Uint8Array[] = [];
  private isReading = false;
  private isGone = false;
  private waitingSince: number | undefined;
  /** The last text of each kind that it was sent. */
  private readonly told = new Map<string, string>();

  constructor(options: ViewerOptions) {
    this.options = options;
  }

  get peer(): Peer {
    return this.options.peer;
  }

  /** Whether it has been sent all there is. */
  get isUpToDate(): boolean {
    return this.pieces.length === 0 && this.place === this.options.history.end;
  }

  /** Since when it has taken nothing, though something waits for it; undefined if it does take what it is sent. */
  get waitsSince(): number | undefined {
    return this.waitingSince;
  }

  hasSent(kind: string): boolean {
    return this.told.has(kind);
  }

  leave(): void {
    this.isGone = true;
  }

  /** Sends what it can take, about so many bytes at most; returns how many there were, or will be in a moment. */
  pump(mostBytes: number, now: number): number {
    if (mostBytes <= 0 || this.isReading) return 0;
    const { history, limits } = this.options;
    let sent = 0;
    while (sent < mostBytes && !this.isUpToDate) {
      if (this.pieces.length === 0 && this.place < history.start) {
        if (!this.hasRoomFor(limits.frameBytes)) break;
        if (history.canReadBack) {
          void this.readBack(mostBytes);
          return Math.min(mostBytes, limits.viewerBytes);
        }
        this.skip();
        continue;
      }
      const frame = this.pieces[0] ?? history.read(this.place);
      if (!this.hasRoomFor(frame.length)) break;
      if (this.pieces.length > 0) this.pieces = this.pieces.slice(1);
      else this.place += frame.length;
      this.peer.send(frame);
      sent += frame.length;
    }
    this.waitingSince = sent === 0 && !this.isUpToDate ? (this.waitingSince ?? now) : undefined;
    return sent;
  }

  /** Says something of a kind of which only the last word counts, unless it was said already. */
  tell(kind: string, text: string): void {
    if (this.told.get(kind) === text || this.peer.bufferedBytes > this.options.limits.viewerBytes) return;
    this.told.set(kind, text);
    this.peer.send(text);
  }

  /** A frame that is larger than all that is allowed goes alone. */
  private hasRoomFor(bytes: number): boolean {
    const { bufferedBytes } = this.peer;
    return bufferedBytes === 0 || bufferedBytes + bytes <= this.options.limits.viewerBytes;
  }

  /** What it would need next is gone for good. */
  private skip(): void {
    const { history, snapshot } = this.options;
    this.pieces = snapshot();
    const standing = this.pieces.reduce((sum, { length }) => sum + length, 0);
    const skipped = { type: 'skipped', bytes: history.start - this.place, standing };
    this.place = history.start;
    this.told.delete('live');
    this.peer.send(JSON.stringify(skipped));
  }

  /** From the trace, as far as it can take it and has no nearer place to get it from. */
  private async readBack(mostBytes: number): Promise<void> {
    const { history, limits, onFailure } = this.options;
    this.isReading = true;
    this.waitingSince = undefined;
    try {
      for (let sent = 0; sent < mostBytes && this.place < history.start && this.hasRoomFor(limits.frameBytes);) {
        const frame = await history.readBack(this.place);
        if (this.isGone) return;
        this.place += frame.length;
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
