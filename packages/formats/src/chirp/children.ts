/** One child of a world, by its type. */
import { nearestName } from '../nearest.js';
import type { Fields, NumberRule } from './fields.js';
import { shown } from './fields.js';
import { problemOfHull } from './polygons.js';
import {
  CHIRP_FRICTION,
  CHIRP_LINE_WIDTH,
  type ChirpLine,
  type ChirpPoint,
  type ChirpPushable,
  type ChirpRobot,
  type ChirpSource,
  type ChirpTraits,
  type ChirpWall,
} from './world.js';

export type ChirpChild =
  | { readonly kind: 'robot'; readonly robot: ChirpRobot }
  | { readonly kind: 'wall'; readonly wall: ChirpWall }
  | { readonly kind: 'pushable'; readonly pushable: ChirpPushable }
  | { readonly kind: 'source'; readonly source: ChirpSource }
  | { readonly kind: 'line'; readonly line: ChirpLine };

/** As people write them; their case does not matter. */
const TYPES = ['Chirp', 'Wall', 'PushableObject', 'Light', 'Heat', 'Gas', 'Line'] as const;

const POSITIVE: NumberRule = { least: 0, isAbove: true, most: 1e6 };
const NOT_NEGATIVE: NumberRule = { least: 0, most: 1e9 };
/** Degrees: what is beyond is a slip, and turns beyond it lose their last digits. */
const ANGLE: NumberRule = { least: -1e6, most: 1e6 };

const TRAIT_RULES: Readonly<Record<keyof ChirpTraits, NumberRule>> = {
  radius: { least: 0.001, most: 1e6 },
  // Together with the speed it bounds the rate of turning, for which the geometry has a limit.
  wheelbase: { least: 0.01, most: 1e6 },
  range: POSITIVE,
  maxspeed: { least: 0, isAbove: true, most: 2000 },
  noisemax: { least: 0, most: 1 },
  deadman: NOT_NEGATIVE,
  density: POSITIVE,
  traction: POSITIVE,
};

/** Undefined if it is wrong, which is then among the complaints. */
export function readChild(fields: Fields, defaults: ChirpTraits): ChirpChild | undefined {
  const type = typeOf(fields);
  const child = type === undefined ? undefined : READERS[type](fields, defaults);
  // Of a type that is not known, nothing else can be said.
  if (type !== undefined) fields.refuseOthers();
  return child;
}

export function readTraits(fields: Fields, defaults: ChirpTraits): ChirpTraits {
  const names = Object.keys(TRAIT_RULES) as (keyof ChirpTraits)[];
  const own = names.map((name) => [name, fields.number(name, TRAIT_RULES[name]) ?? defaults[name]] as const);
  return Object.fromEntries(own) as unknown as ChirpTraits;
}

function typeOf(fields: Fields): (typeof TYPES)[number] | undefined {
  const node = fields.get('type');
  const known = TYPES.map((type) => `"${type}"`).join(', ');
  fields.require('type', `one of ${known}`);
  if (node === undefined) return undefined;
  if (node.kind !== 'text') return fields.wrong(node, `${fields.path}.type`, `one of ${known}`);
  const { value } = node;
  const type = TYPES.find((each) => each.toLowerCase() === value.toLowerCase());
  if (type !== undefined) return type;
  const meant = nearestName(value, TYPES);
  const right = meant === undefined ? `known are ${known}` : `did you mean "${meant}"?`;
  fields.complaints.say(node, `${fields.path}.type`, `there is no type ${shown(node)}; ${right}`);
  return undefined;
}

type ReadChild = (fields: Fields, defaults: ChirpTraits) => ChirpChild | undefined;

