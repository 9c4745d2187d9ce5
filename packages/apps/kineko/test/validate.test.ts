/** `kineko validate`: kinds of files, types of author files, and names of methods. */
import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkTypes } from '../src/checking/type-check.js';
import { REPOSITORY, Workspace } from './command-line.js';

const CONFIG = 'process.num = 2\nsimulation.time = 1\nrobot.algorithm = ./walk.ts\nbornpoint.random = true\n';

const walk = (body: string, method = 'doMotion'): string => `import { AbstractAlgorithm } from 'kineko';

export class Walk extends AbstractAlgorithm {
  protected async ${method}() {
    ${body}
  }
}
`;

const GOOD = walk('await this.actuator.moveTo({ x: 1, y: 2 }, 3, 40);');
const MISSPELT = walk('await this.actuator.moveToo({ x: 1, y: 2 }, 3, 40);');

interface Result {
  readonly file: string;
  readonly problems: readonly {
    readonly severity: string;
    readonly text: string;
    readonly place?: object;
    readonly source?: string;
  }[];
}

/** A folder in which another TypeScript is installed, or none. */
function withCompiler(files: Readonly<Record<string, string>>, compiler: string | undefined): Workspace {
  const workspace = new Workspace(files);
  unlinkSync(workspace.of('node_modules'));
  mkdirSync(workspace.of('node_modules'));
  symlinkSync(join(REPOSITORY, 'node_modules/kineko'), workspace.of('node_modules/kineko'));
  if (compiler !== undefined) {
    symlinkSync(join(REPOSITORY, 'node_modules', compiler), workspace.of('node_modules/typescript'));
  }
  return workspace;
}

describe('scenarios', () => {
  test('that are valid are reported as ok', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'walk.ts': GOOD });
    expect(await workspace.kineko(['validate', 'a.config'])).toEqual({ code: 0, stdout: 'a.config: ok\n', stderr: '' });
  });

  test.each(['typescript', '@typescript/old'])('with a misspelt method are refused, by %s', async (compiler) => {
    const workspace = withCompiler({ 'a.config': CONFIG, 'walk.ts': MISSPELT }, compiler);
    const { code, stdout, stderr } = await workspace.kineko(['validate', 'a.config']);
    expect([code, stderr]).toEqual([2, '']);
    expect(stdout).toBe(
      "walk.ts:5:25: Property 'moveToo' does not exist on type 'Actuator'. Did you mean 'moveTo'? (TS2551)\n",
    );
  });

  test('have problems of TypeScript in the same shape as JSON', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'walk.ts': MISSPELT });
    const { code, stdout } = await workspace.kineko(['validate', 'a.config', '--json']);
    const [result] = JSON.parse(stdout) as Result[];
    expect([code, result]).toMatchObject([
      2,
      {
        file: 'a.config',
        problems: [{ severity: 'error', source: 'typescript', place: { file: 'walk.ts', line: 5, column: 25 } }],
      },
    ]);
  });

  test('are checked without types with --no-types', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'walk.ts': MISSPELT });
    expect(await workspace.kineko(['validate', 'a.config', '--no-types'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('with an imported file that has a type error are refused', async () => {
    const workspace = new Workspace({
      'a.config': CONFIG,
      'walk.ts': `import { far } from './far';\n${walk('await this.sleep(far());')}`,
      'far.ts': "export function far(): number {\n  return 'far';\n}\n",
    });
    const { code, stdout } = await workspace.kineko(['validate', 'a.config']);
    expect([code, stdout]).toEqual([2, "far.ts:2:3: Type 'string' is not assignable to type 'number' (TS2322)\n"]);
  });

  test('that share an author file report its problems once', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'b.config': CONFIG, 'walk.ts': MISSPELT });
    const { stdout } = await workspace.kineko(['validate', 'a.config', 'b.config']);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  test('use the options of the nearest tsconfig.json', async () => {
    const workspace = new Workspace({
      'a.config': CONFIG,
      'walk.ts': walk('const far: number = null; const unused = 1; await this.sleep(far);'),
      'tsconfig.json': '{ "compilerOptions": { "strict": false, "noUnusedLocals": true, "rootDir": "src" } }',
    });
    expect(await workspace.kineko(['validate', 'a.config'])).toMatchObject({ code: 0, stdout: 'a.config: ok\n' });
  });

  test('report syntax errors of author files once, with their places', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'walk.ts': 'export class {\n  doMotion( {}\n}\n' });
    const { code, stdout } = await workspace.kineko(['validate', 'a.config']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^walk\.ts:\d+:\d+: /);
  });
});

