/** Slaves in separate OS processes, for tests. They run the build: jest's loader does not reach them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Address } from '@kineko/neko/real';
import { builtProgram } from '@kineko/tools/kits/built-program';

const PROGRAM = builtProgram('packages/runtime/neko/test/real-slave');

export interface SlaveProcess {
  readonly address: Address;
  readonly child: ChildProcess;
  /** Exit code of the process or of its run, or name of the signal. */
  readonly ended: Promise<number | string>;
  /** Its output on stderr. */
  complaints(): string;
}

interface Process {
  readonly child: ChildProcess;
  /** Exit code, or name of the signal. */
  readonly closed: Promise<number | string>;
}

const running = new Set<ChildProcess>();
/** Processes that take part in one run after the other. */
const reused: Process[] = [];

function startProcess(env: Record<string, string>, channel: readonly 'ipc'[]): Process {
  const child = spawn(process.execPath, PROGRAM, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...channel],
  });
  running.add(child);
  const closed = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  return { child, closed };
}

/** The slave of a process, when it is ready. */
async function slaveOf(child: ChildProcess, end: Promise<number | string>): Promise<SlaveProcess> {
  let complaints = '';
  const onError = (chunk: Buffer): void => void (complaints += chunk.toString());
  child.stderr!.on('data', onError);
  const ended = end.finally(() => child.stderr!.off('data', onError));
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    const onOutput = (chunk: Buffer): void => {
      text += chunk.toString();
      const [, found] = /^Ready on port (\d+)\n/.exec(text) ?? [];
      if (found === undefined) return;
      child.stdout!.off('data', onOutput);
      resolve(Number(found));
    };
    child.stdout!.on('data', onOutput);
    void ended.then((how) => reject(new Error(`the slave ended with ${how}: ${complaints}`)));
  });
  return { address: { host: '127.0.0.1', port }, child, ended, complaints: () => complaints };
}

/** Starts slaves in processes of their own, which end with the run. */
export function startSlaveProcesses(count: number, env: Record<string, string> = {}): Promise<SlaveProcess[]> {
  const processes = Array.from({ length: count }, () => startProcess(env, []));
  return Promise.all(processes.map(({ child, closed }) => slaveOf(child, closed)));
}

/** The same in processes that stay for the next run, because most of the time of a short run would be their start. */
export function reuseSlaveProcesses(count: number): Promise<SlaveProcess[]> {
  while (reused.length < count) reused.push(startProcess({}, ['ipc']));
  const slaves = reused.slice(0, count).map(({ child, closed }) => {
    child.send('take part in a run');
    const reported = once(child, 'message').then(([code]) => code as number);
    return slaveOf(child, Promise.race([reported, closed]));
  });
  return Promise.all(slaves);
}

/** Kills all of them, whatever the outcome of a test. */
export function killSlaveProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
