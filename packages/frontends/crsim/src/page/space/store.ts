/** The state of the viewer as signals, and functions that change several of them together. */
import { fit, moved, type Point, type View, zoomed } from '@kineko/ui';
import type { Link } from '@kineko/ui/page';
import { computed, effect, signal } from '@preact/signals';
import { type InfraredScale, type Quantity, scaleOf, valueOf } from './infrared.js';
import { approached, FIRST_LOOK, fitted, type Orbit, orbited, pixelOf, shifted } from './orbit.js';
import { onPlan } from './plan.js';
import { boxAround, Space, type SpaceThing } from './space.js';

/** The origin of the shown data. */
export type Source = 'live' | 'recording';
type Projection = 'plan' | 'space';

export const source = signal<Source>('live');
export const link = signal<Link>({ phase: 'connecting' });
/** Why there is no 3-D view; empty if there is one. */
export const noSpaceBecause = signal('');
export const space = signal(new Space());
/** The previous run. */
export const previous = signal<Space | undefined>(undefined);
/** Incremented when the space changes, since a signal does not track its content. */
export const version = signal(0);
export const title = signal('');
/** A human-readable problem of a file or a message. */
export const message = signal('');

/** Fractional between two steps. */
export const step = signal(-1);
/** Whether the cursor stays at the newest step of a live run. */
export const isAtNewest = signal(true);
export const isPlaying = signal(false);
/** Steps per second. */
export const pace = signal(10);
export const PACES: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200];

export const projection = signal<Projection>('plan');
export const infrared = signal<Quantity | 'off'>('off');
export const hasNames = signal(true);
export const size = signal({ width: 800, height: 600 });
export const view = signal<View>({ x: 0, y: 0, pixelsPerMetre: 1, width: 800, height: 600 });
export const orbit = signal<Orbit>({ ...FIRST_LOOK, target: [0, 0, 0], distance: 10 });
/** Whether the user has moved a camera; until then it shows everything. */
const hasMoved = { plan: signal(false), space: signal(false) };
export const selected = signal<string | undefined>(undefined);
export const isFollowing = signal(false);
export const theme = signal<'light' | 'dark'>('light');
export const dialog = signal<'none' | 'help'>('none');

export const span = computed(() => {
  void version.value;
  return space.value.span;
});

export const things = computed<readonly SpaceThing[]>(() => {
  void version.value;
  return [...space.value.thingsAt(step.value)];
});

export const chosen = computed(() => things.value.find(({ name }) => name === selected.value));

export const isWaiting = computed(() => {
  void version.value;
  return source.value === 'live' && link.value.phase === 'open' && space.value.isEmpty;
});

export const scale = computed<InfraredScale | undefined>(() => {
  const quantity = infrared.value;
  if (quantity === 'off') return undefined;
  // The initial values: tagging one object must not change the colours of others.
  void version.value;
  const { start } = space.value.span;
  return scaleOf(
    Array.from(space.value.thingsAt(start), (thing) => valueOf(thing, quantity)),
    quantity,
  );
});

/** The bounding box of the initial state, so that the picture is stable while objects move. */
const box = computed(() => {
  void version.value;
  return boxAround(space.value.thingsAt(space.value.span.start), space.value.facts);
});
export const ground = computed(() => {
  void version.value;
  const { width, depth, walls = false } = space.value.facts;
  if (width !== undefined && depth !== undefined) {
    return { left: 0, top: 0, right: width, bottom: depth, hasWalls: walls };
  }
  const { low, high } = box.value;
  return { left: low[0], top: low[2], right: high[0], bottom: high[2], hasWalls: false };
});

/** Shows another space. */
export function show(what: Space, from: Source, name: string): void {
  source.value = from;
  space.value = what;
  title.value = name;
  message.value = '';
  isPlaying.value = false;
  isAtNewest.value = from === 'live';
  selected.value = undefined;
  isFollowing.value = false;
  hasMoved.plan.value = false;
  hasMoved.space.value = false;
  const { timeStepMillis } = what.facts;
  if (timeStepMillis !== undefined && timeStepMillis > 0) pace.value = nearestPace(1000 / timeStepMillis);
  version.value++;
  step.value = from === 'live' ? what.span.end : what.span.start;
}

function nearestPace(wanted: number): number {
  return PACES.findLast((each) => each <= wanted) ?? PACES[0]!;
}

