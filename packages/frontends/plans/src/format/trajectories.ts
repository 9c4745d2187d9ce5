/** Sampled trajectories: CSV with a header, and the print-out of RVO2. */
import { expected, unknownName } from '@kineko/formats/problem';
import { checkRadius } from '@kineko/geometry';
import { Column } from '../audit/pair-table.js';
import { KnotRows } from './knots.js';
import type { PathPlan, PlanReading } from './plan.js';
import { CLOSE, COMMA, NEW_LINE, OPEN, QUOTE, RETURN, TextReader } from './text-reader.js';

const REQUIRED = ['t', 'agent', 'x', 'y'];
const COLUMNS = [...REQUIRED, 'heading', 'radius'];

export function readCsv(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const plan = reader.reading(() => csvIn(reader));
  return { content: { plan }, problems: reader.problems };
}

function csvIn(reader: TextReader): PathPlan {
  const header = reader
    .textFrom(reader.at, reader.lineEnd())
    .split(',')
    .map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const missing = REQUIRED.find((name) => !header.includes(name));
  if (missing !== undefined)
    reader.stop(expected(`a header with the columns ${REQUIRED.join(', ')}`, header.join(',')));
  const twice = header.find((name, k) => header.indexOf(name) !== k);
  if (twice !== undefined) reader.stop(`duplicate column "${twice}"`);
  for (const name of header)
    if (!COLUMNS.includes(name)) reader.warn(`${unknownName('column', name, COLUMNS)}; ignored`);
  reader.nextLine();
  const rows = new KnotRows(reader);
  const [headings, radii] = [new Column(), new Column()];
  const names = new Map<string, number>();
  const values = new Map<string, number>(COLUMNS.map((name) => [name, NaN]));
  for (; !reader.isAtEnd; reader.nextLine()) {
    const start = reader.at;
    if (reader.byte === NEW_LINE || reader.byte === RETURN) continue;
    const end = reader.lineEnd();
    if (!fieldsInto(values, reader, header, names, end)) continue;
    const agent = values.get('agent')!;
    rows.add(agent, values.get('t')!, values.get('x')!, values.get('y')!, start);
    if (header.includes('heading')) headings.push(values.get('heading')!);
    if (header.includes('radius')) addRadius(radii, agent, values.get('radius')!, reader, start);
  }
  if (rows.length === 0 && !reader.hasErrors) reader.stop('expected at least one row after the header, got none');
  return {
    kind: 'paths',
    ...rows.grouped(header.includes('heading') ? headings : undefined),
    radii: header.includes('radius') ? radii.toArray() : undefined,
    names: [...names.keys()],
    isSampled: true,
  };
}

/** Reads the fields of a line; false if one of them is invalid. */
function fieldsInto(
  values: Map<string, number>,
  reader: TextReader,
  header: readonly string[],
  names: Map<string, number>,
  end: number,
): boolean {
  for (const [k, column] of header.entries()) {
    if (k > 0) {
      if (reader.byte !== COMMA || reader.at >= end) {
        reader.error(`expected ${header.length} fields, got ${reader.at >= end ? k : `"${reader.restOfLine()}"`}`);
        return false;
      }
      reader.at++;
    }
    if (column === 'agent' || !COLUMNS.includes(column)) {
      const start = reader.at;
      while (reader.at < end && reader.byte !== COMMA) reader.at++;
      if (column !== 'agent') continue;
      const name = reader.textFrom(start, reader.at).trim();
      if (name === '') {
        reader.error('agent: expected a number or a name, got nothing', start);
        return false;
      }
      if (!names.has(name)) names.set(name, names.size);
      values.set(column, names.get(name)!);
    } else {
      reader.skipBlanks();
      const at = reader.at;
      const value = reader.decimal();
      reader.skipBlanks();
      if (Number.isNaN(value) || (reader.at < end && reader.byte !== COMMA)) {
        let stop = at;
        while (stop < end && reader.bytes[stop] !== COMMA) stop++;
        reader.error(`${column}: ${expected('a finite number', reader.textFrom(at, stop))}`, at);
        return false;
      }
      values.set(column, value);
    }
  }
  if (reader.at < end) reader.error(`expected ${header.length} fields, got more: ${reader.restOfLine()}`);
  return reader.at >= end;
}

function addRadius(radii: Column, agent: number, radius: number, reader: TextReader, at: number): void {
  if (agent < radii.length) {
    if (radii.at(agent) !== radius) reader.error(`radius: ${expected(`${radii.at(agent)}, as before`, radius)}`, at);
    return;
  }
  try {
    checkRadius('radius', radius);
  } catch (error) {
    reader.error((error as Error).message, at);
  }
  radii.push(radius);
}

/** One line per sample: the time, then x and y of each agent, with or without brackets. */
export function readRvo2(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const plan = reader.reading((): PathPlan => {
    const rows = new KnotRows(reader);
    let agents = -1;
    for (; !reader.isAtEnd; reader.nextLine()) {
      const [start, end] = [reader.at, reader.lineEnd()];
      const numbers: number[] = [];
      for (skipMarks(reader); reader.at < end; skipMarks(reader)) {
        numbers.push(reader.required('a finite number', reader.decimal));
      }
      if (numbers.length === 0) continue;
      const count = (numbers.length - 1) / 2;
      if (agents < 0) agents = count;
      if (count !== agents || !Number.isInteger(count) || count < 1) {
        const wanted =
          agents >= 1 && Number.isInteger(agents) ? `the places of ${agents} agents` : 'two for each agent';
        reader.stop(`expected a time and ${wanted}, got ${numbers.length} numbers`, start);
      }
      for (let k = 0; k < count; k++) rows.add(k, numbers[0]!, numbers[1 + 2 * k]!, numbers[2 + 2 * k]!, start);
    }
    if (rows.length === 0) reader.stop('expected at least one sample, got none');
    return { kind: 'paths', ...rows.grouped(), isSampled: true };
  });
  return { content: { plan }, problems: reader.problems };
}

function skipMarks(reader: TextReader): void {
  for (;;) {
    reader.skipBlanks();
    const { byte } = reader;
    if (byte !== OPEN && byte !== CLOSE && byte !== COMMA && byte !== QUOTE) return;
    reader.at++;
  }
}
