/** What the editor's page knows. */
import type { View } from '@kineko/ui';
import type { Link } from '@kineko/ui/page';
import { computed, signal } from '@preact/signals';
import type { ToolName } from '../kinds.js';
import type { WorldDocument } from '../model.js';
import type { EditorProblem } from '../protocol.js';
import { formatOf } from './formats.js';
import type { History } from './history.js';

export const link = signal<Link>({ phase: 'connecting' });
export const theme = signal<'light' | 'dark'>('light');
export const name = signal('');
export const remarks = signal<readonly string[]>([]);
export const history = signal<History | undefined>(undefined);
/** While something is being dragged: what it would be. */
export const draft = signal<WorldDocument | undefined>(undefined);
export const selected = signal<ReadonlySet<number>>(new Set());
export const tool = signal<'select' | ToolName>('select');
export const problems = signal<readonly EditorProblem[]>([]);
/** Whether the problems are those of the document as it is. */
export const isChecked = signal(false);
export const dialog = signal<'none' | 'help' | 'bitmap' | 'save as'>('none');
export const message = signal<{ readonly isBad: boolean; readonly text: string }>({ isBad: false, text: '' });
/** Why it was not saved, and under which name. */
export const conflict = signal<{ readonly text: string; readonly name?: string | undefined } | undefined>(undefined);
export const trial = signal<
  { readonly url: string; readonly lines: readonly string[]; readonly isOver: boolean } | undefined
>(undefined);
export const hasControllers = signal(false);
/** Whether the server starts programs for this page. */
export const mayStartControllers = signal(false);
export const grid = signal(1);
export const isSnapping = signal(true);
export const view = signal<View>({ x: 0, y: 0, pixelsPerMetre: 1, width: 1, height: 1 });
/** Pictures of the world, by name. */
export const pictures = signal<
  ReadonlyMap<string, { readonly url: string; readonly width: number; readonly height: number }>
>(new Map());
/** To draw over; not part of the world. */
export const backdrop = signal<
  { readonly url: string; readonly width: number; readonly height: number; readonly scale: number } | undefined
>(undefined);

/** The picture that is the ground of the world, if one is. */
export const groundPicture = computed(() => {
  const document = history.value?.present;
  const field = document && formatOf(document).groundPicture;
  return field === undefined ? undefined : pictures.value.get(String(document!.properties[field]));
});
/** As it was saved last, or opened. */
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