describe('JavaScript author files', () => {
  const script = (text: string): Workspace =>
    new Workspace({ 'a.config': CONFIG.replace('walk.ts', 'walk.js'), 'walk.js': text.replace('protected ', '') });

  test('are not type-checked', async () => {
    expect(await script(MISSPELT).kineko(['validate', 'a.config'])).toMatchObject({ code: 0 });
  });

  test('are type-checked if they ask for it', async () => {
    const { code, stdout } = await script(`// @ts-check\n${MISSPELT}`).kineko(['validate', 'a.config']);
    expect([code, stdout]).toEqual([2, expect.stringContaining('walk.js:6:25: Property')]);
  });

  test('with a misspelt method are reported with its place', async () => {
    const { code, stdout } = await script(walk('await this.sleep(1);', 'doMotoin')).kineko(['validate', 'a.config']);
    const text = "walk.js:4:9: warning: Walk has no method 'doMotion'; did you mean it by 'doMotoin'?\n";
    expect([code, stdout]).toEqual([0, text]);
  });
});

describe('experiments', () => {
  const experiment = (more: string): Workspace =>
    new Workspace({
      'a.config': CONFIG,
      'walk.ts': GOOD,
      'metrics.ts':
        "import type { AuthorMetric } from 'kineko/lab';\n\nexport const half: AuthorMetric = (run) => run.summray.events / 2;\n",
      'e.yaml': `scenario: a.config\n${more}`,
    });

  test('that are valid are reported as ok', async () => {
    const workspace = experiment('parameters: { robot.size: [1, 2] }\nmetrics: [time]\n');
    expect(await workspace.kineko(['validate', 'e.yaml'])).toEqual({ code: 0, stdout: 'e.yaml: ok\n', stderr: '' });
  });

  test.each([
    [
      'a wrong value at a point',
      'parameters: { robot.size: [1, -2] }\nmetrics: [time]\n',
      'e.yaml:2:27: robot.size: expected a number from 0',
    ],
    ['an unknown metric', 'metrics: [tim]\n', "e.yaml:2:11: unknown metric 'tim'; did you mean 'time'?"],
    [
      'an unknown name in an expression',
      'metrics:\n  - { name: a, expression: tiem / 2 }\n',
      "e.yaml:3:28: metrics[0].expression: unknown name 'tiem'; did you mean 'time'?",
    ],
    ['an unknown key', 'metric: [time]\nparameters: {}\n', "e.yaml:2:1: unknown key 'metric'; did you mean 'metrics'?"],
    [
      'a type error in an author metric',
      'metrics: [{ file: ./metrics.ts }]\n',
      "metrics.ts:3:48: Property 'summray' does not exist",
    ],
  ])('report %s', async (_, more, text) => {
    const { code, stdout } = await experiment(more).kineko(['validate', 'e.yaml']);
    expect([code, stdout]).toEqual([2, expect.stringContaining(text)]);
  });

  test('report problems of their scenario and its author files', async () => {
    const workspace = experiment('metrics: [time]\n');
    workspace.write({ 'walk.ts': MISSPELT, 'a.config': `${CONFIG}robot.szie = 3\n` });
    const { code, stdout } = await workspace.kineko(['validate', 'e.yaml']);
    expect([code, stdout]).toEqual([2, expect.stringContaining('walk.ts:5:25: Property')]);
    expect(stdout).toContain("a.config:5:1: warning: unknown key 'robot.szie'; did you mean 'robot.size'?");
  });

  test('report a missing scenario at the place of its name', async () => {
    const workspace = new Workspace({ 'a.config': CONFIG, 'e.yaml': 'scenario: b.config\nmetrics: [time]\n' });
    const { stdout } = await workspace.kineko(['validate', 'e.yaml']);
    expect(stdout).toMatch(/^e\.yaml:1:11: scenario b\.config: no such file/);
  });
});

