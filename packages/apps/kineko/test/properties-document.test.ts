/** `docs/reference/properties.md`: properties of messages, what they count, and which protocols record the events that they look for. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CHECKERS } from '@kineko/lab';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';

const FILE = `${REPOSITORY}docs/reference/properties.md`;
const PROTOCOLS = `${REPOSITORY}packages/runtime/neko/src/protocols/`;

const INTRODUCTION = `# Properties of protocols

The guarantees of networks and protocols that \`kineko check --property\` can check, for example \`total-order protocol=abcast uniform=true\`. A **premise** is an occasion on which
the property could have failed. Every check prints their number; without any, the verdict is unknown, which is no success. A protocol of your own that records the events (\`this.note(event, value)\`) can be checked
too. Conditions on robots are in [Names in files](names.md#properties), the parameters of all properties too. \`KINEKO_WRITE=1 npm run jest -- properties-document\` rewrites this page.`;

const EVENTS = `## Events

Where each event comes from. Those of the run itself (\`send\`, \`deliver\` of a copy, \`drop\`, \`crash\`, \`recover\`, \`decide\`, \`suspect\`) are [records of the trace](../trace.md); the others are
\`protocolEvent\` records with the fields that the protocol gives them.`;

/** Events with records of their own. */
const RECORDS = ['send', 'drop', 'crash', 'decide', 'suspect'];

/** The calls that record an event, in the sources of protocols. */
const CALL = /\.note(?:Step|Message)?\('(?<event>\w+)'/g;

/** By event: the files that record it. */
function recorders(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const file of readdirSync(PROTOCOLS).toSorted()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    for (const { groups } of readFileSync(`${PROTOCOLS}${file}`, 'utf8').matchAll(CALL)) {
      const event = groups!['event']!;
      files.set(event, (files.get(event) ?? new Set()).add(file));
    }
  }
  return files;
}

function eventRows(): string[][] {
  const files = recorders();
  const names = [...new Set(CHECKERS.flatMap(({ events }) => events))].toSorted();
  return names.map((event) => [
    cellCode(event),
    CHECKERS.filter(({ events }) => events.includes(event))
      .map(({ name }) => cellCode(name))
      .join(', '),
    [...(RECORDS.includes(event) ? ['a record of the run'] : []), ...[...(files.get(event) ?? [])].map(cellCode)].join(
      ', ',
    ),
  ]);
}

test('docs/reference/properties.md has every property; KINEKO_WRITE=1 npm run jest -- properties-document rewrites it', () => {
  const rows = CHECKERS.map(({ name, doc, premise, events }) => [
    cellCode(name),
    doc,
    premise,
    events.map(cellCode).join(', '),
  ]);
  const page = `${[
    INTRODUCTION,
    markdownTable(['property', 'meaning', 'premise', 'looks for'], rows),
    EVENTS,
    markdownTable(['event', 'looked for by', 'recorded by'], eventRows()),
  ].join('\n\n')}\n`;
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
});

test('every event that a property looks for is recorded somewhere, except those of objects, which authors record', () => {
  const files = recorders();
  const missing = CHECKERS.flatMap(({ events }) => events).filter(
    (event) => !RECORDS.includes(event) && !files.has(event) && event !== 'invoke' && event !== 'respond',
  );
  expect(missing).toEqual([]);
});
