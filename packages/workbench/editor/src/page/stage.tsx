/** The picture of the world: grid, shapes, handles, and the line being drawn. */
import { DARK, LabelPlaces, LIGHT, project, shortened, type Theme, unproject } from '@kineko/ui';
import { observeSize } from '@kineko/ui/page';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Point } from '../model.js';
import { kindOf } from '../world-format.js';
import { handlesOf } from './gestures.js';
import { boundsOf } from './outline.js';
import { colorsOf } from './paint.js';
import { finishLine, frame, hover, line, pixelAt, pixelOf, press, worldOf } from './pointing.js';
import { listed, ownNameOf, ShapeView } from './shapes.js';
import { snapped } from './snap.js';
import * as store from './store.js';

/** Distance of the turn handle from a shape, in pixels. */
const HANDLE = 28;
/** Minimum distance of handles from the centre of a shape, in pixels. */
const NEAR = 16;

export function Stage() {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const element = svg.current!;
    const stopObserving = observeSize(element, ({ width, height }) => store.resize(width, height));
    // Preact's listeners are passive and cannot prevent scrolling.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      store.zoomBy(1.0015 ** -event.deltaY, pixelOf(event, element));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      stopObserving();
      element.removeEventListener('wheel', wheel);
    };
  }, []);
  const document = store.shown.value;
  const isDrawing = store.tool.value !== 'select';
  return (
    <svg
      ref={svg}
      class={`stage ${isDrawing ? 'drawing' : ''}`}
      style={colorsOf(themeOf())}
      tabindex={0}
      role="application"
      aria-label="the world; the list of shapes beside it can be used by keys alone"
      onPointerDown={(event) => press(event, svg.current!)}
      onPointerMove={(event) => {
        // The position of the next corner is shown only while drawing.
        if (isDrawing) hover.value = snapped(worldOf(pixelOf(event, svg.current!)), store.snapping(event.altKey));
      }}
      onDblClick={() => line.value.length > 0 && finishLine()}
    >
      {document !== undefined && (
        <>
          <GroundView />
          <Grid />
          <Shapes />
          <Names />
          <Handles />
          <Overlay />
        </>
      )}
    </svg>
  );
}

function themeOf(): Theme {
  return store.theme.value === 'dark' ? DARK : LIGHT;
}

/** The ground, the backdrop and the grid. */
function GroundView() {
  const document = store.shown.value!;
  const format = store.format.value!;
  const ground = format.groundOf(document);
  const picture = store.groundPicture.value;
  const backdrop = store.backdrop.value;
  return (
    <g transform={transform()}>
      {ground !== undefined && (
        <rect
          class={`ground ${ground.isWalled === true ? 'walled' : ''}`}
          width={ground.width}
          height={ground.height}
        />
      )}
      {picture !== undefined && <image href={picture.url} width={picture.width} height={picture.height} />}
      {backdrop !== undefined && (
        <image
          class="backdrop"
          href={backdrop.url}
          width={backdrop.width * backdrop.scale}
          height={backdrop.height * backdrop.scale}
          y={format.isYDown ? 0 : -backdrop.height * backdrop.scale}
          transform={format.isYDown ? undefined : 'scale(1 -1)'}
          preserveAspectRatio="none"
        />
      )}
    </g>
  );
}

function Shapes() {
  const document = store.shown.value!;
  const format = store.format.value!;
  const problems = store.problemsByShape.value;
  const { palette } = themeOf();
  let robots = 0;
  return (
    <g transform={transform()}>
      {document.shapes.map((shape) => (
        <ShapeView
          key={shape.id}
          shape={shape}
          format={format}
          isSelected={store.selected.value.has(shape.id)}
          problems={problems.get(shape.id)}
          robotColor={kindOf(format, shape.kind).hasFront === true ? palette[robots++ % palette.length] : undefined}
          picture={shape.kind === 'bitmap' ? store.pictures.value.get(String(shape.properties['file'])) : undefined}
        />
      ))}
    </g>
  );
}

/** Font size in pixels, and the limit on the names shown. */
const FONT = 12;
const MAX_NAMES = 300;

/** Names beside the shapes, where there is room. */
function Names() {
  const document = store.shown.value!;
  const places = new LabelPlaces(store.view.value);
  const named = document.shapes.slice(0, MAX_NAMES).flatMap((shape) => {
    const [name, bounds] = [ownNameOf(shape), boundsOf([shape])];
    if (name === undefined || bounds === undefined) return [];
    const [a, b] = [pixelAt({ x: bounds.minX, y: bounds.minY }), pixelAt({ x: bounds.maxX, y: bounds.maxY })];
    const [x, y, reach] = [(a.x + b.x) / 2, (a.y + b.y) / 2, Math.abs(b.y - a.y) / 2];
    return [{ id: shape.id, text: shortened(name), x, y, reach }];
  });
  for (const { x, y, reach } of named) places.takeDisc(x, y, reach);
  return (
    <g class="names">
      {named.map(({ id, text, x, y, reach }) => {
        const at = places.beside(x, y, reach + 3, text, FONT);
        return (
          at !== undefined && (
            <text key={id} x={at.x} y={at.y} font-size={FONT}>
              {text}
            </text>
          )
        );
      })}
    </g>
  );
}

function transform(): string {
  const { x, y, pixelsPerMetre, width, height } = store.view.value;
  const up = store.format.value?.isYDown === true ? pixelsPerMetre : -pixelsPerMetre;
  return `matrix(${pixelsPerMetre} 0 0 ${up} ${width / 2 - x * pixelsPerMetre} ${height / 2 + y * pixelsPerMetre})`;
}

/** Minimum distance of grid lines in pixels. */
const MIN_GAP = 9;

function Grid() {
  const { pixelsPerMetre, width, height } = store.view.value;
  const step = store.grid.value;
  if (!store.isSnapping.value || step * pixelsPerMetre < MIN_GAP) return null;
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

/** Position of the turn handle of the selection, in pixels. */
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

/** The line being drawn, in pixels. */
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