describe('assignments', () => {
  const assignment = (tasks: string, config = CONFIG): Workspace =>
    new Workspace({ 'a.config': config, 'g.yaml': `scenario: a.config\ntasks:\n${tasks}` });

  test('that are valid are reported as ok', async () => {
    const workspace = assignment('  - property: no-collision\n');
    expect(await workspace.kineko(['validate', 'g.yaml'])).toEqual({ code: 0, stdout: 'g.yaml: ok\n', stderr: '' });
  });

  test('of processes without bodies are valid', async () => {
    const tasks = '  - property: network\nalgorithm: algorithm\n';
    const workspace = assignment(tasks, 'process.num = 2\nsimulation.time = 1\n');
    expect(await workspace.kineko(['validate', 'g.yaml'])).toMatchObject({ code: 0, stdout: 'g.yaml: ok\n' });
  });

  test('report problems of properties and of the scenario', async () => {
    const workspace = assignment('  - property: no-colision\n  - property: consensus\n', `${CONFIG}robot.size = -1\n`);
    const { code, stdout } = await workspace.kineko(['validate', 'g.yaml']);
    expect(code).toBe(2);
    expect(stdout.split('\n')).toEqual([
      `g.yaml:3:15: property "no-colision": unknown property 'no-colision'; did you mean 'no-collision'?`,
      'g.yaml:4:15: property "consensus": expected a protocol, as in consensus protocol=abcast',
      expect.stringMatching(/^a\.config:5:\d+: robot\.size: expected a number from 0/),
      '',
    ]);
  });

  test('with an invalid scenario are not graded', async () => {
    const workspace = assignment('  - property: no-collision\n', `${CONFIG}robot.size = -1\n`);
    workspace.write({ 'walk.ts': GOOD });
    const { code, stdout, stderr } = await workspace.kineko(['grade', 'g.yaml', 'walk.ts']);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('a.config:5')]);
  });
});

describe('experiments and assignments given to other commands', () => {
  const workspace = new Workspace({
    'e.yaml': 'scenario: a.config\nmetrics: [time]\n',
    'g.yaml': 'scenario: a.config\ntasks: [{ property: no-collision }]\n',
  });

  test.each([
    [['run', 'e.yaml'], 'e.yaml: expected a scenario, got an experiment; kineko sweep takes it'],
    [
      ['check', 'g.yaml', '-p', 'no-collision'],
      'g.yaml: expected a scenario, got an assignment; kineko grade takes it',
    ],
  ])('are refused with the right command: %j', async (args, text) => {
    const { code, stderr } = await workspace.kineko(args);
    expect([code, stderr]).toEqual([2, `kineko: ${text}\n`]);
  });
});

test('a missing TypeScript is a note with the way to get it', async () => {
  const workspace = withCompiler({ 'walk.ts': MISSPELT, 'other.ts': MISSPELT }, undefined);
  const files = [workspace.of('walk.ts'), workspace.of('other.ts')];
  const { problems, note } = await checkTypes(files, new AbortController().signal, workspace.of('kineko.js'));
  expect([problems.size, note]).toEqual([
    0,
    'TypeScript not found; install it beside the author files: npm install --save-dev typescript',
  ]);
});
