/**
 * Shows a run to viewers while it runs. The run appends its records and never waits: they are kept, and several times per second
 * each viewer is sent the next ones from its own offset. A late viewer gets the same bytes as an early one; a viewer that takes
 * nothing for long is disconnected. `docs/live.md` describes the protocol.
 */
import { binaryHeader, type RecordSink, type TraceObject } from '@kineko/formats/trace';
import { messageOf } from '@kineko/kernel';
import { type Clock, wallClock } from './clock.js';
import { History, TraceReader } from './history.js';
import { Lease } from './lease.js';
import { limitsWith, type ServerLimits } from './limits.js';
import { CLOSE, type Peer, type PeerListener } from './peer.js';
import { Snapshot } from './snapshot.js';
import { Viewer } from './viewer.js';
import { type ViewerCommand, type ViewerMessage, viewerMessageReader } from './viewer-messages.js';

const PROTOCOL_VERSION = 1;

/** Ticks that a busy run may have suppressed; more of them do not count as time that viewers had. */
const MAX_TICKS_MISSED = 10;

export interface RunStatus {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  readonly paused: boolean;
  /** Simulated seconds per second; Infinity for no limit. */
  readonly speed: number;
  readonly stoppedBy?: string | undefined;
  /** Human-readable reason for the end. */
  readonly reason?: string | undefined;
}

export interface HubOptions {
  /** Name of the run. */
  readonly name?: string | undefined;
  /** Content of the trace's header. */
  readonly info?: TraceObject | undefined;
  /**
   * The trace that is being written, with the same header: older records are read back from it. Without one they are kept in
   * memory up to a limit, and dropped records are replaced by a snapshot.
   */
  readonly trace?: string | undefined;
  /** Called several times per second while there are viewers. */
  readonly status?: (() => RunStatus) | undefined;
  /** Executes a command, or throws an error that the viewer is shown. Without it the run can only be watched. */
  readonly control?: ((command: ViewerCommand) => void) | undefined;
  /** Called with the number of viewers whenever it changes. */
  readonly onViewers?: ((viewers: number) => void) | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock | undefined;
}

export class ViewerHub {
  /** Takes the run's records. */
  readonly sink: RecordSink;
  /** Viewers that were disconnected because they took nothing; failures of the trace, the status or the recording. */
  readonly counts = { tooSlow: 0, failures: 0 };
  private readonly limits: ServerLimits;
  private readonly read: (data: string | Uint8Array) => ViewerMessage;
  private readonly clock: Clock;
  private readonly header: Uint8Array;
  private readonly history: History;
  private readonly reader: TraceReader | undefined;
  private readonly snapshot = new Snapshot();
  private readonly viewerSet = new Set<Viewer>();
  private readonly lease: Lease<Viewer>;
  private readonly whenAllSent: (() => void)[] = [];
  private recording: { passOn(): void } | undefined;
  private hasEnded = false;
  private ticks = 0;
  private lastTick = 0;
  /** Time in which viewers could take data (ms): a run that blocks the process is not their fault. */
  private viewerTime = 0;
  private stopTicking: (() => void) | undefined;

