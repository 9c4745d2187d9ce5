/** The picture, drawn whenever something in it changes. */
import { digitsOf } from '../render/ticks.js';
import { project, unproject } from '@kineko/ui';
import { contextOf, observeSize } from '@kineko/ui/page';
import { computed, effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { scaleBar } from '../render/caption.js';
import { draw, type OwnLayer } from '../render/draw.js';
import { legend } from '../render/legend.js';
import { OUTLINES } from './compare.js';
import { crowdDrawing } from './crowd.js';
import * as store from './store.js';

const [SCALE, LEGEND] = [scaleBar(), legend({ layout: 'corner', more: store.otherEntries })];

/** A signal as an attribute: the element is not rendered again for each frame. */
const label = computed(() => {
  const { frame, shownTitle, scene } = store;
  return `${shownTitle.value || 'no run'} at t = ${frame.value.time.toFixed(2)} s: ${scene.value.robots.size} robots`;
});

/** Tolerance around a robot for clicks, in pixels. */
const GRACE = 6;

export function Stage() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current!;
    const stopObserving = observeSize(element, (size) => (store.size.value = size));
    const stopDrawing = effect(() => paint(element));
    const stopDragging = dragOn(element);
    return () => {
      stopObserving();
      stopDrawing();
      stopDragging();
    };
  }, []);
  const { askedSize } = store;
  const size = askedSize.value && { width: `${askedSize.value.width}px`, height: `${askedSize.value.height}px` };
  return <canvas ref={canvas} id="stage" class="stage" role="img" aria-label={label} tabIndex={0} style={size} />;
}

/** The place under the pointer, accurate to a pixel. */
export function CursorPlace() {
  const { cursor, view, units } = store;
  if (cursor.value === undefined) return null;
  const digits = digitsOf(1 / view.value.pixelsPerMetre);
  const [x, y] = [cursor.value.x, cursor.value.y].map((value) => value.toFixed(digits));
  return (
    <output id="cursor-place" class="tip">
      {x}, {y} {units.value.length}
    </output>
  );
}

function paint(element: HTMLCanvasElement): void {
  const view = store.view.value;
  const context = contextOf(element, view);
  if (context === undefined) return;
  const drawing = { context, scene: store.scene.value, frame: store.frame.value, view, style: store.style.value };
  draw(crowdDrawing(drawing, context, globalThis.devicePixelRatio || 1, store.robotsBy.value) ?? drawing, [
    ...store.own.value.layers,
    ...compared(),
    ...(store.hasLegend.value ? [SCALE, LEGEND] : []),
  ]);
}

/** Outlines of the other run, unless it has a picture of its own. */
function compared(): readonly OwnLayer[] {
  return store.other.value !== undefined && store.comparing.value === 'overlaid' ? [OUTLINES] : [];
}

function dragOn(element: HTMLCanvasElement): () => void {
  let last: { readonly x: number; readonly y: number } | undefined;
  let hasDragged = false;
  const place = (event: MouseEvent): { readonly x: number; readonly y: number } => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onDown = (event: PointerEvent): void => {
    last = place(event);
    hasDragged = false;
    element.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent): void => {
    const now = place(event);
    store.cursor.value = unproject(store.view.value, now);
    if (last === undefined) return;
    if (!hasDragged && Math.abs(now.x - last.x) + Math.abs(now.y - last.y) < 4) return;
    hasDragged = true;
    store.moveBy(last.x - now.x, last.y - now.y);
    last = now;
  };
  const onUp = (event: PointerEvent): void => {
    if (last !== undefined && !hasDragged) store.select(robotAt(place(event)));
    last = undefined;
  };
  const onLeave = (): void => {
    store.cursor.value = undefined;
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    store.zoomBy(Math.exp(-event.deltaY / 500), place(event));
  };
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('wheel', onWheel);
  };
}

/** The nearest robot under a point of the picture. */
function robotAt(point: { readonly x: number; readonly y: number }): number | undefined {
  const view = store.view.value;
  let nearest: number | undefined;
  let least = Infinity;
  for (const robot of store.frame.value.robots) {
    const { x, y } = project(view, robot);
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance <= robot.radius * view.pixelsPerMetre + GRACE && distance < least) {
      least = distance;
      nearest = robot.id;
    }
  }
  return nearest;
}
