/** The schema of worlds. */
import { described, listUpTo, numberFrom, numberWhere } from '@kineko/formats/shape';
import { MAX_COORDINATE } from '@kineko/geometry';
import * as z from 'zod/mini';
import { problemOfHull } from './polygons.js';
import { CHIRP_FRICTION, CHIRP_LINE_WIDTH } from './world.js';

/** More bodies than can be simulated in real time. */
const MAX_CHILDREN = 100_000;

const aboveZero = numberWhere('a number above 0, up to 1000000', (n) => n > 0 && n <= 1e6);
const notNegative = numberFrom(0, 1e9);
/** Degrees; larger angles lose their last digits. */
const angle = z._default(numberFrom(-1e6, 1e6), 0);
const coordinate = numberFrom(-MAX_COORDINATE, MAX_COORDINATE);
const position = z.strictObject({ x: coordinate, y: coordinate }, described('{"x": …, "y": …}'));

const traits = {
  radius: z.optional(numberFrom(0.001, 1e6)),
  // Together with maxspeed it bounds the turn rate, which the geometry limits.
  wheelbase: z.optional(numberFrom(0.01, 1e6)),
  range: z.optional(aboveZero),
  maxspeed: z.optional(numberWhere('a number above 0, up to 2000', (n) => n > 0 && n <= 2000)),
  noisemax: z.optional(numberFrom(0, 1)),
  deadman: z.optional(notNegative),
  density: z.optional(aboveZero),
  traction: z.optional(aboveZero),
};

const HULLS = 'a list of convex polygons, at least one';
const hull = z.array(position, described('a list of corners')).check(({ value, issues }) => {
  const problem = problemOfHull(value);
  if (problem !== undefined) issues.push({ code: 'custom', message: `this hull ${problem}`, input: value });
});
const body = { position, angle, hulls: z.array(hull, described(HULLS)).check(z.minLength(1, described(HULLS))) };

const friction = z.pipe(
  z.strictObject(
    { static: z._default(notNegative, CHIRP_FRICTION.static), kinetic: z.optional(notNegative) },
    described('{"static": …, "kinetic": …}'),
  ),
  z.transform(({ static: atRest, kinetic = Math.min(CHIRP_FRICTION.kinetic, atRest) }) => ({
    static: atRest,
    kinetic,
  })),
);
const slidesEasier = z.refine<z.infer<typeof friction>>(
  (each) => each.kinetic <= each.static,
  'kinetic friction is above static friction: expected static to be at least kinetic',
);

const source = { position, radius: aboveZero, strength: numberFrom(-1e9, 1e9) };
const POINTS = 'a list of two points or more';

const child = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('Chirp'),
      position,
      angle,
      id: numberWhere('an integer that no other robot has', Number.isSafeInteger),
      ...traits,
    }),
    z.strictObject({ type: z.literal('Wall'), ...body }),
    z.strictObject({
      type: z.literal('PushableObject'),
      ...body,
      density: z.optional(aboveZero),
      friction: z._default(friction.check(slidesEasier), CHIRP_FRICTION),
    }),
    z.strictObject({ type: z.literal('Light'), ...source }),
    z.strictObject({ type: z.literal('Heat'), ...source }),
    z.strictObject({ type: z.literal('Gas'), ...source }),
    z.strictObject({
      type: z.literal('Line'),
      points: z.array(position, described(POINTS)).check(z.minLength(2, described(POINTS))),
      width: z._default(aboveZero, CHIRP_LINE_WIDTH),
    }),
  ],
  described('an object with a "type"'),
);

const TYPES = ['Chirp', 'Wall', 'PushableObject', 'Light', 'Heat', 'Gas', 'Line'];

/** The case of a type does not matter. */
function withKnownType(data: unknown): unknown {
  const { type } = (data ?? {}) as { readonly type?: unknown };
  if (typeof type !== 'string') return data;
  const known = TYPES.find((each) => each.toLowerCase() === type.toLowerCase());
  return known === undefined ? data : { ...(data as object), type: known };
}

const COMMAND = 'a list of strings, the program first';
const word = z
  .string()
  .check(z.refine((text) => text !== '' && !text.includes('\0'), described('a string, not empty')));

export const worldShape = z.strictObject(
  {
    ...traits,
    gravity: z.optional(notNegative),
    children: listUpTo(z.pipe(z.transform(withKnownType), child), MAX_CHILDREN),
    controllers: z._default(
      z.array(
        z.strictObject(
          {
            robot: numberWhere('the id of a robot', Number.isFinite),
            command: z.array(word, described(COMMAND)).check(z.minLength(1, described(COMMAND))),
          },
          described('{"robot": 0, "command": ["python3", "controller.py", "0"]}'),
        ),
      ),
      [],
    ),
  },
  described('a world, {"children": […]}'),
);

export type GivenWorld = z.infer<typeof worldShape>;
export type GivenChild = GivenWorld['children'][number];
