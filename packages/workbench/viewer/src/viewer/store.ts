/** The state of the viewer: signals, and the functions that change them together. */
import { DARK, fit, LIGHT, moved, shortened, type View, zoomed } from '@kineko/ui';
import { batch, computed, effect, signal } from '@preact/signals';
import { type Look, styleWith } from '../look/look.js';
import type { PropertyLane } from '../look/findings.js';
import type { OpeningWorld } from '../look/opening.js';
import type { MadeLayers } from '../look/own-layers.js';
import { type Entry, fitWithLegend } from '../render/legend.js';
import { backgroundName } from '../render/layers/backgrounds.js';
import { DEFAULT_STYLE, type Paint, type Style, type Texture } from '../render/style.js';
import { type Frame, frameAt, type FrameRobot, robotAt } from '../scene/frame.js';
import { boundsOf } from '../scene/scene-bounds.js';
import { Scene } from '../scene/scene.js';
import type { Units } from '../scene/units.js';
import type { RobotsBy } from './crowd.js';
import type { LineCache } from './line-cache.js';
import { type Mark, markBeside, markNear } from './marks.js';
import { plugins } from './plugins.js';

export type Phase = 'empty' | 'loading' | 'ready' | 'failed';

/** The present run. */
export const scene = signal<Scene>(new Scene());
/** Lines of the selected robot, for its facts; and those of the list of events. */
export const lines = signal<LineCache | undefined>(undefined);
export const listed = signal<LineCache | undefined>(undefined);
/** Increases when records are added to the scene, which is not a signal itself. */
export const version = signal(0);
/** The name of the file. */
export const title = signal('');
/** The name of the scenario, if the command line knows it. */
export const askedTitle = signal<string | undefined>(undefined);
export const phase = signal<Phase>('empty');
/** Human-readable: why reading failed, or what was skipped. */
export const message = signal('');
/** 0 to 1 while a file is read. */
export const progress = signal(0);
/** Whether the run is live; `isFollowingRun` keeps the cursor at its newest instant. */
export const isLive = signal(false);
export const isFollowingRun = signal(false);

/** Simulated seconds. */
export const time = signal(0);
export const isPlaying = signal(false);
/** Simulated seconds per second. */
export const pace = signal(10);
/** The selected part of the run; playing stays inside it. */
export const range = signal<{ readonly from: number; readonly to: number } | undefined>(undefined);
export const isLooping = signal(false);
/** Marks that are not in the scene: violations of properties, the first difference to another run. */
export const findings = signal<readonly Mark[]>([]);
/** When properties hold, for the timeline. */
export const lanes = signal<readonly PropertyLane[]>([]);
/** The run to compare with, and how it is shown. */
export const other = signal<{ readonly name: string; readonly scene: Scene } | undefined>(undefined);
export const comparing = signal<'overlaid' | 'beside'>('overlaid');

export const size = signal({ width: 800, height: 600 });
export const view = signal<View>({ x: 0, y: 0, pixelsPerMetre: 1, width: 800, height: 600 });
/** Until the user moves the camera, everything is in view. */
const hasMoved = signal(false);
export const selected = signal<number | undefined>(undefined);
export const partner = signal<number | undefined>(undefined);
export const isFollowing = signal(false);
export const style = signal<Style>(DEFAULT_STYLE);
/** The look requested on the command line or by a visualization file. */
export const askedLook = signal<Look>({});
/** How robots are drawn; `auto` uses the GPU for crowds. */
export const robotsBy = signal<RobotsBy>('auto');
/** Layers that authors have written. */
export const own = signal<MadeLayers>({ layers: [], wanted: new Map(), problems: [] });
/** Requested size of the picture; by default it fills the page. */
export const askedSize = signal<{ readonly width: number; readonly height: number } | undefined>(undefined);
/** Limit on the pictures per simulated second. */
export const frameRate = signal(Infinity);
/** Simulated seconds of an arrow key; by default a part of the run. */
export const askedStep = signal<number | undefined>(undefined);
/** Parts of the world that the log lacks. */
export const world = signal<OpeningWorld>({});
/** Whether the picture has a legend and a scale. */
export const hasLegend = signal(true);
/** The pointer on the ground, in metres. */
export const cursor = signal<{ readonly x: number; readonly y: number } | undefined>(undefined);
/** Panels above the timeline. */
export const CHARTS = ['none', 'messages', 'plots', 'both'] as const;
export type Chart = (typeof CHARTS)[number];

