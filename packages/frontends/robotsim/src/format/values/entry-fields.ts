/** Kinds and fields of the entries of `obstacles`, `objects` and `faults`. */
import { MAX_COORDINATE, MAX_RADIUS } from '@kineko/geometry';
import type { ValueRow } from '@kineko/run/settings';
import type { SimpleType } from './simple.js';

export interface FieldRow extends ValueRow<SimpleType> {
  readonly doc: string;
  readonly isNeeded?: boolean;
  readonly default?: number;
}

export type FieldTable = Readonly<Record<string, FieldRow>>;

interface EntryKind {
  readonly doc: string;
  readonly fields: FieldTable;
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

const NAME: FieldTable = { name: { type: 'text', doc: 'name in messages' } };

/** Properties of an obstacle that robots can push. */
const PUSHED: FieldTable = {
  density: {
    type: 'number',
    range: { above: 0 },
    unit: 'kg/m²',
    doc: 'mass per area; if given, robots can push the obstacle, which must be convex',
  },
  staticFriction: { type: 'number', range: { min: 0 }, doc: 'static friction with the ground (default: 0.3)' },
  kineticFriction: { type: 'number', range: { min: 0 }, doc: 'kinetic friction with the ground (default: 0.3)' },
};

export const OBSTACLE_KINDS = {
  segment: {
    doc: 'a straight wall without thickness',
    fields: { a: point('one end'), b: point('the other end'), ...NAME },
  },
  polyline: {
    doc: 'a bent wall without thickness; closed if it ends at its first point, but never solid',
    fields: { points: points('two or more points'), ...NAME },
  },
  polygon: {
    doc: 'a solid with straight sides',
    fields: { points: points('three or more corners, in either direction'), ...NAME, ...PUSHED },
  },
  box: {
    doc: 'a solid rectangle along the axes',
    fields: {
      x: needed(coordinate('left side')),
      y: needed(coordinate('bottom side')),
      width: positive('width'),
      height: positive('height'),
      ...NAME,
      ...PUSHED,
    },
  },
  disc: {
    doc: 'a solid disc',
    fields: {
      x: needed(coordinate('centre')),
      y: needed(coordinate('centre')),
      radius: { type: 'number', range: { above: 0, max: MAX_RADIUS }, unit: 'm', isNeeded: true, doc: 'radius' },
      ...NAME,
    },
  },
  bitmap: {
    doc: 'solid where a picture (PNG, BMP, JPEG) is dark',
    fields: {
      file: { type: 'file', isNeeded: true, doc: 'picture, relative to the file that names it' },
      x: { ...coordinate('left side'), default: 0 },
      y: { ...coordinate('bottom side'), default: 0 },
      metresPerPixel: {
        type: 'number',
        range: { above: 0, max: MAX_RADIUS },
        unit: 'm',
        default: 1,
        doc: 'side of a pixel',
      },
      beyond: { type: 'word', words: ['free', 'dark'], doc: 'whether the area around the picture is free or solid' },
      maxBrightness: {
        type: 'number',
        range: { min: 0, max: 255 },
        doc: 'maximum value of the channels of a dark pixel',
      },
      minAlpha: { type: 'number', range: { min: 0, max: 255 }, doc: 'minimum opacity of a dark pixel' },
      ...NAME,
    },
  },
} as const satisfies EntryKinds;

export const OBJECT_FIELDS = {
  x: needed(coordinate('centre')),
  y: needed(coordinate('centre')),
  size: { type: 'number', range: { min: 0, max: MAX_RADIUS }, unit: 'm', doc: 'radius; 0 for a point' },
  tag: { type: 'text', doc: 'word that sensors can read' },
  heat: { type: 'number', doc: 'strength as a source of heat, measured at one metre' },
  light: { type: 'number', doc: 'strength as a source of light, measured at one metre' },
  solid: { type: 'boolean', doc: 'whether robots collide with it' },
  id: { type: 'integer', range: { min: 0 }, doc: 'id; the index in the list if omitted' },
} as const satisfies FieldTable;

const AT: FieldTable = { at: { type: 'number', range: { min: 0 }, unit: 's', isNeeded: true, doc: 'start' } };
const PROCESS: FieldTable = {
  ...AT,
  process: { type: 'integer', range: { min: 0 }, isNeeded: true, doc: 'id of the process' },
};
const UNTIL: FieldTable = {
  until: { type: 'number', range: { min: 0 }, unit: 's', doc: 'end; never if omitted' },
};
const LINKS: FieldTable = { links: { type: 'data', doc: 'affected links: pairs, or from and to, with bothWays' } };
const RANDOM: FieldTable = {
  ...AT,
  ...UNTIL,
  ...LINKS,
  name: { type: 'text', doc: 'name of its random stream, which stays the same when the fault is changed' },
};
const probability = (doc: string): FieldRow => ({ type: 'number', range: { min: 0, max: 1 }, doc });
const seconds = (doc: string): FieldRow => ({ type: 'number', range: { min: 0 }, unit: 's', doc });

export const FAULT_KINDS = {
  crash: {
    doc: 'a process stops working',
    fields: {
      ...PROCESS,
      memory: {
        type: 'word',
        words: ['kept', 'lost'],
        doc: 'whether it continues at its recovery, or starts again with its stable storage only; kept if omitted',
      },
    },
  },
  recover: { doc: 'a crashed process works again', fields: PROCESS },
  partition: {
    doc: 'links are cut',
    fields: {
      ...AT,
      ...UNTIL,
      groups: { type: 'data', doc: 'lists of processes that hear only members of their own list; or links' },
      oneWay: { type: 'boolean', doc: 'whether only links from earlier to later groups are cut' },
      ...LINKS,
      copies: { type: 'word', words: ['lost', 'held'], doc: 'whether copies in flight are lost or held' },
      name: { type: 'text', doc: 'name, for heal' },
    },
  },
  heal: {
    doc: 'ends partitions that began before',
    fields: { ...AT, partition: { type: 'text', doc: 'name of the partition; all if omitted' } },
  },
  loss: {
    doc: 'copies are lost',
    fields: { ...RANDOM, probability: needed(probability('probability for each copy')) },
  },
  bursts: {
    doc: 'copies are lost in bursts',
    fields: {
      ...RANDOM,
      toBad: needed(probability('probability that a link turns bad')),
      toGood: needed(probability('probability that it turns good')),
      lossInBad: probability('probability that a copy is lost on a bad link'),
      lossInGood: probability('probability that a copy is lost on a good link'),
    },
  },
  duplication: {
    doc: 'copies arrive twice',
    fields: {
      ...RANDOM,
      probability: needed(probability('probability for each copy')),
      delay: seconds('additional delay of the second copy'),
    },
  },
  spike: {
    doc: 'copies take longer',
    fields: {
      ...RANDOM,
      delay: needed(seconds('additional delay')),
      probability: probability('probability for each copy; 1 if omitted'),
      distribution: { type: 'word', words: ['constant', 'exponential'], doc: 'whether the delay is constant or drawn' },
    },
  },
  byzantine: {
    doc: 'messages of a process are omitted or changed on their way out',
    fields: {
      ...PROCESS,
      ...UNTIL,
      behaviour: {
        type: 'text',
        isNeeded: true,
        doc: 'omit, change, equivocate (right to some receivers, wrong to others), or the file of a function (message, to, random) => content',
      },
      to: { type: 'data', doc: 'ids of the deceived receivers; all if omitted' },
      types: { type: 'data', doc: 'types of the messages; all if omitted' },
      name: { type: 'text', doc: 'name of its random stream, which stays the same when the fault is changed' },
    },
  },
  drift: {
    doc: 'the clock of a process runs at another rate',
    fields: {
      ...PROCESS,
      rate: { type: 'number', range: { above: 0 }, isNeeded: true, doc: 'seconds of the clock per simulated second' },
    },
  },
  omit: {
    doc: "suppresses messages of a process's algorithms and active protocols; written by shrinking",
    fields: {
      ...PROCESS,
      except: { type: 'data', isNeeded: true, doc: 'numbers of the messages that are still sent, from 1' },
    },
  },
} as const satisfies EntryKinds;
