/** A scene as SVG: an instant, or an animation of a time range. */
import type { View } from '@kineko/ui';
import { frameAt } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import { timeText } from './caption.js';
import { draw, type OwnLayer } from './draw.js';
import type { Style } from './style.js';
import { filmOf } from './svg/film.js';
import type { Stretch } from './svg/animation.js';
import { element, escaped } from './svg/markup.js';
import { Paints } from './svg/paints.js';
import { SvgCanvas } from './svg/svg-canvas.js';

/** An instant; `pace` as in `frameAt`. */
export interface SvgInstant {
  readonly at: number;
  readonly pace?: number | undefined;
  readonly own?: readonly OwnLayer[] | undefined;
}

export type SvgStretch = Stretch;

/**
 * A picture of the light theme adapts to dark mode. An animation shows ground, obstacles, objects, trails, messages, robots,
 * contacts and labels; an instant shows every layer.
 */
export function svgOf(scene: Scene, view: View, style: Style, when: SvgInstant | SvgStretch): string {
  const paints = new Paints(style.theme);
  const isInstant = 'at' in when;
  const title = isInstant
    ? timeText(scene.units, when.at)
    : `from ${timeText(scene.units, when.from)} to ${timeText(scene.units, when.to)}`;
  let content: string;
  if (isInstant) content = instantOf(scene, view, style, paints, when);
  // An empty range is an instant.
  else if (when.to > when.from) content = filmOf(scene, view, style, paints, when);
  else content = instantOf(scene, view, style, paints, { at: when.from, pace: when.pace });
  const { width, height } = view;
  return `${element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' },
    `<title>${escaped(title)}</title>${paints.styleSheet}${content}`,
  )}\n`;
}

function instantOf(scene: Scene, view: View, style: Style, paints: Paints, { at, pace, own }: SvgInstant): string {
  const context = new SvgCanvas(paints, style);
  draw({ context, scene, frame: frameAt(scene, at, pace), view, style }, own);
  return context.take();
}
