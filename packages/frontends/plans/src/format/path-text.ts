/** Path text of SMART, PBS and EECBS: one line of points per agent. */
import { expected } from '@kineko/formats/problem';
import { checkSpeed, checkTime } from './knots.js';
import { MAX_AGENTS, MAX_KNOTS } from './plan.js';
import { CLOSE, COLON, COMMA, MINUS, NEW_LINE, OPEN, TextReader } from './text-reader.js';

/** Points in the order of the file, which does not state whether x or the row comes first. */
export interface PathText {
  readonly starts: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Times of arrival, if they are not the steps. */
  readonly times: Float64Array | undefined;
}

const GREATER = 62;

export function readPathText(bytes: Uint8Array, file: string): { text: PathText | undefined; reader: TextReader } {
  const reader = new TextReader(bytes, file);
  return { text: reader.reading(() => pointsIn(reader)), reader };
}

function pointsIn(reader: TextReader): PathText {
  // Counted first, so that memory is reserved once.
  const { bytes } = reader;
  let count = 0;
  for (let k = 0; k < bytes.length; k++) if (bytes[k] === OPEN) count++;
  if (count > MAX_KNOTS) reader.stop(`expected at most ${MAX_KNOTS} points, got ${count}`);
  const [first, second] = [new Int32Array(count), new Int32Array(count)];
  const starts = [0];
  /** Undefined as long as all times are the steps. */
  let times: Float64Array | undefined;
  let length = 0;
  for (; !reader.isAtEnd; reader.nextLine()) {
    reader.skipBlanks();
    if (reader.byte === NEW_LINE || reader.isAtEnd) continue;
    const agent = starts.length - 1;
    if (agent >= MAX_AGENTS) reader.stop(`expected at most ${MAX_AGENTS} agents`);
    const end = reader.lineEnd();
    const colon = reader.bytes.subarray(reader.at, end).indexOf(COLON);
    if (colon < 0) reader.stop(expected('"Agent <number>:" and points', reader.restOfLine()));
    reader.at += colon + 1;
    const from = length;
    for (reader.skipBlanks(); reader.at < end; separator(reader, end)) {
      const at = reader.at;
      const index = length - from;
      mark(reader, OPEN, '"("');
      const a = reader.required('an integer', reader.integer);
      mark(reader, COMMA, '","');
      const b = reader.required('an integer', reader.integer);
      let time = index;
      if (reader.byte === COMMA) {
        reader.at++;
        time = reader.required('a time', reader.decimal);
        checkTime(reader, time, at);
      }
      mark(reader, CLOSE, '")"');
      const [lastA, lastB] = [first[length - 1]!, second[length - 1]!];
      if (index > 0 && Math.abs(a - lastA) + Math.abs(b - lastB) > 1) {
        const jump = `(${lastA},${lastB}) to (${a},${b})`;
        reader.error(`agent ${agent}, step ${index}: expected a move to a neighbouring cell, got ${jump}`, at);
      }
      if (time !== index) times ??= stepsUntil(length, starts, count);
      if (times !== undefined && index > 0 && time <= times[length - 1]!) {
        // A point that repeats the last one, time included, is left out.
        if (time === times[length - 1] && a === lastA && b === lastB) continue;
        reader.error(`agent ${agent}: expected a time after ${times[length - 1]!}, got ${time}`, at);
      } else if (times !== undefined && index > 0) checkSpeed(reader, agent, 1, time - times[length - 1]!, at);
      if (times !== undefined) times[length] = time;
      first[length] = a;
      second[length++] = b;
    }
    if (length === from) reader.stop(`agent ${agent}: expected at least one point, got none`);
    starts.push(length);
  }
  if (starts.length === 1) reader.stop('expected at least one agent, got an empty file');
  return {
    starts: Int32Array.from(starts),
    first: first.subarray(0, length),
    second: second.subarray(0, length),
    times: times?.subarray(0, length),
  };
}

/** The times of the points so far, which are their steps, and room for all. */
function stepsUntil(length: number, starts: readonly number[], count: number): Float64Array {
  const times = new Float64Array(count);
  for (const [agent, from] of starts.entries()) {
    for (let k = from; k < (starts[agent + 1] ?? length); k++) times[k] = k - from;
  }
  return times;
}

function separator(reader: TextReader, end: number): void {
  reader.skipBlanks();
  if (reader.byte === MINUS && reader.bytes[reader.at + 1] === GREATER) reader.at += 2;
  else if (reader.at < end) reader.stop(expected('"->"', reader.restOfLine()));
  reader.skipBlanks();
}

function mark(reader: TextReader, byte: number, what: string): void {
  reader.skipBlanks();
  if (reader.byte !== byte) reader.stop(expected(what, reader.restOfLine()));
  reader.at++;
  reader.skipBlanks();
}
