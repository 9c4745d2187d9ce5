import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { ShivizLog } from './shiviz.js';
import { TlaTrace } from './tla.js';

const message = { message: 1, protocol: 'vote', messageType: 'ASK', content: null } as const;
const RECORDS: readonly TraceRecord[] = [
  { type: 'robot', time: 0, robot: 0, radius: 1, x: 0, y: 0, heading: 0, tag: '' },
  { type: 'send', time: 0.5, process: 0, to: [1, 2], ...message },
  { type: 'crash', time: 1, process: 3 },
  { type: 'deliver', time: 1.5, process: 1, from: 0, to: [1, 2], ...message },
  { type: 'deliver', time: 1.75, process: 1, from: 0, to: [1, 2], ...message },
  { type: 'log', time: 2, process: 1, logger: 'vote', level: 'info', text: 'two\nlines' },
  { type: 'send', time: 2.5, process: 1, to: [2], ...message },
  { type: 'deliver', time: 3, process: 2, from: 1, to: [2], ...message },
  { type: 'drop', time: 3, process: 2, from: 0, message: 1, messageType: 'ASK', reason: 'loss' },
  { type: 'protocolEvent', time: 4, process: 2, protocol: 'vote', event: 'count', value: { votes: 2, share: 0.5 } },
];

describe('a log for ShiViz', () => {
  const log = new ShivizLog();
  const [expression, delimiter, ...lines] =
    `${ShivizLog.header}${RECORDS.map((each) => log.linesOf(each) ?? '').join('')}`.split('\n');

  /** As ShiViz does, with the expression in the first line. */
  const parsed = [...lines.join('\n').matchAll(new RegExp(expression!, 'g'))].map(({ groups }) => ({
    event: groups!['event']!,
    host: groups!['host']!,
    clock: JSON.parse(groups!['clock']!) as Record<string, number>,
  }));

  test('is read by the expression in its first line', () => {
    expect(delimiter).toBe('');
    expect(parsed.map(({ host, event }) => `${host} ${event}`)).toEqual([
      'p0 send vote ASK 1 to p1, p2 (t = 0.5 s)',
      'p3 crash (t = 1 s)',
      'p1 deliver vote ASK 1 from p0 (t = 1.5 s)',
      'p1 deliver vote ASK 1 from p0 (t = 1.75 s)',
      'p1 info vote: two lines (t = 2 s)',
      'p1 send vote ASK 1 to p2 (t = 2.5 s)',
      'p2 deliver vote ASK 1 from p1 (t = 3 s)',
      'p2 vote count {"votes":2,"share":0.5} (t = 4 s)',
    ]);
  });

  test('has vector clocks that grow by one at their process and follow messages', () => {
    expect(parsed.map(({ clock }) => clock)).toEqual([
      { p0: 1 },
      { p3: 1 },
      { p0: 1, p1: 1 },
      { p0: 1, p1: 2 },
      { p0: 1, p1: 3 },
      { p0: 1, p1: 4 },
      { p0: 1, p1: 4, p2: 1 },
      { p0: 1, p1: 4, p2: 2 },
    ]);
  });
});

describe('a trace for TLA+', () => {
  const tla = new TlaTrace();
  const events = RECORDS.flatMap((each) => tla.lineOf(each) ?? []).map((line) => JSON.parse(line) as object);

  test('has a line per event, with its number at its process', () => {
    expect(events).toHaveLength(RECORDS.length - 1);
    expect(events[0]).toEqual({
      event: 'send',
      time: '0.5',
      step: 1,
      process: 0,
      message: 1,
      to: [1, 2],
      protocol: 'vote',
      messageType: 'ASK',
      content: 'null',
    });
    expect(events[4]).toMatchObject({ event: 'log', process: 1, step: 3 });
  });

  test('has integers of 32 bits, and text instead of other numbers', () => {
    expect(events.at(-1)).toMatchObject({ value: { votes: 2, share: '0.5' } });
    const large = tla.lineOf({ type: 'protocolEvent', time: 0, process: 0, protocol: 'p', event: 'e', value: 2 ** 31 });
    expect(JSON.parse(large!)).toMatchObject({ value: '2147483648' });
  });
});
