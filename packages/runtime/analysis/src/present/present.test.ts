import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { deliver, drop, end, leg, line, noted, request, rest, send } from '../../test/analysis-records.js';
import { analyse } from '../analyzer.js';
import { csvTables } from './csv-tables.js';
import { htmlReport } from './html-report.js';
import { counted, duration, instant, significant, ticks } from './numbers.js';
import { escaped, wrapped } from './plain-text.js';
import { bar, columns, joined } from './text-charts.js';
import { textReport } from './text-report.js';
import { table } from './text-table.js';

const records: readonly TraceRecord[] = [
  request(0, 1),
  leg(1, line(0, 8, 1)),
  leg(2, line(0, 2, 1)),
  end(2, 1, 'collided', { x: 2, with: { kind: 'obstacle', id: 3 } }),
  leg(1, rest(8)),
  send(1, 1, 1, [2, 1], { messageType: 'GO, "now"' }),
  deliver(2, 2, 1, 1, [2, 1]),
  drop(4, 1, 1, 1, 'out of <range>'),
  noted(5, 1, '1;0'),
  noted(6, 2, '2;0'),
  { type: 'crash', time: 10, process: 2 },
  { type: 'warning', time: 10, text: 'watch \u001b[31mout' },
];

describe('readable numbers', () => {
  test('have separators, the digits that matter and the unit that fits', () => {
    expect([0, 999, 1000, 1234567, -12345].map(counted)).toEqual(['0', '999', '1,000', '1,234,567', '-12,345']);
    expect([0, 1.2345, 12.345, 12345.6, 0.012345, 1e-9, NaN, null].map((value) => significant(value))).toEqual([
      '0.00',
      '1.23',
      '12.3',
      '12,346',
      '0.0123',
      '1.00e-9',
      '–',
      '–',
    ]);
    expect([0, 1e-5, 0.0125, 0.99996, 1.5, 3600, null].map(duration)).toEqual([
      '0 s',
      '10 µs',
      '12.5 ms',
      '1 s',
      '1.5 s',
      '3,600 s',
      '–',
    ]);
    expect([0, 10, 2.5, 100].map(instant)).toEqual(['0', '10', '2.5', '100']);
  });

  test('marks on an axis are round and lie on it', () => {
    expect(ticks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(0.13, 0.44, 3)).toEqual([0.2, 0.4]);
    expect(ticks(5, 5, 4)).toEqual([5]);
    expect(ticks(1e16, 1e16 + 2, 4)).toEqual([1e16]);
    expect(ticks(0, Infinity, 4)).toEqual([0]);
  });
});

