/** Slaves in separate OS processes, for tests. They run the build: jest's loader does not reach them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Address } from '@kineko/neko/real';
import { builtProgram } from '@kineko/tools/kits/built-program';

const PROGRAM = builtProgram('packages/runtime/neko/test/real-slave');

export interface SlaveProcess {
  readonly address: Address;
  readonly child: ChildProcess;
  /** Exit code, or name of the signal. */
  readonly ended: Promise<number | string>;
  /** Its output on stderr. */
  complaints(): string;
}

const running = new Set<ChildProcess>();

/** Starts a slave, and waits until it is ready. */
async function startSlaveProcess(env: Record<string, string> = {}): Promise<SlaveProcess> {
  const child = spawn(process.execPath, PROGRAM, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = /^Ready on port (\d+)\n/.exec(text) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    void ended.then((end) => reject(new Error(`the slave ended with ${end}: ${complaints}`)));
  });
  return { address: { host: '127.0.0.1', port }, child, ended, complaints: () => complaints };
}

export function startSlaveProcesses(count: number, env?: Record<string, string>): Promise<SlaveProcess[]> {
  return Promise.all(Array.from({ length: count }, () => startSlaveProcess(env)));
}

/** Kills all of them, whatever the outcome of a test. */
export function killSlaveProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
