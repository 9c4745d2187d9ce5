/** Records like those of runs, for property tests of the Neko log: motions from start to end, messages that arrive. */
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import type { RecordOf, TraceRecord } from '../src/trace/records.js';
import type { TraceValue } from '../src/trace/values.js';

const id = fc.oneof(fc.nat({ max: 12 }), fc.nat());
const time = fc.oneof(fc.double({ min: 0, max: 1000, noNaN: true }), fc.double({ min: 0, max: 2 ** 31, noNaN: true }));
const number = fc.oneof(
  fc.constantFrom(0, 0.0625, 0.0005, -0.0001, 999.9996),
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
);
const angle = fc.oneof(
  fc.constantFrom(0, Math.PI, 2 * Math.PI, -1e-12, 2 * Math.PI - 1e-9),
  fc.double({ min: -20, max: 20, noNaN: true }),
);

/** Texts, including some that would break a line or a column. */
const HOSTILE = [
  '',
  ' ',
  'two words',
  'a\nb',
  'a\r\n',
  '\u2028',
  '\\n',
  '\\',
  '\0',
  '🤖',
  'é',
  'Event:',
  'messages',
  '0.000 p0 A x',
];
const text = fc.oneof(fc.string(), fc.string({ unit: ANY_CHARACTER }), fc.constantFrom(...HOSTILE));

/** Any value that the log can represent: it does not show whether a value was a text. */
const value = fc
  .letrec<{ value: TraceValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, false),
      fc.double(),
      fc.integer(),
      text,
      fc.record({ x: fc.double(), y: fc.double() }, { noNullPrototype: true }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('kind', 'x', 'y'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }))
  .value.filter((given) => typeof given !== 'string');

const motionKind = fc.constantFrom('moveTo', 'turn', 'forward', 'zigzag', 'my own');

const asked = fc.oneof(
  value,
  fc.record(
    { x: number, y: number, speed: number, turnRate: angle, angle, distance: number },
    { noNullPrototype: true },
  ),
);

const pose = fc.record({ x: number, y: number, heading: angle }, { noNullPrototype: true });

const way = fc.record(
  { toX: number, toY: number, turn: angle, distance: number, turnRate: angle, speed: number },
  { noNullPrototype: true },
);

type Status = RecordOf<'motionEnd'>['status'];

interface Motion {
  readonly time: number;
  readonly kind: string;
  readonly request: TraceValue;
  readonly phases: readonly { readonly pose: Pose; readonly way: Way }[];
  readonly end: Pose;
  readonly status: Status;
}

type Pose = Pick<RecordOf<'motionEvent'>, 'x' | 'y' | 'heading'>;
type Way = Pick<RecordOf<'motionEvent'>, 'toX' | 'toY' | 'turn' | 'distance' | 'turnRate' | 'speed'>;

const motion: fc.Arbitrary<Motion> = fc.record({
  time,
  kind: motionKind,
  request: asked,
  phases: fc.array(fc.record({ pose, way }), { minLength: 1, maxLength: 3 }),
  end: pose,
  status: fc.constantFrom<Status>('finished', 'collided', 'replaced', 'stopped', 'blocked'),
});

const STANDSTILL = { turn: 0, distance: 0, turnRate: 0, speed: 0 };

/** All records of a motion. */
function motionRecords(
  robot: number,
  task: number,
  { time: at, kind, request, phases, end, status }: Motion,
): TraceRecord[] {
  const common = { time: at, robot, task };
  const records: TraceRecord[] = [{ type: 'motionRequest', ...common, kind, request }];
  // A MOVETO has two phases, whose names and order are known.
  const all = kind === 'moveTo' ? [phases[0]!, phases.at(-1)!] : phases;
  for (const [i, { pose: from, way: to }] of all.entries()) {
    const isLast = i === all.length - 1;
    const phase = kind === 'moveTo' ? (isLast ? 'forward' : 'turn') : `phase ${i}`;
    const rates = kind === 'moveTo' ? (isLast ? { turnRate: 0, speed: 1 } : { turnRate: 1, speed: 0 }) : {};
    const event = { type: 'motionEvent', ...common, kind, phase, isLast } as const;
    records.push({ ...event, edge: 'start', ...from, ...to, ...rates });
    if (isLast && status !== 'finished') break;
    const next = isLast ? end : all[i + 1]!.pose;
    records.push({ ...event, edge: 'finish', ...next, toX: next.x, toY: next.y, ...STANDSTILL });
  }
  records.push({ type: 'motionEnd', ...common, status, ...end });
  return records;
}

