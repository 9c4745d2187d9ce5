import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { create } from './create.js';
import { DEVELOPMENT } from './project.js';

const top = mkdtempSync(join(realpathSync(tmpdir()), 'create kineko '));
afterAll(() => rmSync(top, { recursive: true, force: true }));

let cwd = '';
let count = 0;
beforeEach(() => {
  cwd = join(top, `${++count}`);
  mkdirSync(cwd);
});

const FILES = [
  '.gitignore',
  'README.md',
  'my-swarm.config',
  'my-swarm.test.ts',
  'my-swarm.ts',
  'package.json',
  'tsconfig.json',
];

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: string[]): Answer {
  let [stdout, stderr] = ['', ''];
  const code = create(args, {
    cwd,
    version: '1.2.3',
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

describe('a project', () => {
  test('is written, with the next steps printed', () => {
    const { code, stdout, stderr } = run('my-swarm');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(cwd, 'my-swarm')).sort()).toEqual(FILES);
    for (const file of FILES) expect(stdout).toContain(`my-swarm/${file}\n`);
    expect(stdout).toMatch(/\nnext:\n {2}cd my-swarm\n {2}npm install\n {2}npm start .*\n {2}npm test .*\n$/);
    const manifest = readFileSync(join(cwd, 'my-swarm/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ name: 'my-swarm', dependencies: { kineko: '^1.2.3' } });
    expect(readFileSync(join(cwd, 'my-swarm/my-swarm.ts'), 'utf8')).toContain('class MySwarm extends');
  });

  test('may be in a subfolder whose path needs quotes', () => {
    expect(run('New things/my-swarm').stdout).toContain('  cd "New things/my-swarm"\n');
    expect(readdirSync(join(cwd, 'New things/my-swarm')).sort()).toEqual(FILES);
  });

  test('may be the current folder, with an empty repository', () => {
    cwd = join(cwd, 'my-swarm');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    const { code, stdout } = run('.');
    expect(code).toBe(0);
    expect(stdout).not.toContain('cd ');
    expect(readdirSync(cwd).sort()).toEqual(['.git', ...FILES]);
  });

  test('uses the same development dependencies as Kineko', () => {
    const root = readFileSync(`${REPOSITORY}package.json`, 'utf8');
    const { devDependencies } = JSON.parse(root) as { readonly devDependencies: Record<string, string> };
    expect(devDependencies).toMatchObject(DEVELOPMENT);
  });
});

describe('rejects, and writes nothing for,', () => {
  test.each([
    ['SwarmSearch', 'as in swarm-search'],
    ['2-swarms', 'a letter first, as in my-swarm'],
    ['.hidden', 'a letter first, as in hidden'],
    ['my swarm', 'as in my-swarm'],
    ['größe', 'as in gr-e'],
    ['kineko', 'choose another, such as my-kineko'],
    ['abstract-algorithm', 'the class that it extends; choose another, such as my-abstract-algorithm'],
    ['http', 'reserved by npm'],
    ['node_modules', 'reserved by npm'],
    ['a'.repeat(215), 'expected a name of at most 214 characters, got 215'],
  ])('the name %s', (name, why) => {
    const { code, stdout, stderr } = run(name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`create-kineko: ${name}: `);
    expect(stderr).toContain(why);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('a folder that is not empty', () => {
    mkdirSync(join(cwd, 'full'));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) writeFileSync(join(cwd, 'full', name), '');
    expect(run('full')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'create-kineko: full: the folder is not empty: a, b, c, d, e and 2 more; choose another name, or use an empty folder\n',
    });
    expect(readdirSync(join(cwd, 'full'))).toHaveLength(7);
  });

  test('a file of that name', () => {
    writeFileSync(join(cwd, 'taken'), '');
    expect(run('taken').stderr).toBe('create-kineko: taken: expected a folder, got a file; choose another name\n');
  });

  test('a place where nothing can be written', () => {
    writeFileSync(join(cwd, 'file'), '');
    const { code, stderr } = run('file/my-swarm');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^create-kineko: file\/my-swarm: cannot be written: ENOTDIR/);
  });

  test.each([
    [[], 'expected a folder, as in: npm create kineko my-swarm'],
    [['my', 'swarm'], 'expected one folder, got 2: my, swarm; did you mean my-swarm?'],
    [['my-swarm', '--yes'], 'unknown option --yes; see --help'],
  ])('the words %j', (args, why) => {
    expect(run(...args)).toEqual({ code: 2, stdout: '', stderr: `create-kineko: ${why}\n` });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('--help and --version', () => {
  expect(run('--help').stdout).toMatch(/^npm create kineko <folder>\n/);
  expect(run('-V')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
});
