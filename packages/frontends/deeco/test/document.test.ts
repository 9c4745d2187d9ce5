import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { readFileSync } from 'node:fs';
import { DeecoLogWriter } from '../src/format/log/log-writer.js';
import { readDeecoLog } from '../src/format/log/log-reader.js';
import { utf8 } from './files.js';

test('the example of docs/deeco-log.md is a valid log with the described contents', () => {
  const document = readFileSync(`${REPOSITORY}docs/deeco-log.md`, 'utf8');
  const [, example] = /```text\n([^]*?)```/.exec(document)!;
  const log = readDeecoLog(utf8(example!), 'example');
  const cycles = [...log];
  expect(log.problems).toEqual([]);
  expect(log.header.bitmap!.dark).toEqual(Uint8Array.of(0, 0, 1, 0, 0, 0));
  expect(cycles.map(({ status, robots }) => [status, ...robots.map(({ tag }) => tag)])).toEqual([
    ['searching', '', 'lost, alone'],
    ['found; done', 'here', ''],
  ]);
  const writer = new DeecoLogWriter(log.header);
  for (const cycle of cycles) writer.append(cycle);
  expect(Buffer.from(writer.take()).toString()).toBe(example);
});