  constructor(private readonly options: HubOptions = {}) {
    const { info = {}, trace } = options;
    this.limits = limitsWith(options.limits);
    this.read = viewerMessageReader(this.limits);
    this.clock = options.clock ?? wallClock;
    this.header = binaryHeader(info, 'live run');
    const reader = trace === undefined ? undefined : new TraceReader(trace);
    this.reader = reader;
    this.history = new History({
      maxBytes: reader === undefined ? this.limits.historyBytes : this.limits.recentBytes,
      blockBytes: this.limits.frameBytes,
      readBack: reader && ((from, to) => reader.read(from, to)),
      onDropped: (records) => this.snapshot.absorb(records),
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

  /** Makes the run's recording pass on its records whenever viewers are updated. */
  follow(recording: { passOn(): void }): void {
    this.recording = recording;
  }

  /** Serves a viewer: `startServer({ sockets: { '/live': hub.accept } })`. */
  readonly accept = (peer: Peer): PeerListener => {
    const viewer: Viewer = new Viewer({
      peer,
      history: this.history,
      limits: this.limits,
      snapshot: () => this.snapshot.pieces(this.limits.frameBytes),
      onFailure: () => {
        this.counts.failures++;
        this.disconnect(viewer, CLOSE.failure, 'earlier records cannot be read');
      },
    });
    const { control, name } = this.options;
    peer.send(JSON.stringify({ type: 'welcome', version: PROTOCOL_VERSION, control: control !== undefined, name }));
    peer.send(this.header);
    this.viewerSet.add(viewer);
    this.options.onViewers?.(this.viewerSet.size);
    if (this.stopTicking === undefined) {
      this.lastTick = this.clock.now();
      this.stopTicking = this.clock.every(this.limits.tickMs, () => this.tick());
    }
    return {
      message: (data) => this.receive(viewer, data),
      closed: () => this.forget(viewer),
    };
  };

  /** Resolves when every viewer has been sent all records that exist now, or has left. */
  allSent(): Promise<void> {
    return new Promise((resolve) => {
      this.whenAllSent.push(resolve);
      this.checkAllSent();
    });
  }

  /** Disconnects all viewers. */
  async close(): Promise<void> {
    await this.end(CLOSE.serverEnds, 'the run is no longer shown');
  }

  /** Disconnects all viewers so that they connect again to see another run. */
  async closeForNextRun(): Promise<void> {
    await this.end(CLOSE.anotherRun, 'another run begins');
  }

  private async end(code: number, reason: string): Promise<void> {
    for (const viewer of this.viewerSet) this.disconnect(viewer, code, reason);
    await this.reader?.close();
  }

  private tick(): void {
    this.takeRecords();
    const now = this.clock.now();
    this.viewerTime += Math.min(now - this.lastTick, MAX_TICKS_MISSED * this.limits.tickMs);
    this.lastTick = now;
    const status = this.statusText();
    let bytesLeft = this.limits.tickBytes;
    // A different viewer is first each time.
    const viewers = [...this.viewerSet];
    const first = this.ticks++ % Math.max(1, viewers.length);
    for (const viewer of [...viewers.slice(first), ...viewers.slice(0, first)]) {
      try {
        bytesLeft -= viewer.pump(bytesLeft, this.viewerTime);
        if (viewer.waitsSince !== undefined && this.viewerTime - viewer.waitsSince >= this.limits.behindMs) {
          this.counts.tooSlow++;
          this.disconnect(viewer, CLOSE.tooSlow, 'too slow');
        } else {
          this.sendNews(viewer, status);
        }
      } catch {
        // A failure of one viewer does not affect the run or other viewers.
        this.counts.failures++;
        this.forget(viewer);
      }
    }
    this.checkAllSent();
  }

  private takeRecords(): void {
    try {
      this.recording?.passOn();
    } catch {
      // The recording throws the error again at the run's next record.
      this.counts.failures++;
      this.recording = undefined;
    }
  }

  private statusText(): string | undefined {
    try {
      const status = this.options.status?.();
      return status && JSON.stringify({ type: 'status', ...status });
    } catch {
      this.counts.failures++;
      return undefined;
    }
  }

  /** Texts about the present are sent to viewers that have all records. */
  private sendNews(viewer: Viewer, status: string | undefined): void {
    if (this.options.control !== undefined) {
      const { holder } = this.lease;
      const who = holder === undefined ? 'nobody' : holder === viewer ? 'you' : 'another';
      viewer.sendIfNew('control', JSON.stringify({ type: 'control', holder: who }));
    }
    if (!viewer.isUpToDate) return;
    viewer.sendIfNew('live', JSON.stringify({ type: 'live' }));
    if (status !== undefined) viewer.sendIfNew('status', status);
    if (this.hasEnded) viewer.sendIfNew('end', JSON.stringify({ type: 'end' }));
  }

  private receive(viewer: Viewer, data: string | Uint8Array): void {
    let message: ViewerMessage;
    try {
      message = this.read(data);
    } catch (error) {
      this.answer(viewer, undefined, (error as Error).message);
      throw error;
    }
    this.answer(viewer, message.id, this.execute(viewer, message.content));
  }

  /** Returns why a command was not executed, or undefined. */
  private execute(viewer: Viewer, content: ViewerMessage['content']): string | undefined {
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
