/** Runs our program in a process that is shared between commands as long as that makes no difference. */
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, Report } from './program-host.js';

export interface Outcome {
  readonly exit: number;
  /** Output on stdout and stderr, in order. */
  readonly printed: string;
}

export class Program {
  private process: ChildProcess | undefined;
  /** Modules that may have been loaded, with the times of their last changes. */
  private readonly modules = new Map<string, number>();

  constructor(
    /** The built `program-host.js`. */
    private readonly host: string,
    private readonly timeLimitMs: number,
  ) {}

  /** A process loads a module only once, so a new process is started when a module in the folder has changed. */
  async run(order: Order, folder: string): Promise<Outcome> {
    if (this.haveChanged(folder)) this.close();
    const process = (this.process ??= fork(this.host, {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }));
    let printed = '';
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome | Error): void => {
        clearTimeout(limit);
        process.off('message', onReport).off('exit', onExit);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      const onReport = (report: Report): void => {
        if ('printed' in report) printed += report.printed;
        else settle({ exit: report.exit, printed });
      };
      const onExit = (): void => {
        this.process = undefined;
        settle(new Error(`the program has ended its process\n${printed}`));
      };
      const limit = setTimeout(() => {
        this.close();
        settle(
          new Error(`it did not end within ${this.timeLimitMs / 1000} s; what serves is \`\`\`sh serves\n${printed}`),
        );
      }, this.timeLimitMs);
      process.on('message', onReport).on('exit', onExit);
      process.send(order);
    });
  }

  close(): void {
    this.process?.removeAllListeners('exit').kill('SIGKILL');
    this.process = undefined;
  }

  private haveChanged(folder: string): boolean {
    let haveChanged = false;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) haveChanged = this.haveChanged(path) || haveChanged;
      if (!entry.isFile() || !/\.[mc]?[jt]s$/.test(entry.name)) continue;
      const { mtimeMs } = statSync(path);
      if ((this.modules.get(path) ?? mtimeMs) !== mtimeMs) haveChanged = true;
      this.modules.set(path, mtimeMs);
    }
    return haveChanged;
  }
}
