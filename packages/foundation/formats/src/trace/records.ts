/**
 * The records of a run, once: the writers, the readers, the types and the tables of `docs/trace.md` all come from here.
 *
 * A new type of record is one more row with the next free number; `since` is the minor version of the format that
 * brought it, and the highest one is the format's. Readers skip the types they do not know, and only those: what has
 * been released changes no more, nor do the kinds of legs and parties, unless with a new MAJOR.
 */
import type { TraceValue } from './values.js';

/** TypeScript types of plain fields. */
interface PlainValues {
  f64: number;
  f64s: readonly number[];
  /** Rows of KNOT_LENGTH numbers. */
  knots: readonly number[];
  text: string;
  bool: boolean;
  value: TraceValue;
  party: Party;
  leg: TraceLeg;
}

export type PlainType = keyof PlainValues;

/** One of a list of words; numbered, from 0, in the order of the list. */
type Words = readonly [string, ...string[]];

/** With `?`, the field may be absent. */
export type FieldType = PlainType | `${PlainType}?` | Words;

/** The type, and what it means, with its unit. */
type FieldRow = readonly [FieldType, string];

export interface Row {
  /** Stands for the row in the binary form; never given twice. */
  readonly number: number;
  readonly doc: string;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

interface RecordRow extends Row {
  readonly since: number;
}

export const MAJOR = 1;

/** t, x, y, vx, vy, heading. */
export const KNOT_LENGTH = 6;

/** The field that every record has, before its own. */
export const RECORD_START = { time: ['f64', 'simulated time (s)'] } as const;

export const RECORDS = {
  world: {
    number: 1,
    since: 0,
    doc: 'the ground on which the run takes place',
    fields: {
      area: ['f64s?', 'minX, minY, maxX, maxY (m); absent if the ground has no bounds'],
      walled: ['bool', 'whether walls stand around the area'],
      response: [['stop', 'bounce', 'none'], 'what robots do when they touch something'],
    },
  },
  robot: {
    number: 2,
    since: 0,
    doc: 'a robot enters the world',
    fields: {
      robot: ['f64', "the robot's id"],
      radius: ['f64', 'radius of its body (m)'],
      x: ['f64', 'position of its centre (m)'],
      y: ['f64', 'position of its centre (m)'],
      heading: ['f64', 'direction it faces (rad, anticlockwise from the x axis)'],
      tag: ['text', 'the word that it wears; empty if none'],
    },
  },
  obstacle: {
    number: 3,
    since: 0,
    doc: 'something that stands still and is in the way',
    fields: {
      obstacle: ['f64', "the obstacle's id"],
      name: ['text', 'what people call it; empty if nothing'],
      shape: ['value', 'its shape, as the world describes it (m)'],
    },
  },
  object: {
    number: 4,
    since: 0,
    doc: 'something that can be sensed and blocks no robot',
    fields: {
      object: ['f64', "the object's id"],
      x: ['f64', 'position of its centre (m)'],
      y: ['f64', 'position of its centre (m)'],
      size: ['f64', 'radius (m); 0 for a point'],
      tag: ['text', 'the word that it wears; empty if none'],
      heat: ['f64', 'strength as a source of heat, read at one metre'],
      light: ['f64', 'strength as a source of light, read at one metre'],
    },
  },
  leg: {
    number: 5,
    since: 0,
    doc: 'a robot moves like this from now on, until its next leg',
    fields: {
      robot: ['f64', "the robot's id"],
      leg: ['leg', 'the stretch of motion'],
    },
  },
  motionRequest: {
    number: 6,
    since: 0,
    doc: 'a robot receives a motion request',
    fields: {
      robot: ['f64', "the robot's id"],
      task: ['f64', 'number of the motion'],
      kind: ['text', 'name of the motion module'],
      request: ['value', 'the request'],
    },
  },
  motionEvent: {
    number: 7,
    since: 0,
    doc: 'a phase of a motion starts or finishes',
    fields: {
      robot: ['f64', "the robot's id"],
      task: ['f64', 'number of the motion'],
      kind: ['text', 'name of the motion module'],
      phase: ['text', 'name that the module gives to the phase'],
      edge: [['start', 'finish'], 'which end of the phase'],
      isLast: ['bool', 'whether the motion has no phase after this one'],
      x: ['f64', 'position now (m)'],
      y: ['f64', 'position now (m)'],
      heading: ['f64', 'heading now (rad)'],
      toX: ['f64', 'position at the end of the phase (m)'],
      toY: ['f64', 'position at the end of the phase (m)'],
      turn: ['f64', 'angle that the phase turns by (rad, anticlockwise)'],
      distance: ['f64', 'distance that the phase goes (m), negative for backward; of a curve, at most'],
      turnRate: ['f64', 'rate of turning (rad/s, anticlockwise)'],
      speed: ['f64', 'speed (m/s); of a curve, the highest'],
    },
  },
  motionEnd: {
    number: 8,
    since: 0,
    doc: 'a motion is over',
    fields: {
      robot: ['f64', "the robot's id"],
      task: ['f64', 'number of the motion'],
      status: [['finished', 'collided', 'replaced', 'stopped', 'blocked'], 'how it ended'],
      x: ['f64', 'position now (m)'],
      y: ['f64', 'position now (m)'],
      heading: ['f64', 'heading now (rad)'],
      with: ['party?', 'what it collided with, or is blocked by'],
      by: ['text?', 'who ended it'],
    },
  },
  touch: {
    number: 9,
    since: 0,
    doc: 'a robot comes into contact',
    fields: {
      robot: ['f64', "the robot's id"],
      other: ['party', 'the partner'],
    },
  },
  release: {
    number: 10,
    since: 0,
    doc: 'a contact ends',
    fields: {
      robot: ['f64', "the robot's id"],
      other: ['party', 'the former partner'],
    },
  },
  sensorRequest: {
    number: 11,
    since: 0,
    doc: 'a robot asks one of its sensors',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      request: ['value', 'the request'],
    },
  },
  sensorReply: {
    number: 12,
    since: 0,
    doc: 'a sensor answers',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      reply: ['value', 'what it answered'],
    },
  },
  sensorEvent: {
    number: 13,
    since: 0,
    doc: 'a sensor speaks up unasked',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      reply: ['value', 'what it said'],
    },
  },
  effect: {
    number: 14,
    since: 0,
    doc: 'a robot acts on the world other than by moving',
    fields: {
      robot: ['f64', "the robot's id"],
      effector: ['text', 'name of the effector'],
      request: ['value', 'what it was to do'],
    },
  },
  warning: {
    number: 15,
    since: 0,
    doc: 'a warning about the run',
    fields: {
      robot: ['f64?', 'id of the robot it is about, if it is about one'],
      text: ['text', 'the warning, human-readable'],
    },
  },
  send: {
    number: 16,
    since: 0,
    doc: 'a process hands a message to its network',
    fields: {
      process: ['f64', "the sender's id"],
      message: ['f64', 'number of the message among those of its sender'],
      to: ['f64s', 'ids of the processes it is for'],
      protocol: ['text', 'id of the protocol whose message it is'],
      messageType: ['text', 'its type, as the protocol names it'],
      content: ['value', 'what it carries'],
    },
  },
  deliver: {
    number: 17,
    since: 0,
    doc: 'a message arrives at a process',
    fields: {
      process: ['f64', "the receiver's id"],
      message: ['f64', 'number of the message among those of its sender'],
      from: ['f64', "the sender's id"],
      to: ['f64s', 'ids of all the processes it is for'],
      protocol: ['text', 'id of the protocol whose message it is'],
      messageType: ['text', 'its type, as the protocol names it'],
      content: ['value', 'what it carries'],
    },
  },
  drop: {
    number: 18,
    since: 0,
    doc: 'a copy of a message is lost',
    fields: {
      process: ['f64', 'id of the process it was for'],
      message: ['f64', 'number of the message among those of its sender'],
      from: ['f64', "the sender's id"],
      messageType: ['text', 'its type, as the protocol names it'],
      reason: ['text', 'why it was lost'],
    },
  },
  crash: {
    number: 19,
    since: 0,
    doc: 'a process stops working',
    fields: { process: ['f64', "the process's id"] },
  },
  recover: {
    number: 20,
    since: 0,
    doc: 'a stopped process continues',
    fields: { process: ['f64', "the process's id"] },
  },
  suspect: {
    number: 21,
    since: 0,
    doc: 'a failure detector changes its mind',
    fields: {
      process: ['f64', 'id of the process whose detector it is'],
      detector: ['text', 'id of the detector'],
      other: ['f64', 'id of the process it is about'],
      isSuspected: ['bool', 'whether that one is suspected from now on'],
    },
  },
  decide: {
    number: 22,
    since: 0,
    doc: 'a process decides in a consensus',
    fields: {
      process: ['f64', "the process's id"],
      protocol: ['text', 'id of the consensus protocol'],
      instance: ['f64', 'number of the consensus'],
      value: ['value', 'what is decided'],
    },
  },
  protocolEvent: {
    number: 23,
    since: 0,
    doc: 'something that a protocol promises happens at a process: a broadcast, a delivery, a view, a lock',
    fields: {
      process: ['f64', "the process's id"],
      protocol: ['text', 'id of the protocol'],
      event: ['text', 'what happens, as the protocol names it'],
      value: ['value', 'with what'],
    },
  },
  log: {
    number: 24,
    since: 0,
    doc: 'an author has something to say',
    fields: {
      process: ['f64', "the process's id"],
      logger: ['text', 'who speaks: as a rule the class of the algorithm or protocol'],
      level: [['debug', 'info', 'warn', 'error'], 'how much it matters'],
      text: ['text', 'the text, human-readable'],
    },
  },
  command: {
    number: 25,
    since: 0,
    doc: 'someone outside the simulation orders something',
    fields: {
      events: [
        'f64',
        'number of events that had been run when the command was admitted: where a replay gives it again',
      ],
      source: ['text', 'its origin, human-readable'],
      command: ['value', 'what was ordered'],
    },
  },
  obstacleLeg: {
    number: 26,
    since: 0,
    doc: 'an obstacle that can be pushed moves like this from now on, until its next leg',
    fields: {
      obstacle: ['f64', "the obstacle's id"],
      from: ['f64s', 'x, y (m) and heading (rad) of the centre of its mass where its shape was given'],
      leg: ['leg', 'the stretch of motion, of the centre of its mass'],
    },
  },
  delayed: {
    number: 27,
    since: 0,
    doc: 'a robot whose motions keep ending in contact is held back: its algorithm resumes later',
    fields: {
      robot: ['f64', "the robot's id"],
      until: ['f64', 'when it resumes at the latest (s)'],
      other: ['party?', 'what the robot touched last'],
    },
  },
  resumed: {
    number: 28,
    since: 0,
    doc: 'the algorithm of a robot that was held back resumes',
    fields: { robot: ['f64', "the robot's id"] },
  },
} as const satisfies Readonly<Record<string, RecordRow>>;

