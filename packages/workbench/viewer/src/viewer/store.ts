/** What the viewer knows: signals, and the few ways in which they change together. */
import { fit, moved, type View, zoomed } from '@kineko/ui';
import { computed, effect, signal } from '@preact/signals';
import { type Look, styleWith } from '../look/look.js';
import type { OpeningWorld } from '../look/opening.js';
import type { MadeLayers } from '../look/own-layers.js';
import { backgroundName } from '../render/layers/backgrounds.js';
import { DARK, DEFAULT_STYLE, LIGHT, type Paint, type Style, type Texture } from '../render/style.js';
import { type Frame, frameAt, type FrameRobot, robotAt } from '../scene/frame.js';
import { boundsOf } from '../scene/scene-bounds.js';
import { Scene } from '../scene/scene.js';
import type { Units } from '../scene/units.js';
import type { RobotsBy } from './crowd.js';
import type { FarLines } from './far-lines.js';
import { plugins } from './plugins.js';

export type Phase = 'empty' | 'loading' | 'ready' | 'failed';

/** What is shown. */
export const scene = signal<Scene>(new Scene());
export const lines = signal<FarLines | undefined>(undefined);
/** Goes up when records were added to the scene: a signal does not see into it. */
export const version = signal(0);
export const title = signal('');
export const phase = signal<Phase>('empty');
/** For people: why it failed, or what was passed over. */
export const message = signal('');
/** 0 to 1 while a file is read. */
export const progress = signal(0);
/** Whether a run is being watched while it goes; `following` keeps the cursor at its newest instant. */
export const isLive = signal(false);
export const isFollowingRun = signal(false);

/** Simulated seconds. */
export const time = signal(0);
export const isPlaying = signal(false);
/** Simulated seconds per second. */
export const pace = signal(10);

export const size = signal({ width: 800, height: 600 });
export const view = signal<View>({ x: 0, y: 0, pixelsPerMetre: 1, width: 800, height: 600 });
/** Until somebody moves the camera, all is in view. */
const hasMoved = signal(false);
export const selected = signal<number | undefined>(undefined);
export const partner = signal<number | undefined>(undefined);
export const isFollowing = signal(false);
export const style = signal<Style>(DEFAULT_STYLE);
/** What was asked for, by the command line or by a visualization file. */
export const askedLook = signal<Look>({});
/** Who draws robots: by itself, the graphics processor as soon as they are a crowd. */
export const robotsBy = signal<RobotsBy>('auto');
/** Layers that authors have written. */
export const own = signal<MadeLayers>({ layers: [], wanted: new Map(), problems: [] });
/** Pixels that somebody has asked for; otherwise the picture is as large as there is room. */
export const askedSize = signal<{ readonly width: number; readonly height: number } | undefined>(undefined);
/** Pictures per simulated second, at most. */
export const frameRate = signal(Infinity);
/** Simulated seconds that an arrow key goes back or forth; by default a share of the run. */
export const askedStep = signal<number | undefined>(undefined);
/** What the log does not tell of the world. */
export const world = signal<OpeningWorld>({});
export type Chart = 'none' | 'messages' | 'speed' | 'distance' | 'rate';
export const chart = signal<Chart>('none');
export const dialog = signal<'none' | 'help' | 'layers'>('none');

export const span = computed(() => {
  void version.value;
  const { start, end, isEmpty } = scene.value;
  return isEmpty ? { start: 0, end: 0 } : { start, end };
});

export const units = computed<Units>(() => {
  void version.value;
  return scene.value.units;
});

export const frame = computed<Frame>(() => {
  void version.value;
  return frameAt(scene.value, time.value, pace.value);
});

/** One robot of the frame, without the others. */
export function robotNow(id: number | undefined): FrameRobot | undefined {
  const { time: now } = frame.value;
  const robot = id === undefined ? undefined : scene.value.robots.get(id);
  return robot && robotAt(scene.value, robot, now, { x: 0, y: 0, heading: 0, activity: 'idle' });
}

export const theme = computed(() => (style.value.theme === DARK ? 'dark' : 'light'));

/** What a DEECo run has changed of the style. */
let plainStyle: Style | undefined;

/** As its own viewer shows it, where nothing else was asked for; the next run looks as this one would have without it. */
export function dressAsUsual(): void {
  if (plainStyle !== undefined || !scene.peek().isInCycles) return;
  const { withUsualLook } = plugins();
  if (withUsualLook === undefined) return;
  plainStyle = style.peek();
  const { robots, objects } = withUsualLook(askedLook.peek());
  style.value = styleWith({ robots, objects }, plainStyle);
}

export function undress(): void {
  if (plainStyle === undefined) return;
  const { robotColors, objectColors, objectShape, labels, objectLabels, labelColor, objectLabelColor } = plainStyle;
  const before = { robotColors, objectColors, objectShape, labels, objectLabels, labelColor, objectLabelColor };
  style.value = { ...style.peek(), ...before };
  plainStyle = undefined;
}

export function clear(name: string): void {
  undress();
  const { radius, radii } = world.value;
  scene.value = new Scene({ defaultRadius: radius, radii: radii && new Map(radii) });
  lines.value = undefined;
  title.value = name;
  phase.value = 'loading';
  message.value = '';
  progress.value = 0;
  time.value = 0;
  isPlaying.value = false;
  selected.value = undefined;
  partner.value = undefined;
  isFollowing.value = false;
  hasMoved.value = false;
  isLive.value = false;
  version.value++;
}

export function goTo(t: number): void {
  const { start, end } = span.value;
  time.value = Math.min(Math.max(t, start), end);
}

