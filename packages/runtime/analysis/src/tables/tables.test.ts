import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { smallRun } from '@kineko/tools/kits/small-run';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { deliver, drop, end, leg, line, phaseStart, send } from '../../test/analysis-records.js';
import { headingDegrees } from './angles.js';
import { csvLine } from './csv.js';
import { EVENT_COLUMNS, type EventRow } from './event-row.js';
import { eventRow, eventsTable } from './events-table.js';
import { toCsv } from './to-csv.js';
import { toParquet } from './to-parquet.js';

/** The cells of a row that are not empty. */
function said(record: TraceRecord): Partial<EventRow> {
  return Object.fromEntries(Object.entries(eventRow(record)).filter(([, value]) => value !== null));
}

async function csvOf(records: readonly TraceRecord[]): Promise<string> {
  let text = '';
  for await (const chunk of toCsv(eventsTable(records))) text += chunk;
  return text;
}

async function parquetOf(
  records: Iterable<TraceRecord>,
  rowGroupRows?: number,
): Promise<{ pieces: number; file: ArrayBuffer }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of toParquet(eventsTable(records), { rowGroupRows })) pieces.push(piece);
  const file = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    file.set(piece, offset);
    offset += piece.length;
  }
  return { pieces: pieces.length, file: file.buffer };
}

/** Reads what RFC 4180 allows, and nothing else. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new Error('this is not RFC 4180');
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function legX(record: TraceRecord): string | null {
  return record.type === 'leg' ? String(record.leg.x) : null;
}

/** A reader gives undefined where there is nothing. */
function orNull([name, value]: [string, unknown]): [string, unknown] {
  return [name, value ?? null];
}

