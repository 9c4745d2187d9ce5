/** The cost of analysing records and of making tables of them, compared with a loop that only reads each record. */
import { Analyzer } from '@kineko/analysis';
import { toCsv } from '../src/tables/to-csv.js';
import { toParquet } from '../src/tables/to-parquet.js';
import { eventsTable } from '../src/tables/events-table.js';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

/** Records that one call goes through. */
const COUNT = 16_384;
const ROBOTS = 100;

/** Every loop stores its sum here, so that the compiler cannot drop its work. */
const sink = new Float64Array(1);

const mixtures = [
  { name: 'motions', records: recordsOf(motion) },
  { name: 'messages', records: recordsOf(message) },
  { name: 'a broadcast to ten', records: recordsOf(broadcast) },
];

export const comparisons: Comparison[] = mixtures.map(({ name, records }) => ({
  name: `going through ${name}`,
  n: COUNT,
  alternatives: [
    { name: 'a plain loop', setUp: () => loop(records) },
    { name: 'Analyzer', setUp: () => analysis(records) },
    { name: 'toCsv', setUp: () => csv(records) },
    { name: 'toParquet', setUp: () => parquet(records) },
  ],
}));

function recordsOf(recordAt: (i: number) => TraceRecord): TraceRecord[] {
  return Array.from({ length: COUNT }, (_, i) => recordAt(i));
}

/** Requests, starts, legs and ends, some of which are collisions. */
function motion(i: number): TraceRecord {
  const time = i / 1000;
  const robot = (i >> 2) % ROBOTS;
  const task = i >> 2;
  const at = { x: i / 3, y: i / 7, heading: i / 11 };
  const numbers = { ...at, toX: i / 3 + 1, toY: i / 7, turn: 0, distance: 1, turnRate: 0, speed: 2 };
  const records: readonly TraceRecord[] = [
    { type: 'motionRequest', time, robot, task, kind: 'moveTo', request: { x: i / 3, y: 0 } },
    {
      type: 'motionEvent',
      time,
      robot,
      task,
      kind: 'moveTo',
      phase: 'forward',
      edge: 'start',
      isLast: true,
      ...numbers,
    },
    { type: 'leg', time, robot, leg: { kind: 'line', ...at, start: time, end: time + 1, vx: 1, vy: 1 / 3 } },
    i % 20 === 3
      ? {
          type: 'motionEnd',
          time,
          robot,
          task,
          status: 'collided',
          ...at,
          with: { kind: 'robot', id: (robot + 1) % ROBOTS },
        }
      : { type: 'motionEnd', time, robot, task, status: 'finished', ...at },
  ];
  return records[i % 4]!;
}

/** Each is sent, and then delivered. */
function message(i: number): TraceRecord {
  const number = i >> 1;
  const from = number % ROBOTS;
  const process = (from + 1) % ROBOTS;
  const what = { message: number, to: [process], protocol: 'app', messageType: 'PING', content: { number } };
  return i % 2 === 0
    ? { type: 'send', time: i / 1000, process: from, ...what }
    : { type: 'deliver', time: i / 1000 + (number % 7) / 5000, process, from, ...what };
}

/** One is sent, and ten are delivered. */
function broadcast(i: number): TraceRecord {
  const number = Math.floor(i / 11);
  const from = number % 10;
  const to = Array.from({ length: 10 }, (_, id) => id);
  const what = { message: number, to, protocol: 'app', messageType: 'NEWS', content: { number } };
  return i % 11 === 0
    ? { type: 'send', time: i / 1000, process: from, ...what }
    : { type: 'deliver', time: i / 1000, process: (i % 11) - 1, from, ...what };
}

function loop(records: readonly TraceRecord[]): Work {
  return () => {
    let last = 0;
    for (const record of records) if (record.time > last && record.type !== 'log') last = record.time;
    sink[0] = last;
    return records.length;
  };
}

function analysis(records: readonly TraceRecord[]): Work {
  return () => {
    const analyzer = new Analyzer();
    for (const record of records) analyzer.add(record);
    sink[0] = analyzer.report().totals.records;
    return records.length;
  };
}

function csv(records: readonly TraceRecord[]): Work {
  return async () => {
    let length = 0;
    for await (const chunk of toCsv(eventsTable(records))) length += chunk.length;
    sink[0] = length;
    return records.length;
  };
}

function parquet(records: readonly TraceRecord[]): Work {
  return async () => {
    let length = 0;
    for await (const piece of toParquet(eventsTable(records))) length += piece.length;
    sink[0] = length;
    return records.length;
  };
}
