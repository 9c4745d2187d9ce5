/** The state of the page. */
import type { View } from '@kineko/ui';
import type { Link } from '@kineko/ui/page';
import { computed, signal } from '@preact/signals';
import type { ToolName } from '../world-format.js';
import type { WorldDocument } from '../model.js';
import type { EditorProblem } from '../protocol.js';
import { formatOf } from './formats.js';
import type { History } from './history.js';

export const link = signal<Link>({ phase: 'connecting' });
export const theme = signal<'light' | 'dark'>('light');
export const name = signal('');
export const remarks = signal<readonly string[]>([]);
export const history = signal<History | undefined>(undefined);
/** The document previewed during a drag. */
export const draft = signal<WorldDocument | undefined>(undefined);
export const selected = signal<ReadonlySet<number>>(new Set());
export const tool = signal<'select' | ToolName>('select');
export const problems = signal<readonly EditorProblem[]>([]);
/** Whether the problems belong to the present document. */
export const isChecked = signal(false);
export const dialog = signal<'none' | 'help' | 'bitmap' | 'save as'>('none');
export const message = signal<{ readonly isBad: boolean; readonly text: string }>({ isBad: false, text: '' });
/** Why the file was not saved, and its name. */
export const conflict = signal<{ readonly text: string; readonly name?: string | undefined } | undefined>(undefined);
export const trial = signal<
  { readonly url: string; readonly lines: readonly string[]; readonly isOver: boolean } | undefined
>(undefined);
export const hasControllers = signal(false);
/** Whether the server may start controllers for this page. */
export const mayStartControllers = signal(false);
export const grid = signal(1);
export const isSnapping = signal(true);
export const view = signal<View>({ x: 0, y: 0, pixelsPerMetre: 1, width: 1, height: 1 });
/** Pictures of the world, by name. */
export const pictures = signal<
  ReadonlyMap<string, { readonly url: string; readonly width: number; readonly height: number }>
>(new Map());
/** A picture to draw over; not part of the world. */
export const backdrop = signal<
  { readonly url: string; readonly width: number; readonly height: number; readonly scale: number } | undefined
>(undefined);

/** The picture of the ground, if the world has one. */
export const groundPicture = computed(() => {
  const document = history.value?.present;
  const field = document && formatOf(document).groundPicture;
  return field === undefined ? undefined : pictures.value.get(String(document!.properties[field]));
});
/** The document that was saved or opened last. */
export const saved = signal<WorldDocument | undefined>(undefined);
export const shown = computed(() => draft.value ?? history.value?.present);
export const format = computed(() => (shown.value === undefined ? undefined : formatOf(shown.value)));
export const chosen = computed(() => shown.value?.shapes.filter(({ id }) => selected.value.has(id)) ?? []);
export const isDirty = computed(() => history.value !== undefined && history.value.present !== saved.value);
export const canUndo = computed(() => (history.value?.past.length ?? 0) > 0);
export const canRedo = computed(() => (history.value?.future.length ?? 0) > 0);
/** By shape. */
export const problemsByShape = computed(() => {
  const byShape = new Map<number, EditorProblem[]>();
  for (const problem of problems.value) {
    for (const id of problem.shapes) byShape.set(id, [...(byShape.get(id) ?? []), problem]);
  }
  return byShape;
});