describe('pieces of text', () => {
  test('bars and columns go to the eighth of a character', () => {
    expect(bar(1, 2, 4)).toBe('██');
    expect(bar(9, 16, 2)).toBe('█▏');
    expect(bar(0, 2, 4)).toBe('');
    expect(bar(1e-9, 2, 4)).toBe('▏');
    expect(columns([0, 1, 2, 4], 2)).toEqual(['   █', ' ▄██']);
    expect(columns([], 1)).toEqual(['']);
    expect(joined([1, 2, 3, 4, 5], 2)).toEqual([6, 9]);
  });

  test('tables are aligned, and give way where texts are long', () => {
    const text = [{ title: 'name', isText: true }, { title: 'n' }];
    expect(
      table(
        text,
        [
          ['a', '1'],
          ['bcdef', '20'],
        ],
        40,
      ),
    ).toEqual(['name    n', 'a       1', 'bcdef  20']);
    expect(table(text, [['abcdefghijk', '1']], 10)).toEqual(['name     n', 'abcdef…  1']);
  });

  test('sentences are broken at spaces', () => {
    expect(wrapped('one two three four', 9)).toEqual(['one two', '  three', '  four']);
    expect(wrapped('onetwothreefour', 5)).toEqual(['onet…']);
  });

  test('nothing in a text is taken for markup', () => {
    expect(escaped(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
    expect(escaped('a\u0000b\ud800c')).toBe('a b\ufffdc');
    expect(escaped('👋')).toBe('👋');
  });
});

describe('a report for a terminal', () => {
  test('has a section for whatever there is', async () => {
    const text = textReport(await analyse(records));
    const titles = text.split('\n').filter((row) => /^\S/.test(row));
    expect(titles).toEqual([
      'Run',
      'Travel',
      'Motions',
      'Collisions',
      'Messages',
      'Latency',
      'Over time (bins of 100 ms)',
      'Order of delivery',
      'Crashes, suspicions, decisions',
      'Warnings',
    ]);
    expect(text).toContain('robot 1  obstacle 3      1          2         2');
    expect(text).toContain('p1 and p2 differ from position 1 on; there p1 delivers 1;0 and p2 2;0');
    expect(text).toContain(String.raw`watch \u001b[31mout`);
  });

  test('says once why the number of collisions is not known', async () => {
    const alone = [end(2, 1, 'collided'), end(3, 2, 'collided'), end(4, 2, 'collided')];
    const report = await analyse(alone);
    const text = textReport(report);
    expect(text).toContain('number of collisions not known');
    expect(text.match(/3 motions ended in contact/g)).toHaveLength(1);
    expect((await htmlReport(report)).match(/3 motions ended in contact/g)).toHaveLength(1);
    expect(textReport(await analyse(records))).not.toContain('not known');
  });

  test('counts blocked motions in a column of their own, if there are any', async () => {
    expect(textReport(await analyse(records))).not.toContain('blocked');
    const report = await analyse([request(0, 1), end(3, 1, 'blocked', { with: { kind: 'obstacle', id: 0 } })]);
    expect(textReport(report)).toMatch(/stopped +blocked +going .*\n +1 +1 +0 +0 +0 +0 +1 +0 /);
    expect(await htmlReport(report)).toContain('blocked');
    expect(csvTables(report).get('robots.csv')).toContain(',blocked,');
    expect(report.collisions.count).toBe(0);
  });

  test('describes the first of many differences', async () => {
    const many = Array.from({ length: 5 }, (_, process) => noted(1 + process, process, `${process};0`));
    const text = textReport(await analyse(many));
    expect(text.match(/differ from position/g)).toHaveLength(5);
    expect(text).toContain('… and 5 more');
  });

  test('keeps to its width, and has colours if they are wanted', async () => {
    const report = await analyse(records);
    for (const width of [40, 60, 132]) {
      for (const row of textReport(report, { width }).split('\n'))
        expect(Array.from(row).length).toBeLessThanOrEqual(width);
    }
    expect(textReport(report)).not.toContain('\u001b');
    expect(textReport(report, { color: true })).toContain('\u001b[1;36mRun\u001b[0m');
  });
});

describe('tables for other programs', () => {
  test('are comma-separated, with quotes where they are needed', async () => {
    const tables = csvTables(await analyse(records));
    expect([...tables.keys()]).toEqual(['robots.csv', 'pairs.csv', 'messages.csv', 'latency.csv']);
    expect(tables.get('pairs.csv')).toBe(
      'robot,partner_kind,partner,collisions,first_s,last_s\r\n1,obstacle,3,1,2,2\r\n',
    );
    expect(tables.get('messages.csv')!.split('\r\n')[1]).toBe('app,"GO, ""now""",1,2,1,1,0,0,0,0,0,0');
    const [head, first] = tables.get('robots.csv')!.split('\r\n');
    const robot = Object.fromEntries(head!.split(',').map((name, i) => [name, first!.split(',')[i]]));
    expect(robot).toMatchObject({ robot: '1', distance_m: '8', moving_s: '8', idle_s: '2', collided: '1' });
  });
});

describe('a report as a page', () => {
  test('stands alone: nothing is fetched, no script, by day and by night', async () => {
    const html = await htmlReport(await analyse(records), { title: 'My <run>' });
    expect(html).toContain('<title>My &lt;run&gt;</title>');
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(/i);
    expect(html.match(/https?:\/\/[^"' ]+/g)!.filter((url) => url !== 'http://www.w3.org/2000/svg')).toEqual([]);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('out of &lt;range&gt;');
  });

  test('its tables have captions and titles, its pictures are described', async () => {
    const html = await htmlReport(await analyse(records));
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    expect(count(/<table>/g)).toBe(count(/<caption>/g));
    expect(count(/<th scope="col"/g)).toBeGreaterThan(20);
    expect(count(/<svg [^>]*role="img"/g)).toBe(count(/<figure>/g));
    expect(count(/<svg [^>]*aria-label="[^"]+"|<svg [^>]*><title>[^<]/g)).toBe(count(/<figure>/g));
    // Distance, shares, latency of a single copy has no shape, messages over time, space and time.
    expect(count(/<figure>/g)).toBe(4);
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('every tag that is opened is closed', async () => {
    const html = await htmlReport(await analyse(records));
    const open: string[] = [];
    for (const [, close, name, self] of html.matchAll(/<(\/?)([a-z0-9]+)(?:\s[^>]*?)?(\/?)>/gi)) {
      if (self === '/' || name === 'meta') continue;
      // One that closes another than the last keeps the list from ever becoming empty.
      if (close === '/' && open.at(-1) === name) open.pop();
      else open.push(close! + name!);
    }
    expect(open).toEqual([]);
  });

  test('many robots are shown by how their ways are distributed', async () => {
    const many = Array.from({ length: 700 }, (_, id) => leg(id, line(0, 10, id / 700)));
    const html = await htmlReport(await analyse([...many, send(10, 0, 1, [])]));
    expect(html).toContain('How many robots travelled how far');
    expect(html).toContain('… and 200 more');
  });
});