/** The fields that every leg has, before its own. */
export const LEG_START = {
  x: ['f64', 'position of the centre at the start (m)'],
  y: ['f64', 'position of the centre at the start (m)'],
  heading: ['f64', 'heading at the start (rad)'],
  start: ['f64', 'when it starts (s)'],
  end: ['f64', 'when it ends (s); Infinity for "until further notice"'],
} as const;

export const LEGS = {
  rest: { number: 0, doc: 'stands still', fields: {} },
  turn: {
    number: 1,
    doc: 'turns on the spot',
    fields: { turnRate: ['f64', 'rate of turning (rad/s, anticlockwise)'] },
  },
  line: {
    number: 2,
    doc: 'goes straight, not necessarily along its heading',
    fields: { vx: ['f64', 'velocity (m/s)'], vy: ['f64', 'velocity (m/s)'] },
  },
  arc: {
    number: 3,
    doc: 'goes along its heading while turning: a circle of radius speed / turnRate',
    fields: {
      speed: ['f64', 'speed (m/s); negative when it drives backwards'],
      turnRate: ['f64', 'rate of turning (rad/s, anticlockwise)'],
    },
  },
  curve: {
    number: 4,
    doc: 'goes along a smooth curve, as a viewer draws it',
    fields: { knots: ['knots', 'rows of t (s), x, y (m), vx, vy (m/s), heading (rad)'] },
  },
} as const satisfies Readonly<Record<string, Row>>;