/** All motions of a few robots, one after the other. */
export const motions: fc.Arbitrary<TraceRecord[]> = fc
  .array(fc.tuple(fc.nat({ max: 3 }), motion), { maxLength: 6 })
  .map((given) => {
    const tasks = new Map<number, number>();
    return given.flatMap(([robot, each]) => {
      const task = (tasks.get(robot) ?? 0) + 1;
      tasks.set(robot, task);
      return motionRecords(robot, task, each);
    });
  });

interface Sending {
  readonly from: number;
  readonly to: readonly number[];
  readonly messageType: string;
  readonly content: TraceValue;
}

const sending: fc.Arbitrary<Sending> = fc.record({
  from: fc.nat({ max: 2 }),
  to: fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 3 }),
  messageType: fc.oneof(fc.constantFrom('GO', 'STOP'), text),
  content: fc.oneof(fc.constantFrom<TraceValue>(null, 1), value),
});

/** Messages that are all sent first, and then arrive in the order of sending. */
export const messages: fc.Arbitrary<TraceRecord[]> = fc
  .tuple(time, fc.array(sending, { maxLength: 8 }))
  .map(([at, all]) => {
    const counts = new Map<number, number>();
    const sends = all.map(({ from, ...rest }): RecordOf<'send'> => {
      const message = (counts.get(from) ?? 0) + 1;
      counts.set(from, message);
      return { type: 'send', time: at, process: from, message, protocol: '', ...rest };
    });
    const arrivals = sends.flatMap(({ process: from, ...rest }) =>
      rest.to.map((process): TraceRecord => ({ ...rest, type: 'deliver', process, from })),
    );
    return [...sends, ...arrivals];
  });

const reading = fc.record(
  { kind: fc.constantFrom('robot', 'obstacle'), id: fc.nat(), distance: number, bearing: angle },
  { requiredKeys: ['kind', 'id'], noNullPrototype: true },
);

/** A record that is independent of others. */
export const others: fc.Arbitrary<TraceRecord> = fc.oneof(
  record('sensorRequest', {
    robot: id,
    sensor: name('gps', 'view', 'contact', 'ring', 'nose'),
    request: sensorAsked(),
  }),
  record('sensorEvent', {
    robot: id,
    sensor: name('proximity', 'contact', 'nose'),
    reply: fc.oneof(value, fc.array(reading)),
  }),
  record('effect', {
    robot: id,
    effector: name('tag', 'horn'),
    request: fc.oneof(value, fc.record({ tag: text }, { noNullPrototype: true })),
  }),
  record('warning', { robot: id, text }),
  record('warning', { text }),
  record('crash', { process: id }),
  record('recover', { process: id }),
  record('suspect', { process: id, detector: text, other: id, isSuspected: fc.boolean() }),
  record('decide', { process: id, protocol: text, instance: id, value }),
  record('protocolEvent', { process: id, protocol: text, event: text, value }),
  record('log', { process: fc.oneof(id, fc.constant(-1)), logger: text, level: fc.constantFrom('info'), text }),
  record('command', { events: id, source: text, command: value }),
  record('drop', { process: id, message: id, from: id, messageType: text, reason: text }),
);

function name(...known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...known), text);
}

function sensorAsked(): fc.Arbitrary<unknown> {
  return fc.oneof(
    value,
    fc.record(
      { errorFactor: fc.double({ noNaN: true }), viewSize: fc.double({ noNaN: true }), range: number, rays: fc.nat() },
      { noNullPrototype: true },
    ),
  );
}

function record(
  type: TraceRecord['type'],
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<TraceRecord> {
  return fc
    .record({ type: fc.constant(type), time, ...fields }, { noNullPrototype: true })
    .map((made) => made as unknown as TraceRecord);
}
