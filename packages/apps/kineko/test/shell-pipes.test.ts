/** The built program between the pipes of a shell. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';

const workspace = new Workspace({
  'x.config':
    'process.num = 1\nsimulation.time = 1\nrobot.algorithm = RandomMovement\nbornpoint.random = true\nseed = 1\n',
});

/** The output of a line of bash, in which `kineko` is the program. */
function bash(line: string): string {
  const program = join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js');
  const script = `kineko() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  return execFileSync('bash', ['-c', script], { cwd: workspace.path, encoding: 'utf8' });
}

test('if the reader ends early, the exit code is no verdict', () => {
  expect(bash('kineko list algorithms | true; echo "${PIPESTATUS[0]}"')).toBe('141\n');
});

test('if the reader of the errors ends early, the exit code is the same', () => {
  expect(bash('exec 3> >(true); wait $!; kineko run missing.config 2>&3; echo $?')).toBe('141\n');
});

test.each(['cat x.config | kineko run /dev/stdin', 'kineko run <(cat x.config)'])(
  'a config from a pipe: %s',
  (line) => {
    expect(bash(line)).toContain('1 robot, seed 1');
  },
);

test('a delivery schedule from a pipe', () => {
  workspace.write({
    'quiet.ts': `import { Protocol } from 'kineko';
      class Quiet extends Protocol {}
      export const system = { wire: (process) => ({ act: () => new Quiet(process) }), processes: 2 };`,
  });
  expect(bash("kineko run quiet.ts --deliveries <(echo 'kineko deliveries 1') --json")).toContain('"events":0');
});

test('a config from a pipe is validated, which reads it twice', () => {
  expect(bash('cat x.config | kineko validate /dev/stdin')).toBe('/dev/stdin: ok\n');
});

test('a check refuses a pipe, since each of its threads reads the file', () => {
  const refusal =
    'kineko: /dev/stdin: expected a file that can be read several times, got a pipe: save it to a file first\n2\n';
  expect(bash('cat x.config | kineko check /dev/stdin -p no-collision 2>&1; echo $?')).toBe(refusal);
});
