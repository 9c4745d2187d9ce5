/** The entries of `obstacles`, `objects` and `faults`: which kinds there are, and the fields of each. */
import { MAX_COORDINATE, MAX_RADIUS } from '@kineko/formats/text';
import type { ValueRow } from '@kineko/run/settings';
import type { SimpleType } from './simple.js';

export interface FieldRow extends ValueRow<SimpleType> {
  readonly doc: string;
  readonly isNeeded?: boolean;
  /** What it is if it is left out and somebody has to know. */
  readonly default?: number;
}

export type Fields = Readonly<Record<string, FieldRow>>;

interface EntryKind {
  readonly doc: string;
  readonly fields: Fields;
}

export type EntryKinds = Readonly<Record<string, EntryKind>>;

const coordinate = (doc: string): FieldRow => ({
  type: 'number',
  range: { min: -MAX_COORDINATE, max: MAX_COORDINATE },
  unit: 'm',
  doc,
});
const needed = (field: FieldRow): FieldRow => ({ ...field, isNeeded: true });
const positive = (doc: string): FieldRow => ({ type: 'number', range: { above: 0 }, unit: 'm', isNeeded: true, doc });
const point = (doc: string): FieldRow => ({ type: 'point', range: { max: MAX_COORDINATE }, isNeeded: true, doc });
const points = (doc: string): FieldRow => ({ type: 'points', range: { max: MAX_COORDINATE }, isNeeded: true, doc });

const NAME: Fields = { name: { type: 'text', doc: 'what messages call it' } };

/** What makes a thing of an obstacle, which robots can push. */
const PUSHED: Fields = {
  density: {
    type: 'number',
    range: { above: 0 },
    unit: 'kg/m²',
    doc: 'if it is given, robots can push it, and this is its mass; it has to be convex',
  },
  staticFriction: { type: 'number', range: { min: 0 }, doc: 'with the ground, of what can be pushed and rests (0.3)' },
  kineticFriction: { type: 'number', range: { min: 0 }, doc: 'with the ground, of what slides (0.3)' },
};

export const OBSTACLE_KINDS = {
  segment: {
    doc: 'a straight wall without thickness',
    fields: { a: point('one end'), b: point('the other end'), ...NAME },
  },
  polyline: {
    doc: 'a bent wall without thickness; closed if it comes back to its first point, but never solid',
    fields: { points: points('two or more'), ...NAME },
  },
  polygon: {
    doc: 'a solid with straight sides',
    fields: { points: points('three or more corners, in either direction'), ...NAME, ...PUSHED },
  },
  box: {
    doc: 'a solid rectangle along the axes',
    fields: {
      x: needed(coordinate('left')),
      y: needed(coordinate('bottom')),
      width: positive('to the right'),
      height: positive('upwards'),
      ...NAME,
      ...PUSHED,
    },
  },
  disc: {
    doc: 'a solid disc',
    fields: {
      x: needed(coordinate('of its centre')),
      y: needed(coordinate('of its centre')),
      radius: { type: 'number', range: { above: 0, max: MAX_RADIUS }, unit: 'm', isNeeded: true, doc: 'its radius' },
      ...NAME,
    },
  },
  bitmap: {
    doc: 'solid where a picture (PNG, BMP, JPEG) is dark',
    fields: {
      file: { type: 'file', isNeeded: true, doc: 'the picture, beside the file that names it' },
      x: { ...coordinate('left'), default: 0 },
      y: { ...coordinate('bottom'), default: 0 },
      metresPerPixel: {
        type: 'number',
        range: { above: 0, max: MAX_RADIUS },
        unit: 'm',
        default: 1,
        doc: 'the side of a pixel',
      },
      beyond: { type: 'word', words: ['free', 'dark'], doc: 'what is around the picture' },
      maxBrightness: {
        type: 'number',
        range: { min: 0, max: 255 },
        doc: 'a pixel whose channels are all at most this is dark',
      },
      minAlpha: { type: 'number', range: { min: 0, max: 255 }, doc: 'a pixel that is less opaque is light' },
      ...NAME,
    },
  },
} as const satisfies EntryKinds;

