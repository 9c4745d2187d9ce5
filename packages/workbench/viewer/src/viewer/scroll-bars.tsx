/** Scroll bars, shown if the scene is larger than the picture. */
import * as store from './store.js';

type Axis = 'x' | 'y';

/** Steps of the arrow and page keys, as parts of the visible range. */
const [STEP, PAGE] = [0.1, 0.9];
/** Minimum size of the thumb, as a part of the bar. */
const MIN_THUMB = 0.06;
/** Tolerance in pixels before a bar is shown. */
const GRACE = 1;

interface Extent {
  /** Pixels of the whole range including the view, the start of the view in it, and the size of the view. */
  readonly all: number;
  readonly from: number;
  readonly seen: number;
}

export function ScrollBars() {
  return (
    <>
      <ScrollBar axis="x" />
      <ScrollBar axis="y" />
    </>
  );
}

/** Measured from the left and from the top. */
function extentOf(axis: Axis): Extent {
  const { x, y, pixelsPerMetre, width, height } = store.view.value;
  const { minX, minY, maxX, maxY } = store.bounds.value;
  const seen = axis === 'x' ? width : height;
  const middle = (axis === 'x' ? x - minX : maxY - y) * pixelsPerMetre;
  const length = (axis === 'x' ? maxX - minX : maxY - minY) * pixelsPerMetre;
  const begin = Math.min(0, middle - seen / 2);
  const end = Math.max(length, middle + seen / 2);
  return { all: end - begin, from: middle - seen / 2 - begin, seen };
}

function move(axis: Axis, pixels: number): void {
  if (axis === 'x') store.moveBy(pixels, 0);
  else store.moveBy(0, pixels);
}

function ScrollBar({ axis }: { readonly axis: Axis }) {
  const { all, from, seen } = extentOf(axis);
  const room = all - seen;
  if (room <= GRACE || store.phase.value !== 'ready') return null;
  const to = (position: number): void => move(axis, Math.min(Math.max(position, 0), room) - from);
  const size = Math.max(seen / all, MIN_THUMB);
  const place = (from / room) * (1 - size);
  const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;
  const thumb =
    axis === 'x' ? { left: percent(place), width: percent(size) } : { top: percent(place), height: percent(size) };
  const onDrag = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = axis === 'x' ? (event.clientX - left) / width : (event.clientY - top) / height;
    to(((share - size / 2) / (1 - size)) * room);
  };
  const onKey = (event: KeyboardEvent): void => {
    const position = positionAfter(event.key, axis, { all, from, seen });
    if (position === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(position);
  };
  return (
    <div
      class={`scroll-bar ${axis}`}
      role="scrollbar"
      aria-label={axis === 'x' ? 'left and right' : 'up and down'}
      aria-controls="stage"
      aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={Math.round(room)}
      aria-valuenow={Math.round(Math.min(Math.max(from, 0), room))}
      tabIndex={0}
      onPointerDown={onDrag}
      onPointerMove={onDrag}
      onKeyDown={onKey}
    >
      <div class="thumb" style={thumb} />
    </div>
  );
}

function positionAfter(key: string, axis: Axis, { all, from, seen }: Extent): number | undefined {
  const [back, forth] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  switch (key) {
    case back:
      return from - STEP * seen;
    case forth:
      return from + STEP * seen;
    case 'PageUp':
      return from - PAGE * seen;
    case 'PageDown':
      return from + PAGE * seen;
    case 'Home':
      return 0;
    case 'End':
      return all - seen;
    default:
      return undefined;
  }
}
