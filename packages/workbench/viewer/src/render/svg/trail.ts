/** The trail of a robot, as one line of which moving windows are visible: one for each age, the oldest the faintest. */
import { project } from '@kineko/ui';
import { robotAt } from '../../scene/frame.js';
import type { SceneRobot } from '../../scene/scene.js';
import { countWhile } from '../../scene/search.js';
import { colorOf } from '../color.js';
import { FADES } from '../layers/trails.js';
import type { Filming } from './animation.js';
import { keyframesOf, type Step, thinned } from './keyframes.js';
import { element, figure } from './markup.js';

/** Minimum length in pixels; a shorter trail is hidden by the robot. */
const MIN_LENGTH = 1;

export function trailOf(
  { scene, view, style, paints, timeline }: Filming,
  robot: SceneRobot,
  tolerance: number,
): string {
  const { from, to } = timeline;
  const tail = style.trailSeconds;
  const way = keyframesOf(robot.track, Math.max(from - tail, scene.start), to, tolerance);
  let length = 0;
  let last: { readonly x: number; readonly y: number } | undefined;
  let path = '';
  const gone: Travel = way.map(({ time, x, y }) => {
    const point = project(view, { x, y });
    const way = last === undefined ? 0 : Math.hypot(point.x - last.x, point.y - last.y);
    if (last === undefined || way > 0) path += `${last === undefined ? 'M' : 'L'}${figure(point.x)} ${figure(point.y)}`;
    length += way;
    last = point;
    return { time, pixels: length };
  });
  if (length < MIN_LENGTH) return '';
  const color = colorOf(
    robotAt(scene, robot, Math.max(from, robot.entered), { x: 0, y: 0, heading: 0, activity: 'idle' })!,
    style,
  );
  const name = paints.newName('t');
  const windows = FADES.map((opacity, k) => {
    const [oldest, newest] = [k, k + 1].map((part) => tail * (1 - part / FADES.length)) as [number, number];
    const steps = windowSteps(gone, { from, to, oldest, newest });
    const dashes = steps[0]!.values.map((value) => figure(value)).join(' ');
    return element(
      'use',
      { href: `#${name}`, opacity, 'stroke-dasharray': dashes },
      timeline.evenly('stroke-dasharray', steps, 1),
    );
  });
  // The line itself once, for all windows.
  const line = element('defs', {}, element('path', { id: name, d: path }));
  const look = { ...paints.stroke(color), 'stroke-width': 2, 'stroke-linejoin': 'round' };
  return element('g', look, line + windows.join(''));
}

/** Distance travelled in pixels, over time. */
type Travel = readonly { readonly time: number; readonly pixels: number }[];

interface Ages {
  /** The time range of the film. */
  readonly from: number;
  readonly to: number;
  /** Ages of the visible part in seconds. */
  readonly oldest: number;
  readonly newest: number;
}

/** Dashes that show the part of a line that was travelled at certain ages. */
function windowSteps(gone: Travel, { from, to, oldest, newest }: Ages): Step[] {
  const length = gone.at(-1)!.pixels;
  const times = new Set<number>([from, to]);
  for (const { time } of gone) {
    for (const each of [time + newest, time + oldest]) if (each > from && each < to) times.add(each);
  }
  const steps = [...times]
    .sort((a, b) => a - b)
    .map((time) => {
      const [start, end] = [distanceAt(gone, time - oldest), distanceAt(gone, time - newest)];
      return { time, values: [0, start, end - start, length] };
    });
  return thinned(steps, 0.1);
}

function distanceAt(gone: Travel, time: number): number {
  const count = countWhile(gone.length, (k) => gone[k]!.time <= time);
  if (count === 0) return 0;
  const [before, after] = [gone[count - 1]!, gone[count]];
  if (after === undefined || after.time === before.time) return before.pixels;
  return before.pixels + ((after.pixels - before.pixels) * (time - before.time)) / (after.time - before.time);
}
