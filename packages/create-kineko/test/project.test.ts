import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

const top = mkdtempSync(join(realpathSync(tmpdir()), 'create-kineko-'));
const project = join(top, 'my-swarm');
afterAll(() => rmSync(top, { recursive: true, force: true }));

function run(cwd: string, program: string, ...args: string[]): { readonly code: number | null; readonly said: string } {
  // What npm tells its scripts about itself is not for another npm, and what Jest asks of Node is not for another Node.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_)/.test(key)));
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

beforeAll(() => {
  const made = run(top, process.execPath, join(REPOSITORY, 'packages/create-kineko/bin/create-kineko.js'), 'my-swarm');
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('npm install') });
  // In place of npm install.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(project, 'node_modules'));
});

test('its tests pass', () => {
  const { code, said } = run(project, 'npm', 'test');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/pass 2\b[\s\S]*fail 0\b/) });
});

test('its types are right', () => {
  expect(run(project, 'npm', 'run', 'types')).toMatchObject({ code: 0 });
});

test('npm start shows it, and without a terminal ends when it is over', () => {
  const args = ['--no-open', '--set', 'simulation.time=5'];
  const { code, said } = run(project, 'npm', 'start', '--', ...args);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/watch it: http:\/\/127\.0\.0\.1:\d+\//) });
});
