/** Series over time for the plots: speeds, the distance and gap of a pair, messages in flight and per second. */
import { velocityAt } from '@kineko/geometry';
import type { Flights } from '../scene/flights.js';
import type { Scene, SceneRobot } from '../scene/scene.js';
import type { Units } from '../scene/units.js';

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** NaN where there is no value. */
  readonly values: Float64Array;
}

/** Times at equal intervals over a range, both ends included. */
export function timesBetween(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => from + ((to - from) * k) / (count - 1));
}

/** The series that a selection of up to two robots has. */
export function seriesOf(
  scene: Scene,
  [selected, partner]: readonly [number | undefined, number | undefined],
  times: Float64Array,
  units: Units,
): Series[] {
  const robots = [selected, partner].flatMap((id) => scene.robots.get(id ?? NaN) ?? []);
  const all = robots.map((robot) =>
    series('speed', `speed of ${robot.id}`, units.speed, times, (t) => speedAt(robot, t)),
  );
  const [a, b] = robots;
  if (a !== undefined && b !== undefined && a !== b) {
    const [pair, reach] = [`${a.id} and ${b.id}`, a.radius + b.radius];
    const distance = series('distance', `distance of ${pair}`, units.length, times, (t) => distanceAt(a, b, t));
    all.push(distance, {
      ...distance,
      id: 'gap',
      label: `gap of ${pair}`,
      values: distance.values.map((each) => each - reach),
    });
  }
  if (scene.flights.length > 0) {
    const inFlight = flightsAt(scene.flights, times);
    all.push({ id: 'flights', label: 'messages in flight', unit: 'messages', values: inFlight });
    const values = ratesAt(scene.flights, times);
    all.push({ id: 'rate', label: `messages per ${units.time}`, unit: `1/${units.time}`, values });
  }
  return all;
}

function series(id: string, label: string, unit: string, times: Float64Array, at: (t: number) => number): Series {
  return { id, label, unit, values: times.map(at) };
}

function speedAt({ track }: SceneRobot, t: number): number {
  const leg = track.legAt(t);
  if (leg === undefined) return NaN;
  const { x, y } = velocityAt(leg, t);
  return Math.hypot(x, y);
}

function distanceAt(a: SceneRobot, b: SceneRobot, t: number): number {
  const [one, two] = [a.poseAt(t), b.poseAt(t)];
  return one === undefined || two === undefined ? NaN : Math.hypot(one.x - two.x, one.y - two.y);
}

/** Number of copies in transit, by counting departures and arrivals between the times. */
function flightsAt(flights: Flights, times: Float64Array): Float64Array {
  const changes = new Float64Array(times.length + 1);
  const [from, to] = [times[0]!, times.at(-1)!];
  const indexOf = (t: number): number =>
    Math.min(Math.max(Math.ceil(((t - from) / (to - from)) * (times.length - 1)), 0), times.length);
  for (const { sent, ended } of flights.between(-Infinity, to)) {
    if (ended < from) continue;
    changes[indexOf(sent)]!++;
    changes[ended === Infinity ? times.length : indexOf(ended)]!--;
  }
  let count = 0;
  return times.map((_, k) => (count += changes[k]!));
}

/** Copies sent per unit of time, in bins around the times. */
function ratesAt(flights: Flights, times: Float64Array): Float64Array {
  const [from, to] = [times[0]!, times.at(-1)!];
  const rates = new Float64Array(times.length);
  const bin = (to - from) / (times.length - 1);
  for (const { sent } of flights.between(from, to)) {
    rates[Math.min(times.length - 1, Math.round((sent - from) / bin))]! += 1 / bin;
  }
  return rates;
}