describe('rows of events', () => {
  test('have all columns, in the order of the table', () => {
    expect(Object.keys(eventRow(send(0, 1, 2, [3])))).toEqual(EVENT_COLUMNS.map(([name]) => name));
  });

  test('motions', () => {
    expect(
      said(
        phaseStart(1, 2, { x: 3, heading: -Math.PI / 2, toX: 4, turn: Math.PI, turnRate: 0.5, speed: 2, distance: 1 }),
      ),
    ).toEqual({
      time: 1,
      type: 'motionEvent',
      process: 2,
      task: 1,
      kind: 'moveTo',
      phase: 'forward',
      edge: 'start',
      x: 3,
      y: 0,
      heading_deg: 270,
      heading_rad: -Math.PI / 2,
      to_x: 4,
      to_y: 0,
      turn_deg: 180,
      distance: 1,
      turn_speed_deg_s: 90 / Math.PI,
      speed: 2,
    });
    const partner = { with: { kind: 'obstacle', id: 4 }, by: 'bump' } as const;
    expect(said(end(1, 2, 'collided', partner))).toMatchObject({
      status: 'collided',
      partner_kind: 'obstacle',
      partner: 4,
      reason: 'bump',
    });
  });

  test('legs', () => {
    expect(said(leg(1, line(0, 2, 3, 4)))).toMatchObject({
      kind: 'line',
      to_x: 6,
      to_y: 8,
      speed: 5,
      distance: 10,
      turn_deg: 0,
    });
    const endless = said(leg(1, line(0, Infinity, 3, 4)));
    expect(endless).toMatchObject({ speed: 5 });
    expect(endless).not.toHaveProperty('distance');
    const knots = [0, 0, 0, 1, 0, 0, 2, 5, 6, 1, 0, Math.PI];
    expect(said(leg(1, { ...line(0, 2, 0), kind: 'curve', knots }))).toMatchObject({ to_x: 5, to_y: 6, turn_deg: 180 });
  });

  test('messages', () => {
    expect(said(send(1, 2, 3, [4, 5], { content: { a: NaN } }))).toEqual({
      time: 1,
      type: 'send',
      process: 2,
      message: 3,
      from: 2,
      to: '[4,5]',
      protocol: 'app',
      message_type: 'PING',
      content: '{"a":null}',
    });
    expect(said(deliver(1, 4, 2, 3, [4, 5]))).toMatchObject({ process: 4, from: 2, to: '[4,5]' });
    expect(said(drop(1, 4, 2, 3, 'lost'))).toMatchObject({ process: 4, from: 2, message: 3, reason: 'lost' });
  });

  test.each<[TraceRecord, Partial<EventRow>]>([
    [{ type: 'world', time: 0, walled: true, response: 'stop' }, { content: '{"walled":true,"response":"stop"}' }],
    [
      { type: 'robot', time: 0, robot: 1, radius: 2, x: 3, y: 4, heading: 0, tag: 'a' },
      { process: 1, x: 3, text: 'a', content: '{"radius":2}' },
    ],
    [
      { type: 'obstacle', time: 0, obstacle: 1, name: 'wall', shape: [] },
      { partner_kind: 'obstacle', partner: 1, text: 'wall', content: '[]' },
    ],
    [
      { type: 'object', time: 0, object: 1, x: 2, y: 3, size: 0, tag: 't', heat: 1, light: 0 },
      { partner_kind: 'object', x: 2, text: 't' },
    ],
    [
      { type: 'motionRequest', time: 0, robot: 1, task: 2, kind: 'turn', request: { angle: 1 } },
      { task: 2, content: '{"angle":1}' },
    ],
    [
      { type: 'touch', time: 0, robot: 1, other: { kind: 'robot', id: 2 } },
      { partner_kind: 'robot', partner: 2 },
    ],
    [
      { type: 'sensorRequest', time: 0, robot: 1, sensor: 'gps', request: 0 },
      { kind: 'gps', content: '0' },
    ],
    [
      { type: 'sensorReply', time: 0, robot: 1, sensor: 'gps', reply: [1] },
      { kind: 'gps', content: '[1]' },
    ],
    [
      { type: 'effect', time: 0, robot: 1, effector: 'tag', request: 'x' },
      { kind: 'tag', content: '"x"' },
    ],
    [{ type: 'warning', time: 0, text: 'w' }, { text: 'w' }],
    [{ type: 'crash', time: 0, process: 1 }, { process: 1 }],
    [
      { type: 'suspect', time: 0, process: 1, detector: 'd', other: 2, isSuspected: false },
      { status: 'trusted', partner: 2, protocol: 'd' },
    ],
    [
      { type: 'decide', time: 0, process: 1, protocol: 'c', instance: 3, value: 'v' },
      { content: '{"instance":3,"value":"v"}' },
    ],
    [
      { type: 'protocolEvent', time: 0, process: 1, protocol: 'b', event: 'deliver', value: { message: '1;2' } },
      { kind: 'deliver', content: '{"message":"1;2"}' },
    ],
    [
      { type: 'log', time: 0, process: 1, logger: 'L', level: 'warn', text: 't' },
      { kind: 'L', status: 'warn', text: 't' },
    ],
    [
      { type: 'command', time: 0, events: 5, source: 'panel', command: 'stop' },
      { text: 'panel', content: '{"events":5,"command":"stop"}' },
    ],
  ])('%j', (record, row) => {
    expect(said(record)).toEqual(expect.objectContaining({ time: 0, type: record.type, ...row }));
  });

  test('headings lie from 0 to below 360 degrees', () => {
    expect([0, -0, Math.PI, 2 * Math.PI, -Math.PI / 2, 100 * Math.PI].map(headingDegrees)).toEqual([
      0, 0, 180, 0, 270, 0,
    ]);
    expect(headingDegrees(-1e-18)).toBe(0);
  });
});

