/**
 * Shows a run to those who watch it while it goes on. The run hands its records over and never waits: they are kept, and
 * viewers are served from what is kept, a few times a second, each from where it is. Who comes late gets the same bytes as
 * who was there from the start; who takes nothing for long is shown the door. `docs/live.md` says what goes over the wire.
 */
import { binaryHeader, type RecordSink, type TraceObject } from '@kineko/formats/trace';
import { messageOf } from '@kineko/kernel';
import { type Clock, wallClock } from './clock.js';
import { History } from './history.js';
import { Lease } from './lease.js';
import { limitsWith, type ServerLimits } from './limits.js';
import { type ViewerCommand, type ViewerMessage, viewerMessageReader } from './viewer-messages.js';
import { CLOSE, type Peer, type PeerListener } from './peer.js';
import { Snapshot } from './snapshot.js';
import { TraceReader } from './trace-reader.js';
import { Viewer } from './viewer.js';

/** Of what goes over the wire. */
const VERSION = 1;

/** Looks that were not taken because the run went on without a break: more of them do not count. */
const MAX_TICKS_MISSED = 10;

/** How a run is doing. */
export interface RunStatus {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  readonly paused: boolean;
  /** Simulated seconds per second; Infinity for as fast as can be. */
  readonly speed: number;
  readonly stoppedBy?: string | undefined;
}

export interface HubOptions {
  /** What viewers are to call the run. */
  readonly name?: string | undefined;
  /** What the trace says of itself in its header. */
  readonly info?: TraceObject | undefined;
  /**
   * The trace that is being written, with the same header: records are read back from it. Without one they are kept in
   * memory, up to a limit; of what was before that, viewers get what still holds.
   */
  readonly trace?: string | undefined;
  /** Asked a few times a second while somebody watches. */
  readonly status?: (() => RunStatus) | undefined;
  /** Does what a viewer orders, or throws an error that is shown to it. Without it the run can only be watched. */
  readonly control?: ((command: ViewerCommand) => void) | undefined;
  /** Called with the number of viewers whenever it changes. */
  readonly onViewers?: ((viewers: number) => void) | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock | undefined;
}

export interface HubCounts {
  /** Viewers that were shown the door because they took nothing for long. */
  readonly tooSlow: number;
  /** Times when the trace, the status or the recording could not be had. */
  readonly failures: number;
}

export class ViewerHub {
  /** Where the run's records go. */
  readonly sink: RecordSink;
  private readonly options: HubOptions;
  private readonly limits: ServerLimits;
  private readonly read: (data: string | Uint8Array) => ViewerMessage;
  private readonly clock: Clock;
  private readonly header: Uint8Array;
  private readonly history: History;
  private readonly reader: TraceReader | undefined;
  private readonly snapshot = new Snapshot();
  private readonly viewerSet = new Set<Viewer>();
  private readonly lease: Lease<Viewer>;
  private readonly ownCounts = { tooSlow: 0, failures: 0 };
  private readonly whenAllSent: (() => void)[] = [];
  private recording: { flush(): void } | undefined;
  private hasEnded = false;
  /** How many looks there were: who is served first changes. */
  private ticks = 0;
  private lastTick = 0;
  /** Time in which viewers had a chance to take something (ms): a run that leaves them none is not their fault. */
  private chance = 0;
  private stopTicking: (() => void) | undefined;

  constructor(options: HubOptions = {}) {
    const { info = {}, trace } = options;
    this.options = options;
    this.limits = limitsWith(options.limits);
    this.read = viewerMessageReader(this.limits);
    this.clock = options.clock ?? wallClock;
    this.header = binaryHeader(info, 'live run');
    this.reader = trace === undefined ? undefined : new TraceReader(trace, info);
    const reader = this.reader;
    this.history = new History({
      mostBytes: reader === undefined ? this.limits.historyBytes : this.limits.recentBytes,
      blockBytes: this.limits.frameBytes,
      readBack: reader && ((from, to) => reader.read(from, to)),
      onForgotten: (records) => this.snapshot.absorb(records),
    });
    this.lease = new Lease(this.limits.leaseMs, this.clock);
    this.sink = {
      write: (chunk) => this.history.append(chunk),
      close: async () => {
        this.hasEnded = true;
        this.recording = undefined;
      },
    };
  }

  get viewers(): number {
    return this.viewerSet.size;
  }

  get counts(): HubCounts {
    return this.ownCounts;
  }

  /** Has what the run's recording has collected handed on whenever viewers are looked after. */
  follow(recording: { flush(): void }): void {
    this.recording = recording;
  }

  /** Serves whoever connects: `startServer({ sockets: { '/live': hub.accept } })`. */
  readonly accept = (peer: Peer): PeerListener => {
    const viewer: Viewer = new Viewer({
      peer,
      history: this.history,
      limits: this.limits,
      snapshot: () => this.snapshot.pieces(this.limits.frameBytes),
      onFailure: () => {
        this.ownCounts.failures++;
        this.disconnect(viewer, CLOSE.failure, 'what was before cannot be read');
      },
    });
    const { control, name } = this.options;
    peer.send(JSON.stringify({ type: 'welcome', version: VERSION, control: control !== undefined, name }));
    peer.send(this.header);
    this.viewerSet.add(viewer);
    this.options.onViewers?.(this.viewerSet.size);
    if (this.stopTicking === undefined) {
      this.lastTick = this.clock.now();
      this.stopTicking = this.clock.every(this.limits.tickMs, () => this.tick());
    }
    return {
      message: (data) => this.hear(viewer, data),
      closed: () => this.forget(viewer),
    };
  };