export const OBJECT_FIELDS = {
  x: needed(coordinate('of its centre')),
  y: needed(coordinate('of its centre')),
  size: { type: 'number', range: { min: 0, max: MAX_RADIUS }, unit: 'm', doc: 'its radius; 0 for a point' },
  tag: { type: 'text', doc: 'the word that it wears' },
  heat: { type: 'number', doc: 'strength as a source of heat, read at one metre' },
  light: { type: 'number', doc: 'strength as a source of light, read at one metre' },
  solid: { type: 'boolean', doc: 'whether it is in the way of robots' },
  id: { type: 'integer', range: { min: 0 }, doc: 'its number; its place in the list if left out' },
} as const satisfies Fields;

const AT: Fields = { at: { type: 'number', range: { min: 0 }, unit: 's', isNeeded: true, doc: 'when it begins' } };
const PROCESS: Fields = {
  ...AT,
  process: { type: 'integer', range: { min: 0 }, isNeeded: true, doc: 'which process' },
};
const UNTIL: Fields = {
  until: { type: 'number', range: { min: 0 }, unit: 's', doc: 'when it ends; never if left out' },
};
const LINKS: Fields = { links: { type: 'data', doc: 'which links: pairs, or from and to, with bothWays' } };
const CHANCE: Fields = {
  ...AT,
  ...UNTIL,
  ...LINKS,
  name: { type: 'text', doc: 'names its random numbers, so that they stay when the fault is changed' },
};
const probability = (doc: string): FieldRow => ({ type: 'number', range: { min: 0, max: 1 }, doc });
const seconds = (doc: string): FieldRow => ({ type: 'number', range: { min: 0 }, unit: 's', doc });

export const FAULT_KINDS = {
  crash: { doc: 'a process stops working', fields: PROCESS },
  recover: { doc: 'a process goes on, with its memory as it was', fields: PROCESS },
  partition: {
    doc: 'links are cut',
    fields: {
      ...AT,
      ...UNTIL,
      groups: { type: 'data', doc: 'lists of processes that hear each other only inside; or links' },
      oneWay: { type: 'boolean', doc: 'whether only the way from earlier to later groups is cut' },
      ...LINKS,
      copies: { type: 'word', words: ['lost', 'held'], doc: 'what becomes of what is under way' },
      name: { type: 'text', doc: 'for who heals it' },
    },
  },
  heal: {
    doc: 'partitions that began before end',
    fields: { ...AT, partition: { type: 'text', doc: 'which; all if left out' } },
  },
  loss: { doc: 'copies are lost', fields: { ...CHANCE, probability: needed(probability('of each')) } },
  bursts: {
    doc: 'copies are lost in bursts',
    fields: {
      ...CHANCE,
      toBad: needed(probability('that a link turns bad')),
      toGood: needed(probability('that it becomes well again')),
      lossInBad: probability('that a copy is lost while its link is bad'),
      lossInGood: probability('that a copy is lost while its link is well'),
    },
  },
  duplication: {
    doc: 'copies arrive twice',
    fields: { ...CHANCE, probability: needed(probability('of each')), delay: seconds('of the second copy') },
  },
  spike: {
    doc: 'copies take longer',
    fields: {
      ...CHANCE,
      delay: needed(seconds('by how much')),
      probability: probability('of each; 1 if left out'),
      distribution: { type: 'word', words: ['constant', 'exponential'], doc: 'whether the delay is drawn' },
    },
  },
  omit: {
    doc: "a process's algorithms and active protocols do not send their messages; shrinking writes these",
    fields: {
      ...PROCESS,
      except: { type: 'data', isNeeded: true, doc: 'numbers of the messages that are sent, counted from 1' },
    },
  },
} as const satisfies EntryKinds;
