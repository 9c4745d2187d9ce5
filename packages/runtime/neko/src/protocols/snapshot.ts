/**
 * Global snapshot (Chandy and Lamport, Distributed Snapshots: Determining Global States of Distributed Systems, 1985):
 * markers go over all channels; what was sent before a marker and received after the state was recorded was under way.
 *
 * Guarantee: states and channels make up a consistent cut: no message is received in it that was not sent in it, and what
 * was sent but not received is in the channels. The run could have passed through this very state.
 * Assumes: quasi-reliable *FIFO* channels without duplicates: over a network that reorders, put a FifoLink below. No crashes
 * until a snapshot is complete; it does not end otherwise. The channel of a process to itself is one like all others.
 *
 * Any process may start any number of snapshots, also at the same time.
 *
 * Wiring: straight below the application, whose messages it carries and whose state it records:
 * `snapshot.setRecorder(() => application.state)`, then `wire(snapshot, 'snapshot', network or FifoLink)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';

/** What was under way to a process. */
export type ChannelState = { readonly from: number; readonly messages: readonly Wrapped[] };

/** What one process knows of a snapshot: its state, and all that was under way to it, by sender. */
export type LocalSnapshot = { readonly state: unknown; readonly channels: readonly ChannelState[] };

export interface GlobalSnapshot {
  /** `<initiator>;<k>`, k from 0. */
  readonly id: string;
  /** By process. */
  readonly processes: readonly LocalSnapshot[];
}

type SnapshotContents = {
  APPLICATION: Wrapped;
  MARKER: { readonly id: string; readonly initiator: number };
  /** To the initiator: a process's part. */
  REPORT: { readonly id: string; readonly part: LocalSnapshot };
};

/** A snapshot that a process takes part in. */
interface Recording {
  readonly state: unknown;
  /** By sender: what came since, until its marker. */
  readonly channels: Wrapped[][];
  readonly isOpen: boolean[];
  missingMarkers: number;
}

/** A snapshot that this process started. */
interface Collection {
  readonly parts: LocalSnapshot[];
  missing: number;
}

export class Snapshot extends Layer<SnapshotContents> {
  private recorder: (() => unknown) | undefined;

  // Of the initiator.
  private initiated = 0;
  private readonly collections = new Map<string, Collection>();
  private readonly listeners: ((snapshot: GlobalSnapshot) => void)[] = [];

  // Of all.
  private readonly recordings = new Map<string, Recording>();

  protected readonly handlers = {
    APPLICATION: (inner: Wrapped, from: number) => this.handleApplication(inner, from),
    MARKER: ({ id, initiator }: SnapshotContents['MARKER'], from: number) => this.handleMarker(id, initiator, from),
    REPORT: ({ id, part }: SnapshotContents['REPORT'], from: number) => this.handleReport(id, part, from),
  };

  override get assumes(): Guarantees {
    return FIFO_LINK;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  /** Who tells the state of this process, as plain data; it is copied. */
  setRecorder(recorder: () => unknown): void {
    this.recorder = recorder;
  }

  /** Called at the initiator when a snapshot is complete. */
  onSnapshot(listener: (snapshot: GlobalSnapshot) => void): void {
    this.listeners.push(listener);
  }

  /** Starts a snapshot: its id. */
  start(): string {
    const { id: initiator, n } = this.process;
    const id = messageId(initiator, this.initiated++);
    this.collections.set(id, { parts: [], missing: n });
    this.record(id, initiator);
    return id;
  }

  send(message: Outgoing): void {
    this.sendTo(message.to, 'APPLICATION', wrap(message));
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), recorder: this.recorder };
  }

  private handleApplication(inner: Wrapped, from: number): void {
    for (const { channels, isOpen } of this.recordings.values()) {
      if (isOpen[from]) channels[from]!.push(inner);
    }
    this.passUp(inner, from);
  }

  private handleMarker(id: string, initiator: number, from: number): void {
    const recording = this.recordings.get(id) ?? this.record(id, initiator);
    recording.isOpen[from] = false;
    if (--recording.missingMarkers > 0) return;
    this.recordings.delete(id);
    const { state } = recording;
    const channels = recording.channels.map((messages, sender) => ({ from: sender, messages }));
    this.note('snapshot', { id, state, channels });
    this.sendTo([initiator], 'REPORT', { id, part: { state, channels } });
  }

  /** The state is recorded and the markers are sent in one, with nothing in between. */
  private record(id: string, initiator: number): Recording {
    const { all, n } = this.process;
    const recording: Recording = {
      state: copied(this.recorder!()),
      channels: all.map(() => []),
      isOpen: all.map(() => true),
      missingMarkers: n,
    };
    this.recordings.set(id, recording);
    this.sendTo(all, 'MARKER', { id, initiator });
    return recording;
  }

  private handleReport(id: string, part: LocalSnapshot, from: number): void {
    const collection = this.collections.get(id)!;
    collection.parts[from] = part;
    if (--collection.missing > 0) return;
    this.collections.delete(id);
    for (const listener of this.listeners) listener({ id, processes: collection.parts });
  }
}

/** The application goes on with its state while the copy is sent, and with that frozen. */
function copied(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(copied);
  // What is no plain data is left as it is, for the check of what is sent to name it.
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copied(value)]));
}
