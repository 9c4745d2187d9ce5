import { expect, jest, test } from '@jest/globals';
import type { Origin } from '@kineko/run/settings';
import type { FrontEnd } from './front-end.js';
import { type LoadRequest, loadScenario, requireValid } from './load-scenario.js';
import type { Host, Scenario, Source } from './scenario.js';

const host = {} as Host;

function frontEnd(name: string, title: string, recognises: FrontEnd['recognises']): FrontEnd {
  return { name, title, recognises, load: () => Promise.resolve({ name } as Scenario) };
}

const frontEnds = [
  frontEnd('robotsim', 'Neko configs', (head) => head.includes('process.num')),
  frontEnd('deeco', 'DEECo scenarios', (head) => head.startsWith('<simulation')),
  frontEnd('crsim', 'CRSim models', (head, path) => head.startsWith('<') && path.endsWith('.crsim.xml')),
];

function load(from: Source, given: Partial<LoadRequest> = {}): Promise<Scenario> {
  return loadScenario(from, { frontEnds, host, ...given });
}

function source(text: string, path = 'x.config'): Source {
  return { path, bytes: new TextEncoder().encode(text) };
}

test.each([
  ['by its content', 'process.num = 3', 'robotsim'],
  ['behind a byte order mark', '\ufeff<simulation>', 'deeco'],
])('opens a file by the front end that recognises it, %s', async (_how, text, expected) => {
  const { name } = await load(source(text));
  expect(name).toBe(expected);
});

test('ignores a character that is cut off at the end of the beginning', async () => {
  const text = `process.num = 3 # ${'ä'.repeat(5000)}`;
  await expect(load(source(` ${text}`))).resolves.toMatchObject({ name: 'robotsim' });
  await expect(load(source(text))).resolves.toMatchObject({ name: 'robotsim' });
});

test('rejects a file that no front end recognises, with a list of them', async () => {
  await expect(load(source('hello', 'notes.txt'))).rejects.toThrow(
    'notes.txt: unrecognized file format; supported: robotsim (Neko configs), deeco (DEECo scenarios), crsim (CRSim models)',
  );
  await expect(load(source('', 'notes.txt'))).rejects.toThrow('notes.txt: empty file; supported: robotsim');
});

test('rejects a file that several front ends recognise, with their names', async () => {
  await expect(load(source('<simulation>', 'a.crsim.xml'))).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(
      /^a\.crsim\.xml: ambiguous file format: it could be any of deeco \(DEECo scenarios\), crsim \(CRSim models\); /,
    ),
  });
});

test('passes the context to the front end', async () => {
  const context = { cwd: '/folder', flags: { plugin: ['own.ts'] } };
  const load = jest.fn<FrontEnd['load']>(() => Promise.resolve({} as Scenario));
  const given = source('any');
  await loadScenario(given, { frontEnds: [{ ...frontEnd('one', 'One', () => true), load }], host, context });
  expect(load).toHaveBeenCalledWith(given, host, context);
});

test('gives strictness, environment and settings, in this order, and reports problems with the environment', async () => {
  const done: unknown[] = [];
  const origin: Origin = { kind: 'set' };
  const problem = { severity: 'error', text: 'KINEKO_SED: unknown' } as const;
  const scenario = {
    beStrict: () => void done.push('strict'),
    useEnvironment: (environment: object) => {
      done.push(environment);
      return [problem];
    },
    set: (...setting: unknown[]) => void done.push(setting),
  } as unknown as Scenario;
  await load(source('process.num = 3'), {
    frontEnds: [{ ...frontEnds[0]!, load: () => Promise.resolve(scenario) }],
    strict: true,
    environment: { KINEKO_SED: '3' },
    settings: [
      { key: 'seed', value: '1', origin },
      { key: 'seed', value: '2', origin },
    ],
    onProblem: (found) => void done.push(found),
  });
  expect(done).toEqual(['strict', { KINEKO_SED: '3' }, problem, ['seed', '1', origin], ['seed', '2', origin]]);
});

test('a scenario with an error is invalid, one with warnings is not', async () => {
  const withProblems = (...severities: ('error' | 'warning')[]): Scenario => {
    const problems = severities.map((severity) => ({ severity, text: severity }));
    return { problems: () => Promise.resolve(problems) } as unknown as Scenario;
  };
  await expect(requireValid(withProblems('warning', 'error'))).rejects.toThrow('warning: warning\nerror');
  await expect(requireValid(withProblems('warning'))).resolves.toEqual([{ severity: 'warning', text: 'warning' }]);
});
