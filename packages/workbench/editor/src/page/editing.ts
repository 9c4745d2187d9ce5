/** Edits of the document and of the selection. */
import { batch } from '@preact/signals';
import { kindOf } from '../world-format.js';
import type { Point, PropertyValue, Shape, WorldDocument } from '../model.js';
import * as commands from './commands.js';
import { after, type History, redone, undone } from './history.js';
import { boundsOf } from './outline.js';
import { FREE, type Snapping, snappingTo } from './snap.js';
import { chosen, draft, format, grid, history, isSnapping, selected, shown, view } from './state.js';

export function apply(document: WorldDocument): void {
  const now = history.value;
  if (now === undefined) return;
  batch(() => {
    history.value = after(now, document);
    draft.value = undefined;
    const ids = new Set(document.shapes.map(({ id }) => id));
    selected.value = new Set([...selected.value].filter((id) => ids.has(id)));
  });
}

function edit(change: (document: WorldDocument) => WorldDocument): void {
  const now = history.value;
  if (now !== undefined) apply(change(now.present));
}

export function undo(): void {
  step(undone);
}

export function redo(): void {
  step(redone);
}

function step(way: (history: History) => History): void {
  if (history.value === undefined) return;
  batch(() => {
    draft.value = undefined;
    history.value = way(history.value!);
    const ids = new Set(history.value.present.shapes.map(({ id }) => id));
    selected.value = new Set([...selected.value].filter((id) => ids.has(id)));
  });
}

export function select(ids: Iterable<number>): void {
  selected.value = new Set(ids);
}

export function selectAll(): void {
  select(shown.value?.shapes.map(({ id }) => id) ?? []);
}

export function toggle(id: number): void {
  const now = new Set(selected.value);
  if (!now.delete(id)) now.add(id);
  selected.value = now;
}

/** Higher than any id used by the file or the page. */
let nextId = 0;

export function useIdsFrom(first: number): void {
  nextId = first;
}

/** Reserves ids for new shapes and returns the first. */
export function takeIds(count: number): number {
  nextId += count;
  return nextId - count;
}

export function add(shapes: readonly Shape[]): void {
  if (shapes.length === 0) return;
  edit((document) => commands.added(document, shapes));
  select(shapes.map(({ id }) => id));
}

export function remove(): void {
  if (selected.value.size > 0) edit((document) => commands.removed(document, selected.value));
}

export function duplicate(): void {
  const count = selected.value.size;
  if (count === 0) return;
  const first = takeIds(count);
  edit((document) => commands.duplicated(document, selected.value, first, { x: grid.value, y: grid.value }));
  select(Array.from({ length: count }, (_, k) => first + k));
}

export function nudge(dx: number, dy: number): void {
  if (selected.value.size > 0) edit((document) => commands.moved(document, selected.value, dx, dy));
}

/** A single shape turns about its position, several about their common centre. */
export function rotate(degrees: number): void {
  const about = pivot();
  if (about !== undefined) edit((document) => commands.rotated(document, selected.value, degrees, about));
}

export function pivot(): Point | undefined {
  const [only, ...more] = chosen.value;
  if (only === undefined) return undefined;
  if (more.length === 0) return { x: only.x, y: only.y };
  const bounds = boundsOf(chosen.value)!;
  return { x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 };
}

export function align(edge: commands.Edge): void {
  edit((document) => commands.aligned(document, selected.value, edge));
}

export function distribute(axis: 'x' | 'y'): void {
  edit((document) => commands.distributed(document, selected.value, axis));
}

export function setProperty(field: string, value: PropertyValue | undefined): void {
  edit((document) => commands.withProperty(document, selected.value, field, value));
}

export function setWorldProperty(field: string, value: PropertyValue | undefined): void {
  edit((document) => commands.withWorldProperty(document, field, value));
}

export function replace(shape: Shape): void {
  edit((document) => commands.replaced(document, shape));
}

/** The snapping targets while some shapes move. */
export function snapping(isSuspended: boolean, moving: ReadonlySet<number> = new Set()): Snapping {
  if (!isSnapping.value || isSuspended) return FREE;
  const others = history.value?.present.shapes.filter(({ id }) => !moving.has(id)) ?? [];
  return snappingTo(others, grid.value, 8 / view.value.pixelsPerMetre);
}

export function canTurn(shapes: readonly Shape[]): boolean {
  const table = format.value;
  return table !== undefined && shapes.some(({ kind }) => kindOf(table, kind).turns !== 'no');
}
