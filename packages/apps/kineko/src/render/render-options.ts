/** The options of `kineko render`, checked against the run: all problems are reported at once. */
import { expected } from '@kineko/formats/problem';
import { UsageError } from '@kineko/run/console';
import { fit, type View } from '@kineko/ui';
import {
  boundsOf,
  caption,
  CAPTION_MARGIN,
  DEFAULT_STYLE,
  legend,
  type Look,
  type Opening,
  type OwnLayer,
  type Scene,
  type Style,
  styleWith,
  type Texture,
} from '@kineko/viewer';
import { VIEWER_PLUGINS } from '../page/viewer-plugins.js';
import { stepsOf } from './frames.js';
import type { Picture, Writer } from './picture.js';

export const COLORINGS = ['number', 'class', 'tag', 'state', 'one'] as const satisfies readonly Style['coloring'][];

export interface RenderOptions {
  readonly at?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly fps?: number | undefined;
  readonly speed?: number | undefined;
  readonly size?: string | undefined;
  readonly follow?: number | undefined;
  readonly dark: boolean;
  readonly trail?: number | undefined;
  readonly color?: Style['coloring'] | undefined;
  /** Settings of the run's configuration, used where no option is given. */
  readonly animation?: Pick<Opening, 'size' | 'frameRate'> | undefined;
  /** Name of the scenario, for logs that do not contain it. */
  readonly title?: string | undefined;
}

export interface LoadedLook {
  readonly look: Look;
  readonly textures: ReadonlyMap<string, Texture>;
  readonly own: readonly OwnLayer[];
}

const DEFAULT_LOOK: LoadedLook = { look: {}, textures: new Map(), own: [] };

const DEFAULT_SIDE = 800;
const MIN_SIDE = 16;
const MAX_PIXELS = 1 << 26;
const DEFAULT_FRAME_RATE = 25;
const MAX_FRAMES = 100_000;
const MAX_FRAME_RATE = 240;
/** For rates from the configuration: browsers play a .gif no faster. */
const MAX_ANIMATED_RATE = 50;
/** Default duration of a film, in seconds. */
const FILM_SECONDS = 20;
/** Zoom factor when a robot is followed. */
const FOLLOW_ZOOM = 3;
/** Share of the run that a trail covers, if that is longer than the default. */
const TRAIL_SHARE = 1 / 12;

