/** Takes snapshots: what one robot sees of the others. */
import { type Disc, pointDistance, seesDisc, type Segment } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import { type Frame, toLocal } from './frames.js';
import type { LcmModel } from './model.js';
import type { Places } from './places.js';
import { onSegment } from './points.js';
import type { Here, Seen, Snapshot } from './snapshot.js';

export interface LookRequest {
  readonly model: LcmModel;
  readonly places: Places;
  readonly robot: number;
  readonly frame: Frame;
  /** Light of the robot itself. */
  readonly light: string;
  /** Colour that the robot reads of another. */
  readonly lightOf: (other: number) => string;
  /** Bodies that hide others, with `lcm.obstruction = discs`. */
  readonly bodies?: Bodies | undefined;
  /** Scrambles the order of what is seen. */
  readonly random: RandomStream;
}

/** Radii of the robots, and the obstacles. */
export interface Bodies {
  readonly radii: readonly number[];
  readonly discs: readonly Disc[];
  readonly walls: readonly Segment[];
}

/** The robots that a robot sees. */
function visibleTo({ robot, places, model, bodies }: LookRequest): number[] {
  const { of } = places;
  const { visibility, obstruction } = model;
  const own = of[robot]!;
  const robots = of.flatMap((place, other) =>
    other !== robot && pointDistance(own, place) <= visibility ? [other] : [],
  );
  if (obstruction === 'none') return robots;
  if (obstruction === 'points') return robots.filter((other) => !isHidden(robot, other, places));
  const { radii, discs, walls } = bodies!;
  const all = of.map((place, other) => ({ ...place, radius: radii[other]! }));
  return robots.filter((other) => {
    const between = all.filter((_, third) => third !== robot && third !== other);
    return seesDisc(all[robot]!, all[other]!, { discs: [...between, ...discs], walls });
  });
}

/** Whether a robot at a third place is on the segment between two robots. */
function isHidden(a: number, b: number, places: Places): boolean {
  const ends = [places.placeOf(a), places.placeOf(b)];
  return places.of.some(
    (place, third) => !ends.includes(places.placeOf(third)) && onSegment(place, places.of[a]!, places.of[b]!),
  );
}

export function snapshotOf(request: LookRequest): Snapshot<string> {
  const { model, places, robot, frame, light, lightOf, random } = request;
  const { palette, lights, isMultiplicityLocal, visibility } = model;
  const own = places.of[robot]!;
  const groups = new Map<number, number[]>();
  for (const other of visibleTo(request)) {
    const place = places.placeOf(other);
    groups.set(place, [...(groups.get(place) ?? []), other]);
  }
  const isLit = palette.length > 0 && lights !== 'internal';
  const colorsOf = (robots: readonly number[]): string[] => [...new Set(robots.map(lightOf))].sort();
  const beside = groups.get(places.placeOf(robot)) ?? [];
  groups.delete(places.placeOf(robot));
  const others = Array.from(groups, ([place, robots]): Seen<string> => {
    const { x, y } = toLocal(frame, own, places.of[place]!);
    const count = isMultiplicityLocal ? undefined : countOf(robots.length, model);
    const colors = isLit ? colorsOf(robots) : [];
    return {
      x,
      y,
      ...(isLit && { light: colors.length === 1 ? colors[0]! : colors }),
      ...(count !== undefined && { count }),
    };
  });
  const count = countOf(beside.length + 1, model);
  const here: Here<string> = { ...(isLit && { lights: colorsOf(beside) }), ...(count !== undefined && { count }) };
  return {
    ...(palette.length > 0 && lights !== 'external' && { light }),
    others: shuffled(others, random),
    here,
    ...(visibility < Infinity && { range: visibility / frame.unit }),
    ...(model.tellsDelta && { delta: model.delta / frame.unit }),
  };
}

function countOf(robots: number, { multiplicity }: LcmModel): number | 'many' | undefined {
  if (multiplicity === 'none') return undefined;
  return multiplicity === 'strong' || robots === 1 ? robots : 'many';
}

function shuffled<T>(items: readonly T[], random: RandomStream): readonly T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
