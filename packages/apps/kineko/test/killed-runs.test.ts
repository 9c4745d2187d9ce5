/** Killed runs, and runs that would fill the disk: their files are intact up to one record, and commands report it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { BinaryReader, type TraceRecord } from '@kineko/formats/trace';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { REPOSITORY, Workspace } from './command-line.js';

const KINEKO = join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js');

/** Bytes. The kill may come between the writes of the two files, and on a busy machine it does. */
const LINES_OF_A_CHUNK = 1 << 18;

/** Without an end, and with much to write. */
const ENDLESS = `process.num = 40
robot.algorithm = RandomMovement
bornpoint.random = true
world.width = 2000
world.height = 2000
simulation.time = 1000000000
`;

/** Waits until a file has that size; throws if the run ends before. */
async function grown(path: string, bytes: number, run: ChildProcess): Promise<void> {
  while (sizeOf(path) <= bytes) {
    if (run.exitCode !== null || run.signalCode !== null) throw new Error(`the run ended with ${run.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function started(workspace: Workspace, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [KINEKO, ...args], { cwd: workspace.path, stdio: 'ignore' });
}

/** Kills a run when its trace has that size. */
async function killed(workspace: Workspace, bytes: number): Promise<void> {
  const child = started(workspace, ['run', 'x.config', '--seed', '1', '-q', '--out', 'r', '--log', 'both']);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await grown(workspace.of('r/trace.bin'), bytes, child);
  child.kill('SIGKILL');
  await ended;
}

function recordsIn(path: string): TraceRecord[] {
  const reader = new BinaryReader(path);
  reader.feed(readFileSync(path));
  reader.close();
  const records: TraceRecord[] = [];
  for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
  return records;
}

describe('a run that is killed', () => {
  test.each([100_000, 1_000_000, 4_000_000])(
    'leaves a log with all records of the trace, and at most one chunk more: after %i bytes',
    async (bytes) => {
      const workspace = new Workspace({ 'x.config': ENDLESS });
      await killed(workspace, bytes);
      const writer = new NekoLogWriter({ messages: 'fine' });
      for (const record of recordsIn(workspace.of('r/trace.bin'))) writer.append(record);
      const [lines, log] = [Buffer.from(writer.take()), readFileSync(workspace.of('r/neko.log'))];
      expect(log.subarray(0, lines.length).equals(lines)).toBe(true);
      expect(log.length - lines.length).toBeLessThan(LINES_OF_A_CHUNK);
    },
  );

  test('is reported as cut off, with the time, by analyze, check, render and view', async () => {
    const workspace = new Workspace({ 'x.config': ENDLESS });
    await killed(workspace, 200_000);
    expect(workspace.json('r/manifest.json')).toMatchObject({ state: 'running' });
    const time = recordsIn(workspace.of('r/trace.bin')).findLast((record) => 'time' in record)!.time;
    const text = `the run was cut off at t = ${Number(time.toFixed(3))} s`;
    for (const args of [
      ['analyze', 'r'],
      ['analyze', 'r/trace.bin'],
      ['check', 'r', '-p', 'no-collision'],
      ['render', 'r', '-o', 'r.png'],
    ]) {
      expect((await workspace.kineko(args)).stderr).toContain(text);
    }
    expect((await workspace.kineko(['analyze', 'r/neko.log'])).stderr).toContain('the run was cut off at t = ');
    const ending = new AbortController();
    const view = await workspace.kineko(['view', 'r', '--no-open', '--port', '0'], {
      signal: ending.signal,
      onOutput: (output) => {
        if (output.includes('Ctrl-C')) ending.abort();
      },
    });
    expect(view.stderr).toContain(text);
  });

  test('is distinguished from one that is running or has ended', async () => {
    const workspace = new Workspace({ 'x.config': ENDLESS });
    const child = started(workspace, ['run', 'x.config', '--seed', '1', '-q', '--out', 'r', '--log', 'both']);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await grown(workspace.of('r/trace.bin'), 100_000, child);
    // It must not end meanwhile.
    child.kill('SIGSTOP');
    expect((await workspace.kineko(['analyze', 'r'])).stderr).toContain('the run has not ended yet');
    child.kill('SIGCONT');
    child.kill('SIGINT');
    await ended;
    expect((await workspace.kineko(['analyze', 'r'])).stderr).toBe('');
  });
});

describe('--log-limit', () => {
  test.each(['neko', 'trace', 'both'])('stops an endless run with --log %s, and keeps its records', async (log) => {
    const workspace = new Workspace({ 'x.config': ENDLESS });
    const args = ['run', 'x.config', '--seed', '1', '--json', '--out', 'r', '--log', log, '--log-limit', '300KB'];
    const { code, stdout } = await workspace.kineko(args);
    expect([code, JSON.parse(stdout)]).toEqual([4, expect.objectContaining({ stoppedBy: 'log' })]);
    const bytes = sizeOf(workspace.of('r/neko.log')) + sizeOf(workspace.of('r/trace.bin'));
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(300_000);
    expect(workspace.json('r/manifest.json')).toMatchObject({ state: 'interrupted', summary: { stoppedBy: 'log' } });
    expect((await workspace.kineko(['analyze', 'r'])).code).toBe(0);
  });

  test('stops a DEECo scenario too', async () => {
    const scenario = `<simulation cycles="2000000" logfile="x.txt" sizeX="30" sizeY="20">
<robots><robot class="basic.SimpleRobot" posX="9" posY="9" angle="0"/></robots></simulation>`;
    const workspace = new Workspace({ 'x.xml': scenario });
    const { code, stdout } = await workspace.kineko(['run', 'x.xml', '--seed', '1', '--log-limit', '200KB']);
    expect([code, stdout]).toEqual([4, expect.stringContaining('log limit reached: the results are partial')]);
    expect(sizeOf(workspace.of('x.txt'))).toBeGreaterThan(50_000);
    expect(sizeOf(workspace.of('x.txt'))).toBeLessThanOrEqual(200_000);
  });

  test('has no effect below the limit', async () => {
    const workspace = new Workspace({ 'x.config': ENDLESS.replace('1000000', '1') });
    expect(await workspace.kineko(['run', 'x.config', '--out', 'r', '--log-limit', '10MB', '-q'])).toMatchObject({
      code: 0,
    });
  });

  test.each(['0', '-1', '10XB', 'lots', '1e3', ''])('rejects %j', async (limit) => {
    const workspace = new Workspace({ 'x.config': ENDLESS });
    const { code, stderr } = await workspace.kineko(['run', 'x.config', `--log-limit=${limit}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--log-limit')]);
  });
});
