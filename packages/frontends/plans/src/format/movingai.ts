/** Maps and scenarios of movingai.com. */
import { expected } from '@kineko/formats/problem';
import type { Assignment, Grid, PlanReading } from './plan.js';
import { MAX_AGENTS } from './plan.js';
import { COMMA, NEW_LINE, RETURN, TAB, TextReader } from './text-reader.js';

const PASSABLE = '.GSE';
const BLOCKED = '@OTW';

export function readMap(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const grid = reader.reading(() => gridIn(reader));
  return { content: { grid }, problems: reader.problems };
}

function gridIn(reader: TextReader): Grid {
  word(reader, 'type');
  reader.nextLine();
  word(reader, 'height');
  const height = size(reader);
  word(reader, 'width');
  const width = size(reader);
  word(reader, 'map');
  reader.nextLine();
  // Checked before memory is reserved.
  if (width * height > reader.bytes.length - reader.at) {
    reader.stop(`expected ${height} rows of ${width} characters, got ${reader.bytes.length - reader.at} bytes`);
  }
  const blocked = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    if (reader.isAtEnd) reader.stop(`row ${row}: expected ${height} rows, got ${row}`);
    const length = reader.lineEnd() - reader.at;
    if (length !== width) reader.error(`row ${row}: expected ${width} characters, got ${length}`);
    for (let column = 0; column < Math.min(length, width); column++) {
      const mark = String.fromCharCode(reader.bytes[reader.at + column]!);
      if (BLOCKED.includes(mark)) blocked[row * width + column] = 1;
      else if (!PASSABLE.includes(mark)) {
        const what = `row ${row}, column ${column}: ${expected(`one of ${PASSABLE}${BLOCKED}`, mark)}`;
        reader.error(what, reader.at + column);
      }
    }
    reader.nextLine();
  }
  reader.skipSpace();
  if (!reader.isAtEnd) reader.error(`expected the end of the file after ${height} rows, got ${reader.restOfLine()}`);
  return { width, height, blocked };
}

function word(reader: TextReader, wanted: string): void {
  const end = reader.at + wanted.length;
  if (reader.textFrom(reader.at, end) !== wanted) reader.stop(expected(`"${wanted}"`, reader.restOfLine()));
  reader.at = end;
  reader.skipBlanks();
}

function size(reader: TextReader): number {
  const { at } = reader;
  const value = reader.integer();
  if (!(value >= 1)) reader.stop(expected('an integer from 1', reader.textFrom(at, reader.lineEnd())), at);
  reader.nextLine();
  return value;
}

/** Each line is an agent: bucket, map, width, height, start x, start y, goal x, goal y, length. */
export function readScen(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  let map: string | undefined;
  const assignments = reader.reading(() => {
    word(reader, 'version');
    reader.nextLine();
    const found: Assignment[] = [];
    for (; !reader.isAtEnd; reader.nextLine()) {
      if (reader.byte === NEW_LINE || reader.byte === RETURN) continue;
      if (found.length >= MAX_AGENTS) reader.stop(`expected at most ${MAX_AGENTS} agents`);
      reader.required('a bucket', reader.integer);
      const start = tab(reader);
      while (reader.byte !== TAB && !reader.isAtEnd && reader.byte !== NEW_LINE) reader.at++;
      map ??= reader.textFrom(start, reader.at);
      const numbers: number[] = [];
      for (const what of ['the width', 'the height', 'start x', 'start y', 'goal x', 'goal y']) {
        tab(reader);
        numbers.push(reader.required(what, reader.integer));
      }
      const [width, height, startX, startY, goalX, goalY] = numbers as [number, number, number, number, number, number];
      const isInside = Math.max(startX, goalX) < width && Math.max(startY, goalY) < height;
      if (!isInside || Math.min(startX, startY, goalX, goalY) < 0) {
        reader.error(`agent ${found.length}: expected a start and a goal within ${width} × ${height} cells`);
      }
      found.push({ start: { column: startX, row: startY }, goals: [{ column: goalX, row: goalY }] });
    }
    return found;
  });
  return {
    content: { assignments, names: { map, agents: undefined, tasks: undefined } },
    problems: reader.problems,
  };
}

function tab(reader: TextReader): number {
  if (reader.byte !== TAB) reader.stop(expected('a tab', reader.restOfLine()));
  return ++reader.at;
}

/** Numbers of a League file, line by line: `#` lines, a count, then that many lines of locations separated by commas. */
export function readLocations(bytes: Uint8Array, file: string, grid: Grid): { lines: number[][]; reader: TextReader } {
  const reader = new TextReader(bytes, file);
  const lines: number[][] = [];
  reader.reading(() => {
    while (reader.textFrom(reader.at, reader.at + 1) === '#') reader.nextLine();
    reader.skipSpace();
    const count = reader.required('a count', reader.integer);
    if (count > MAX_AGENTS || count > bytes.length) reader.stop(expected('a count that fits the file', count));
    reader.nextLine();
    for (let k = 0; k < count; k++) {
      reader.skipSpace();
      const line: number[] = [];
      do {
        if (line.length > 0) reader.at++;
        const at = reader.at;
        const location = reader.required('a location', reader.integer);
        if (location < 0 || location >= grid.width * grid.height) {
          reader.error(expected(`a location on the map of ${grid.width} × ${grid.height} cells`, location), at);
        }
        line.push(location);
      } while (reader.byte === COMMA);
      lines.push(line);
    }
  });
  return { lines, reader };
}
