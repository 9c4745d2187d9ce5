/** What the editor knows, and all that can be done to it. */
import { batch, computed, effect, signal } from '@preact/signals';
import {
  isSameValue,
  kindOf,
  type Point,
  type PropertyValue,
  type Shape,
  type ToolName,
  WORLD_FORMATS,
  type WorldDocument,
} from '@kineko/formats/editing';
import type { Link } from '../space/connection.js';
import { fit, moved as movedView, type View, zoomed } from '../render/view.js';
import { EditorClient, type Question } from './client.js';
import * as commands from './commands.js';
import { after, begun, type History, redone, undone } from './history.js';
import { boundsOf } from './outline.js';
import type { EditorNews, EditorProblem } from './protocol.js';
import { FREE, type Snapping, snappingTo } from './snap.js';

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

/** As it was saved last, or opened. */
const saved = signal<WorldDocument | undefined>(undefined);
export const shown = computed(() => draft.value ?? history.value?.present);
export const format = computed(() => (shown.value === undefined ? undefined : WORLD_FORMATS[shown.value.format]));
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

let client: EditorClient;
let token = '';
/** Higher than any that the file or the page has used. */
let nextId = 0;
/** As the server has opened it. */
let base: WorldDocument | undefined;

export function start(givenToken: string): void {
  token = givenToken;
  client = new EditorClient(token, { link: (now) => (link.value = now), news: hear });
  effect(() => {
    if (history.value !== undefined) checkSoon();
  });
}

export function tryNow(): void {
  client.tryNow();
}

function say(text: string, isBad = false): void {
  message.value = { text, isBad };
}

function hear(news: EditorNews): void {
  switch (news.type) {
    case 'opened':
      // After a break, the server has the same file open as before: what was done in this page stays.
      if (base !== undefined && isSameValue(base, news.document)) return;
      if (isDirty.value) say(`${news.name} has been changed meanwhile: it is shown as it is now`, true);
      return opened(news);
    case 'told':
      if (trial.value !== undefined)
        trial.value = { ...trial.value, lines: [...trial.value.lines.slice(-99), news.text] };
      return;
    case 'ended':
      if (trial.value !== undefined) trial.value = { ...trial.value, isOver: true };
      return say(news.isBad ? 'The run failed: see what it said.' : 'The run is over.', news.isBad);
    case 'failed':
      return say(news.text, true);
    // Answers to questions, which nobody waits for any more.
    case 'checked':
    case 'saved':
    case 'conflict':
    case 'running':
    case 'stopped':
      return;
  }
}

function opened(news: EditorNews & { readonly type: 'opened' }): void {
  const { document } = news;
  const isFirst = history.value === undefined;
  batch(() => {
    base = document;
    nextId = document.shapes.length;
    name.value = news.name;
    remarks.value = news.remarks;
    history.value = begun(document);
    saved.value = document;
    draft.value = undefined;
    conflict.value = undefined;
    selected.value = new Set();
    if (isFirst) grid.value = WORLD_FORMATS[document.format].grid;
    if (isFirst) fitAll();
  });
  for (const picture of news.pictures) void fetchPicture(picture);
}