describe('comma-separated values', () => {
  test('a line of names, then the rows; nothing is an empty cell', async () => {
    const [names, row, ...rest] = readCsv(await csvOf([send(0.5, 1, 2, [3, 4], { content: 'a "b"\n' })]));
    expect(names).toEqual(EVENT_COLUMNS.map(([name]) => name));
    const cells = Object.fromEntries(names!.map((name, i) => [name, row![i]]));
    expect(cells).toMatchObject({
      time: '0.5',
      type: 'send',
      process: '1',
      to: '[3,4]',
      content: '"a \\"b\\"\\n"',
      x: '',
      text: '',
    });
    expect(rest).toEqual([]);
  });

  test('records that are yet to come make the same file, in chunks', async () => {
    const { records } = await smallRun(8, 1);
    async function* stream() {
      yield* records;
    }
    const chunks: string[] = [];
    for await (const chunk of toCsv(eventsTable(stream()))) chunks.push(chunk);
    expect(chunks.join('')).toBe(await csvOf(records));
    expect(chunks.length).toBeGreaterThan(1);
  });

  test('of nothing there is the line of names', async () => {
    expect(await csvOf([])).toBe(csvLine(EVENT_COLUMNS.map(([name]) => name)));
  });

  test('whatever is written is read back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a') })), {
          minLength: 1,
        }),
        (cells) => {
          expect(readCsv(csvLine(cells))).toEqual([cells]);
        },
      ),
      { seed: 25 },
    );
  });

  test('numbers keep all their digits', async () => {
    const { records } = await smallRun(3, 1);
    const [names, ...rows] = readCsv(await csvOf(records));
    const x = names!.indexOf('x');
    expect(rows).toHaveLength(records.length);
    for (const [i, record] of records.entries())
      expect(rows[i]![x] || null).toBe('x' in record ? String(record.x) : legX(record));
  });
});

describe('Parquet', () => {
  test('what is written is read back, to the last bit, with its types', async () => {
    const { records } = await smallRun(3, 2);
    const { file } = await parquetOf(records);
    const read = await parquetReadObjects({ file });
    const written = records.map(eventRow);
    expect(read).toHaveLength(written.length);
    const whole = new Set<string>(EVENT_COLUMNS.filter(([, type]) => type === 'int').map(([name]) => name));
    for (const [i, row] of written.entries()) {
      const expected = Object.entries(row).map(([name, value]): [string, unknown] => [
        name,
        whole.has(name) && value !== null ? BigInt(value) : value,
      ]);
      expect(Object.fromEntries(Object.entries(read[i]!).map(orNull))).toEqual(Object.fromEntries(expected));
    }
    const types = parquetMetadata(file)
      .schema.slice(1)
      .map(({ name, type, converted_type: converted }) => [name, converted ?? type]);
    const named = { double: 'DOUBLE', int: 'INT64', text: 'UTF8' } as const;
    expect(types).toEqual(EVENT_COLUMNS.map(([name, type]) => [name, named[type]]));
  });

  test('row groups are written as they fill', async () => {
    const records = Array.from({ length: 250 }, (_, i) => send(i, 0, i, [1]));
    const { file, pieces } = await parquetOf(records, 100);
    const { row_groups: groups } = parquetMetadata(file);
    expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([100, 100, 50]);
    expect(pieces).toBe(4);
    const times = (await parquetReadObjects({ file })).map(({ time }) => time as number);
    expect(times).toEqual(records.map(({ time }) => time));
  });

  test('large contents close a row group early', async () => {
    const content = 'x'.repeat(1 << 24);
    const { file } = await parquetOf([
      send(0, 0, 1, [1], { content }),
      send(1, 0, 2, [1], { content }),
      send(2, 0, 3, [1]),
    ]);
    expect(parquetMetadata(file).row_groups.map(({ num_rows: rows }) => Number(rows))).toEqual([2, 1]);
  });

  test('of nothing there is a table without rows', async () => {
    const { file } = await parquetOf([]);
    expect(Number(parquetMetadata(file).num_rows)).toBe(0);
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  test('numbers that JSON has no words for are numbers here', async () => {
    const { file } = await parquetOf([end(0, 1, 'stopped', { x: NaN, y: -Infinity })]);
    const [row] = await parquetReadObjects({ file });
    expect([row!['x'], row!['y']]).toEqual([NaN, -Infinity]);
  });

  test('an id that is no whole number is refused, with its place', async () => {
    const records = [send(0, 0, 1, [1]), send(1, 0.5, 2, [1])];
    await expect(parquetOf(records)).rejects.toThrow(
      'table of events, row 2: process: expected an integer below 2^53 (Parquet; CSV takes any number), got 0.5',
    );
  });
});
