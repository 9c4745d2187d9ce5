/** The trail of a robot, as one line of which a moving window is visible. */
import { project } from '@kineko/ui';
import { robotAt } from '../../scene/frame.js';
import type { SceneRobot } from '../../scene/scene.js';
import { countWhile } from '../../scene/search.js';
import { colorOf } from '../color.js';
import type { Filming } from './animation.js';
import { keyframesOf, thinned } from './keyframes.js';
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
  /** Distance travelled in pixels, over time. */
  const gone = way.map(({ time, x, y }) => {
    const point = project(view, { x, y });
    const way = last === undefined ? 0 : Math.hypot(point.x - last.x, point.y - last.y);
    if (last === undefined || way > 0) path += `${last === undefined ? 'M' : 'L'}${figure(point.x)} ${figure(point.y)}`;
    length += way;
    last = point;
    return { time, pixels: length };
  });
  if (length < MIN_LENGTH) return '';
  const times = new Set<number>([from, to]);
  for (const { time } of gone) for (const each of [time, time + tail]) if (each > from && each < to) times.add(each);
  const ordered = [...times].sort((a, b) => a - b);
  const steps = thinned(
    ordered.map((time) => {
      const [start, end] = [distanceAt(gone, time - tail), distanceAt(gone, time)];
      return { time, values: [0, start, end - start, length] };
    }),
    0.1,
  );
  const color = colorOf(
    robotAt(scene, robot, Math.max(from, robot.entered), { x: 0, y: 0, heading: 0, activity: 'idle' })!,
    style,
  );
  return element(
    'path',
    {
      ...paints.stroke(color),
      opacity: 0.35,
      'stroke-width': 2,
      'stroke-linejoin': 'round',
      'stroke-dasharray': steps[0]!.values.map((value) => figure(value)).join(' '),
      d: path,
    },
    timeline.evenly('stroke-dasharray', steps, 1),
  );
}

function distanceAt(gone: readonly { readonly time: number; readonly pixels: number }[], time: number): number {
  const count = countWhile(gone.length, (k) => gone[k]!.time <= time);
  if (count === 0) return 0;
  const [before, after] = [gone[count - 1]!, gone[count]];
  if (after === undefined || after.time === before.time) return before.pixels;
  return before.pixels + ((after.pixels - before.pixels) * (time - before.time)) / (after.time - before.time);
}
