/** A time range of a run as an animated SVG; the paths of robots are legs, so few keyframes are enough. */
import { NOSE, shortened, type View, widthOf } from '@kineko/ui';
import { robotAt, MOMENT } from '../../scene/frame.js';
import type { Scene, SceneRobot } from '../../scene/scene.js';
import { colorOf, inkOn, isTransparent, textureOf } from '../color.js';
import { drawLayer } from '../draw.js';
import { CROWD, FONT } from '../drawing.js';
import { visibleRadius } from '../layers/robots.js';
import { isLayerName, type LayerName, type LayerSetting, type Style, type Texture } from '../style.js';
import { type Filming, type Stretch, Timeline } from './animation.js';
import { BEND, type Keyframe, keyframesOf, placesOf, type Step, translation, turnsOf } from './keyframes.js';
import { element, escaped, figure } from './markup.js';
import { objectsOf } from './objects.js';
import { obstaclesOf } from './obstacles.js';
import type { Paints } from './paints.js';
import { momentsOf } from './moments.js';
import { SvgCanvas } from './svg-canvas.js';
import { trailOf } from './trail.js';

/** Initial sample, to be overwritten. */
const SOMEHOW = { x: 0, y: 0, heading: 0, activity: 'idle' } as const;

export function filmOf(scene: Scene, view: View, style: Style, paints: Paints, stretch: Stretch): string {
  const { from, to, pace, follow } = stretch;
  const timeline = new Timeline(from, to, pace);
  const filming: Filming = { scene, view, style, paints, timeline, moment: MOMENT * pace };
  const ways = new Map<SceneRobot, readonly Keyframe[]>();
  for (const robot of scene.robots.values()) {
    if (robot.entered > to) continue;
    ways.set(robot, keyframesOf(robot.track, from, to, BEND / view.pixelsPerMetre));
  }
  const background = element('rect', { ...paints.fill(backgroundOf(scene, style)), width: '100%', height: '100%' });
  const world = style.layers.map((layer) => layerOf(filming, layer, ways)).join('');
  return background + following(filming, world, ways, follow) + progress(filming);
}

function backgroundOf({ area }: Scene, { theme, layers }: Style): string {
  // Without an area the ground has no bounds.
  const isGround = area === undefined && layers.some(({ name, isVisible }) => name === 'ground' && isVisible);
  return isGround ? theme.ground : theme.background;
}

const STILL: readonly string[] = ['ground', 'grid', 'map', 'objects'] satisfies LayerName[];

function layerOf(filming: Filming, layer: LayerSetting, ways: ReadonlyMap<SceneRobot, readonly Keyframe[]>): string {
  const { scene, view, style, paints } = filming;
  if (!layer.isVisible || !(layer.opacity > 0)) return '';
  if (STILL.includes(layer.name) || !isLayerName(layer.name)) {
    if ((layer.name === 'ground' || layer.name === 'grid') && scene.area === undefined) return '';
    if (layer.name === 'objects') return faint(layer, objectsOf(filming));
    if (layer.name === 'map' && scene.movables.size > 0) return faint(layer, obstaclesOf(filming));
    const context = new SvgCanvas(paints, style);
    const frame = { time: filming.timeline.from, robots: [], messages: [], contacts: [], looks: [] };
    drawLayer({ context, scene, frame, view, style }, layer);
    return context.take();
  }
  const text = movingLayer(filming, layer.name, ways);
  return faint(layer, text);
}

function faint({ opacity }: LayerSetting, text: string): string {
  return text === '' ? '' : element('g', opacity === 1 ? {} : { opacity }, text);
}

function movingLayer(filming: Filming, name: LayerName, ways: ReadonlyMap<SceneRobot, readonly Keyframe[]>): string {
  const { style, timeline } = filming;
  switch (name) {
    case 'trails': {
      if (ways.size > CROWD || !(style.trailSeconds > 0)) return '';
      let text = '';
      for (const robot of ways.keys()) text += trailOf(filming, robot, BEND / filming.view.pixelsPerMetre);
      return text;
    }
    case 'robots': {
      let text = '';
      for (const [robot, way] of ways) if (way.length > 0) text += robotOf(filming, robot, way);
      return text;
    }
    case 'messages':
    case 'contacts':
      return momentsOf(filming, name, timeline.from, timeline.to);
    default:
      // Labels are part of their robots here; the other layers are not animated.
      return '';
  }
}

function robotOf(filming: Filming, robot: SceneRobot, way: readonly Keyframe[]): string {
  const { scene, view, style, paints, timeline } = filming;
  const radius = visibleRadius(robot.radius, view, scene);
  const places = placesOf(view, way);
  const turns = turnsOf(way);
  const colors = colorsOf(filming, robot, way);
  const texture = textureOf(
    style.robotColors,
    robotAt(scene, robot, Math.max(timeline.from, robot.entered), { ...SOMEHOW })!,
    style,
  );
  const body =
    texture === undefined ? bodyOf(filming, robot, radius, colors, turns) : pictureOf(filming, radius, texture, turns);
  return element(
    'g',
    { transform: translation(places) },
    timeline.moving('translate', places) +
      (robot.entered > timeline.from ? timeline.between(robot.entered, timeline.to) : '') +
      element('g', paints.fill(colors[0]!.value), body) +
      labelOf(filming, robot, radius, colors[0]!.value),
  );
}

