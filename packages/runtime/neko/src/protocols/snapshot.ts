/**
 * Global snapshot (Chandy and Lamport, Distributed Snapshots: Determining Global States of Distributed Systems, 1985):
 * markers are sent over all channels; messages sent before a marker and received after the state was recorded were
 * under way.
 *
 * Guarantee: states and channels form a consistent cut: every message received in it was sent in it, and messages sent
 * but not received are in the channels. The run could have passed through this state.
 * Assumes: quasi-reliable *FIFO* channels without duplicates: over a network that reorders, put a FifoLink below. No
 * crashes before a snapshot is complete; otherwise it never completes. The channel of a process to itself is like all
 * others.
 *
 * Any process may start any number of snapshots, also at the same time.
 *
 * Wiring: directly below the application, whose messages it carries and whose state it records:
 * `snapshot.setRecorder(() => application.state)`, then `wire(snapshot, 'snapshot', network or FifoLink)`.
 */
import { FIFO_LINK, type Guarantees } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';

/** The messages under way from a process. */
export type ChannelState = { readonly from: number; readonly messages: readonly Wrapped[] };

/** The part of one process: its state, and the messages under way to it, by sender. */
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
  /** To the initiator: the part of a process. */
  REPORT: { readonly id: string; readonly part: LocalSnapshot };
};

/** A snapshot in progress at this process. */
interface Recording {
  readonly state: unknown;
  /** By sender: the messages received since, until its marker. */
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

  // State of the initiator.
  private initiated = 0;
  private readonly collections = new Map<string, Collection>();
  private readonly listeners: ((snapshot: GlobalSnapshot) => void)[] = [];

  // State of every process.
  private readonly recordings = new Map<string, Recording>();

  protected readonly handlers = {
    APPLICATION: (inner: Wrapped, from: number) => {
      for (const { channels, isOpen } of this.recordings.values()) {
        if (isOpen[from]) channels[from]!.push(inner);
      }
      this.passUp(inner, from);
    },
    MARKER: ({ id, initiator }: SnapshotContents['MARKER'], from: number) => {
      const recording = this.recordings.get(id) ?? this.record(id, initiator);
      recording.isOpen[from] = false;
      if (--recording.missingMarkers > 0) return;
      this.recordings.delete(id);
      const { state } = recording;
      const channels = recording.channels.map((messages, sender) => ({ from: sender, messages }));
      this.note('snapshot', { id, state, channels });
      this.sendTo([initiator], 'REPORT', { id, part: { state, channels } });
    },
    REPORT: ({ id, part }: SnapshotContents['REPORT'], from: number) => {
      const collection = this.collections.get(id)!;
      collection.parts[from] = part;
      if (--collection.missing > 0) return;
      this.collections.delete(id);
      for (const listener of this.listeners) listener({ id, processes: collection.parts });
    },
  };

  override get assumes(): Guarantees {
    return FIFO_LINK;
  }

  override get guarantees(): Guarantees {
    return FIFO_LINK;
  }

  /** Sets the function that returns the state of this process, as plain data; it is copied. */
  setRecorder(recorder: () => unknown): void {
    this.recorder = recorder;
  }

  /** Adds a listener for complete snapshots, at the initiator. */
  onSnapshot(listener: (snapshot: GlobalSnapshot) => void): void {
    this.listeners.push(listener);
  }

  /** Starts a snapshot; returns its id. */
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

  /** Records the state and sends the markers, with nothing in between. */
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
}

/** The application continues to change its state while the copy is sent, which is frozen. */
function copied(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(copied);
  // Other data are left unchanged; sending them reports what is wrong.
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copied(value)]));
}
