/** Pointer gestures on the picture: clicks select, drags turn or move, two fingers move and zoom. */
import type { Point } from '@kineko/ui';

export interface GestureListener {
  click(at: Point): void;
  /** One finger, or the first button. */
  drag(x: number, y: number): void;
  /** Two fingers, another button, or with shift. */
  slide(x: number, y: number): void;
  zoom(factor: number, about: Point): void;
}

/** Pixels that a pointer may move in a click. */
const STILL = 4;

/** Returns a function that stops listening. */
export function listenToGestures(element: HTMLElement, listener: GestureListener): () => void {
  const fingers = new Map<number, Point>();
  let isClick = false;
  let isSlide = false;

  const place = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const onDown = (event: PointerEvent): void => {
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    isClick = fingers.size === 1 && event.button === 0;
    isSlide = event.button !== 0 || event.shiftKey;
  };
  const onMove = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    const [x, y] = [now.x - before.x, now.y - before.y];
    if (isClick && Math.abs(x) + Math.abs(y) < STILL) return;
    isClick = false;
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    fingers.set(event.pointerId, now);
    if (other !== undefined) pinch(other, before, now);
    else if (isSlide) listener.slide(x, y);
    else listener.drag(x, y);
  };
  /** One of two fingers has moved: zooms by the change of their distance, and moves with their middle. */
  const pinch = (still: Point, before: Point, now: Point): void => {
    const apart = (point: Point): number => Math.max(Math.hypot(point.x - still.x, point.y - still.y), 1);
    listener.zoom(apart(now) / apart(before), { x: (still.x + now.x) / 2, y: (still.y + now.y) / 2 });
    listener.slide((now.x - before.x) / 2, (now.y - before.y) / 2);
  };
  const onUp = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    if (isClick) listener.click(place(event));
    isClick = false;
  };
  const onCancel = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    listener.zoom(Math.exp(-event.deltaY / 500), place(event));
  };
  const onMenu = (event: Event): void => event.preventDefault();

  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onCancel, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  element.addEventListener('contextmenu', onMenu, { signal });
  return () => controller.abort();
}
