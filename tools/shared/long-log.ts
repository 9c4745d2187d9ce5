/** Logs of any length, written by the writers of real runs: robots that turn, move and send requests to each other. */
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';

/** Metres. */
const FIELD = 1000;
const SPEED = 5;
const TURN_RATE = 1;

export interface LongLog {
  readonly robots: number;
  /**
   * Number of rounds of each robot: a request, a turn, a motion, and a message to the next robot; seven lines of a Neko log.
   */
  readonly rounds: number;
}

export const LINES_A_ROUND = 7;

/** The records of all robots, ordered by time. */
export function* longRun({ robots, rounds }: LongLog, withLegs: boolean): Generator<TraceRecord, void> {
  const places = Array.from({ length: robots }, (_, id) => placeOf(id, 0));
  if (withLegs) {
    yield { type: 'world', time: 0, area: [0, 0, FIELD, FIELD], walled: false, response: 'stop' };
    for (const [robot, { x, y }] of places.entries())
      yield { type: 'robot', time: 0, robot, radius: 1, x, y, heading: 0, tag: '' };
  }
  for (let round = 0; round < rounds; round++) {
    for (const step of ['turn', 'go', 'arrive'] as const) {
      for (let robot = 0; robot < robots; robot++) {
        yield* stepOf({ robot, round, step, at: (robot + 1) / (robots + 1), robots, withLegs });
      }
    }
  }
}

interface Step {
  readonly robot: number;
  readonly round: number;
  readonly step: 'turn' | 'go' | 'arrive';
  /** Fraction of the step's second, 0 to 1. */
  readonly at: number;
  readonly robots: number;
  readonly withLegs: boolean;
}

/** Each step takes a second, and robots follow each other within it. */
function* stepOf({ robot, round, step, at, robots, withLegs }: Step): Generator<TraceRecord, void> {
  const from = placeOf(robot, round);
  const to = placeOf(robot, round + 1);
  const heading = Math.atan2(to.y - from.y, to.x - from.x);
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const time = 3 * round + { turn: 0, go: 1, arrive: 2 }[step] + at;
  const task = round;
  const base = { robot, task, kind: 'moveTo' } as const;
  const turning = { ...base, phase: 'turn', isLast: false, toX: from.x, toY: from.y, turnRate: TURN_RATE, speed: 0 };
  const going = { ...base, phase: 'forward', isLast: true, toX: to.x, toY: to.y, turnRate: 0, speed: distance };
  const message = { protocol: 'app', messageType: 'ASK', message: round * robots + robot, content: null } as const;
  if (step === 'turn') {
    const request = { kind: 'moveTo', x: to.x, y: to.y, speed: SPEED, turnRate: TURN_RATE };
    yield { type: 'motionRequest', time, robot, task, kind: 'moveTo', request };
    if (withLegs) {
      const leg = {
        kind: 'turn',
        ...from,
        heading: heading - 1,
        start: time,
        end: time + 1,
        turnRate: TURN_RATE,
      } as const;
      yield { type: 'leg', time, robot, leg };
    }
    yield { type: 'motionEvent', time, ...turning, edge: 'start', ...from, heading: heading - 1, turn: 1, distance: 0 };
    yield { type: 'send', time, process: robot, to: [(robot + 1) % robots], ...message };
  } else if (step === 'go') {
    yield { type: 'motionEvent', time, ...turning, edge: 'finish', ...from, heading, turn: 0, distance: 0 };
    if (withLegs) {
      const [vx, vy] = [to.x - from.x, to.y - from.y];
      yield { type: 'leg', time, robot, leg: { kind: 'line', ...from, heading, start: time, end: time + 1, vx, vy } };
    }
    yield { type: 'motionEvent', time, ...going, edge: 'start', ...from, heading, turn: 0, distance };
    const sender = (robot + robots - 1) % robots;
    const received = { ...message, message: round * robots + sender };
    yield { type: 'deliver', time, process: robot, from: sender, to: [robot], ...received };
  } else {
    yield { type: 'motionEvent', time, ...going, edge: 'finish', ...to, heading, turn: 0, distance: 0 };
    yield { type: 'motionEnd', time, ...base, status: 'finished', ...to, heading };
  }
}

function placeOf(robot: number, round: number): { readonly x: number; readonly y: number } {
  const angle = robot * 2.399963 + round * 0.7;
  const reach = Math.sqrt((robot * 0.618034) % 1) * 0.45 * FIELD;
  return { x: FIELD / 2 + reach * Math.cos(angle), y: FIELD / 2 + reach * Math.sin(angle) };
}

/** The run as chunks of a Neko log. */
export function* longNekoLog(what: LongLog): Generator<Uint8Array, void> {
  const writer = new NekoLogWriter();
  let records = 0;
  for (const record of longRun(what, false)) {
    writer.append(record);
    if (++records % 4096 === 0) yield writer.take();
  }
  yield writer.take();
}

/** The run as chunks of an exact trace. */
export function* longTrace(what: LongLog): Generator<Uint8Array, void> {
  const writer = new BinaryWriter();
  yield binaryHeader();
  let records = 0;
  for (const record of longRun(what, true)) {
    writer.append(record);
    if (++records % 4096 === 0) yield writer.take();
  }
  yield writer.take();
}
