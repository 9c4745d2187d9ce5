import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';

const top = mkdtempSync(join(realpathSync(tmpdir()), 'create-kineko-'));
const project = join(top, 'my-swarm');
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** A fake browser that records the opened addresses. */
const browser = join(top, 'browser');
const opened = join(top, 'opened.txt');

function run(cwd: string, program: string, ...args: string[]): { readonly code: number | null; readonly said: string } {
  // Variables of the outer npm and of Jest must not reach the inner npm and Node.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(key));
  const env = { ...Object.fromEntries(inherited), PATH: [browser, process.env['PATH']].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

beforeAll(() => {
  mkdirSync(browser);
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(browser, name), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
  }
  const made = run(
    top,
    process.execPath,
    join(REPOSITORY, 'packages/apps/create-kineko/bin/create-kineko.js'),
    'my-swarm',
  );
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('npm install') });
  // Instead of npm install.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(project, 'node_modules'));
});

test('its tests pass', () => {
  const { code, said } = run(project, 'npm', 'test');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/pass 2\b[\s\S]*fail 0\b/) });
});

test('its types are correct', () => {
  expect(run(project, 'npm', 'run', 'types')).toMatchObject({ code: 0 });
});

test('npm start opens the viewer, reaches the goal without collisions, and without a terminal then ends', async () => {
  // No page will come: the run would wait twenty seconds for one.
  const { code, said } = run(project, 'npm', 'start', '--', '--wait', '0');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/watch it: http:\/\/127\.0\.0\.1:\d+\//) });
  expect(said).toMatch(/goal reached[\s\S]* 0 collisions/);
  const [, address] = /watch it: (\S+)/.exec(said)!;
  // The program does not wait for the browser.
  while (!existsSync(opened) || readFileSync(opened, 'utf8') === '') await setImmediate();
  expect(readFileSync(opened, 'utf8')).toBe(`${address}\n`);
});
