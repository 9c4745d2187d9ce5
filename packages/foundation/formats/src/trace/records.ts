/**
 * The table of the records of a run, from which the writers, the readers, the types and the tables of `docs/trace.md` are
 * derived.
 *
 * A new type of record is another row with the next free number; `since` is the minor version of the format that introduced
 * it, and the highest one is the version of the format. Readers skip the types that they do not know, and only those:
 * released rows never change, nor do the kinds of legs and parties, unless with a new MAJOR.
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

/** The type, and the meaning with its unit. */
type FieldRow = readonly [FieldType, string];

export interface Row {
  /** Identifies the row in the binary form; unique. */
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
      walled: ['bool', 'whether there are walls around the area'],
      response: [['stop', 'bounce', 'none'], 'response of robots to contacts'],
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
      tag: ['text', 'its tag; empty if none'],
    },
  },
  obstacle: {
    number: 3,
    since: 0,
    doc: 'an obstacle that robots cannot enter',
    fields: {
      obstacle: ['f64', "the obstacle's id"],
      name: ['text', 'human-readable name; empty if none'],
      shape: ['value', 'its shape (m), see [shapes of obstacles](#shapes-of-obstacles)'],
    },
  },
  object: {
    number: 4,
    since: 0,
    doc: 'an object that sensors detect and that blocks no robot',
    fields: {
      object: ['f64', "the object's id"],
      x: ['f64', 'position of its centre (m)'],
      y: ['f64', 'position of its centre (m)'],
      size: ['f64', 'radius (m); 0 for a point'],
      tag: ['text', 'its tag; empty if none'],
      heat: ['f64', 'strength as a source of heat, read at one metre'],
      light: ['f64', 'strength as a source of light, read at one metre'],
    },
  },
  leg: {
    number: 5,
    since: 0,
    doc: 'the trajectory of a robot until its next leg',
    fields: {
      robot: ['f64', "the robot's id"],
      leg: ['leg', 'the leg'],
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
      phase: ['text', 'name of the phase, defined by the module'],
      edge: [['start', 'finish'], 'whether the phase starts or finishes'],
      isLast: ['bool', 'whether this is the last phase of the motion'],
      x: ['f64', 'position now (m)'],
      y: ['f64', 'position now (m)'],
      heading: ['f64', 'heading now (rad)'],
      toX: ['f64', 'position at the end of the phase (m)'],
      toY: ['f64', 'position at the end of the phase (m)'],
      turn: ['f64', 'angle that the phase turns by (rad, anticlockwise)'],
      distance: ['f64', 'distance of the phase (m), negative for backward; an upper bound for a curve'],
      turnRate: ['f64', 'turn rate (rad/s, anticlockwise)'],
      speed: ['f64', 'speed (m/s); the maximum for a curve'],
    },
  },
  motionEnd: {
    number: 8,
    since: 0,
    doc: 'a motion ends',
    fields: {
      robot: ['f64', "the robot's id"],
      task: ['f64', 'number of the motion'],
      status: [['finished', 'collided', 'replaced', 'stopped', 'blocked'], 'outcome of the motion'],
      x: ['f64', 'position now (m)'],
      y: ['f64', 'position now (m)'],
      heading: ['f64', 'heading now (rad)'],
      with: ['party?', 'the partner in the collision, or the party that blocks the robot'],
      by: ['text?', 'cause of a replacement: `request` or the name of a push sensor'],
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
    doc: 'a robot requests a reading of one of its sensors',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      request: ['value', 'the request'],
    },
  },
  sensorReply: {
    number: 12,
    since: 0,
    doc: 'a sensor replies to a request',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      reply: ['value', 'the reading; of a list with more than 100 entries, their number and a digest of the list'],
    },
  },
  sensorEvent: {
    number: 13,
    since: 0,
    doc: 'a push sensor reports a reading without a request',
    fields: {
      robot: ['f64', "the robot's id"],
      sensor: ['text', 'name of the sensor'],
      reply: ['value', 'the reading'],
    },
  },
  effect: {
    number: 14,
    since: 0,
    doc: 'a robot uses an effector: it acts on the world other than by moving',
    fields: {
      robot: ['f64', "the robot's id"],
      effector: ['text', 'name of the effector'],
      request: ['value', 'the request'],
    },
  },
  warning: {
    number: 15,
    since: 0,
    doc: 'a warning about the run',
    fields: {
      robot: ['f64?', 'id of the robot that it concerns, if any'],
      text: ['text', 'the warning, human-readable'],
    },
  },
  send: {
    number: 16,
    since: 0,
    doc: 'a process sends a message',
    fields: {
      process: ['f64', "the sender's id"],
      message: ['f64', 'number of the message among those of its sender'],
      to: ['f64s', 'ids of the receivers'],
      protocol: ['text', 'id of its protocol'],
      messageType: ['text', 'its type, defined by the protocol'],
      content: ['value', 'its content'],
    },
  },
  deliver: {
    number: 17,
    since: 0,
    doc: 'a message is delivered to a process',
    fields: {
      process: ['f64', "the receiver's id"],
      message: ['f64', 'number of the message among those of its sender'],
      from: ['f64', "the sender's id"],
      to: ['f64s', 'ids of all receivers'],
      protocol: ['text', 'id of its protocol'],
      messageType: ['text', 'its type, defined by the protocol'],
      content: ['value', 'its content'],
    },
  },
  drop: {
    number: 18,
    since: 0,
    doc: 'a copy of a message is lost',
    fields: {
      process: ['f64', 'id of the receiver'],
      message: ['f64', 'number of the message among those of its sender'],
      from: ['f64', "the sender's id"],
      messageType: ['text', 'its type, defined by the protocol'],
      reason: ['text', 'cause of the loss'],
    },
  },
  crash: {
    number: 19,
    since: 0,
    doc: 'a process crashes',
    fields: { process: ['f64', "the process's id"] },
  },
  recover: {
    number: 20,
    since: 0,
    doc: 'a crashed process recovers',
    fields: { process: ['f64', "the process's id"] },
  },
  suspect: {
    number: 21,
    since: 0,
    doc: 'a failure detector starts or stops suspecting a process',
    fields: {
      process: ['f64', 'id of the process whose detector it is'],
      detector: ['text', 'id of the detector'],
      other: ['f64', 'id of the suspected process'],
      isSuspected: ['bool', 'whether it is suspected from now on'],
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
      value: ['value', 'the decided value'],
    },
  },
  protocolEvent: {
    number: 23,
    since: 0,
    doc: 'an event of a protocol at a process: a broadcast, a delivery, a view, a lock',
    fields: {
      process: ['f64', "the process's id"],
      protocol: ['text', 'id of the protocol'],
      event: ['text', 'name of the event, defined by the protocol'],
      value: ['value', 'its value'],
    },
  },
  log: {
    number: 24,
    since: 0,
    doc: 'a log line of an algorithm or protocol',
    fields: {
      process: ['f64', "the process's id"],
      logger: ['text', 'name of the logger, usually the class of the algorithm or protocol'],
      level: [['debug', 'info', 'warn', 'error'], 'level of the line'],
      text: ['text', 'the text, human-readable'],
    },
  },
  command: {
    number: 25,
    since: 0,
    doc: 'a command from outside the simulation',
    fields: {
      events: ['f64', 'number of events before the command: a replay repeats it there'],
      source: ['text', 'its origin, human-readable'],
      command: ['value', 'the command'],
    },
  },
  obstacleLeg: {
    number: 26,
    since: 0,
    doc: 'the trajectory of a movable obstacle until its next leg',
    fields: {
      obstacle: ['f64', "the obstacle's id"],
      from: ['f64s', 'pose of the centre of mass at which its shape was given: x, y (m), heading (rad)'],
      leg: ['leg', 'the leg of its centre of mass'],
    },
  },
  delayed: {
    number: 27,
    since: 0,
    doc: 'a robot whose motions keep ending in contact is delayed: its algorithm resumes later',
    fields: {
      robot: ['f64', "the robot's id"],
      until: ['f64', 'latest time at which it resumes (s)'],
      other: ['party?', 'the party that the robot touched last'],
    },
  },
  resumed: {
    number: 28,
    since: 0,
    doc: 'the algorithm of a delayed robot resumes',
    fields: { robot: ['f64', "the robot's id"] },
  },
  phase: {
    number: 29,
    since: 1,
    doc: 'an event of a Look-Compute-Move cycle: look, compute begins, compute ends, move begins, move ends',
    fields: {
      robot: ['f64', "the robot's id"],
      event: [['L', 'CB', 'CE', 'MB', 'ME'], 'the event'],
      toX: ['f64?', 'with L: the destination to which the look leads (m), if it is not where the robot is'],
      toY: ['f64?', 'with L: the destination to which the look leads (m), if it is not where the robot is'],
      snap: ['f64?', 'with ME: distance by which the destination was moved to the place of another robot (m)'],
      doubt: ['bool?', 'true if another tolerance for equal places could have changed the event'],
    },
  },
} as const satisfies Readonly<Record<string, RecordRow>>;

