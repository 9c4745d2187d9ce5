/** Runs over real networks, between OS processes: the log is written during the run, which ends when all algorithms have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';

const KINEKO = join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js');

const GREETING = `import { ActiveProtocol } from 'kineko';
export class Greeting extends ActiveProtocol {
  async run() {
    for (let round = 0; round < ROUNDS; round++) {
      this.sendTo(this.process.others, 'HELLO', round);
      for (let missing = this.process.n - 1; missing > 0; missing--) await this.receive();
      await this.sleep(0.02);
    }
  }
}
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function started(workspace: Workspace, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [KINEKO, ...args], { cwd: workspace.path, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

/** The port on which a slave has said to be ready. */
function portOf(slave: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    slave.stdout!.on('data', (text) => {
      said += String(text);
      const [, port] = /^Ready on port (\d+)\n/m.exec(said) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    slave.once('close', (code) => reject(new Error(`the slave ended with ${code}: ${said}`)));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** A folder with all files, whose slaves are ready. */
async function prepared(rounds: string): Promise<Workspace> {
  const workspace = new Workspace({ 'greeting.ts': GREETING.replace('ROUNDS', rounds) });
  const slave = (): Promise<number> => portOf(started(workspace, ['slave', '0', '--plugin', 'greeting.ts']));
  const ports = await Promise.all([slave(), slave()]);
  workspace.write({
    'x.config': `simulation = false
process.num = 3
slave = ${ports.map((port) => `localhost:${port}`).join(', ')}
network = TCPNetwork
algorithm = ./greeting.ts
simulation.time = 600
`,
  });
  return workspace;
}

test('a run ends when all algorithms have ended', async () => {
  const workspace = await prepared('3');
  const { code, stdout } = await workspace.kineko(['run', 'x.config', '--out', 'r', '--json', '--seed', '1']);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ stoppedBy: 'finished', messages: { sent: 18, delivered: 18, dropped: 0 } }),
  ]);
});

test('a killed master leaves an ordered log', async () => {
  const workspace = await prepared('1e9');
  const master = started(workspace, ['run', 'x.config', '--out', 'r', '--log', 'both', '-q', '--seed', '1']);
  const over = ended(master);
  const log = workspace.of('r/neko.log');
  while (!existsSync(log) || readFileSync(log, 'utf8').split('\n').length < 50) {
    if (master.exitCode !== null || master.signalCode !== null) throw new Error(`the master ended with ${await over}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  master.kill('SIGKILL');
  await over;
  const times = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Number.parseFloat(line));
  expect(times.length).toBeGreaterThanOrEqual(49);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const { stderr, code } = await workspace.kineko(['analyze', 'r']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('the run was cut off at t = ')]);
});
