/** Those who are told what happens in an environment, and how that is put. */
import type { CrsimModel } from '@kineko/formats/crsim';
import type { LocationUpdate } from '../steps/environment.js';

/** Who is told what happens. */
export interface SessionListener {
  /** A line for people, with step and time in front. */
  status?(line: string): void;
  /** Things are elsewhere than a step before. */
  moved?(updates: readonly LocationUpdate[]): void;
  /** A run has ended, and all robots were let go. */
  ended?(): void;
}

export class Audience {
  readonly #listeners = new Set<SessionListener>();

  /** Returns how to leave. */
  add(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(text: string, step: number, millisPerStep: number): void {
    const seconds = Math.floor((step * millisPerStep) / 1000);
    for (const { status } of this.#listeners) status?.(`${step}(${seconds} seconds) - ${text}`);
  }

  tellMoved(updates: readonly LocationUpdate[]): void {
    for (const { moved } of this.#listeners) moved?.(updates);
  }

  tellEnded(): void {
    for (const { ended } of this.#listeners) ended?.();
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