/** A hundredth of what there is to see, or what was asked for, in either direction, as a key press goes. */
export function step(direction: 1 | -1): void {
  isFollowingRun.value = false;
  goTo(time.value + direction * stepSeconds.value);
}

export const stepSeconds = computed(() => askedStep.value ?? Math.max((span.value.end - span.value.start) / 100, 0.1));

export function changePace(direction: 1 | -1): void {
  const index = PACES.findIndex((each) => each >= pace.value);
  pace.value = PACES[Math.min(Math.max((index < 0 ? PACES.length : index) + direction, 0), PACES.length - 1)]!;
}

export const PACES: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** The pace that plays the whole run in about half a minute. */
export function fittingPace(): number {
  const wanted = (span.value.end - span.value.start) / 30;
  return PACES.findLast((each) => each <= wanted) ?? PACES[0]!;
}

export function togglePlaying(): void {
  const { start, end } = span.value;
  if (!isPlaying.value && time.value >= end && !isLive.value) time.value = start;
  isPlaying.value = !isPlaying.value;
}

export function restart(): void {
  isFollowingRun.value = false;
  time.value = span.value.start;
}

export function select(id: number | undefined): void {
  if (id !== undefined && selected.value !== undefined && id !== selected.value) partner.value = selected.value;
  selected.value = id;
  if (id === undefined) isFollowing.value = false;
}

// The camera.

export function fitAll(): void {
  hasMoved.value = false;
  isFollowing.value = false;
  const { width, height } = size.value;
  view.value = fit(boundsOf(scene.value), width, height);
}

/** So many pixels a metre, the middle staying where it is. */
export function zoomTo(pixelsPerMetre: number): void {
  zoomBy(pixelsPerMetre / view.value.pixelsPerMetre);
}

/** What there is to see, for scroll bars. */
export const bounds = computed(() => {
  void version.value;
  return boundsOf(scene.value);
});

export function zoomBy(factor: number, about?: { readonly x: number; readonly y: number }): void {
  hasMoved.value = true;
  const { width, height } = view.value;
  view.value = zoomed(view.value, factor, about ?? { x: width / 2, y: height / 2 });
}

export function moveBy(pixelsX: number, pixelsY: number): void {
  hasMoved.value = true;
  isFollowing.value = false;
  view.value = moved(view.value, pixelsX, pixelsY);
}

export function setTheme(name: 'light' | 'dark'): void {
  style.value = { ...style.value, theme: name === 'dark' ? DARK : LIGHT };
}

export function setLayer(name: string, change: { readonly isVisible?: boolean; readonly opacity?: number }): void {
  const layers = style.value.layers.map((layer) => (layer.name === name ? { ...layer, ...change } : layer));
  style.value = { ...style.value, layers };
}

/** Up is towards the viewer. */
export function raiseLayer(name: string, direction: 1 | -1): void {
  const layers = [...style.value.layers];
  const from = layers.findIndex((layer) => layer.name === name);
  const to = from + direction;
  if (from < 0 || to < 0 || to >= layers.length) return;
  [layers[from], layers[to]] = [layers[to]!, layers[from]!];
  style.value = { ...style.value, layers };
}

/** Keeps things that hang together together; to be called once. */
export function start(): void {
  effect(() => {
    const { width, height } = size.value;
    void version.value;
    if (!hasMoved.peek()) view.value = fit(boundsOf(scene.value), width, height);
    else view.value = { ...view.peek(), width, height };
  });
  effect(() => {
    void [version.value, scene.value];
    dressAsUsual();
  });
  effect(() => {
    style.value = { ...style.peek(), selected: selected.value };
  });
  effect(() => {
    const robot = robotNow(selected.value);
    if (isFollowing.value && robot !== undefined) view.value = { ...view.peek(), x: robot.x, y: robot.y };
  });
  effect(() => {
    if (isFollowingRun.value) time.value = span.value.end;
  });
}

/** Simulated seconds since the last picture. */
let passed = 0;

/** One picture further, as the host's clock goes. */
export function tick(seconds: number): void {
  if (!isPlaying.value) return;
  const { start: first, end } = span.value;
  passed += seconds * pace.value;
  const next = time.value + passed;
  // Between two pictures that were asked for nothing moves.
  const isDue = next >= end || Math.floor((next - first) * frameRate.value) > (time.value - first) * frameRate.value;
  if (frameRate.value !== Infinity && !isDue) return;
  passed = 0;
  time.value = Math.min(next, end);
  if (next >= end && !isLive.value) isPlaying.value = false;
}

/** The one behind everything else; undefined takes it away. */
export function setBackground(paint: Paint | undefined): void {
  const { backgrounds = [], layers } = style.value;
  const name = backgroundName(0);
  const rest = layers.filter((layer) => layer.name !== name);
  if (paint === undefined) {
    style.value = { ...style.value, backgrounds: [], layers: rest };
    return;
  }
  const ground = rest.findIndex((layer) => layer.name === 'ground');
  const isThere = layers.length > rest.length;
  const added = { name, isVisible: true, opacity: 1 };
  style.value = {
    ...style.value,
    backgrounds: [paint, ...backgrounds.slice(1)],
    layers: isThere ? layers : [...rest.slice(0, ground + 1), added, ...rest.slice(ground + 1)],
  };
}

export function addTexture(name: string, texture: Texture): void {
  style.value = { ...style.value, textures: new Map([...(style.value.textures ?? []), [name, texture]]) };
}

/** For all robots; undefined gives them their colours back. */
export function setRobotTexture(name: string | undefined): void {
  const robotColors =
    name === undefined
      ? undefined
      : {
          by: 'number' as const,
          colors: new Map<string, string>(),
          otherwiseTexture: name,
          turns: true,
          isRound: true,
        };
  style.value = { ...style.value, robotColors };
}
