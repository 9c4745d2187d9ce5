/** Handles the pointer: gestures from press to release, and lines drawn click by click. */
import { project, unproject } from '@kineko/ui';
import { signal } from '@preact/signals';
import type { ToolName } from '../world-format.js';
import type { Point } from '../model.js';
import { LINE_TOOLS, lineShapes, newShapes, toolOf } from './drawing.js';
import { dragging, framed, type Gesture, placing, type Pointer, reshaping, resizing, turning } from './gestures.js';
import { snapped } from './snap.js';
import * as store from './store.js';

/** Corners of the line being drawn, and the position of the pointer. */
export const line = signal<readonly Point[]>([]);
export const hover = signal<Point | undefined>(undefined);
/** The frame dragged around shapes to select them. */
export const frame = signal<readonly [Point, Point] | undefined>(undefined);

/** Limit on the movement during a click, in pixels. */
const CLICK = 4;
export function finishLine(): void {
  const name = store.tool.value;
  const document = store.history.value?.present;
  const tool = document === undefined || name === 'select' ? undefined : toolOf(document, name);
  const points = line.value;
  line.value = [];
  if (document === undefined || tool === undefined || name === 'select') return;
  const drawn = lineShapes(tool, name, points);
  store.add(newShapes(document, tool, drawn, store.takeIds(drawn.length)));
}

/** Converts world coordinates to pixels, and back. */
export function pixelAt(point: Point): Point {
  return project(store.view.value, store.flipped(point));
}

export function worldOf(pixel: Point): Point {
  return store.flipped(unproject(store.view.value, pixel));
}

export function pixelOf(event: MouseEvent, svg: SVGSVGElement): Point {
  const { left, top } = svg.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

export function press(event: PointerEvent, svg: SVGSVGElement): void {
  svg.focus({ preventScroll: true });
  if (store.shown.value === undefined) return;
  const start = pixelOf(event, svg);
  if (event.button === 1 || (event.button === 0 && event.ctrlKey)) return follow(event, svg, pan(start));
  if (event.button !== 0) return;
  event.preventDefault();
  const name = store.tool.value;
  if (name === 'select') return follow(event, svg, selecting(event, start));
  if (LINE_TOOLS.has(name)) return draw(worldOf(start), event, name);
  follow(event, svg, placingAt(name, worldOf(start), event));
}

/** Handlers from a press to its release. */
interface Following {
  moved(event: PointerEvent, pixel: Point): void;
  released(isClick: boolean): void;
}

function follow(event: PointerEvent, svg: SVGSVGElement, following: Following): void {
  const start = pixelOf(event, svg);
  let isClick = true;
  const move = (next: PointerEvent): void => {
    const pixel = pixelOf(next, svg);
    if (Math.hypot(pixel.x - start.x, pixel.y - start.y) > CLICK) isClick = false;
    if (!isClick) following.moved(next, pixel);
  };
  const end = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    following.released(isClick);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

function pan(start: Point): Following {
  let last = start;
  return {
    moved: (_event, pixel) => {
      store.panBy(last.x - pixel.x, last.y - pixel.y);
      last = pixel;
    },
    released: () => {},
  };
}

function pointerOf(event: PointerEvent, pixel: Point, moving?: ReadonlySet<number>): Pointer {
  return { at: worldOf(pixel), isStepped: event.shiftKey, snapping: store.snapping(event.altKey, moving) };
}

function selecting(event: PointerEvent, start: Point): Following {
  const target = event.target as Element;
  const handle = target.closest<SVGElement>('[data-handle]');
  if (handle !== null) return gesture(handleGesture(handle, worldOf(start)), store.selected.value);
  const id = Number(target.closest<SVGElement>('[data-shape]')?.dataset['shape'] ?? NaN);
  if (Number.isNaN(id)) return rubberBand(worldOf(start), event.shiftKey);
  if (event.shiftKey) {
    store.toggle(id);
  } else if (!store.selected.value.has(id)) store.select([id]);
  const ids = store.selected.value;
  const following = gesture(dragging(store.history.value!.present, ids, worldOf(start)), ids);
  return {
    ...following,
    released: (isClick) => {
      following.released(isClick);
      // A click on one of several selected shapes selects only that one.
      if (isClick && !event.shiftKey) store.select([id]);
    },
  };
}

function handleGesture(handle: SVGElement, from: Point): Gesture {
  const document = store.history.value!.present;
  const [shape] = store.chosen.value;
  const { handle: kind, part, index } = handle.dataset;
  if (kind === 'turn') return turning(document, store.selected.value, store.pivot()!, from);
  return kind === 'size' ? resizing(document, shape!) : reshaping(document, shape!, Number(part), Number(index));
}

/** Previews a gesture, and applies it at the end. */
function gesture(gesture: Gesture, moving: ReadonlySet<number>): Following {
  return {
    moved: (event, pixel) => (store.draft.value = gesture.move(pointerOf(event, pixel, moving))),
    released: () => store.draft.value !== undefined && store.apply(store.draft.value),
  };
}

function rubberBand(from: Point, isMore: boolean): Following {
  const before = isMore ? [...store.selected.value] : [];
  return {
    moved: (_event, pixel) => {
      frame.value = [from, worldOf(pixel)];
      store.select([...before, ...framed(store.history.value!.present, from, worldOf(pixel))]);
    },
    released: (isClick) => {
      frame.value = undefined;
      if (isClick && !isMore) store.select([]);
    },
  };
}

function placingAt(name: ToolName, at: Point, event: PointerEvent): Following {
  const document = store.history.value!.present;
  const from = snapped(at, store.snapping(event.altKey));
  const place = placing(document, name, from, store.takeIds(1));
  let last: Pointer = { at: from, isStepped: false, snapping: store.snapping(true) };
  return {
    moved: (next, pixel) => {
      last = pointerOf(next, pixel);
      store.draft.value = place.move(last);
    },
    released: () => {
      store.draft.value = undefined;
      store.add(place.shapes(last));
    },
  };
}

function draw(at: Point, event: PointerEvent, name: ToolName): void {
  const point = snapped(at, store.snapping(event.altKey));
  const [first] = line.value;
  const isClosing = name === 'polygon' && line.value.length > 2 && isNear(first!, point);
  if (isClosing) return finishLine();
  line.value = [...line.value, point];
}

function isNear(a: Point, b: Point): boolean {
  const [from, to] = [pixelAt(a), pixelAt(b)];
  return Math.hypot(from.x - to.x, from.y - to.y) <= 2 * CLICK;
}
