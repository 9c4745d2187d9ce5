/** Undo and redo: past, present and future documents. */
import type { WorldDocument } from '../model.js';

export interface History {
  readonly past: readonly WorldDocument[];
  readonly present: WorldDocument;
  readonly future: readonly WorldDocument[];
}

/** Limit on the past documents, which share their common parts. */
export const MAX_STEPS = 500;

export function begun(document: WorldDocument): History {
  return { past: [], present: document, future: [] };
}

/** Ignores changes without effect. */
export function after({ past, present, future }: History, document: WorldDocument): History {
  if (document === present) return { past, present, future };
  return { past: [...past, present].slice(-MAX_STEPS), present: document, future: [] };
}

export function undone(history: History): History {
  const { past, present, future } = history;
  const last = past.at(-1);
  return last === undefined ? history : { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

export function redone(history: History): History {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next === undefined ? history : { past: [...past, present], present: next, future: rest };
}
