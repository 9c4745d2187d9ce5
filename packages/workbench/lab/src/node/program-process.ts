/**
 * An untrusted program in its own process. It has two pipes to the engine, no environment, no files, no other processes, and limits
 * of time and memory that are enforced from here.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { escapeText } from '@kineko/formats/problem';
import { namedPipes } from '@kineko/run/node';

export interface ProgramLimits {
  /** Wall-clock seconds. */
  readonly seconds: number;
  /** Memory beyond that of the process before it receives code. */
  readonly megabytes: number;
}

/** File descriptors of the two pipes, for the thread that runs the engine. */
export interface ProgramPipes {
  readonly pid: number;
  readonly input: number;
  readonly output: number;
  /** One number: the resident size (KiB) of the process before it receives code; 0 until it is known. */
  readonly base: SharedArrayBuffer;
}

/** Memory of V8 itself: compiled code, the young generation, tables (MB). */
const HEADROOM = 48;
/** Size of the young generation (MB). */
const SEMI_SPACE = 4;
const POLL_MS = 50;
/** Characters of its error output that are kept. */
const MAX_PRINTED = 4096;

export class ProgramProcess {
  readonly pipes: ProgramPipes;
  private readonly child: ChildProcess;
  private readonly polling: NodeJS.Timeout;
  private timeLimit: NodeJS.Timeout | undefined = undefined;
  private isReady = false;
  private readonly exited: Promise<void>;
  private errors = '';
  private reason: string | undefined = undefined;
  private hasExited = false;

  /** @param file The script to run with this version of Node. */
  constructor(
    file: string,
    private readonly limits: ProgramLimits,
  ) {
    const [down, up] = namedPipes();
    this.child = spawn(process.execPath, [...confinement(file), ...heap(limits), file], {
      stdio: ['ignore', 'pipe', 'pipe', down.read, up.write],
      // The leader of a process group, which is killed as a whole.
      detached: true,
      env: {},
      cwd: '/',
    });
    closeSync(down.read);
    closeSync(up.write);
    const { pid = 0 } = this.child;
    this.pipes = { pid, input: up.read, output: down.write, base: new SharedArrayBuffer(4) };
    this.exited = new Promise((resolve) => {
      const over = (): void => {
        this.hasExited = true;
        resolve();
      };
      this.child.on('error', over);
      this.child.on('exit', over);
    });
    this.readOutput();
    this.limitTime();
    this.polling = setInterval(() => this.poll(), POLL_MS);
  }

  /** Kills the process group. The first reason counts. */
  kill(reason: string): void {
    this.reason ??= reason;
    if (this.hasExited || this.pipes.pid === 0) return;
    try {
      process.kill(-this.pipes.pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }

  /** Kills the process if it runs. Returns why it ended before the run; undefined if it did not. */
  async end(isRunOver: boolean): Promise<string | undefined> {
    clearInterval(this.polling);
    clearTimeout(this.timeLimit);
    const before = this.reason;
    if (!isRunOver && before === undefined) {
      // Its pipe is closed; the exit event may follow.
      const late = setTimeout(() => this.kill('closed its pipe'), 1000);
      await this.exited;
      clearTimeout(late);
    } else {
      this.kill('');
      await this.exited;
    }
    closeSync(this.pipes.input);
    closeSync(this.pipes.output);
    return before ?? (isRunOver ? undefined : this.whyEnded());
  }

  private whyEnded(): string {
    if (this.reason !== undefined) return this.reason;
    const { exitCode, signalCode } = this.child;
    if (isOutOfMemory(this.errors)) return overMemory(this.limits);
    const how = signalCode === null ? `with exit code ${exitCode}` : `by ${signalCode}`;
    const [line = ''] = this.errors.trim().split('\n');
    return `process ended ${how}${line === '' ? '' : `: ${escapeText(line)}`}`;
  }

  /** Reads all output, so that the program never blocks, and keeps the start of its errors. */
  private readOutput(): void {
    this.child.stdout!.resume();
    const decoder = new StringDecoder('utf8');
    this.child.stderr!.on('data', (bytes: Buffer) => {
      if (this.errors.length < MAX_PRINTED) this.errors += decoder.write(bytes).slice(0, MAX_PRINTED);
    });
  }

  private limitTime(): void {
    const { seconds } = this.limits;
    clearTimeout(this.timeLimit);
    this.timeLimit = setTimeout(() => this.kill(`time limit of ${seconds} s reached`), seconds * 1000);
  }

  private poll(): void {
    const base = Atomics.load(new Int32Array(this.pipes.base), 0);
    if (base === 0) return;
    // The time limit does not include the start of the process and the engine.
    if (!this.isReady) this.limitTime();
    this.isReady = true;
    residentSize(this.pipes.pid, (size) => {
      if (size > base + (this.limits.megabytes + HEADROOM) * 1024) this.kill(overMemory(this.limits));
    });
  }
}

/** Limits the memory of a started program. Called by the thread that runs the engine. */
export function limitMemory({ pid, base }: ProgramPipes, { megabytes, seconds }: ProgramLimits): void {
  const status = statusOf(pid);
  if (status !== undefined) {
    // The data segment, since V8 reserves far more address space than it uses.
    const bytes = (status.data + (megabytes + HEADROOM) * 1024) * 1024;
    // If the grader is killed, the kernel still ends the program.
    const cpu = Math.ceil(seconds) + 5;
    spawnSync('prlimit', ['--pid', String(pid), `--data=${bytes}`, `--cpu=${cpu}`, '--core=0'], { stdio: 'ignore' });
    Atomics.store(new Int32Array(base), 0, status.resident);
    return;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  Atomics.store(new Int32Array(base), 0, Number(stdout) || 0);
}

/** Recognises the messages of V8 and Node for a refused allocation, fatal or not. */
export function isOutOfMemory(text: string): boolean {
  // Buffers, the heap and memories of WebAssembly have different messages.
  return /out of memory|allocation failed|(?:failed to|could not) allocate|unable to grow instance memory/i.test(text);
}

export function overMemory({ megabytes }: ProgramLimits): string {
  return `memory limit of ${megabytes} MB reached`;
}

/** Calls back with KiB, unless the size is unknown. */
function residentSize(pid: number, known: (size: number) => void): void {
  const status = statusOf(pid);
  if (status !== undefined) return known(status.resident);
  if (process.platform === 'linux') return;
  execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => {
    if (error === null) known(Number(stdout));
  });
}

/** Sizes of a process on Linux (KiB). */
function statusOf(pid: number): { readonly data: number; readonly resident: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const lines = text.split('\n');
    const field = (name: string): number =>
      Number.parseInt(lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '0');
    return { data: field('VmData'), resident: field('VmRSS') };
  } catch {
    return undefined;
  }
}

/** Node's permission model: no files but the program itself, no processes, threads, addons or inspector. */
function confinement(file: string): string[] {
  const flag = ['--permission', '--experimental-permission'].find((each) =>
    process.allowedNodeEnvironmentFlags.has(each),
  );
  return [...(flag === undefined ? [] : [flag, `--allow-fs-read=${file}`]), '--no-addons', '--no-warnings'];
}

function heap({ megabytes }: ProgramLimits): string[] {
  return [`--max-old-space-size=${Math.ceil(megabytes)}`, `--max-semi-space-size=${SEMI_SPACE}`];
}
