/** Runs the example of each protocol, and checks the properties that its second line names. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { runConfig } from 'kineko/testing';
import { PROTOCOLS } from '../../packages/frontends/robotsim/src/run/setup/protocols.js';
import { SERVICES } from '../../packages/frontends/robotsim/src/run/setup/services.js';
import { CHECKERS } from '../../packages/workbench/lab/src/properties/checkers.js';

const FOLDER = new URL('./', import.meta.url);
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.config'));
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

/** The checkers of a line `# kineko check x.config -p "name option=value"`. */
function checkersOf(file: string) {
  const [, line] = textOf(file).split('\n');
  return Array.from(line!.matchAll(/-p "([^"]+)"/g), ([, property]) => {
    const [name, ...words] = property!.split(' ');
    const options = words.map((word) => word.split('=') as [string, string]);
    const valueOf = (text: string): unknown => (/^(\d|true$|false$)/.test(text) ? JSON.parse(text) : text);
    const named = CHECKERS.find((each) => each.name === name)!;
    const defaults = Object.entries(named.options).flatMap(([key, row]) =>
      row.default === undefined ? [] : [[key, valueOf(row.default)]],
    );
    return named.make({
      ...Object.fromEntries(defaults),
      ...Object.fromEntries(options.map(([key, text]) => [key, valueOf(text)])),
    } as never);
  });
}

describe.each(files)('%s', (file) => {
  test('has the properties that it names', async () => {
    const { records, summary } = await runConfig(new URL(file, FOLDER));
    const expectedVerdict = textOf(file).includes('# exit 3') ? 'violated' : 'holds';
    // At a time limit, what must happen in the end may still happen.
    const isComplete = summary.stoppedBy !== 'time';
    const results = checkersOf(file).map((checker) => checker.check(records as never, summary.processes, isComplete));
    expect(results.length).toBeGreaterThan(0);
    // The text of the first violation, if there should be none.
    const texts = results.map(({ verdict, violations: [first] }) =>
      verdict === expectedVerdict ? verdict : (first?.text ?? verdict),
    );
    expect(texts).toEqual(results.map(() => expectedVerdict));
  });
});

test('every protocol has an example', () => {
  const named = new Set(files.flatMap((file) => /^protocol = (.*)$/m.exec(textOf(file))![1]!.split(', ')));
  const all = [...PROTOCOLS.entries, ...SERVICES.entries].map(({ name }) => name);
  expect(all.filter((name) => !named.has(name))).toEqual([]);
});