async function fetchPicture(file: string): Promise<void> {
  const answer = await fetch(`/api/picture?${new URLSearchParams({ name: file }).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) return;
  const blob = await answer.blob();
  const { width, height } = await createImageBitmap(blob);
  pictures.value = new Map([...pictures.value, [file, { url: URL.createObjectURL(blob), width, height }]]);
}

/** Milliseconds without a change before the world is checked. */
const CALM = 200;
let timer: ReturnType<typeof setTimeout> | undefined;

function checkSoon(): void {
  isChecked.value = false;
  clearTimeout(timer);
  timer = setTimeout(() => void check(), CALM);
}

async function check(): Promise<void> {
  const document = history.peek()?.present;
  if (document === undefined) return;
  const answer = await client.ask({ type: 'check', document });
  // Something has changed since: another answer is on its way.
  if (answer.type !== 'checked' || history.peek()?.present !== document) return;
  batch(() => {
    problems.value = answer.problems;
    isChecked.value = true;
  });
}

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

/** Ids for so many new shapes. */
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

/** Each about its own place, or all about their middle. */
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

/** What the pointer is drawn to while some shapes move. */
export function snapping(isSuspended: boolean, moving: ReadonlySet<number> = new Set()): Snapping {
  if (!isSnapping.value || isSuspended) return FREE;
  const others = history.value?.present.shapes.filter(({ id }) => !moving.has(id)) ?? [];
  return snappingTo(others, grid.value, 8 / view.value.pixelsPerMetre);
}

export function canTurn(shapes: readonly Shape[]): boolean {
  const table = format.value;
  return table !== undefined && shapes.some(({ kind }) => kindOf(table, kind).turns !== 'no');
}

export async function save(as?: string, isForced = false): Promise<void> {
  const document = history.value?.present;
  if (document === undefined) return;
  const question: Question = { type: 'save', document, ...(as !== undefined && { name: as }), isForced };
  const answer = await client.ask(question);
  batch(() => {
    conflict.value = undefined;
    if (answer.type === 'saved') {
      saved.value = document;
      name.value = answer.name;
      dialog.value = 'none';
      say(`Saved as ${answer.name}.`);
    } else if (answer.type === 'conflict') conflict.value = { text: answer.text, name: as };
    else if (answer.type === 'failed') say(answer.text, true);
  });
}

/** What is in the file now, whatever was done here. */
export async function reload(): Promise<void> {
  const answer = await client.ask({ type: 'reload' });
  if (answer.type === 'opened') {
    opened(answer);
    say(`${answer.name} is shown as it is in the file.`);
  } else if (answer.type === 'failed') say(answer.text, true);
}

/** `open` shows the address of the picture; it is called while the user's click still counts. */
export async function run(open: (url: string) => void): Promise<void> {
  const document = history.value?.present;
  if (document === undefined) return;
  trial.value = { url: '', lines: [], isOver: false };
  const answer = await client.ask({ type: 'run', document, hasControllers: hasControllers.value });
  if (answer.type === 'running') {
    trial.value = { ...trial.value, url: answer.url };
    say('It runs.');
    open(answer.url);
  } else if (answer.type === 'failed') say(answer.text, true);
}

export async function stop(): Promise<void> {
  await client.ask({ type: 'stop' });
}

/** The world as the picture sees it: y up. */
export function flipped({ x, y }: Point): Point {
  return format.value?.isYDown === true ? { x, y: -y } : { x, y };
}

export function fitAll(): void {
  const document = shown.value;
  if (document === undefined) return;
  const { width, height } = view.value;
  const ground = WORLD_FORMATS[document.format].groundOf(document);
  const reach = boundsOf(document.shapes) ?? { minX: 0, minY: 0, maxX: 100, maxY: 100 };
  const corners = [
    {
      x: Math.min(reach.minX, ground === undefined ? Infinity : 0),
      y: Math.min(reach.minY, ground === undefined ? Infinity : 0),
    },
    { x: Math.max(reach.maxX, ground?.width ?? -Infinity), y: Math.max(reach.maxY, ground?.height ?? -Infinity) },
  ].map(flipped);
  const [a, b] = corners;
  const box = { minX: a!.x, maxX: b!.x, minY: Math.min(a!.y, b!.y), maxY: Math.max(a!.y, b!.y) };
  view.value = fit(box, width, height, 0.06);
  isFitted = true;
}

/** Whether all is in view because somebody wished so: then it stays so in a window of another size. */
let isFitted = true;

export function resize(width: number, height: number): void {
  view.value = { ...view.value, width: Math.max(width, 2), height: Math.max(height, 2) };
  if (isFitted) fitAll();
}

export function zoomBy(factor: number, about = { x: view.value.width / 2, y: view.value.height / 2 }): void {
  isFitted = false;
  view.value = zoomed(view.value, factor, about);
}

export function panBy(pixelsX: number, pixelsY: number): void {
  isFitted = false;
  view.value = movedView(view.value, pixelsX, pixelsY);
}
