/** Converts the present look of the viewer to a visualization file of the DEECo playground, as far as that can express it. */
import {
  backgroundName,
  colorOf,
  DEFAULT_STYLE,
  type LayerSetting,
  obstacleColor,
  type Paint,
  type Present,
  type Style,
} from '@kineko/viewer';
import type {
  ComponentLayer,
  Fill,
  VisualizationLayer,
  Rules,
  Visualization,
} from '../format/visualization/visualization.js';
import { rgbaOf } from './css-colour.js';

type Robot = Present['robots'][number];

const TRANSPARENT: Fill = { color: { red: 0, green: 0, blue: 0, alpha: 0 } };

/** Leaves out layers that such a file cannot express (trails, messages, states); hidden layers become transparent. */
export function visualizationOf(present: Present): Visualization {
  const { style, pixelsPerMetre, pace, stepSeconds } = present;
  return {
    zoom: whole(pixelsPerMetre),
    maxCps: whole(pace),
    rewindSpeed: whole(stepSeconds),
    fontColor: rgbaOf(style.statusColor ?? style.theme.ink),
    layers: style.layers.flatMap((setting) => layerOf(setting, present)),
  };
}

function layerOf(setting: LayerSetting, present: Present): VisualizationLayer[] {
  const { style, own } = present;
  const { name } = setting;
  switch (name) {
    case 'map':
      return [{ kind: 'map', fill: fillOf(style.map ?? { color: obstacleColor(present.scene, style) }, setting) }];
    case 'robots':
    case 'objects':
      return [componentsOf(name, setting, present)];
    default: {
      if (DEFAULT_STYLE.layers.some((builtIn) => builtIn.name === name)) return [];
      const background = style.backgrounds?.find((_, index) => backgroundName(index) === name);
      if (background !== undefined) return [{ kind: 'background', fill: fillOf(background, setting) }];
      const wanted = own.get(name);
      if (wanted === undefined || !setting.isVisible) return [];
      const { className, arg } = wanted;
      return [{ kind: 'additional', className, ...(arg !== undefined && { arg }) }];
    }
  }
}

function componentsOf(kind: 'robots' | 'objects', setting: LayerSetting, present: Present): ComponentLayer {
  const { style } = present;
  const isRobots = kind === 'robots';
  const rules = isRobots ? style.robotColors : style.objectColors;
  const labels = isRobots ? style.labels : (style.objectLabels ?? (style.labels === 'tags' ? 'tags' : 'none'));
  const labelColor = (isRobots ? style.labelColor : style.objectLabelColor) ?? style.theme.ink;
  const areLabelsShown = style.layers.some(({ name, isVisible }) => name === 'labels' && isVisible);
  return {
    kind,
    displayNumbers: areLabelsShown && labels === 'ids',
    displayTags: areLabelsShown && labels === 'tags',
    enableRotation: rules?.turns ?? false,
    circularShape: isRobots ? (rules?.isRound ?? false) : style.objectShape === 'disc',
    fontColor: rgbaOf(labelColor),
    rules: setting.isVisible
      ? rules === undefined
        ? rulesOfColoring(kind, setting, present)
        : rulesFrom(rules, setting)
      : { by: 'tag', default: TRANSPARENT, fills: new Map() },
  };
}

function rulesFrom(
  { by, colors, textures, otherwise, otherwiseTexture }: NonNullable<Style['robotColors']>,
  setting: LayerSetting,
): Rules {
  const fills = new Map<string, Fill>();
  for (const [key, color] of colors) fills.set(key, fillOf({ color }, setting));
  for (const [key, texture] of textures ?? []) fills.set(key, { texture });
  const others: Paint | undefined =
    otherwiseTexture === undefined
      ? otherwise === undefined
        ? undefined
        : { color: otherwise }
      : { texture: otherwiseTexture };
  const rest = others === undefined ? {} : { default: fillOf(others, setting) };
  if (by !== 'number') return { by, ...rest, fills };
  // The schema requires at least one rule by number.
  if (fills.size === 0) return { by: 'tag', ...rest, fills: new Map() };
  return { by, ...rest, fills: new Map([...fills].map(([key, fill]) => [Number(key), fill])) };
}

/** Expresses a colouring by number, tag or class as one rule for each value that occurs. */
function rulesOfColoring(kind: 'robots' | 'objects', setting: LayerSetting, present: Present): Rules {
  const { style, robots } = present;
  const tint = (color: string): Fill => fillOf({ color }, setting);
  if (kind === 'objects') {
    return { by: 'tag', default: tint(style.theme.object), fills: new Map() };
  }
  switch (style.coloring) {
    case 'number':
      return robots.length === 0
        ? { by: 'tag', default: tint(style.theme.palette[0]!), fills: new Map() }
        : { by: 'number', fills: new Map(robots.map((robot) => [robot.id, tint(colorOf(lively(robot), style))])) };
    case 'tag':
      return { by: 'tag', default: tint(style.theme.faint), fills: byText(({ tag }) => tag) };
    case 'class':
      return { by: 'class', default: tint(style.theme.faint), fills: byText(({ className }) => className) };
    default:
      return { by: 'tag', default: tint(style.theme.palette[0]!), fills: new Map() };
  }

  function byText(textOf: (robot: Robot) => string): Map<string, Fill> {
    const named = robots.filter((robot) => textOf(robot) !== '');
    return new Map(named.map((robot) => [textOf(robot), tint(colorOf(lively(robot), style))]));
  }
}

/** Ignores a present crash, because the colour is for the whole run. */
function lively(robot: Robot): Robot {
  return { ...robot, state: 'moving' };
}

function fillOf(paint: Paint, { isVisible, opacity }: LayerSetting): Fill {
  if (!isVisible) return TRANSPARENT;
  return 'color' in paint ? { color: rgbaOf(paint.color, opacity) } : { texture: paint.texture };
}

function whole(value: number): number {
  return Math.min(Math.max(Math.round(value) || 1, 1), 2_147_483_647);
}
