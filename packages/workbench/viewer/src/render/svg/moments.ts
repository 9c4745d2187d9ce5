/** Messages and contacts of a film, unless there are too many. */
import { type Point, project, type View } from '@kineko/ui';
import type { Flight } from '../../scene/flights.js';
import { shareOf } from '../../scene/frame.js';
import type { Scene } from '../../scene/scene.js';
import type { Place } from '../drawing.js';
import { ringOf } from '../layers/moments.js';
import type { Filming } from './animation.js';
import { type Step, thinned, translation } from './keyframes.js';
import { element, figure } from './markup.js';

/** Above this limit all are left out, to keep the file small. */
const MAX_MOMENTS = 400;
/** Pieces of the curve along which a message moves between moving robots. */
const PIECES = 4;

export function momentsOf(filming: Filming, name: 'messages' | 'contacts', from: number, to: number): string {
  return name === 'messages' ? messagesOf(filming, from, to) : contactsOf(filming, from, to);
}

function messagesOf(filming: Filming, from: number, to: number): string {
  const { scene, view, style, paints, timeline, moment } = filming;
  const flights: Flight[] = [];
  for (const flight of scene.flights.between(-Infinity, to)) {
    if (flight.ended < from || !scene.robots.has(flight.from) || !scene.robots.has(flight.to)) continue;
    if (flights.push(flight) > MAX_MOMENTS) return '';
  }
  let text = '';
  for (const flight of flights) {
    const [start, end] = [Math.max(flight.sent, from), Math.min(flight.ended, to)];
    if (end > start) {
      const steps = stepsOf(scene, view, flight, start, end);
      const animations = timeline.moving('translate', steps, 1) + timeline.between(start, end);
      // For programs without animation.
      const visibility = start > from ? 'hidden' : undefined;
      text += element('circle', { r: 3.5, transform: translation(steps), visibility }, animations);
    }
    const gone = Math.min(flight.ended + moment / 2, to);
    if (!flight.isLost || !(gone > flight.ended)) continue;
    const { x, y } = spotOf(scene, view, flight, flight.ended);
    const cross = `M${figure(x - 4)} ${figure(y - 4)}l8 8m0 -8l-8 8`;
    const given = { ...paints.stroke(style.theme.lost), 'stroke-width': 1.5, visibility: 'hidden', d: cross };
    text += element('path', given, timeline.between(Math.max(flight.ended, from), gone));
  }
  return text === '' ? '' : element('g', paints.fill(style.theme.message), text);
}

function stepsOf(scene: Scene, view: View, flight: Flight, start: number, end: number): Step[] {
  const times = Array.from({ length: PIECES + 1 }, (_, k) => start + ((end - start) * k) / PIECES);
  // A message without a known arrival waits from some time on.
  const waits = flight.sent + scene.flights.typicalSeconds;
  if (flight.ended === Infinity && waits > start && waits < end) times.push(waits);
  const steps = times
    .sort((a, b) => a - b)
    .map((time) => {
      const { x, y } = spotOf(scene, view, flight, time);
      return { time, values: [x, y] };
    });
  return thinned(steps, 0.25);
}

function spotOf(scene: Scene, view: View, flight: Flight, time: number): Point {
  const [a, b] = [flight.from, flight.to].map((id) => scene.robots.get(id)!.poseAt(time) ?? { x: 0, y: 0 });
  const share = shareOf(flight, time, scene.flights.typicalSeconds);
  return project(view, { x: a!.x + (b!.x - a!.x) * share, y: a!.y + (b!.y - a!.y) * share });
}

function contactsOf({ scene, view, style, paints, timeline, moment }: Filming, from: number, to: number): string {
  let [text, count] = ['', 0];
  for (const [time, id, otherId, kind] of scene.contacts.between(from, to)) {
    const robot = placeAt(scene, id, time);
    if (robot === undefined) continue;
    if (++count > MAX_MOMENTS) return '';
    const ring = ringOf(robot, kind === 0 ? placeAt(scene, otherId, time) : undefined);
    const at = project(view, ring.at);
    const end = Math.min(time + moment, to);
    const fading = [
      { time, values: [0] },
      { time, values: [1] },
      { time: end, values: [0] },
    ];
    text += element(
      'circle',
      { cx: at.x, cy: at.y, r: Math.max(ring.metres * view.pixelsPerMetre, 2) + 2, opacity: 0 },
      timeline.evenly('opacity', fading),
    );
  }
  return text === '' ? '' : element('g', { ...paints.stroke(style.theme.contact), 'stroke-width': 2 }, text);
}

function placeAt(scene: Scene, id: number, time: number): Place | undefined {
  const robot = scene.robots.get(id);
  const pose = robot?.poseAt(time);
  return pose && { x: pose.x, y: pose.y, heading: pose.heading, radius: robot!.radius };
}
