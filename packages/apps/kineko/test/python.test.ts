/** Algorithms in Python: the tests of the Python package, and runs whose algorithms are in another program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { PYTHON, requireProgram } from '@kineko/tools/services/programs';
import { REPOSITORY, Workspace } from './command-line.js';

const PACKAGE = join(REPOSITORY, 'packages/apps/python');
const KINEKO = join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js');
const MIRROR = join(PACKAGE, 'tests/mirror');

const CONFIG = `
process.num = 2
robot.size = 1
robot.algorithm = RandomMovement
world.width = 60
world.height = 60
bornpoint.random = true
ghost_mode = true
simulation.time = 20
seed = 3
`;

const algorithm = (name: string, body: string): string => `
class ${name}(kineko.AbstractAlgorithm):
    async def do_motion(self):
        ${body}
`;

const PROGRAMS = {
  'x.config': CONFIG,
  'mixed.config': `${CONFIG}robot.0.algorithm = A\n`,
  'exits.py': `import os, kineko\n${algorithm('Exits', 'await self.sleep(2); os._exit(7)')}\nkineko.main()\n`,
  'newer.py': `import os\nos.write(4, b'{"ready":"kineko-algorithm","version":9}\\n')\nos.read(3, 1)\n`,
  'chatty.py': `import os\nos.write(4, b'hello\\n')\nos.read(3, 1)\n`,
  'silent.py': 'import kineko\n',
  'none.py': 'import kineko\nkineko.main()\n',
  'two.py': `import kineko\n${algorithm('A', 'await self.actuator.forward(1, 5)')}${algorithm('B', 'await self.sleep(1)')}\nkineko.main()\n`,
};

/** A command with the Python package on its path. */
function python(file: string): string {
  return `env "PYTHONPATH=${PACKAGE}" "${requireProgram(PYTHON)}" ${file}`;
}

test('the tests of the Python package pass', async () => {
  const child = spawn(requireProgram(PYTHON), ['-m', 'unittest'], {
    cwd: PACKAGE,
    env: { ...process.env, KINEKO_PROGRAM: `${process.execPath} ${KINEKO}`, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ code: child.exitCode, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('OK') });
});

test('the Python package has the version of Kineko', () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, '../kineko/package.json'), 'utf8')) as { version: string };
  expect(readFileSync(join(PACKAGE, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
  expect(readFileSync(join(PACKAGE, 'kineko/__init__.py'), 'utf8')).toContain(`__version__ = "${version}"\n`);
});

test('the same algorithm in TypeScript and in Python has the same hash', async () => {
  const files = readdirSync(MIRROR, { withFileTypes: true }).filter((entry) => entry.isFile());
  const place = new Workspace(
    Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(MIRROR, name), 'utf8')])),
  );
  const run = async (...more: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await place.kineko(['run', 'mirror.config', '--json', ...more]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const [inside, outside] = [await run(), await run('--algorithms', python('mirror.py'))];
  expect(inside['events']).toBeGreaterThan(1000);
  expect(outside).toMatchObject({ hash: inside['hash'], events: inside['events'], messages: inside['messages'] });
});

test('Ctrl-C ends a run whose algorithm never returns, and shows its line', async () => {
  const place = new Workspace({
    'x.config': CONFIG,
    'loop.py': `import sys, kineko\n${algorithm('Loop', "await self.sleep(2); print('looping'); sys.stdout.flush()\n        while True: pass")}\nkineko.main()\n`,
  });
  const args = [KINEKO, 'run', 'x.config', '--algorithms', python('loop.py')];
  // The leader of a process group, as in a terminal.
  const child = spawn(process.execPath, args, { cwd: place.path, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    if (!printed.includes('looping') && (printed + piece).includes('looping')) process.kill(-child.pid!, 'SIGINT');
    printed += piece;
  });
  const [stdout] = await Promise.all([text(child.stdout), exited]);
  expect(child.exitCode).toBe(130);
  expect(stdout).toContain('interrupted: the results are partial');
  expect(printed).toMatch(/while True: pass[^]*KeyboardInterrupt/);
});

describe('a program with algorithms', () => {
  const place = new Workspace(PROGRAMS);
  const run = async (file: string, ...more: string[]) =>
    place.kineko(['run', 'x.config', '--quiet', '--algorithms', file.endsWith('.py') ? python(file) : file, ...more]);

  test.each([
    ['exits.py', 1, 'the program ended with exit code 7 before the run did'],
    ['newer.py', 1, 'version of the algorithm protocol: expected 1 or 2, got 9'],
    ['chatty.py', 1, 'expected a line of JSON, got "hello"'],
    ['silent.py', 1, 'ended with exit code 0 before it was ready; a Python program calls kineko.main() at its end'],
    ['none.py', 2, 'expected an algorithm, got none'],
    ['missing.py', 2, 'ended with exit code 2 before it was ready'],
    ['no-such-program', 2, '"no-such-program" cannot be started: no such program'],
    [' ', 2, 'expected a command, such as "python3 mine.py"'],
    ['fd:998,999', 2, 'expected an open file descriptor, got 998'],
    ['two.py', 2, 'robot.algorithm: expected one of the algorithms of the program (A, B), got "RandomMovement"'],
  ])('%s is refused with exit code %d', async (file, code, why) => {
    const answer = await run(file);
    expect(answer).toMatchObject({ code, stdout: '' });
    expect(answer.stderr).toContain(why);
  });

  test('runs the algorithm that the configuration names, beside built-in ones', async () => {
    expect(await run('two.py', '--set', 'robot.algorithm=B')).toMatchObject({ code: 0, stderr: '' });
    const args = ['run', 'mixed.config', '--json', '--algorithms', python('two.py')];
    const { code, stdout } = await place.kineko(args);
    expect(code).toBe(0);
    // Robot 0 requests one motion every five seconds; robot 1 moves at random.
    expect((JSON.parse(stdout) as { motionRequests: number }).motionRequests).toBeGreaterThan(4);
  });
});