function bodyOf(
  { style, paints, timeline }: Filming,
  robot: SceneRobot,
  radius: number,
  colors: readonly { readonly time: number; readonly value: string }[],
  turns: readonly Step[],
): string {
  if (colors.every(({ value }) => isTransparent(value))) return '';
  const isLit = robot.lights.at(Infinity) !== '';
  const rim = { ...paints.stroke(isLit ? style.theme.ink : style.theme.ground), r: radius - 0.5 };
  // A point has no front.
  const isPlain = style.robotColors?.isPlain === true || robot.radius === 0;
  return (
    timeline.inSteps('fill', colors) +
    element('circle', { r: radius }) +
    (radius < 4 ? '' : element('circle', rim, rimOpacity(timeline, colors))) +
    (isPlain ? '' : timeline.turning(turns, element('path', { d: noseOf(radius) })))
  );
}

/** The rim is hidden while the colour is transparent. */
function rimOpacity(timeline: Timeline, colors: readonly { readonly time: number; readonly value: string }[]): string {
  if (!colors.some(({ value }) => isTransparent(value))) return '';
  const steps = colors.map(({ time, value }) => ({ time, value: isTransparent(value) ? '0' : '1' }));
  return timeline.inSteps('stroke-opacity', steps);
}

/** The texture at the start of the film. */
function pictureOf(filming: Filming, radius: number, { href }: Texture, turns: readonly Step[]): string {
  const { paints, timeline, style } = filming;
  const place = { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius };
  const { turns: isTurned, isRound } = style.robotColors!;
  const name = isRound === true ? paints.newName('c') : undefined;
  const clip = name === undefined ? '' : element('clipPath', { id: name }, element('circle', { r: radius }));
  const image = element('image', {
    href,
    ...place,
    preserveAspectRatio: 'none',
    'clip-path': name && `url(#${name})`,
    // The front of a texture is its upper edge; heading 0 is to the right.
    transform: isTurned === true ? 'rotate(90)' : undefined,
  });
  return clip + (isTurned === true ? timeline.turning(turns, image) : image);
}

function noseOf(radius: number): string {
  const [root, half, tip] = [NOSE.root, NOSE.half, NOSE.tip].map((share) => figure(share * radius));
  return `M${root} -${half}L${tip} 0L${root} ${half}Z`;
}

/** The colours at all instants at which they may change. */
function colorsOf(
  { scene, style, timeline }: Filming,
  robot: SceneRobot,
  way: readonly Keyframe[],
): { readonly time: number; readonly value: string }[] {
  const times = new Set([timeline.from, ...way.map(({ time }) => time)]);
  for (const changes of [
    robot.tags,
    robot.lights,
    scene.crashes.get(robot.id),
    ...(scene.suspicions.get(robot.id)?.values() ?? []),
  ]) {
    for (const time of changes?.timesBetween(timeline.from, timeline.to) ?? []) times.add(time);
  }
  return [...times]
    .sort((a, b) => a - b)
    .map((time) => ({
      time,
      value: colorOf(robotAt(scene, robot, Math.max(time, robot.entered), { ...SOMEHOW })!, style),
    }));
}

function labelOf({ style, paints, timeline }: Filming, robot: SceneRobot, radius: number, color: string): string {
  const isVisible = style.layers.some((layer) => layer.name === 'labels' && layer.isVisible && layer.opacity > 0);
  if (style.labels === 'none' || !isVisible || radius < 6) return '';
  const tag = style.labels === 'tags' ? robot.tags.at(timeline.from) : '';
  const text = shortened(tag === '' ? String(robot.id) : tag);
  const size = Math.min(Math.max(radius * 0.95, 9), 22);
  const isInside = widthOf(text, size) < 1.9 * radius;
  return element(
    'text',
    {
      ...paints.fill(isInside && !isTransparent(color) ? inkOn(color) : (style.labelColor ?? style.theme.ink)),
      y: isInside ? 0.35 * size : -radius - 4,
      'font-family': FONT,
      'font-size': size,
      'font-weight': '600',
      'text-anchor': 'middle',
    },
    escaped(text),
  );
}

/** Moves the world in the opposite direction, so that the followed robot stays in the centre. */
function following(
  { view, timeline }: Filming,
  world: string,
  ways: ReadonlyMap<SceneRobot, readonly Keyframe[]>,
  follow: number | undefined,
): string {
  const way = [...ways].find(([{ id }]) => id === follow)?.[1];
  if (way === undefined || way.length === 0) return world;
  const places = placesOf(view, way, { x: view.width / 2, y: view.height / 2 });
  const steps = places.map(({ time, values }) => ({ time, values: values.map((value) => -value) }));
  return element('g', { transform: translation(steps) }, timeline.moving('translate', steps) + world);
}

/** A progress bar. */
function progress({ view: { width, height }, style, paints, timeline }: Filming): string {
  const steps = [
    { time: timeline.from, values: [0] },
    { time: timeline.to, values: [width] },
  ];
  const place = { x: 0, y: height - 2, width, height: 2 };
  return element('rect', { ...paints.fill(style.theme.faint), ...place }, timeline.evenly('width', steps));
}
