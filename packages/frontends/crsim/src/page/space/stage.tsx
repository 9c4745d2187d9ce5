/** The picture, as a plan or in 3-D, drawn again whenever its content has changed. */
import { type Point, unproject } from '@kineko/ui';
import { contextOf, observeSize } from '@kineko/ui/page';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { listenToGestures } from './gestures.js';
import { lookOf } from './look.js';
import { rayThrough } from './orbit.js';
import { pickAlong, pickOnPlan } from './picking.js';
import { SpaceRenderer } from './picture-in-space.js';
import { drawLabels, drawPlan, reachOf, topOf } from './plan.js';
import * as store from './store.js';

/** Pixels around an object that still select it on the plan. */
const GRACE = 6;
/** Radians per pixel of a drag. */
const TURN = 0.006;

export function Stage({ onPick }: { readonly onPick: (name: string | undefined) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current!;
    const stopObserving = observeSize(element, (size) => (store.size.value = size));
    const stopListening = listenToGestures(element, {
      click: (at) => onPick(thingAt(at)),
      drag: (x, y) => (store.projection.value === 'plan' ? store.moveBy(-x, -y) : store.turnBy(-x * TURN, y * TURN)),
      slide: (x, y) => store.moveBy(-x, -y),
      zoom: store.zoomBy,
    });
    return () => {
      stopObserving();
      stopListening();
    };
  }, [onPick]);
  const { projection, things, step, infrared } = store;
  const kind = projection.value === 'plan' ? 'plan' : '3-D view';
  const mode = infrared.value === 'off' ? '' : ` in infrared (${infrared.value === 'heat' ? 'heat' : 'reflectance'})`;
  const label = `${kind} of the environment${mode} at step ${stepText(step.value)}: ${things.value.length} objects`;
  return (
    <div ref={frame} id="stage" class="stage" role="img" aria-label={label} tabIndex={0}>
      {projection.value === 'plan' ? <PlanCanvas /> : <SpaceCanvas />}
    </div>
  );
}

export function stepText(step: number): string {
  return step < 0 ? 'start' : String(Math.floor(step));
}

function PlanCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current!;
    return effect(() => {
      const view = store.view.value;
      const context = contextOf(element, view);
      if (context === undefined) return;
      drawPlan({
        context,
        view,
        look: lookOf(store.theme.value, store.scale.value),
        ground: store.ground.value,
        things: store.things.value,
        selected: store.selected.value,
        hasNames: store.hasNames.value,
      });
    });
  }, []);
  return <canvas ref={canvas} class="layer" />;
}

function SpaceCanvas() {
  const [canvas, names] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  useLayoutEffect(() => {
    const element = canvas.current!;
    const label = names.current!;
    let stop = showIn(element, label);
    // Browsers revoke WebGL contexts when there are many, and restore them later.
    const onLost = (event: Event): void => {
      event.preventDefault();
      stop();
      stop = () => {};
    };
    const onRestored = (): void => {
      stop = showIn(element, label);
    };
    element.addEventListener('webglcontextlost', onLost);
    element.addEventListener('webglcontextrestored', onRestored);
    return () => {
      element.removeEventListener('webglcontextlost', onLost);
      element.removeEventListener('webglcontextrestored', onRestored);
      stop();
    };
  }, []);
  return (
    <>
      <canvas ref={canvas} class="layer" />
      <canvas ref={names} class="layer" />
    </>
  );
}

/** Draws until the returned function is called. Without WebGL it switches to the plan, with a message. */
function showIn(element: HTMLCanvasElement, names: HTMLCanvasElement): () => void {
  let renderer: SpaceRenderer;
  try {
    renderer = new SpaceRenderer(element);
  } catch (error) {
    store.noSpaceBecause.value = `There is no 3-D view: ${(error as Error).message}. The plan shows the same.`;
    store.projection.value = 'plan';
    return () => {};
  }
  const stop = effect(() => {
    const { things, orbit, size, ground, selected } = store;
    const look = lookOf(store.theme.value, store.scale.value);
    renderer.draw({
      things: things.value,
      orbit: orbit.value,
      size: size.value,
      ground: ground.value,
      look,
      selected: selected.value,
    });
    const context = contextOf(names, size.value);
    context?.clearRect(0, 0, size.value.width, size.value.height);
    if (context !== undefined && store.hasNames.value) drawLabels({ context, look }, size.value, spots());
  });
  return () => {
    stop();
    renderer.dispose();
  };
}

/** Positions of the names of objects. */
function spots() {
  return store.things.value.flatMap((thing) => {
    const { name, place } = thing;
    const middle = store.pixelAt(place.x, place.y, place.z);
    const top = store.pixelAt(place.x, topOf(thing) + reachOf(thing) / 2, place.z);
    if (middle === undefined || top === undefined) return [];
    return [{ name, at: middle, reach: Math.hypot(top.x - middle.x, top.y - middle.y) }];
  });
}

function thingAt(pixel: Point): string | undefined {
  const things = store.things.value;
  if (store.projection.value === 'space')
    return pickAlong(rayThrough(store.orbit.value, pixel, store.size.value), things);
  const view = store.view.value;
  const { x, y } = unproject(view, pixel);
  return pickOnPlan(x, -y, things, GRACE / view.pixelsPerMetre);
}
