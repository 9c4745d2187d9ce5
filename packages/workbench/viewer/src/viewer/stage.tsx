/** The picture, drawn whenever something in it changes. */
import { project } from '@kineko/ui';
import { contextOf, observeSize } from '@kineko/ui/page';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { draw } from '../render/draw.js';
import { crowdDrawing } from './crowd.js';
import * as store from './store.js';

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
  const { frame, title, scene } = store;
  const label = `${title.value || 'no run'} at t = ${frame.value.time.toFixed(2)} s: ${scene.value.robots.size} robots`;
  const { askedSize } = store;
  const size = askedSize.value && { width: `${askedSize.value.width}px`, height: `${askedSize.value.height}px` };
  return <canvas ref={canvas} id="stage" class="stage" role="img" aria-label={label} tabIndex={0} style={size} />;
}

function paint(element: HTMLCanvasElement): void {
  const view = store.view.value;
  const context = contextOf(element, view);
  if (context === undefined) return;
  const drawing = { context, scene: store.scene.value, frame: store.frame.value, view, style: store.style.value };
  draw(
    crowdDrawing(drawing, context, globalThis.devicePixelRatio || 1, store.robotsBy.value) ?? drawing,
    store.own.value.layers,
  );
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
    if (last === undefined) return;
    const now = place(event);
    if (!hasDragged && Math.abs(now.x - last.x) + Math.abs(now.y - last.y) < 4) return;
    hasDragged = true;
    store.moveBy(last.x - now.x, last.y - now.y);
    last = now;
  };
  const onUp = (event: PointerEvent): void => {
    if (last !== undefined && !hasDragged) store.select(robotAt(place(event)));
    last = undefined;
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    store.zoomBy(Math.exp(-event.deltaY / 500), place(event));
  };
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
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