/** The fields that every leg has, before its own. */
export const LEG_START = {
  x: ['f64', 'position of the centre at the start (m)'],
  y: ['f64', 'position of the centre at the start (m)'],
  heading: ['f64', 'heading at the start (rad)'],
  start: ['f64', 'start time (s)'],
  end: ['f64', 'end time (s); Infinity if it is open-ended'],
} as const;

export const LEGS = {
  rest: { number: 0, doc: 'stands still', fields: {} },
  turn: {
    number: 1,
    doc: 'turns in place',
    fields: { turnRate: ['f64', 'turn rate (rad/s, anticlockwise)'] },
  },
  line: {
    number: 2,
    doc: 'moves in a straight line, not necessarily along its heading',
    fields: { vx: ['f64', 'velocity (m/s)'], vy: ['f64', 'velocity (m/s)'] },
  },
  arc: {
    number: 3,
    doc: 'moves along its heading while turning: a circle of radius speed / turnRate',
    fields: {
      speed: ['f64', 'speed (m/s); negative when it drives backwards'],
      turnRate: ['f64', 'turn rate (rad/s, anticlockwise)'],
    },
  },
  curve: {
    number: 4,
    doc: 'moves along a smooth curve, approximated for viewers',
    fields: { knots: ['knots', 'rows of t (s), x, y (m), vx, vy (m/s), heading (rad)'] },
  },
} as const satisfies Readonly<Record<string, Row>>;

export const PARTIES = {
  robot: { number: 0, doc: 'a robot', fields: { id: ['f64', "the robot's id"] } },
  obstacle: { number: 1, doc: 'an obstacle', fields: { id: ['f64', "the obstacle's id"] } },
} as const satisfies Readonly<Record<string, Row>>;

/** Increases with new types of records. */
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

/** A leg of the geometry, except that a curve is given by its knots. */
export type TraceLeg = Union<'kind', typeof LEG_START, typeof LEGS>;

/** One record, discriminated by `type`. */
export type TraceRecord = Union<'type', typeof RECORD_START, typeof RECORDS>;

export type RecordType = TraceRecord['type'];

/** The records of one type. */
export type RecordOf<T extends RecordType> = Extract<TraceRecord, { readonly type: T }>;