export const PARTIES = {
  robot: { number: 0, doc: 'a robot', fields: { id: ['f64', "the robot's id"] } },
  obstacle: { number: 1, doc: 'an obstacle', fields: { id: ['f64', "the obstacle's id"] } },
} as const satisfies Readonly<Record<string, Row>>;

/** Goes up with new types of records. */
export const MINOR = Math.max(...Object.values(RECORDS).map((row) => row.since));

type ValueOf<T> = T extends Words
  ? T[number]
  : T extends `${infer P extends PlainType}?`
    ? PlainValues[P]
    : T extends PlainType
      ? PlainValues[T]
      : never;

type Members<F extends Row['fields']> = {
  readonly [K in keyof F as F[K][0] extends `${string}?` ? never : K]: ValueOf<F[K][0]>;
} & {
  readonly [K in keyof F as F[K][0] extends `${string}?` ? K : never]?: ValueOf<F[K][0]> | undefined;
};

/** Makes editors show the members in place of an intersection. */
type Flat<T> = { [K in keyof T]: T[K] };

type Variant<Key extends string, Name, Start extends Row['fields'], Own extends Row['fields']> = Flat<
  { readonly [K in Key]: Name } & Members<Start> & Members<Own>
>;

type Union<Key extends string, Start extends Row['fields'], Rows extends Readonly<Record<string, Row>>> = {
  [Name in keyof Rows]: Variant<Key, Name, Start, Rows[Name]['fields']>;
}[keyof Rows];

/** A robot or an obstacle in contact. */
export type Party = Union<'kind', Record<never, FieldRow>, typeof PARTIES>;

/** A stretch of motion: the legs of the geometry, save that a curve is given by its knots. */
export type TraceLeg = Union<'kind', typeof LEG_START, typeof LEGS>;

/** One record, told apart by `type`. */
export type TraceRecord = Union<'type', typeof RECORD_START, typeof RECORDS>;

export type RecordType = TraceRecord['type'];

/** The records of one type. */
export type RecordOf<T extends RecordType> = Extract<TraceRecord, { readonly type: T }>;
