/** "Run from here": the world as it is in the editor, run as the command line would run it, on a copy beside the file. */
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { messageOf } from '@kineko/kernel';
import type { CliContext } from '@kineko/run/console';
import type { Command } from '../command.js';
import { frontEndNamed } from '../front-ends.js';
import type { FormatName } from '../page/world-formats.js';
import type { CheckOptions } from './checking.js';

export interface TrialOptions extends CheckOptions {
  readonly format: FormatName;
  readonly text: string;
  /** Of the file: names in the world are relative to its folder. */
  readonly path: string;
  readonly hasControllers: boolean;
  /** Where to look at it. */
  readonly onUrl: (url: string) => void;
  /** Lines of what it says. */
  readonly onLine: (line: string) => void;
}

export class Trial {
  private readonly ending = new AbortController();
  /** Resolves to whether it went wrong. */
  readonly ended: Promise<boolean>;

  constructor(options: TrialOptions, context: CliContext) {
    this.ended = carryOut(options, context, this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('stopped'));
    await this.ended;
  }
}

let trials = 0;

async function carryOut(options: TrialOptions, context: CliContext, signal: AbortSignal): Promise<boolean> {
  const { path, text, onLine } = options;
  // Hidden, and with the same ending, by which some files are known.
  const copy = join(
    dirname(path),
    `.${basename(path, extname(path))}.trial-${process.pid}-${++trials}${extname(path)}`,
  );
  const shown = basename(path);
  const lines = new Lines(
    (line) => onLine(line.replaceAll(copy, shown).replaceAll(basename(copy), shown)),
    options.onUrl,
  );
  const output = { write: (part: string) => lines.write(part) };
  try {
    await writeFile(copy, text, { flag: 'wx' });
    const { command, args } = await commandFor(options, copy);
    await command.run(args as never, {
      ...context,
      stdout: output,
      // As on a terminal: the picture stays when the run is over, until somebody has seen enough.
      stderr: { ...output, isTTY: true },
      signal: AbortSignal.any([signal, context.signal]),
    });
    return false;
  } catch (error) {
    if (signal.aborted || context.signal.aborted) return false;
    output.write(messageOf(error));
    return true;
  } finally {
    lines.end();
    await rm(copy, { force: true });
  }
}

interface Called {
  readonly command: Command;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What somebody would type to look at such a world. */
async function commandFor({ format, hasControllers, plugin, allowPath }: TrialOptions, file: string): Promise<Called> {
  const { serving } = frontEndNamed(format);
  if (serving !== undefined) {
    const { command } = await import('../commands/serve.js');
    return { command, args: { scenario: file, quiet: false, ...serving.trialFlags({ hasControllers, plugin }) } };
  }
  const { command } = await import('../commands/run.js');
  // At the speed of the world, and not as fast as can be: people look on, and may say another speed in the viewer.
  const watched = { watch: true, open: false, wait: 0, speed: '1', plugin, allowPath };
  return { command, args: { configs: [file], json: false, printConfig: false, quiet: true, verbose: 0, ...watched } };
}

/** The pictures of `run --watch` and `serve --watch`, and the viewer of an environment. */
const ADDRESS = /^watch it: (http:\S+)|^\s*(?:pages\s+)?(http:\S+\/space\.html#\S+)/;

/** What is said, line by line; the address of the picture among it is for the page. */
class Lines {
  private rest = '';

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onUrl: (url: string) => void,
  ) {}

  write(part: string): void {
    const lines = (this.rest + part).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.line(line);
  }

  end(): void {
    if (this.rest !== '') this.line(this.rest);
    this.rest = '';
  }

  private line(line: string): void {
    const [, watched, viewer] = ADDRESS.exec(line) ?? [];
    const url = watched ?? viewer;
    if (url !== undefined) this.onUrl(url);
    else if (line.trim() !== '') this.onLine(line);
  }
}
