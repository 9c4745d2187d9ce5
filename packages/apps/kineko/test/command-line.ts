/** The command line without a process: commands run in this process, in temporary folders, and their output is collected. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { main } from '../src/cli.js';

export { REPOSITORY };

export type Files = Readonly<Record<string, string | Uint8Array>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The result of a command. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Circumstances {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with all output. */
  readonly onOutput?: (text: string) => void;
}

/** `check: 2 of 21 runs, 0.2 runs/s, 95 s left`, printed every ten seconds on a busy machine. */
const PROGRESS = /^\w+: \d[\d,]* (?:of .*)?\w+, \S+ \w+\/s[,;\n]/;

/** A folder outside the repository, removed after the tests of a file, whose files may import `kineko`. */
export class Workspace {
  readonly path: string;

  constructor(files: Files = {}) {
    this.path = mkdtempSync(join(realpathSync(tmpdir()), 'kineko cli '));
    folders.push(this.path);
    // Jest finds packages, and treats .js as modules, by the files beside them.
    symlinkSync(join(REPOSITORY, 'node_modules'), join(this.path, 'node_modules'));
    this.write({ 'package.json': '{ "type": "module" }', ...files });
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.of(path)), { recursive: true });
      writeFileSync(this.of(path), content);
    }
  }

  of(path: string): string {
    return join(this.path, path);
  }

  text(path: string): string {
    return readFileSync(this.of(path), 'utf8');
  }

  bytes(path: string): Uint8Array {
    return readFileSync(this.of(path));
  }

  json<T>(path: string): T {
    return JSON.parse(this.text(path)) as T;
  }

  /** Runs `kineko …` in this folder. */
  async kineko(args: readonly string[], circumstances: Circumstances = {}): Promise<Answer> {
    const { env = {}, signal = new AbortController().signal, onOutput } = circumstances;
    let [stdout, stderr] = ['', ''];
    const code = await main(args, {
      stdout: {
        write: (text) => {
          stdout += text;
          onOutput?.(text);
        },
      },
      stderr: {
        write: (text) => {
          if (!PROGRESS.test(text)) stderr += text;
          onOutput?.(text);
        },
      },
      env,
      cwd: this.path,
      signal,
    });
    return { code, stdout, stderr };
  }

  /** Runs the built program in its own process, which can run beside other commands. */
  async program(args: readonly string[], nodeArgs: readonly string[] = []): Promise<Answer> {
    const program = join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js');
    const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
      cwd: this.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += String(text)));
    child.stderr.on('data', (text) => (stderr += String(text)));
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout, stderr };
  }

  /** Runs a command that must succeed and print JSON. */
  async json1<T>(args: readonly string[], circumstances?: Circumstances): Promise<T> {
    const { code, stdout, stderr } = await this.kineko(args, circumstances);
    if (code !== 0) throw new Error(`kineko ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }
}
