/** The cost of recording a run, compared with the simplest code, and of reading it back. */
import {
  binaryHeader,
  BinaryWriter,
  JsonWriter,
  readTrace,
  type TraceRecord,
  TraceWriter,
} from '@kineko/formats/trace';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

/** Records that one call writes or reads. */
const COUNT = 4096;

/** Every loop stores its sum here, so that the compiler cannot drop its work. */
const sink = new Float64Array(1);

const mixtures = [
  { name: 'legs', records: records((i) => leg(i)) },
  { name: 'a run: requests, legs, events, ends', records: records((i) => [request, leg, event, end][i % 4]!(i)) },
];

export const comparisons: Comparison[] = mixtures.flatMap((mixture) => [
  {
    name: `writing ${mixture.name}`,
    n: COUNT,
    alternatives: [
      { name: 'JSON.stringify', setUp: () => stringify(mixture.records) },
      { name: 'JsonWriter', setUp: () => writeJson(mixture.records) },
      { name: 'BinaryWriter', setUp: () => writeBinary(mixture.records) },
      { name: 'BinaryWriter, then packed', setUp: () => writePacked(mixture.records) },
    ],
  },
  {
    name: `reading ${mixture.name}`,
    n: COUNT,
    alternatives: [
      { name: 'JSON.parse', setUp: () => parse(mixture.records) },
      { name: 'readTrace, canonical', setUp: () => readBinary(canonicalTrace(mixture.records)) },
      {
        name: 'readTrace, packed',
        setUp: () => readBinary(packedTrace(mixture.records)),
        target: { figure: `reading a trace (${mixture.name}), records`, compares: 'at least', must: 1e6, aim: 3e6 },
      },
    ],
  },
  {
    name: `size of ${mixture.name}`,
    n: COUNT,
    unit: 'bytes',
    alternatives: [
      { name: 'canonical', setUp: () => () => canonicalTrace(mixture.records).length / REPEATS },
      { name: 'packed', setUp: () => () => packedTrace(mixture.records).length / REPEATS },
    ],
  },
]);

function records(recordAt: (i: number) => TraceRecord): TraceRecord[] {
  return Array.from({ length: COUNT }, (_, i) => recordAt(i));
}

function leg(i: number): TraceRecord {
  const start = i / 7;
  const place = { x: i / 3, y: i / 11, heading: i / 13, start, end: start + 1 / 3 };
  const legs = [
    { kind: 'rest', ...place, end: Infinity },
    { kind: 'turn', ...place, turnRate: 1 / 3 },
    { kind: 'line', ...place, vx: 1 / 7, vy: 1 / 9 },
    { kind: 'arc', ...place, speed: 1 / 7, turnRate: 1 / 9 },
  ] as const;
  return { type: 'leg', time: start, robot: i % 100, leg: legs[(i >> 2) % 4]! };
}

function request(i: number): TraceRecord {
  const asked = { destination: { x: i / 3, y: i / 11 }, moveSpeed: 1 / 3, turnSpeed: 1 / 7 };
  return { type: 'motionRequest', time: i / 7, robot: i % 100, task: i, kind: 'moveTo', request: asked };
}

function event(i: number): TraceRecord {
  return {
    type: 'motionEvent',
    time: i / 7,
    robot: i % 100,
    task: i,
    kind: 'moveTo',
    phase: 'forward',
    edge: 'finish',
    isLast: true,
    x: i / 3,
    y: i / 11,
    heading: i / 13,
    toX: i / 3,
    toY: i / 11,
    turn: 0,
    distance: 1 / 3,
    turnRate: 0,
    speed: 1 / 7,
  };
}

function end(i: number): TraceRecord {
  const place = { x: i / 3, y: i / 11, heading: i / 13 };
  const other = { kind: 'robot', id: (i + 1) % 100 } as const;
  return { type: 'motionEnd', time: i / 7, robot: i % 100, task: i, status: 'collided', ...place, with: other };
}

function stringify(given: readonly TraceRecord[]): Work {
  return () => {
    let lines = '';
    for (const record of given) lines += `${JSON.stringify(record)}\n`;
    sink[0] = lines.length;
    return given.length;
  };
}

function writeJson(given: readonly TraceRecord[]): Work {
  const writer = new JsonWriter();
  return () => {
    for (const record of given) writer.append(record);
    sink[0] = writer.take().length;
    return given.length;
  };
}

function writeBinary(given: readonly TraceRecord[]): Work {
  const writer = new BinaryWriter();
  return () => {
    for (const record of given) writer.append(record);
    sink[0] = writer.take().length;
    return given.length;
  };
}

function parse(given: readonly TraceRecord[]): Work {
  const lines = given.map((record) => JSON.stringify(record));
  return () => {
    let sum = 0;
    for (const line of lines) sum += (JSON.parse(line) as TraceRecord).time;
    sink[0] = sum;
    return lines.length;
  };
}

function writePacked(given: readonly TraceRecord[]): Work {
  const writer = new BinaryWriter();
  const trace = new TraceWriter();
  return () => {
    for (const record of given) writer.append(record);
    trace.add(writer.lend());
    sink[0] = trace.take().length;
    return given.length;
  };
}

/** Several times the same records, so that starting to read does not show. */
const REPEATS = 16;

function canonicalTrace(given: readonly TraceRecord[]): Uint8Array {
  const writer = new BinaryWriter();
  for (let i = 0; i < REPEATS; i++) for (const record of given) writer.append(record);
  return joined([binaryHeader(), writer.take()]);
}

function packedTrace(given: readonly TraceRecord[]): Uint8Array {
  const writer = new BinaryWriter();
  const trace = new TraceWriter();
  for (let i = 0; i < REPEATS; i++) {
    for (const record of given) writer.append(record);
    trace.add(writer.take());
  }
  return joined(trace.end().map(({ bytes }) => bytes));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function readBinary(bytes: Uint8Array): Work {
  return () => {
    let sum = 0;
    for (const record of readTrace(bytes, 'bench')) sum += record.time;
    sink[0] = sum;
    return REPEATS * COUNT;
  };
}
