import { expect, test } from '@jest/globals';
import { openScenario } from './doors.js';
import type { FrontEnd, Host, Scenario, Source } from './scenario.js';

const host = {} as Host;

function door(name: string, title: string, recognises: FrontEnd['recognises']): FrontEnd {
  return { name, title, recognises, load: () => Promise.resolve({ name } as Scenario) };
}

const doors = [
  door('robotsim', 'Neko configs', (head) => head.includes('process.num')),
  door('deeco', 'DEECo scenarios', (head) => head.startsWith('<simulation')),
  door('crsim', 'CRSim models', (head, path) => head.startsWith('<') && path.endsWith('.crsim.xml')),
];

function source(text: string, path = 'x.config'): Source {
  return { path, bytes: new TextEncoder().encode(text) };
}

test.each([
  ['by its content', 'process.num = 3', 'robotsim'],
  ['behind a byte order mark', '\ufeff<simulation>', 'deeco'],
])('a file is opened by the door that recognises it, %s', async (_how, text, expected) => {
  const { name } = await openScenario(source(text), host, doors);
  expect(name).toBe(expected);
});

test('a character that the end of the beginning cuts through does no harm', async () => {
  const text = `process.num = 3 # ${'ä'.repeat(5000)}`;
  await expect(openScenario(source(` ${text}`), host, doors)).resolves.toMatchObject({ name: 'robotsim' });
  await expect(openScenario(source(text), host, doors)).resolves.toMatchObject({ name: 'robotsim' });
});

test('a file that no door recognises is refused with a list of them', async () => {
  await expect(openScenario(source('hello', 'notes.txt'), host, doors)).rejects.toThrow(
    'notes.txt: is nothing that can be run; known are robotsim (Neko configs), deeco (DEECo scenarios), crsim (CRSim models)',
  );
  await expect(openScenario(source('', 'notes.txt'), host, doors)).rejects.toThrow(
    'can be run, it is empty; known are',
  );
});

test('a file that several doors recognise is refused with their names', async () => {
  await expect(openScenario(source('<simulation>', 'a.crsim.xml'), host, doors)).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(
      /^a\.crsim\.xml: could be any of deeco \(DEECo scenarios\), crsim \(CRSim models\); /,
    ),
  });
});
