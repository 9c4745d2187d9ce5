/** Results go to stdout, everything else to stderr, so that other programs can read the results of any command. */
import { expect, test } from '@jest/globals';
import { COMMANDS } from '../src/commands.js';
import { type Answer, Workspace } from './command-line.js';

const FILES = {
  'a.config':
    'process.num = 3\nrobot.size = 2\nrobot.algorithm = ./walk.ts\nbornpoint.random = true\nrobot.szie = 3\nseed = 1\n',
  'walk.ts': `import { AbstractAlgorithm } from 'kineko';

export class Walk extends AbstractAlgorithm {
  protected async doMotion() {
    console.log('author');
    this.logger.warn('a warning of the author');
    await this.actuator.forward(1 + Math.random(), 3);
  }
}
`,
  'p.config': 'process.num = 2\nalgorithm = ProtocolTest\nprotocol = ReliableBroadcast\nsimulation.time = 5\n',
  'e.yaml': 'scenario: a.config\nset: { simulation.time: 5 }\nparameters: { process.num: [1, 2] }\nmetrics: [time]\n',
  'g.yaml':
    'scenario: a.config\nset: { simulation.time: 5 }\nseeds: 0..1\ntasks: [{ property: "eventually gathered=1" }]\n',
};

/** For runs that are shorter than a second thread takes to load. */
const ONE_THREAD = ['--jobs', '1'];

const RUN = ['run', 'a.config', '--time-limit', '5'];

/** Every form of every command that has `--json`; the log of the first is read by others. */
const FORMS: readonly (readonly string[])[] = [
  [...RUN, '--out', 'r', '--log', 'both'],
  RUN,
  ['run', 'a.config', '--print-config'],
  ['validate', 'a.config', 'e.yaml', 'g.yaml'],
  ['validate', 'missing.config'],
  ['analyze', 'r'],
  ['analyze', 'r/neko.log', 'r/trace.bin'],
  ['check', 'a.config', '--time-limit', '5', '--seeds', '0..2', '-p', 'separation=1000', '--out', 'c', ...ONE_THREAD],
  ['check', 'r', '-p', 'no-collision'],
  ['sweep', 'e.yaml', '--out', 's', ...ONE_THREAD],
  ['sweep', 'e.yaml', '--dry-run'],
  ['sweep', 'e.yaml', '--slurm', '--out', 'slurm'],
  ['grade', 'g.yaml', 'walk.ts', ...ONE_THREAD],
  ['list'],
  ['list', 'metrics'],
  ['lcm', 'matrix', 'ToHalf'],
  ['explore', 'p.config', '-p', 'reliable-broadcast protocol=reliable-broadcast'],
];

/** The built program, since the console of author code is redirected when it starts. */
const workspace = new Workspace(FILES);
const answers = new Map<string, Promise<Answer>>();

function answer(args: readonly string[]): Promise<Answer> {
  const key = args.join(' ');
  if (!answers.has(key)) answers.set(key, workspace.program(args));
  return answers.get(key)!;
}

test('all commands with --json are tested', async () => {
  const names: string[] = [];
  for (const { usage, load } of COMMANDS) {
    const { options, groups = {} } = (await load()).command;
    const all = [options, ...Object.values(groups)].flatMap(Object.keys);
    if (all.includes('json')) names.push(usage.replace(/ .*/, ''));
  }
  // A server prints its result when it ends; serve-chirp.test.ts reads it.
  expect(names.filter((name) => name !== 'serve').sort()).toEqual([...new Set(FORMS.map(([name]) => name!))].sort());
});

test.each(FORMS)('prints one JSON value and nothing else on stdout: kineko %s %s %s', async (...args) => {
  if (args[1] === 'r' || args[1]?.startsWith('r/')) await answer([...FORMS[0]!, '--json']);
  const { code, stdout, stderr } = await answer([...args, '--json']);
  expect([0, 2, 3, 4]).toContain(code);
  expect(stdout).toMatch(/^[[{]/);
  expect(stdout.endsWith('\n')).toBe(true);
  const data: unknown = JSON.parse(stdout);
  expect(typeof data).toBe('object');
  expect(stderr).not.toMatch(/^[[{]/m);
});

test('prints hints, notes, warnings and what authors print on stderr', async () => {
  const { stdout, stderr } = await answer([...RUN, '-v']);
  expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['run', 'ended', 'took', 'moved', '']);
  expect(stderr).toContain("unknown key 'robot.szie'");
  expect(stderr).toContain('author\n');
  expect(stderr).toContain('a warning of the author');
  expect(stderr).toContain('Math.random');
  expect(stderr).toContain('save the results: add --out <folder>');
});

test('prints the files of a starter on stdout, and what to do next on stderr', async () => {
  const { stdout, stderr } = await workspace.kineko(['new', 'algorithm', 'Swarm']);
  expect(
    stdout
      .trim()
      .split('\n')
      .every((line) => /^[\w./-]+$/.test(line)),
  ).toBe(true);
  expect(stderr).toMatch(/^\nnext:\n {2}/);
});

test('counts one of a thing in the singular', async () => {
  const { stdout } = await answer(['run', 'a.config', '--time-limit', '1', '--set', 'process.num=1']);
  expect(stdout).toMatch(/^run {4}a, 1 robot, seed 1$/m);
  expect(stdout).toMatch(/^moved {2}1 motion, 0 collisions$/m);
});

test('reports a part of the program that cannot be loaded, and ends', async () => {
  const hooks = `export function resolve(name, context, next) {
    if (/^[.][/]node-\\w+[.]js$/.test(name)) throw new Error('the installation is broken');
    return next(name, context);
  }`;
  const script = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(script(hooks))});`;
  const { code, stdout, stderr } = await workspace.program(RUN, ['--import', script(register)]);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: 'kineko: the installation is broken\n' });
});
