/** The cost of writing and reading a Neko log, compared with the simplest code for either. Operations are bytes. */
import { NekoLogWriter, readNekoLog } from '@kineko/formats/neko-log';
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

/** Records that one call writes or reads. */
const COUNT = 4096;

/** Every loop stores its sum here, so that the compiler cannot drop its work. */
const sink = new Float64Array(1);

const DEGREE = Math.PI / 180;

/** A broadcast of a robot to the nine others: one line when it is sent, nine when it arrives. */
const COPIES = 9;

function records<T extends TraceRecord>(recordAt: (i: number) => T): T[] {
  return Array.from({ length: COUNT }, (_, i) => recordAt(i));
}

function event(i: number): RecordOf<'motionEvent'> {
  const isLast = i % 4 > 1;
  return {
    type: 'motionEvent',
    time: i / 7,
    robot: i % 100,
    task: i,
    kind: 'moveTo',
    phase: isLast ? 'forward' : 'turn',
    edge: i % 2 === 0 ? 'start' : 'finish',
    isLast,
    x: i / 3,
    y: i / 11,
    heading: i / 13,
    toX: i / 3,
    toY: i / 11,
    turn: isLast ? 0 : (i % 6) + 1 / 3,
    distance: isLast ? 100 / 3 : 0,
    turnRate: isLast ? 0 : 1 / 7,
    speed: isLast ? 40 / 7 : 0,
  };
}

/** The common parts of a message and its copies, shared as in a run: the same lists and contents. */
const sent = Array.from({ length: COUNT }, (_, number) => {
  const process = number % 10;
  return {
    process,
    common: {
      message: 1 + Math.floor(number / 10),
      to: Array.from({ length: 10 }, (_one, other) => other).filter((other) => other !== process),
      protocol: 'help',
      messageType: 'GOTO',
      content: { x: (number + 1) / 0.007, y: (number + 1) / 0.013 },
    },
  };
});

const mixtures = [
  { name: 'events and messages', records: records((i) => (i % 2 === 0 ? event(i) : message((i - 1) / 2))) },
  { name: 'events', records: records(event) },
  { name: 'messages', records: records(message) },
];

export const comparisons: Comparison[] = mixtures.flatMap((mixture) => [
  {
    name: `reading ${mixture.name}, bytes`,
    n: logOf(mixture.records).length,
    alternatives: [
      { name: 'split by lines and spaces', setUp: () => split(mixture.records) },
      {
        name: 'readNekoLog',
        setUp: () => read(mixture.records),
        target: {
          figure: `reading a Neko log (${mixture.name}), bytes`,
          compares: 'at least',
          must: 150e6,
          aim: 300e6,
        },
      },
    ],
  },
  {
    name: `writing ${mixture.name}, bytes`,
    n: logOf(mixture.records).length,
    alternatives: [
      { name: 'template strings and toFixed', setUp: () => writePlainly(mixture.records) },
      { name: 'NekoLogWriter', setUp: () => write(mixture.records) },
    ],
  },
]);

function message(i: number): RecordOf<'send' | 'deliver'> {
  const { process, common } = sent[Math.floor(i / (COPIES + 1))]!;
  const copy = i % (COPIES + 1);
  if (copy === 0) return { type: 'send', time: i / 7, process, ...common };
  return { type: 'deliver', time: i / 7, process: common.to[copy - 1]!, from: process, ...common };
}

function logOf(given: readonly TraceRecord[]): Uint8Array {
  const writer = new NekoLogWriter();
  for (const record of given) writer.append(record);
  return writer.take();
}

function read(given: readonly TraceRecord[]): Work {
  const bytes = logOf(given);
  return () => {
    let sum = 0;
    for (const record of readNekoLog(bytes, 'bench')) sum += record.time;
    sink[0] = sum;
    return bytes.length;
  };
}

/** Splits the fields into texts and numbers, and does nothing else. */
function split(given: readonly TraceRecord[]): Work {
  const bytes = Buffer.from(logOf(given));
  return () => {
    let sum = 0;
    for (const line of bytes.toString().split('\n')) {
      const fields = line.split(' ');
      sum += Number(fields[0]);
      if (fields[2] !== 'Event:') sum += fields[7]?.split(',').length ?? 0;
      else for (const i of [10, 12, 14, 16, 18]) sum += Number(fields[i]);
    }
    sink[0] = sum;
    return bytes.length;
  };
}

function write(given: readonly TraceRecord[]): Work {
  const writer = new NekoLogWriter();
  return () => {
    for (const record of given) writer.append(record);
    const { length } = writer.take();
    sink[0] = length;
    return length;
  };
}

function writePlainly(given: readonly (RecordOf<'motionEvent'> | RecordOf<'send' | 'deliver'>)[]): Work {
  return () => {
    let lines = '';
    for (const record of given) lines += plainLine(record);
    const { length } = Buffer.from(lines);
    sink[0] = length;
    return length;
  };
}

function plainLine(record: RecordOf<'motionEvent'> | RecordOf<'send' | 'deliver'>): string {
  const time = record.time.toFixed(3);
  if (record.type !== 'motionEvent') {
    const [letter, from] = record.type === 'send' ? ['s', record.process] : ['r', record.from];
    const to = record.to.map((id) => `p${id}`).join(',');
    const { x, y } = record.content as { readonly x: number; readonly y: number };
    return `${time} p${record.process} messages e ${letter} p${from} ${to} ${record.messageType} Point2D.Double[${x}, ${y}]\n`;
  }
  const { robot, x, y, toX, toY, heading, turn, distance, turnRate, speed, edge, isLast } = record;
  const condition = `${edge === 'start' ? 'Do' : 'Finish'}_MoveTo${isLast && edge === 'finish' ? '' : '_Sequence'}`;
  return (
    `${time} p${robot} Event: | ${time} | ${robot} | [${x.toFixed(3)},${y.toFixed(3)}] | [${toX.toFixed(3)},${toY.toFixed(3)}]` +
    ` | ${((heading / DEGREE) % 360).toFixed(3)} | ${(turn / DEGREE).toFixed(3)} | ${distance.toFixed(3)} | ` +
    `${(turnRate / DEGREE).toFixed(3)} | ${speed.toFixed(3)} | ${condition}\n`
  );
}
