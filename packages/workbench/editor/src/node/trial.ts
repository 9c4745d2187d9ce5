/** Runs the unsaved world of the editor, on a copy beside its file. */
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { messageOf } from '@kineko/kernel';

export interface TrialRequest {
  readonly file: string;
  /** Whether to start the programs that the world names. */
  readonly hasControllers: boolean;
  /** Called with the address of the picture. */
  readonly onUrl: (url: string) => void;
  /** Called with each line of output. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Runs a file like the command line; rejects if the run fails. */
export type RunTrial = (request: TrialRequest) => Promise<void>;

export interface TrialOptions extends Pick<TrialRequest, 'hasControllers' | 'onUrl' | 'onLine'> {
  readonly text: string;
  /** The file of the world: names in it are relative to its folder. */
  readonly path: string;
  readonly run: RunTrial;
}

export class Trial {
  private readonly ending = new AbortController();
  /** Resolves to whether the run failed. */
  readonly ended: Promise<boolean>;

  constructor(options: TrialOptions) {
    this.ended = runCopy(options, this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('stopped'));
    await this.ended;
  }
}

let trials = 0;

async function runCopy(options: TrialOptions, signal: AbortSignal): Promise<boolean> {
  const { path, text, hasControllers, onUrl, run } = options;
  const shown = basename(path);
  const ending = extname(path);
  // A hidden file with the same ending, by which some formats are recognised.
  const file = join(dirname(path), `.${basename(path, ending)}.trial-${process.pid}-${++trials}${ending}`);
  const onLine = (line: string): void => options.onLine(line.replaceAll(file, shown).replaceAll(basename(file), shown));
  try {
    await writeFile(file, text, { flag: 'wx' });
    await run({ file, hasControllers, onUrl, onLine, signal });
    return false;
  } catch (error) {
    if (signal.aborted) return false;
    for (const line of messageOf(error).split('\n')) if (line.trim() !== '') onLine(line);
    return true;
  } finally {
    await rm(file, { force: true });
  }
}