export function isChart(name: string): name is Chart {
  return (CHARTS as readonly string[]).includes(name);
}

export const chart = signal<Chart>('none');
export const dialog = signal<'none' | 'help' | 'layers'>('none');

export function toggleDialog(name: 'help' | 'layers'): void {
  dialog.value = dialog.value === name ? 'none' : name;
}

/** The scenario if it is known, else the file. */
export const shownTitle = computed(() => {
  void version.value;
  return askedTitle.value ?? (scene.value.title || title.value);
});

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
  // Without a selection, nothing depends on the instant.
  if (id === undefined) return undefined;
  const { time: now } = frame.value;
  const robot = scene.value.robots.get(id);
  return robot && robotAt(scene.value, robot, now, { x: 0, y: 0, heading: 0, activity: 'idle' });
}

/** The mark at the cursor, if there is one. */
export const presentMark = computed(() => {
  void version.value;
  return markNear(scene.value, findings.value, time.value, 0);
});

export const theme = computed(() => (style.value.theme === DARK ? 'dark' : 'light'));

/** The style before the default look of a front end was applied. */
let plainStyle: Style | undefined;

/** Applies the default look of the run's front end, unless another one was requested. `resetLook` undoes it. */
export function applyDefaultLook(): void {
  if (plainStyle !== undefined || !scene.peek().isInCycles) return;
  const { withDefaultLook } = plugins();
  if (withDefaultLook === undefined) return;
  plainStyle = style.peek();
  const { robots, objects } = withDefaultLook(askedLook.peek());
  style.value = styleWith({ robots, objects }, plainStyle);
}

export function resetLook(): void {
  if (plainStyle === undefined) return;
  const { robotColors, objectColors, objectShape, labels, objectLabels, labelColor, objectLabelColor } = plainStyle;
  const before = { robotColors, objectColors, objectShape, labels, objectLabels, labelColor, objectLabelColor };
  style.value = { ...style.peek(), ...before };
  plainStyle = undefined;
}