  /** Resolves when everybody has been sent everything there is now, or is gone. */
  allSent(): Promise<void> {
    return new Promise((resolve) => {
      this.whenAllSent.push(resolve);
      this.checkAllSent();
    });
  }

  /** Says goodbye to everybody. */
  async close(): Promise<void> {
    await this.end(CLOSE.serverEnds, 'the run is no longer shown');
  }

  /** The same when another run is shown from now on: viewers connect again. */
  async closeForNextRun(): Promise<void> {
    await this.end(CLOSE.anotherRun, 'another run begins');
  }

  private async end(code: number, reason: string): Promise<void> {
    for (const viewer of this.viewerSet) this.disconnect(viewer, code, reason);
    await this.reader?.close();
  }

  private tick(): void {
    this.collect();
    const now = this.clock.now();
    this.chance += Math.min(now - this.lastTick, MAX_TICKS_MISSED * this.limits.tickMs);
    this.lastTick = now;
    const status = this.statusText();
    let bytesLeft = this.limits.tickBytes;
    for (const viewer of this.inTurn()) {
      try {
        bytesLeft -= viewer.pump(bytesLeft, this.chance);
        if (viewer.waitsSince !== undefined && this.chance - viewer.waitsSince >= this.limits.behindMs) {
          this.ownCounts.tooSlow++;
          this.disconnect(viewer, CLOSE.behind, 'it has taken nothing for a long time');
        } else {
          this.sendNews(viewer, status);
        }
      } catch {
        // Whatever is wrong with one viewer, the run and the others go on.
        this.ownCounts.failures++;
        this.forget(viewer);
      }
    }
    this.checkAllSent();
  }

  private collect(): void {
    try {
      this.recording?.flush();
    } catch {
      // It is known to the recording, and thrown where the run can see it: at the next record.
      this.ownCounts.failures++;
      this.recording = undefined;
    }
  }

  private statusText(): string | undefined {
    try {
      const status = this.options.status?.();
      return status && JSON.stringify({ type: 'status', ...status });
    } catch {
      this.ownCounts.failures++;
      return undefined;
    }
  }

  private inTurn(): Viewer[] {
    const all = [...this.viewerSet];
    const first = this.ticks++ % Math.max(1, all.length);
    return [...all.slice(first), ...all.slice(0, first)];
  }

  /** What is said of the present is said to those who have got there. */
  private sendNews(viewer: Viewer, status: string | undefined): void {
    if (this.options.control !== undefined) {
      const { holder } = this.lease;
      const who = holder === undefined ? 'nobody' : holder === viewer ? 'you' : 'another';
      viewer.tell('control', JSON.stringify({ type: 'control', holder: who }));
    }
    if (!viewer.isUpToDate) return;
    viewer.tell('live', JSON.stringify({ type: 'live' }));
    if (status !== undefined) viewer.tell('status', status);
    if (this.hasEnded) viewer.tell('end', JSON.stringify({ type: 'end' }));
  }

  private hear(viewer: Viewer, data: string | Uint8Array): void {
    let message: ViewerMessage;
    try {
      message = this.read(data);
    } catch (error) {
      this.answer(viewer, undefined, (error as Error).message);
      throw error;
    }
    this.answer(viewer, message.id, this.obey(viewer, message.content));
  }

  /** Why not; undefined if it was done. */
  private obey(viewer: Viewer, content: ViewerMessage['content']): string | undefined {
    const { control } = this.options;
    if (control === undefined) return 'this run can only be watched';
    if (content.type === 'release') {
      this.lease.release(viewer);
      return undefined;
    }
    if (!this.lease.take(viewer)) return 'another viewer is in control';
    if (content.type === 'take') return undefined;
    try {
      control(content);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  private answer(viewer: Viewer, id: number | undefined, reason: string | undefined): void {
    if (viewer.peer.bufferedBytes > this.limits.viewerBytes) return;
    viewer.peer.send(JSON.stringify({ type: 'answer', id, done: reason === undefined, reason }));
  }

  private disconnect(viewer: Viewer, code: number, reason: string): void {
    this.forget(viewer);
    viewer.peer.close(code, reason);
  }

  private forget(viewer: Viewer): void {
    viewer.leave();
    const wasThere = this.viewerSet.delete(viewer);
    this.lease.release(viewer);
    if (this.viewerSet.size === 0) {
      this.stopTicking?.();
      this.stopTicking = undefined;
    }
    this.checkAllSent();
    if (wasThere) this.options.onViewers?.(this.viewerSet.size);
  }

  private checkAllSent(): void {
    for (const viewer of this.viewerSet) {
      if (!viewer.isUpToDate || (this.hasEnded && !viewer.hasSent('end'))) return;
    }
    for (const resolve of this.whenAllSent.splice(0)) resolve();
  }
}