const READERS: Readonly<Record<(typeof TYPES)[number], ReadChild>> = {
  Chirp: (fields, defaults) => {
    const position = fields.point('position');
    const angle = fields.number('angle', ANGLE) ?? 0;
    const id = idOf(fields);
    const traits = readTraits(fields, defaults);
    if (position === undefined || id === undefined) return undefined;
    return { kind: 'robot', robot: { ...traits, id, position, angle, origin: fields.origin } };
  },
  Wall: (fields) => {
    const wall = readWall(fields);
    return wall === undefined ? undefined : { kind: 'wall', wall };
  },
  PushableObject: (fields, defaults) => {
    const density = fields.number('density', POSITIVE) ?? defaults.density;
    const friction = readFriction(fields);
    const wall = readWall(fields);
    return wall === undefined ? undefined : { kind: 'pushable', pushable: { ...wall, density, friction } };
  },
  Light: (fields) => readSource(fields, 'light'),
  Heat: (fields) => readSource(fields, 'heat'),
  Gas: (fields) => readSource(fields, 'gas'),
  Line: (fields) => {
    fields.require('points', 'a list of {"x": …, "y": …}');
    const points = fields.list('points', '{"x": …, "y": …}', (item, path) => fields.pointOf(item, path));
    const width = fields.number('width', POSITIVE) ?? CHIRP_LINE_WIDTH;
    if (points === undefined) return undefined;
    if (points.length < 2) {
      fields.complaints.say(fields.get('points')!, `${fields.path}.points`, `a line has two points at least`);
      return undefined;
    }
    return { kind: 'line', line: { points, width, origin: fields.origin } };
  },
};

function idOf(fields: Fields): number | undefined {
  fields.require('id', 'a whole number that no other robot has');
  const node = fields.get('id');
  if (node === undefined) return undefined;
  if (node.kind === 'number' && Number.isSafeInteger(node.value)) return node.value;
  return fields.wrong(node, `${fields.path}.id`, 'a whole number');
}

function readWall(fields: Fields): ChirpWall | undefined {
  const position = fields.point('position');
  const angle = fields.number('angle', ANGLE) ?? 0;
  fields.require('hulls', 'a list of convex polygons');
  const hulls = fields.list('hulls', 'convex polygons', (item, path): ChirpPoint[] | undefined => {
    const hull = fields.listOf(item, path, 'corners', (corner, at) => fields.pointOf(corner, at));
    if (hull === undefined || item.kind !== 'array' || hull.length < item.items.length) return undefined;
    const problem = problemOfHull(hull);
    if (problem === undefined) return hull;
    fields.complaints.say(item, path, `this hull ${problem}`);
    return undefined;
  });
  const node = fields.get('hulls');
  if (node?.kind === 'array' && node.items.length === 0) {
    fields.complaints.say(node, `${fields.path}.hulls`, 'there is none: one convex polygon at least is needed');
  }
  if (position === undefined || hulls === undefined || hulls.length === 0) return undefined;
  return { position, angle, hulls, origin: fields.origin };
}

function readFriction(fields: Fields): ChirpPushable['friction'] {
  const node = fields.get('friction');
  if (node === undefined) return CHIRP_FRICTION;
  const path = `${fields.path}.friction`;
  const inside = fields.inside(node, path, '{"static": …, "kinetic": …}');
  if (inside === undefined) return CHIRP_FRICTION;
  const atRest = inside.number('static', NOT_NEGATIVE) ?? CHIRP_FRICTION.static;
  const sliding = inside.number('kinetic', NOT_NEGATIVE) ?? Math.min(CHIRP_FRICTION.kinetic, atRest);
  inside.refuseOthers();
  if (sliding > atRest) {
    const text = `what slides is held by ${sliding}, what rests by ${atRest} only: static must not be below kinetic`;
    fields.complaints.say(node, path, text);
  }
  return { static: atRest, kinetic: sliding };
}

function readSource(fields: Fields, kind: ChirpSource['kind']): ChirpChild | undefined {
  const position = fields.point('position');
  const radius = fields.requiredNumber('radius', POSITIVE);
  const strength = fields.requiredNumber('strength', { least: -1e9, most: 1e9 });
  if (position === undefined || radius === undefined || strength === undefined) return undefined;
  return { kind: 'source', source: { kind, position, radius, strength, origin: fields.origin } };
}
