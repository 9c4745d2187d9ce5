/** Reads Chirp worlds; problems have a path in the JSON and a line. */
import { inOrder, type Problem } from '@kineko/formats/problem';
import { checkShape, problemAt, type Source } from '@kineko/formats/shape';
import { placesIn } from '@kineko/formats/text';
import { JsonError, jsonSource } from './json-tree.js';
import { overlapsIn } from './overlaps.js';
import { type GivenChild, type GivenWorld, worldShape } from './shapes.js';
import { CHIRP_DEFAULTS, type ChirpOrigin, type ChirpTraits, type ChirpWorld } from './world.js';

export interface ChirpReading {
  /** Undefined if there is an error. */
  readonly world: ChirpWorld | undefined;
  readonly problems: readonly Problem[];
}

/** @param file Name of the file in messages. */
export function readChirpWorld(text: string, file: string): ChirpReading {
  try {
    return readSource({ ...jsonSource(text, file), root: '$' });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const place = placesIn(text, file)(error.offset);
    return { world: undefined, problems: [{ severity: 'error', place, text: `invalid JSON: ${error.message}` }] };
  }
}

function readSource(source: Required<Source>): ChirpReading {
  const { value, problems: ofShape } = checkShape(worldShape, source);
  if (value === undefined) return { world: undefined, problems: ofShape };
  const world = worldOf(value, (list, index) => ({
    path: `${source.root}.${list}[${index}]`,
    place: source.placeOf([list, index], false),
  }));
  const ofIds = problemsOfIds(value, world, source);
  // Robots with equal ids are usually copies, which overlap: one message is enough.
  const problems = inOrder(ofIds.length > 0 ? ofIds : overlapsIn(world));
  return { world: problems.length > 0 ? undefined : world, problems };
}

function worldOf(
  given: GivenWorld,
  originOf: (list: 'children' | 'controllers', index: number) => ChirpOrigin,
): ChirpWorld {
  const { children, controllers, gravity = CHIRP_DEFAULTS.gravity } = given;
  const defaults = traitsOf(given, CHIRP_DEFAULTS);
  const all = <T extends GivenChild['type'], R>(
    types: readonly T[],
    make: (child: GivenChild & { readonly type: T }, origin: ChirpOrigin) => R,
  ): R[] =>
    children.flatMap((child, i) =>
      types.includes(child.type as T) ? [make(child as never, originOf('children', i))] : [],
    );
  return {
    robots: all(['Chirp'], (child, origin) => {
      const { id, position, angle } = child;
      return { ...traitsOf(child, defaults), id, position, angle, origin };
    }),
    walls: all(['Wall'], ({ position, angle, hulls }, origin) => ({ position, angle, hulls, origin })),
    pushables: all(['PushableObject'], ({ type: _type, density = defaults.density, ...rest }, origin) => ({
      ...rest,
      density,
      origin,
    })),
    sources: all(['Light', 'Heat', 'Gas'], ({ type, ...rest }, origin) => ({
      ...rest,
      kind: type.toLowerCase() as 'light' | 'heat' | 'gas',
      origin,
    })),
    lines: all(['Line'], ({ points, width }, origin) => ({ points, width, origin })),
    controllers: controllers.map((each, i) => ({ ...each, origin: originOf('controllers', i) })),
    gravity,
  };
}

function traitsOf(
  given: { readonly [K in keyof ChirpTraits]?: number | undefined },
  defaults: ChirpTraits,
): ChirpTraits {
  const names = Object.keys(defaults).filter((name) => name !== 'gravity') as (keyof ChirpTraits)[];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? defaults[name]])) as unknown as ChirpTraits;
}

function problemsOfIds({ controllers }: GivenWorld, { robots }: ChirpWorld, source: Source): Problem[] {
  const seen = new Map<number, ChirpOrigin>();
  const repeated = robots.flatMap(({ id, origin }): Problem[] => {
    const before = seen.get(id);
    if (before === undefined) {
      seen.set(id, origin);
      return [];
    }
    const text = `${origin.path}.id: expected a unique id, got ${id}, the id of ${before.path} (line ${before.place.line})`;
    return [{ severity: 'error', place: origin.place, text }];
  });
  const unknown = controllers.flatMap(({ robot }, i) =>
    seen.has(robot) ? [] : [problemAt(source, ['controllers', i, 'robot'], `expected the id of a robot, got ${robot}`)],
  );
  return [...repeated, ...unknown];
}
