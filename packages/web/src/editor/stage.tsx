/** The picture of the world: what the pointer touches, and what it makes of it. */
import type { Point, ToolName } from '@kineko/formats/editing';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { project, unproject } from '../render/view.js';
import { lineShapes, LINE_TOOLS, newShapes, toolOf } from './drawing.js';
import {
  dragging,
  framed,
  type Gesture,
  handlesOf,
  placing,
  type Pointer,
  reshaping,
  resizing,
  turning,
} from './gestures.js';
import { boundsOf } from './outline.js';
import { listed, ShapeView } from './shapes.js';
import { snapped } from './snap.js';
import * as store from './store.js';

/** Corners of the line that is being drawn, and where the pointer is. */
export const line = signal<readonly Point[]>([]);
const hover = signal<Point | undefined>(undefined);
const frame = signal<readonly [Point, Point] | undefined>(undefined);

/** Pixels that a pointer may move during a click. */
const CLICK = 4;
/** Pixels from a shape to the handle that turns it. */
const HANDLE = 28;
/** Pixels from the middle of a shape: what is nearer would hide it. */
const NEAR = 16;

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

export function Stage() {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const element = svg.current!;
    const resize = (): void => store.resize(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    // Preact's own listeners cannot keep the page from scrolling.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      store.zoomBy(1.0015 ** -event.deltaY, pixelOf(event, element));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);
  const document = store.shown.value;
  const isDrawing = store.tool.value !== 'select';
  return (
    <svg
      ref={svg}
      class={`stage ${isDrawing ? 'drawing' : ''}`}
      tabindex={0}
      role="application"
      aria-label="the world; the list of shapes beside it can be used by keys alone"
      onPointerDown={(event) => press(event, svg.current!)}
      onPointerMove={(event) => {
        hover.value = snapped(worldOf(pixelOf(event, svg.current!)), store.snapping(event.altKey));
      }}
      onDblClick={() => line.value.length > 0 && finishLine()}
    >
      {document !== undefined && (
        <>
          <Grid />
          <World />
          <Handles />
          <Overlay />
        </>
      )}
    </svg>
  );
}

function World() {
  const document = store.shown.value!;
  const format = store.format.value!;
  const ground = format.groundOf(document);
  const backdrop = store.backdrop.value;
  const bitmap =
    document.format === 'deeco' ? store.pictures.value.get(String(document.properties['bitmap'])) : undefined;
  const problems = store.problemsByShape.value;
  const flip = format.isYDown ? undefined : 'scale(1 -1)';
  return (
    <g transform={transform()}>
      {ground !== undefined && <rect class="ground" width={ground.width} height={ground.height} />}
      {backdrop !== undefined && (
        <image
          class="backdrop"
          href={backdrop.url}
          width={backdrop.width * backdrop.scale}
          height={backdrop.height * backdrop.scale}
          y={format.isYDown ? 0 : -backdrop.height * backdrop.scale}
          transform={flip}
          preserveAspectRatio="none"
        />
      )}
      {bitmap !== undefined && <image href={bitmap.url} width={bitmap.width} height={bitmap.height} />}
      {document.shapes.map((shape) => (
        <ShapeView
          key={shape.id}
          shape={shape}
          format={format}
          isSelected={store.selected.value.has(shape.id)}
          problems={problems.get(shape.id)}
          picture={shape.kind === 'bitmap' ? store.pictures.value.get(String(shape.properties['file'])) : undefined}
        />
      ))}
    </g>
  );
}

function transform(): string {
  const { x, y, pixelsPerMetre, width, height } = store.view.value;
  const up = store.format.value?.isYDown === true ? pixelsPerMetre : -pixelsPerMetre;
  return `matrix(${pixelsPerMetre} 0 0 ${up} ${width / 2 - x * pixelsPerMetre} ${height / 2 + y * pixelsPerMetre})`;
}

/** Pixels between two lines, at least. */
const LEAST_GAP = 9;

function Grid() {
  const { pixelsPerMetre, width, height } = store.view.value;
  const step = store.grid.value;
  if (!store.isSnapping.value || step * pixelsPerMetre < LEAST_GAP) return null;
  const [from, to] = [
    unproject(store.view.value, { x: 0, y: height }),
    unproject(store.view.value, { x: width, y: 0 }),
  ];
  const lines: string[] = [];
  for (let x = Math.ceil(from.x / step) * step; x <= to.x; x += step) {
    lines.push(`M${project(store.view.value, { x, y: 0 }).x} 0V${height}`);
  }
  for (let y = Math.ceil(from.y / step) * step; y <= to.y; y += step) {
    lines.push(`M0 ${project(store.view.value, { x: 0, y }).y}H${width}`);
  }
  return <path class="grid" d={lines.join('')} />;
}

/** Where the handle that turns the selection is, in pixels. */
function turnHandle(): Point | undefined {
  const shapes = store.chosen.value;
  const bounds = boundsOf(shapes);
  if (bounds === undefined || !store.canTurn(shapes)) return undefined;
  const corners = [
    { x: bounds.minX, y: bounds.minY },
    { x: bounds.maxX, y: bounds.maxY },
  ].map((corner) => pixelAt(corner));
  return { x: (corners[0]!.x + corners[1]!.x) / 2, y: Math.min(corners[0]!.y, corners[1]!.y) - HANDLE };
}

function Handles() {
  const document = store.shown.value!;
  const shapes = store.chosen.value;
  const [only] = shapes;
  const turn = turnHandle();
  if (store.tool.value !== 'select') return null;
  return (
    <g class="handles">
      {turn !== undefined && <circle class="turn" data-handle="turn" cx={turn.x} cy={turn.y} r="7" />}
      {shapes.length === 1 &&
        handlesOf(document, only!).map(({ kind, at, part, index }) => {
          const { x, y } = pixelAt(at);
          const middle = pixelAt(only!);
          if (Math.hypot(x - middle.x, y - middle.y) < NEAR) return null;
          return (
            <rect
              key={`${part}-${index}`}
              class={kind}
              data-handle={kind}
              data-part={part}
              data-index={index}
              x={x - 5}
              y={y - 5}
              width="10"
              height="10"
            />
          );
        })}
    </g>
  );
}

/** What is being drawn, in pixels. */
function Overlay() {
  const points = line.value.map(pixelAt);
  const at = hover.value === undefined ? undefined : pixelAt(hover.value);
  const box = frame.value?.map(pixelAt);
  return (
    <g class="overlay">
      {points.length > 0 && <polyline points={listed(at === undefined ? points : [...points, at])} />}
      {store.tool.value !== 'select' && at !== undefined && <circle cx={at.x} cy={at.y} r="3" />}
      {box !== undefined && (
        <rect
          x={Math.min(box[0]!.x, box[1]!.x)}
          y={Math.min(box[0]!.y, box[1]!.y)}
          width={Math.abs(box[1]!.x - box[0]!.x)}
          height={Math.abs(box[1]!.y - box[0]!.y)}
        />
      )}
    </g>
  );
}

/** From the world to pixels, and back. */
export function pixelAt(point: Point): Point {
  return project(store.view.value, store.flipped(point));
}

function worldOf(pixel: Point): Point {
  return store.flipped(unproject(store.view.value, pixel));
}

function pixelOf(event: MouseEvent, svg: SVGSVGElement): Point {
  const { left, top } = svg.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function press(event: PointerEvent, svg: SVGSVGElement): void {
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

/** What one press does until it is released. */
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
      // A click on one of several means that one.
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

/** Shows what would be, and makes it so at the end. */
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
