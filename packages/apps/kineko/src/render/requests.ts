/** What was asked for on the command line, held against what there is: all that is wrong is said at once. */
import { UsageError } from '@kineko/run/console';
import { fit, type View } from '@kineko/ui';
import {
  boundsOf,
  caption,
  CAPTION_MARGIN,
  type Coloring,
  DEFAULT_STYLE,
  type Look,
  type Opening,
  type OwnLayer,
  type Scene,
  styleWith,
  type Texture,
} from '@kineko/viewer';
import { VIEWER_PLUGINS } from '../page/viewer-plugins.js';
import { stepsOf } from './frames.js';
import type { Picture, Writer } from './picture.js';

export const COLORINGS = ['number', 'class', 'tag', 'state', 'one'] as const satisfies readonly Coloring[];

export interface Requests {
  readonly at?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly fps?: number | undefined;
  readonly speed?: number | undefined;
  readonly size?: string | undefined;
  readonly follow?: number | undefined;
  readonly dark: boolean;
  readonly trail?: number | undefined;
  readonly color?: Coloring | undefined;
  /** What the configuration of the run asks for, where no flag does. */
  readonly animation?: Pick<Opening, 'size' | 'frameRate'> | undefined;
}

/** How the run is to look, by files that were named. */
export interface Dressing {
  readonly look: Look;
  readonly textures: ReadonlyMap<string, Texture>;
  readonly own: readonly OwnLayer[];
}

const NO_DRESSING: Dressing = { look: {}, textures: new Map(), own: [] };

const DEFAULT_SIDE = 800;
const MIN_SIDE = 16;
const MAX_PIXELS = 1 << 26;
const DEFAULT_FRAME_RATE = 25;
const MAX_FRAMES = 100_000;
const MAX_FRAME_RATE = 240;
/** Of films whose rate comes from the configuration: browsers play a .gif no faster. */
const MAX_ANIMATED_RATE = 50;
/** Seconds that a film takes if nobody says how fast. */
const FILM_SECONDS = 20;
/** Who is followed is seen from so much nearer. */
const FOLLOW_ZOOM = 3;
/** Of the run: a trail, if that is longer than the usual one. */
const TRAIL_SHARE = 1 / 12;