export function goTo(wanted: number): void {
  const { start, end } = span.value;
  step.value = Math.min(Math.max(wanted, start), end);
}

export function stepBy(direction: 1 | -1): void {
  isAtNewest.value = false;
  isPlaying.value = false;
  goTo(direction > 0 ? Math.floor(step.value) + 1 : Math.ceil(step.value) - 1);
}

export function toNewest(): void {
  isAtNewest.value = source.value === 'live';
  isPlaying.value = false;
  goTo(Infinity);
}

export function toStart(): void {
  isAtNewest.value = false;
  goTo(-Infinity);
}

export function togglePlaying(): void {
  isAtNewest.value = false;
  if (!isPlaying.value && step.value >= span.value.end) toStart();
  isPlaying.value = !isPlaying.value;
}

export function changePace(direction: 1 | -1): void {
  const index = PACES.indexOf(pace.value) + direction;
  pace.value = PACES[Math.min(Math.max(index, 0), PACES.length - 1)]!;
}

export function select(name: string | undefined): void {
  selected.value = name;
  if (name === undefined) isFollowing.value = false;
}

export function selectNext(direction: 1 | -1): void {
  const names = things.value.map(({ name }) => name);
  if (names.length === 0) return;
  const at = selected.value === undefined ? (direction > 0 ? -1 : 0) : names.indexOf(selected.value);
  select(names[(at + direction + names.length) % names.length]);
}

export function toggleProjection(): void {
  projection.value = projection.value === 'plan' ? 'space' : 'plan';
}

const QUANTITIES = ['off', 'heat', 'ir'] as const;

export function nextInfrared(): void {
  infrared.value = QUANTITIES[(QUANTITIES.indexOf(infrared.value) + 1) % QUANTITIES.length]!;
}

// The cameras of the plan and of the 3-D view.

export function fitAll(): void {
  hasMoved[projection.value].value = false;
  isFollowing.value = false;
}

export function zoomBy(factor: number, about?: Point): void {
  hasMoved[projection.value].value = true;
  if (projection.value === 'space') {
    orbit.value = approached(orbit.value, factor);
    return;
  }
  const { width, height } = view.value;
  view.value = zoomed(view.value, factor, about ?? { x: width / 2, y: height / 2 });
}

export function moveBy(pixelsX: number, pixelsY: number): void {
  hasMoved[projection.value].value = true;
  isFollowing.value = false;
  if (projection.value === 'space') orbit.value = shifted(orbit.value, pixelsX, pixelsY, size.value);
  else view.value = moved(view.value, pixelsX, pixelsY);
}

export function turnBy(yaw: number, pitch: number): void {
  hasMoved.space.value = true;
  orbit.value = orbited(orbit.value, yaw, pitch);
}

/** The pixel of a point; undefined if it is behind the camera. */
export function pixelAt(x: number, y: number, z: number): Point | undefined {
  return projection.value === 'space' ? pixelOf(orbit.value, [x, y, z], size.value) : onPlan(view.value, x, z);
}

/** Starts the effects that keep dependent signals up to date; call it once. */
export function start(): void {
  effect(() => {
    const current = size.value;
    const { left, top, right, bottom } = ground.value;
    // z points down, and the view's y up.
    const all = { minX: left, minY: -bottom, maxX: right, maxY: -top };
    if (!hasMoved.plan.value) view.value = fit(all, current.width, current.height);
    else view.value = { ...view.peek(), ...current };
  });
  effect(() => {
    const [all, current] = [box.value, size.value];
    if (!hasMoved.space.value) orbit.value = fitted(all, current, FIRST_LOOK);
  });
  effect(() => {
    if (!isFollowing.value || chosen.value === undefined) return;
    const { x, y, z } = chosen.value.place;
    view.value = { ...view.peek(), x, y: -z };
    orbit.value = { ...orbit.peek(), target: [x, y, z] };
    hasMoved.plan.value = true;
    hasMoved.space.value = true;
  });
  effect(() => {
    if (isAtNewest.value) step.value = span.value.end;
  });
}

/** Advances the playback. */
export function tick(seconds: number): void {
  if (!isPlaying.value) return;
  const { end } = span.value;
  const next = step.value + seconds * pace.value;
  step.value = Math.min(next, end);
  if (next < end) return;
  isPlaying.value = false;
  isAtNewest.value = source.value === 'live';
}
