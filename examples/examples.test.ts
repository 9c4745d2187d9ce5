/** Runs every example with a configuration and an expected log, and compares the logs byte by byte. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { NekoLogWriter } from 'kineko/formats';
import { runConfig } from 'kineko/testing';

const FOLDER = new URL('./', import.meta.url);
const CONFIG = 'robotsim.config';

const examples = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(fileOf(entry.name, CONFIG)))
  .map(({ name }) => name);

function fileOf(example: string, name: string): string {
  return fileURLToPath(new URL(`${example}/${name}`, FOLDER));
}

test('the three applications of the thesis are among the examples', () => {
  expect(examples).toEqual(expect.arrayContaining(['ask-for-help', 'gathering', 'random-movement']));
});

test.each(examples)(
  '%s leaves the expected log; KINEKO_WRITE=1 npm run jest -- examples.test rewrites it',
  async (name) => {
    const { records, summary } = await runConfig(fileOf(name, CONFIG));
    const writer = new NekoLogWriter();
    for (const record of records) writer.append(record);
    const log = new TextDecoder().decode(writer.take());
    const file = fileOf(name, 'expected.log');
    if (process.env['KINEKO_WRITE'] === '1') writeFileSync(file, log);
    expect(log).toBe(readFileSync(file, 'utf8'));
    expect(summary.stoppedBy).toMatch(/^(time|finished|shutdown)$/);
  },
);