export function pictureOf(
  log: string,
  scene: Scene,
  ending: string,
  writer: Writer,
  options: RenderOptions,
  dress: LoadedLook = DEFAULT_LOOK,
): Picture {
  const problems: string[] = [];
  const { from, to, at } = stretchOf(scene, ending, writer, options, problems);
  const speed = positive('speed', options.speed, problems) ?? usualSpeed(to - from);
  const framesPerSecond =
    positive('fps', options.fps, problems) ??
    animatedRate(options, speed) ??
    writer.framesPerSecond ??
    DEFAULT_FRAME_RATE;
  if (framesPerSecond > MAX_FRAME_RATE) problems.push(`--fps: ${expected(`at most ${MAX_FRAME_RATE}`, options.fps)}`);
  const size = sizeOf(options, ending, writer, problems);
  if (options.follow !== undefined && !scene.robots.has(options.follow)) {
    problems.push(`--follow: ${expected(`the id of a robot (${idsOf(scene)})`, options.follow)}`);
  }
  if (options.trail !== undefined && !(options.trail >= 0)) {
    problems.push(`--trail: ${expected('simulated seconds, 0 for none', options.trail)}`);
  }
  const steps = stepsOf({ from, to, framesPerSecond, speed });
  if (writer.shows === 'film' && problems.length === 0 && steps > MAX_FRAMES) {
    problems.push(
      `--speed ${speed}: ${expected(`at most ${MAX_FRAMES} frames`, steps)}; --speed ${usualSpeed(to - from)} gives ` +
        `${FILM_SECONDS} s, or select a part with --from and --to`,
    );
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const { width, height, viewAt } = viewsOf(scene, size, writer, options.follow);
  const usualTrail = Math.max(DEFAULT_STYLE.trailSeconds, (scene.end - scene.start) * TRAIL_SHARE);
  const { color } = options;
  // Without --color, a run in cycles gets the default look of its front end.
  const worn = scene.isInCycles && color === undefined ? VIEWER_PLUGINS.withDefaultLook(dress.look) : dress.look;
  const look: Look = {
    ...worn,
    // Without --dark, a page follows the reader's colour scheme.
    ...((options.dark || writer.shows !== 'page') && { theme: options.dark ? ('dark' as const) : ('light' as const) }),
    trailSeconds: options.trail ?? usualTrail,
    ...((color !== undefined || worn.robots === undefined) && {
      coloring: color ?? 'number',
      labels: color === 'tag' ? ('tags' as const) : ('ids' as const),
      robots: undefined,
    }),
    ...(options.speed !== undefined && { pace: options.speed }),
  };
  const dressed = styleWith(look, DEFAULT_STYLE, dress.textures);
  const style = { ...dressed, selected: options.follow };
  const own = [...dress.own, caption({ title: scene.title || options.title }), legend({ layout: 'row' })];
  const { follow } = options;
  const base = { log, scene, style, own, width, height, viewAt, follow, at, from, to, framesPerSecond, speed };
  return { ...base, look, requestedSize: size };
}

type Stretch = Pick<Picture, 'from' | 'to' | 'at'>;

function stretchOf(
  scene: Scene,
  ending: string,
  { shows }: Writer,
  options: RenderOptions,
  problems: string[],
): Stretch {
  const { start, end } = scene;
  const run = scene.isInCycles
    ? `the run lasts from cycle ${shown(start)} to cycle ${shown(end)}`
    : `the run lasts from t = ${shown(start)} to t = ${shown(end)} s`;
  for (const name of ['at', 'from', 'to'] as const) {
    const time = options[name];
    if (time === undefined) continue;
    if (!Number.isFinite(time)) problems.push(`--${name}: expected simulated seconds, as in --${name} 30`);
    else if (time < start || (time > end && name !== 'to')) problems.push(`--${name} ${time}: ${run}`);
  }
  const [from, to] = [options.from ?? start, options.to ?? end];
  if (from > to) problems.push(`--from ${shown(from)} is later than --to ${shown(to)}: ${run}`);
  if (shows === 'page') {
    for (const name of ['from', 'to', 'fps'] as const) {
      if (options[name] === undefined) continue;
      problems.push(`--${name}: only for films; a .${ending} holds the whole run, and --at sets where it starts`);
    }
  }
  if (shows === 'film' && options.at !== undefined) {
    problems.push(`--at: only for still pictures; for a .${ending} use --from and --to, or write a .png`);
  }
  if (shows === 'still' || (shows === 'either' && options.at !== undefined)) {
    for (const name of ['from', 'to', 'fps', 'speed'] as const) {
      if (options[name] === undefined) continue;
      problems.push(
        shows === 'still'
          ? `--${name}: only for films; for a .${ending} use --at, or write a .gif`
          : `--${name} with --at: a film or a still picture; omit one of the two`,
      );
    }
  }
  // --to may lie beyond the end of the run.
  return { from, to: Math.min(to, end), at: shows === 'still' ? (options.at ?? end) : options.at };
}

function positive(name: string, value: number | undefined, problems: string[]): number | undefined {
  if (value === undefined || (value > 0 && value < Infinity)) return value;
  problems.push(`--${name}: ${expected('a number above 0', value)}`);
  return undefined;
}

/** Gives a film of about 20 s; two digits, so that messages can name it. */
function usualSpeed(seconds: number): number {
  return seconds > 0 ? Number((seconds / FILM_SECONDS).toPrecision(2)) : 1;
}

/** `animation.framerate` counts frames per simulated second. */
function animatedRate({ animation }: RenderOptions, speed: number): number | undefined {
  return animation?.frameRate && Math.min(animation.frameRate * speed, MAX_ANIMATED_RATE);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(options: RenderOptions, ending: string, { maxSide }: Writer, problems: string[]): Size | undefined {
  const size = options.size === undefined ? options.animation?.size : parsedSize(options.size, problems);
  if (size === undefined) return undefined;
  const where = options.size === undefined ? `animation.panel ${size.width}x${size.height}` : `--size ${options.size}`;
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (shorter < MIN_SIDE) problems.push(`${where}: expected sides of at least ${MIN_SIDE} pixels`);
  if (longer > maxSide) problems.push(`${where}: expected sides of at most ${maxSide} pixels for a .${ending}`);
  else if (size.width * size.height > MAX_PIXELS) {
    problems.push(`${where}: expected at most ${MAX_PIXELS} pixels, as in 8192x8192`);
  }
  return size;
}

function parsedSize(text: string, problems: string[]): Size | undefined {
  const [, width, height] = /^(\d{1,9})[x×](\d{1,9})$/i.exec(text.trim()) ?? [];
  if (height !== undefined) return { width: Number(width), height: Number(height) };
  problems.push(`--size: ${expected('width and height in pixels, as in 800x600', text)}`);
  return undefined;
}

type Views = Pick<Picture, 'width' | 'height' | 'viewAt'>;

function viewsOf(
  scene: Scene,
  options: Size | undefined,
  { isEven = false }: Writer,
  follow: number | undefined,
): Views {
  const bounds = boundsOf(scene);
  const [wide, high] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY];
  let size = options ?? { width: DEFAULT_SIDE, height: DEFAULT_SIDE };
  if (options === undefined && follow === undefined) {
    const inside = DEFAULT_SIDE - 2 * CAPTION_MARGIN;
    const side = (metres: number): number => {
      const share = metres / Math.max(wide, high, 1e-3);
      return Math.round(Math.max(share, 0.25) * inside) + 2 * CAPTION_MARGIN;
    };
    size = { width: side(wide), height: side(high) };
  }
  const [width, height] = isEven
    ? [size.width + (size.width % 2), size.height + (size.height % 2)]
    : [size.width, size.height];
  // Room for captions; in small pictures a tenth of the side.
  const margin = Math.min(0.1, CAPTION_MARGIN / Math.min(width, height));
  const whole = fit(bounds, width, height, margin);
  const robot = follow === undefined ? undefined : scene.robots.get(follow);
  if (robot === undefined) return { width, height, viewAt: () => whole };
  const near = { ...whole, pixelsPerMetre: FOLLOW_ZOOM * whole.pixelsPerMetre };
  const viewAt = (time: number): View => {
    const { x, y } = robot.poseAt(time) ?? whole;
    return { ...near, x, y };
  };
  return { width, height, viewAt };
}

const MAX_IDS = 10;

function idsOf({ robots }: Scene): string {
  const ids = [...robots.keys()].sort((a, b) => a - b);
  const isWhole = ids.length > 2 && ids.at(-1)! - ids[0]! === ids.length - 1;
  if (isWhole) return `${ids[0]} to ${ids.at(-1)}`;
  return ids.slice(0, MAX_IDS).join(', ') + (ids.length > MAX_IDS ? ' …' : '');
}

function shown(seconds: number): string {
  return String(Number(seconds.toFixed(3)));
}
