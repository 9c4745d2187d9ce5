/** Services of the command line for the editor: checks by front ends, and runs of a world. */
import { loadScenario, type Source } from '@kineko/run';
import type { CliContext } from '@kineko/run/console';
import { NodeHost } from '@kineko/run/node';
import type { TrialRequest } from '@kineko/editor/node';
import type { Problem } from '@kineko/formats/problem';
import type { Command } from './command.js';
import { FRONT_ENDS, frontEndNamed } from './front-ends.js';
import type { FormatName } from './page/world-formats.js';

export interface EditorFlags {
  readonly plugin?: readonly string[] | undefined;
  readonly allowPath?: readonly string[] | undefined;
}

/** The same problems as `kineko validate`. */
export async function problemsOf(
  source: Source,
  { plugin, allowPath }: EditorFlags,
  { env, cwd }: CliContext,
): Promise<readonly Problem[]> {
  const scenario = await loadScenario(source, {
    frontEnds: FRONT_ENDS,
    host: new NodeHost({ base: import.meta.url }),
    context: { env, cwd, flags: { plugin, allowPath } },
  });
  return scenario.problems();
}

/** Runs a world like the command that a user would type to watch it. */
export async function runTrial(
  { file, hasControllers, onUrl, onLine, signal }: TrialRequest,
  format: FormatName,
  flags: EditorFlags,
  context: CliContext,
): Promise<void> {
  const lines = new OutputLines(onLine, onUrl);
  const output = { write: (part: string) => lines.write(part) };
  try {
    const { command, args } = await commandFor(format, file, hasControllers, flags);
    await command.run(args as never, {
      ...context,
      stdout: output,
      // As on a terminal, so that the picture stays when the run is over.
      stderr: { ...output, isTTY: true },
      signal: AbortSignal.any([signal, context.signal]),
    });
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    lines.end();
  }
}

interface CommandCall {
  readonly command: Command;
  readonly args: Readonly<Record<string, unknown>>;
}

async function commandFor(
  format: FormatName,
  file: string,
  hasControllers: boolean,
  { plugin, allowPath }: EditorFlags,
): Promise<CommandCall> {
  const { serving } = frontEndNamed(format);
  if (serving?.trialFlags !== undefined) {
    const { command } = await import('./commands/serve.js');
    return { command, args: { scenario: file, quiet: false, ...serving.trialFlags({ hasControllers, plugin }) } };
  }
  const { command } = await import('./commands/run.js');
  // In real time, because the user watches; the viewer can change the speed.
  const watched = { watch: true, open: false, wait: 0, speed: '1', plugin, allowPath };
  return { command, args: { configs: [file], json: false, printConfig: false, quiet: true, verbose: 0, ...watched } };
}

/** Address of the picture in the output of `run --watch`, `serve --watch` and of an environment. */
const ADDRESS = /^watch it: (http:\S+)|^\s*(?:pages\s+)?(http:\S+\/space\.html#\S+)/;

/** Splits output into lines, and finds the address of the picture. */
class OutputLines {
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
