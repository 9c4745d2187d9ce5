import { WiringError } from './message.js';
import { freezePlainData } from './plain-data.js';

/**
 * The stable storage of a process: plain data by key, which survive a crash in which the memory is lost.
 *
 * A write is safe only after `sync`. Of the writes since the last one, a crash keeps the first few and loses the others,
 * as a disk may. So a protocol that promises something to another process writes, calls `sync`, and then sends.
 */
export class StableStorage {
  private readonly synced = new Map<string, unknown>();
  /** Writes since the last sync, in order; undefined deletes. */
  private unsynced: (readonly [key: string, value: unknown])[] = [];
  private current = new Map<string, unknown>();

  /** The value written last; undefined if there is none. */
  read(key: string): unknown {
    return this.current.get(key);
  }

  /** Writes plain data; undefined deletes the key. */
  write(key: string, value: unknown): void {
    const problem = freezePlainData(value);
    if (problem !== undefined)
      throw new WiringError(`stable storage, key '${key}': expected plain data, got ${problem}`);
    apply(this.current, key, value);
    this.unsynced.push([key, value]);
  }

  /** Makes all writes so far survive a crash. */
  sync(): void {
    for (const [key, value] of this.unsynced) apply(this.synced, key, value);
    this.unsynced = [];
  }

  /** The entries whose keys start with a text, as `[rest of the key, value]`, in the order of their first writing. */
  entries(start: string): [rest: string, value: unknown][] {
    return [...this.current].flatMap(([key, value]) =>
      key.startsWith(start) ? [[key.slice(start.length), value]] : [],
    );
  }

  /** All of it as plain data: the safe entries by key, and the writes since the last sync. */
  get contents(): readonly [safe: readonly unknown[], unsynced: readonly unknown[]] {
    return [[...this.synced].sort(([a], [b]) => (a < b ? -1 : 1)), this.unsynced];
  }

  /** Number of writes that a crash may lose. */
  get pending(): number {
    return this.unsynced.length;
  }

  /** Loses the writes since the last sync, except the first ones. */
  lose(kept: number): void {
    this.unsynced = this.unsynced.slice(0, kept);
    this.sync();
    this.current = new Map(this.synced);
  }
}

function apply(map: Map<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