export function pictureOf(
  log: string,
  scene: Scene,
  ending: string,
  writer: Writer,
  asked: Requests,
  dress: Dressing = NO_DRESSING,
): Picture {
  const problems: string[] = [];
  const { from, to, at } = stretchOf(scene, ending, writer, asked, problems);
  const speed = positive('speed', asked.speed, problems) ?? usualSpeed(to - from);
  const framesPerSecond =
    positive('fps', asked.fps, problems) ?? animatedRate(asked, speed) ?? writer.framesPerSecond ?? DEFAULT_FRAME_RATE;
  if (framesPerSecond > MAX_FRAME_RATE) problems.push(`--fps ${asked.fps}: at most ${MAX_FRAME_RATE} can be shown`);
  const size = sizeOf(asked, ending, writer, problems);
  if (asked.follow !== undefined && !scene.robots.has(asked.follow)) {
    problems.push(`--follow ${asked.follow}: there is no such robot; there are ${idsOf(scene)}`);
  }
  if (asked.trail !== undefined && !(asked.trail >= 0)) {
    problems.push(`--trail ${asked.trail}: it takes simulated seconds, 0 for none`);
  }
  const steps = stepsOf({ from, to, framesPerSecond, speed });
  if (writer.shows === 'film' && problems.length === 0 && steps > MAX_FRAMES) {
    problems.push(
      `--speed ${speed}: the film would have ${steps} frames, and ${MAX_FRAMES} are the most; --speed ` +
        `${usualSpeed(to - from)} makes it ${FILM_SECONDS} s long, or film less of it by --from and --to`,
    );
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const { width, height, viewAt } = viewsOf(scene, size, writer, asked.follow);
  const usualTrail = Math.max(DEFAULT_STYLE.trailSeconds, (scene.end - scene.start) * TRAIL_SHARE);
  const { color } = asked;
  // Asked for a colour, robots have that; otherwise a DEECo run looks as in its playground.
  const worn = scene.isDeeco && color === undefined ? VIEWER_PLUGINS.withUsualLook(dress.look) : dress.look;
  const look: Look = {
    ...worn,
    theme: asked.dark ? 'dark' : 'light',
    trailSeconds: asked.trail ?? usualTrail,
    ...((color !== undefined || worn.robots === undefined) && {
      coloring: color ?? 'number',
      labels: color === 'tag' ? ('tags' as const) : ('ids' as const),
      robots: undefined,
    }),
    ...(asked.speed !== undefined && { pace: asked.speed }),
  };
  const dressed = styleWith(look, DEFAULT_STYLE, dress.textures);
  const style = { ...dressed, selected: asked.follow };
  const own = [...dress.own, caption()];
  const { follow } = asked;
  const base = { log, scene, style, own, width, height, viewAt, follow, at, from, to, framesPerSecond, speed };
  return { ...base, look, askedSize: size };
}

type Stretch = Pick<Picture, 'from' | 'to' | 'at'>;

function stretchOf(scene: Scene, ending: string, { shows }: Writer, asked: Requests, problems: string[]): Stretch {
  const { start, end } = scene;
  const run = scene.isDeeco
    ? `the run goes from cycle ${shown(start)} to cycle ${shown(end)}`
    : `the run goes from t = ${shown(start)} to t = ${shown(end)} s`;
  for (const name of ['at', 'from', 'to'] as const) {
    const time = asked[name];
    if (time === undefined) continue;
    if (!Number.isFinite(time)) problems.push(`--${name} takes simulated seconds, as in --${name} 30`);
    else if (time < start || (time > end && name !== 'to')) problems.push(`--${name} ${time}: ${run}`);
  }
  const [from, to] = [asked.from ?? start, asked.to ?? end];
  if (from > to) problems.push(`--from ${shown(from)} is later than --to ${shown(to)}: ${run}`);
  if (shows === 'page') {
    for (const name of ['from', 'to', 'fps'] as const) {
      if (asked[name] === undefined) continue;
      problems.push(`--${name} is for films, and a .${ending} has all of the run: --at says where it begins`);
    }
  }
  if (shows === 'film' && asked.at !== undefined) {
    problems.push(`--at is for still pictures, and .${ending} is a film: use --from and --to, or make a .png`);
  }
  if (shows === 'still' || (shows === 'either' && asked.at !== undefined)) {
    for (const name of ['from', 'to', 'fps', 'speed'] as const) {
      if (asked[name] === undefined) continue;
      problems.push(
        shows === 'still'
          ? `--${name} is for films, and a .${ending} shows one instant: use --at, or make a .gif`
          : `--${name} is for films, and --at asks for one instant: leave one of the two out`,
      );
    }
  }
  // Who films all of a run need not know to the millisecond when it ended.
  return { from, to: Math.min(to, end), at: shows === 'still' ? (asked.at ?? end) : asked.at };
}

function positive(name: string, value: number | undefined, problems: string[]): number | undefined {
  if (value === undefined || (value > 0 && value < Infinity)) return value;
  problems.push(`--${name} ${value}: it must be more than 0`);
  return undefined;
}

/** So that a film takes about 20 s; two digits, so that it can be said. */
function usualSpeed(seconds: number): number {
  return seconds > 0 ? Number((seconds / FILM_SECONDS).toPrecision(2)) : 1;
}

/** `animation.framerate` counts pictures per simulated second; a film that is played fast shows no more than it can. */
function animatedRate({ animation }: Requests, speed: number): number | undefined {
  return animation?.frameRate && Math.min(animation.frameRate * speed, MAX_ANIMATED_RATE);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(asked: Requests, ending: string, { largest }: Writer, problems: string[]): Size | undefined {
  const size = asked.size === undefined ? asked.animation?.size : parsedSize(asked.size, problems);
  if (size === undefined) return undefined;
  const where = asked.size === undefined ? `animation.panel ${size.width}x${size.height}` : `--size ${asked.size}`;
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (shorter < MIN_SIDE) problems.push(`${where}: a side has ${MIN_SIDE} pixels at least`);
  if (longer > largest) problems.push(`${where}: a side of a .${ending} has ${largest} pixels at most`);
  else if (size.width * size.height > MAX_PIXELS) {
    problems.push(`${where}: a picture has ${MAX_PIXELS} pixels at most, as 8192x8192 has`);
  }
  return size;
}

function parsedSize(text: string, problems: string[]): Size | undefined {
  const [, width, height] = /^(\d{1,9})[x×](\d{1,9})$/i.exec(text.trim()) ?? [];
  if (height !== undefined) return { width: Number(width), height: Number(height) };
  problems.push(`--size ${text}: it takes width and height in pixels, as in --size 800x600`);
  return undefined;
}

type Views = Pick<Picture, 'width' | 'height' | 'viewAt'>;

function viewsOf(scene: Scene, asked: Size | undefined, { isEven = false }: Writer, follow: number | undefined): Views {
  const bounds = boundsOf(scene);
  const [wide, high] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY];
  let size = asked ?? { width: DEFAULT_SIDE, height: DEFAULT_SIDE };
  if (asked === undefined && follow === undefined) {
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
  // As wide as captions need, in small pictures a tenth.
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
