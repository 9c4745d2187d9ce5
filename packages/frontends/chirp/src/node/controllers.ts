/** Controllers that a world names: programs, started with it and stopped with it, if the user allows that. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { ChirpController } from '../format/world.js';

export interface ControllersOptions {
  readonly controllers: readonly ChirpController[];
  /** The folder of the world: what their commands are relative to. */
  readonly folder: string;
  /** Where the world is served; they find it as CHIRP_HOST and CHIRP_PORT. */
  readonly host: string;
  readonly port: number;
  /** Whether time waits for them: they need not wait for it (CHIRP_LOCKSTEP=1). */
  readonly isLockstep?: boolean;
  /** What their requests have to begin with (CHIRP_TOKEN). */
  readonly token?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line that a controller says. */
  readonly onLine: (controller: ChirpController, line: string) => void;
  /** A controller has ended by itself, or could not be started. */
  readonly onEnd: (controller: ChirpController, how: string) => void;
}

/** Time for a controller to end when it is asked to (ms). */
const GRACE_MS = 2000;

export class Controllers {
  private readonly children: readonly ChildProcess[];
  private isStopping = false;

  constructor(options: ControllersOptions) {
    this.children = options.controllers.map((controller) => this.start(controller, options));
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.children.map(ended));
  }

  private start(controller: ChirpController, options: ControllersOptions): ChildProcess {
    const { folder: cwd, host, port, env, onLine, onEnd, isLockstep = false, token } = options;
    const [program, ...args] = controller.command;
    const child = spawn(program!, args, {
      cwd,
      env: {
        ...env,
        CHIRP_HOST: host,
        CHIRP_PORT: String(port),
        CHIRP_LOCKSTEP: isLockstep ? '1' : '0',
        ...(token !== undefined && { CHIRP_TOKEN: token }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) eachLine(stream, (line) => onLine(controller, line));
    child.once('error', (error) => onEnd(controller, error.message));
    child.once('exit', (code, signal) => {
      if (!this.isStopping) onEnd(controller, signal === null ? `it ended with ${code}` : `it was ended by ${signal}`);
    });
    return child;
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      resolve();
      return;
    }
    const impatience = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('exit', () => {
      clearTimeout(impatience);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Characters of a line without an end: what says more than this in one breath is cut. */
const MAX_OF_A_LINE = 4096;

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!.slice(0, MAX_OF_A_LINE);
    for (const line of lines) take(line.slice(0, MAX_OF_A_LINE));
  });
  stream.on('end', () => {
    if (rest !== '') take(rest);
  });
}
