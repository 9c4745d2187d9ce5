/** Those who are told what happens in an environment, and how that is put. */
import type { CrsimModel } from '../../format/model.js';
import type { LocationUpdate } from '../steps/environment.js';

/** Who is told what happens. */
export interface SessionListener {
  /** A line for people, with step and time in front. */
  status?(line: string): void;
  /** Things are elsewhere than a step before. */
  moved?(updates: readonly LocationUpdate[]): void;
  /** A model was loaded: robots may connect. */
  loaded?(): void;
  /** A run has ended, and all robots were let go. */
  ended?(): void;
}

/** Status lines that are kept for panels that connect later. */
const MAX_LATEST = 200;

export class SessionListeners {
  private readonly listeners = new Set<SessionListener>();
  private readonly latestLines: string[] = [];

  /** The latest status lines, oldest first. */
  get latest(): readonly string[] {
    return this.latestLines;
  }

  /** Returns how to leave. */
  add(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell(text: string, step: number, millisPerStep: number): void {
    const seconds = Math.floor((step * millisPerStep) / 1000);
    const line = `${step}(${seconds} seconds) - ${text}`;
    this.latestLines.push(line);
    if (this.latestLines.length > MAX_LATEST) this.latestLines.shift();
    for (const { status } of this.listeners) status?.(line);
  }

  notifyMoved(updates: readonly LocationUpdate[]): void {
    for (const { moved } of this.listeners) moved?.(updates);
  }

  notifyLoaded(): void {
    for (const { loaded } of this.listeners) loaded?.();
  }

  notifyEnded(): void {
    for (const { ended } of this.listeners) ended?.();
  }
}

/** What was loaded, in a line or two, and one for each robot. */
export function describeModel({ objects, robots, width, depth }: CrsimModel): string[] {
  return [
    `${objects.length} objects and ${robots.length} robots on ${width} x ${depth}`,
    ...robots.map(({ name, sensors }) => {
      const list = sensors.map(({ id, type }) => `${id} ${type}`).join(', ');
      return `Robot ${name} has ${sensors.length === 0 ? 'no sensors' : `sensors ${list}`}`;
    }),
  ];
}