export function clear(name: string): void {
  resetLook();
  const { radius, radii } = world.value;
  scene.value = new Scene({ defaultRadius: radius, radii: radii && new Map(radii) });
  lines.value = undefined;
  listed.value = undefined;
  title.value = name;
  range.value = undefined;
  isLooping.value = false;
  findings.value = [];
  lanes.value = [];
  other.value = undefined;
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

/** Shows the records that were added to the scene. The cursor moves in the same step, so that the picture is drawn once. */
export function showAdded(): void {
  batch(() => {
    version.value++;
    if (isFollowingRun.value) time.value = span.value.end;
  });
}

export function goTo(t: number): void {
  const { start, end } = span.value;
  time.value = Math.min(Math.max(t, start), end);
}

/** One key press: a hundredth of the run, or the requested step. */
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

/** The part of the run that is played. */
const played = computed(() => range.value ?? { from: span.value.start, to: span.value.end });

export function togglePlaying(): void {
  const { from, to } = played.value;
  const isOutside = time.value >= to || time.value < from;
  if (!isPlaying.value && isOutside && !isLive.value) time.value = from;
  isPlaying.value = !isPlaying.value;
}

export function restart(): void {
  isFollowingRun.value = false;
  time.value = span.value.start;
}

export function toEnd(): void {
  isFollowingRun.value = isLive.value;
  goTo(Infinity);
}

/** Selects the part between two times, in any order, to be played again and again; an empty one selects nothing. */
export function selectRange(a: number, b: number): void {
  const { start, end } = span.value;
  const [from, to] = [Math.max(Math.min(a, b), start), Math.min(Math.max(a, b), end)];
  range.value = to > from ? { from, to } : undefined;
  isLooping.value = range.value !== undefined;
}

/** Sets one end of the range to the present instant. */
export function setRangeEnd(end: 'from' | 'to'): void {
  const { from, to } = range.value ?? { from: span.value.start, to: span.value.end };
  if (end === 'from') selectRange(time.value, Math.max(to, time.value));
  else selectRange(Math.min(from, time.value), time.value);
}

/** Stops at a mark and selects a robot of it, unless one of them is selected. */
export function jumpTo({ time: at, who }: Mark): void {
  isFollowingRun.value = false;
  isPlaying.value = false;
  goTo(at);
  const there = who.filter((id) => scene.value.robots.has(id));
  if (there.length > 0 && !there.includes(selected.value ?? NaN)) {
    // The partner of the mark becomes the partner of the selection, for distances.
    partner.value = there[1];
    selected.value = there[0];
  } else if (there.length > 1) partner.value = there.find((id) => id !== selected.value);
}

export function jumpBeside(direction: 1 | -1): void {
  const mark = markBeside(scene.value, findings.value, time.value, direction);
  if (mark !== undefined) jumpTo(mark);
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
  view.value = fitted();
}

function fitted(): View {
  const [all, { width, height }] = [boundsOf(scene.value), size.value];
  if (!hasLegend.value) return fit(all, width, height);
  const look = style.peek();
  return fitWithLegend({ scene: scene.value, style: look, more: otherEntries(look) }, all, { width, height });
}

function isSameView(a: View, b: View): boolean {
  return (Object.keys(a) as (keyof View)[]).every((key) => a[key] === b[key]);
}

/** The entry of the other run in the legend, while it is overlaid. */
export function otherEntries({ theme }: Style): readonly Entry[] {
  if (other.value === undefined || comparing.value !== 'overlaid') return [];
  return [{ symbol: 'outline', color: theme.message, text: shortened(other.value.name) }];
}

/** Sets the scale; the centre stays. */
export function zoomTo(pixelsPerMetre: number): void {
  zoomBy(pixelsPerMetre / view.value.pixelsPerMetre);
}

/** The extent of the scene, for scroll bars. */
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

/** Moves a layer towards the viewer (1) or away. */
export function raiseLayer(name: string, direction: 1 | -1): void {
  const layers = [...style.value.layers];
  const from = layers.findIndex((layer) => layer.name === name);
  const to = from + direction;
  if (from < 0 || to < 0 || to >= layers.length) return;
  [layers[from], layers[to]] = [layers[to]!, layers[from]!];
  style.value = { ...style.value, layers };
}

/** Starts the effects that keep signals consistent; call it once. */
export function start(): void {
  effect(() => {
    const { width, height } = size.value;
    void version.value;
    const next = hasMoved.peek() ? { ...view.peek(), width, height } : fitted();
    if (!isSameView(next, view.peek())) view.value = next;
  });
  effect(() => {
    void [version.value, scene.value];
    applyDefaultLook();
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

/** Advances playback by real seconds. */
export function tick(seconds: number): void {
  if (!isPlaying.value) return;
  const { start: first } = span.value;
  const { from, to: end } = played.value;
  passed += seconds * pace.value;
  const next = time.value + passed;
  // At a limited frame rate nothing moves between two pictures.
  const isDue = next >= end || Math.floor((next - first) * frameRate.value) > (time.value - first) * frameRate.value;
  if (frameRate.value !== Infinity && !isDue) return;
  passed = 0;
  time.value = Math.min(next, end);
  if (next < end || isLive.value) return;
  if (isLooping.value) time.value = from;
  else isPlaying.value = false;
}

/** Sets the background behind everything else; undefined removes it. */
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

/** Sets the texture of all robots; undefined restores their colours. */
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
