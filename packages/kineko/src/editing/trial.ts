/** "Run from here": the world as it is in the editor, run as the command line would run it, on a copy beside the file. */
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { FormatName } from '@kineko/formats/editing';
import { EXIT, type Surroundings } from '../surroundings.js';
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
  readonly #ending = new AbortController();
  /** Resolves to whether it went wrong. */
  readonly ended: Promise<boolean>;

  constructor(options: TrialOptions, surroundings: Surroundings) {
    this.ended = carryOut(options, surroundings, this.#ending.signal);
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopped'));
    await this.ended;
  }
}

let trials = 0;

async function carryOut(options: TrialOptions, surroundings: Surroundings, signal: AbortSignal): Promise<boolean> {
  const { path, text, onLine } = options;
  // Hidden, and with the same ending, by which some files are known.
  const copy = join(
    dirname(path),
    `.${basename(path, extname(path))}.trial-${process.pid}-${++trials}${extname(path)}`,
  );
  const shown = basename(path);
  try {
    await writeFile(copy, text, { flag: 'wx' });
    const { main } = await import('../cli.js');
    const lines = new Lines(
      (line) => onLine(line.replaceAll(copy, shown).replaceAll(basename(copy), shown)),
      options.onUrl,
    );
    const output = { write: (part: string) => lines.write(part) };
    const code = await main(argumentsOf(options, copy), {
      ...surroundings,
      stdout: output,
      // As on a terminal: the picture stays when the run is over, until somebody has seen enough.
      stderr: { ...output, isTTY: true },
      signal: AbortSignal.any([signal, surroundings.signal]),
    });
    lines.end();
    return code === EXIT.failed || code === EXIT.usage;
  } catch (error) {
    onLine(error instanceof Error ? error.message : String(error));
    return true;
  } finally {
    await rm(copy, { force: true });
  }
}

function argumentsOf({ format, hasControllers, plugin = [], allowPath = [] }: TrialOptions, file: string): string[] {
  switch (format) {
    case 'chirp':
      return ['serve', file, '--watch', '--no-open', '--port', '0', ...(hasControllers ? ['--controllers'] : [])];
    case 'crsim':
      return [
        'serve',
        file,
        '--robots',
        '0',
        '--viewers',
        '0',
        '--panels',
        '0',
        ...plugin.flatMap((each) => ['--plugin', each]),
      ];
    case 'robotsim':
    case 'deeco': {
      const more = [
        ...plugin.flatMap((each) => ['--plugin', each]),
        ...allowPath.flatMap((each) => ['--allow-path', each]),
      ];
      // Not as fast as can be: people look on, and may say another speed in the viewer. No bar: nobody sees it.
      return ['run', file, '--watch', '--no-open', '--quiet', '--speed', '1', ...more];
    }
  }
}

/** The pictures of `run --watch` and `serve --watch`, and the viewer of an environment. */
const ADDRESS = /^watch it: (http:\S+)|^\s*(?:pages\s+)?(http:\S+\/space\.html#\S+)/;

/** What is said, line by line; the address of the picture among it is for the page. */
class Lines {
  #rest = '';

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onUrl: (url: string) => void,
  ) {}

  write(part: string): void {
    const lines = (this.#rest + part).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #line(line: string): void {
    const [, watched, viewer] = ADDRESS.exec(line) ?? [];
    const url = watched ?? viewer;
    if (url !== undefined) this.onUrl(url);
    else if (line.trim() !== '') this.onLine(line);
  }
}
